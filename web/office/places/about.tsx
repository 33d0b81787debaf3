// The company's own data.

import { Alert, Anchor, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyField, Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useAll } from '../parts.tsx';
import type { Company, StaffMember } from '../records.ts';
import { staffName } from '../staff/words.ts';

const WEB_ADDRESS = /^https?:\/\//;

export default function About() {
  const { api, when } = useCompany();
  const company = useQuery({
    queryKey: ['company', api.company],
    queryFn: ({ signal }) => api.getCompany<Company>({ signal }),
  });
  const staff = useAll<StaffMember>('staff');
  const { data } = company;
  if (data === undefined) {
    return (
      <ScreenPage title="Company">
        {company.isError ? (
          <Trouble error={company.error} again={() => void company.refetch()} />
        ) : (
          <Loading />
        )}
      </ScreenPage>
    );
  }
  const contact = staff.data?.find((each) => each.id_str === data.contact_staff_member);
  return (
    <ScreenPage title="Company">
      <Section title={data.name}>
        <Facts
          facts={[
            ['Business number', data.business_number],
            ['Currency', data.currency],
            ['Time zone', `${data.timezone.name} (${data.timezone.offset})`],
            [
              'Website',
              data.website !== null && WEB_ADDRESS.test(data.website) ? (
                <Anchor key="website" href={data.website} target="_blank" rel="noreferrer" size="sm">
                  {data.website}
                </Anchor>
              ) : (
                data.website
              ),
            ],
            ['Contact', contact === undefined ? null : staffName(contact)],
            ['Since', when(data.created_at)],
          ]}
        />
        <Box maw={360} mt="sm">
          <CopyField label="Company id" value={data.id_str} />
        </Box>
      </Section>
      <Alert color="gray" variant="light">
        These were given when the company was set up. Currency and time zone can be different at each site.
      </Alert>
    </ScreenPage>
  );
}
