// Taking a member out of the company, with the keys they made and those that would still let them in.

import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ask } from '../../shared/ui/ask.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import type { Member, MemberKey } from '../records.ts';

const KINDS: Readonly<Record<MemberKey['kind'], string>> = {
  access_token: 'Access token of the add-on',
  client_secret: 'Client secret of the add-on',
  device: 'Device',
  grant: 'Connected add-on',
  invitation: 'Invitation of',
};

interface Props {
  readonly member: Member;
  /** Whether it is oneself. */
  readonly own: boolean;
  readonly done: () => void;
}

/** A button that takes a member out of the company; its dialog lists the keys that are revoked with it. */
export function Removal({ member, own, done }: Props) {
  const { api } = useCompany();
  const [opened, { open, close }] = useDisclosure();
  const [kept, setKept] = useState<readonly string[]>([]);
  const path = `members/${member.id_str}`;
  const keys = useQuery({
    queryKey: ['member-keys', member.id_str],
    queryFn: async () => (await api.get<{ keys: MemberKey[] }>(`${path}/keys`)).keys,
    enabled: opened,
    staleTime: 0,
  });
  const keep = kept.filter((name) => keys.data?.some(({ key }) => key === name));
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={own ? 'Leave the company' : `Remove ${member.name}`}
        onClick={() => {
          setKept([]);
          open();
        }}
      >
        {own ? 'Leave' : 'Remove'}
      </Button>
      <Ask
        title={own ? 'Leave the company?' : `Remove ${member.name}?`}
        opened={opened}
        close={close}
        confirm={own ? 'Leave the company' : 'Remove from the company'}
        color="red.9"
        ready={keys.isSuccess}
        act={() => api.delete(keep.length === 0 ? path : `${path}?keep=${keep.join(',')}`)}
        done={done}
        said={own ? 'You have left the company.' : 'The member has been removed.'}
      >
        <Stack gap="md">
          <Text size="sm">
            {own
              ? 'You cannot come back without an invitation.'
              : 'Their sessions for this company end at once.'}
          </Text>
          {keys.isPending && <Loading rows={2} />}
          {keys.isError && <Trouble error={keys.error} again={() => void keys.refetch()} />}
          {keys.isSuccess && keys.data.length > 0 && (
            <Checkbox.Group
              label={own ? 'What you made is revoked with it' : `What ${member.name} made is revoked with it`}
              description="Untick what has to go on. The audit log says what was revoked and what was kept."
              value={keys.data.flatMap(({ key }) => (keep.includes(key) ? [] : key))}
              onChange={(ticked) =>
                setKept(keys.data.flatMap(({ key }) => (ticked.includes(key) ? [] : key)))
              }
            >
              <Stack gap="xs" mt="xs">
                {keys.data.map((key) => (
                  <KeyChoice key={key.key} made={key} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Text size="xs" c="dimmed">
            A client secret that is revoked lets nothing in any more: make a new one under Developer, and make
            new signing secrets there as well, where somebody has seen them.
          </Text>
        </Stack>
      </Ask>
    </>
  );
}

function KeyChoice({ made }: { made: MemberKey }) {
  const { registerName, when } = useCompany();
  const place = made.register_id_str === null ? '' : ` at ${registerName(made.register_id_str)}`;
  const used = made.last_used_at === null ? '' : `, last used ${when(made.last_used_at)}`;
  return (
    <Checkbox
      value={made.key}
      label={`${KINDS[made.kind]} ${made.name}${place}`}
      description={`Since ${when(made.created_at)}${used}`}
    />
  );
}
