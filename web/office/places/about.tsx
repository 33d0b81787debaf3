// The company's own data.

import { Alert, Anchor, Box } from '@mantine/core';
import { CopyField, Facts } from '../../shared/ui/facts.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useAll, useRead } from '../read.ts';
import { staffName } from '../staff/words.ts';

const WEB_ADDRESS = /^https?:\/\//;

export default function About() {
  const { when } = useCompany();
  const company = useRead('company', 'getCompany', {});
  const staff = useAll('staff', 'listStaff', {});
  return (
    <RecordPage query={company} title={t('Company')}>
      {(data) => {
        const contact = staff.data?.find((each) => each.id === data.contact_staff_member);
        return (
          <ScreenPage title={t('Company')}>
            <Section title={data.name}>
              <Facts
                facts={[
                  [t('Business number'), data.business_number],
                  [t('Currency'), data.currency],
                  [t('Time zone'), `${data.timezone.name} (${data.timezone.offset})`],
                  [
                    t('Website'),
                    data.website !== null && WEB_ADDRESS.test(data.website) ? (
                      <Anchor key="website" href={data.website} target="_blank" rel="noreferrer" size="sm">
                        {data.website}
                      </Anchor>
                    ) : (
                      data.website
                    ),
                  ],
                  [t('Contact'), contact === undefined ? null : staffName(contact)],
                  [t('Since'), when(data.created_at)],
                ]}
              />
              <Box maw={360} mt="sm">
                <CopyField label={t('Company ID')} value={data.id_str} />
              </Box>
            </Section>
            <Alert color="gray" variant="light">
              {t('Set when the company was founded. Currency and time zone can differ by site.')}
            </Alert>
          </ScreenPage>
        );
      }}
    </RecordPage>
  );
}
