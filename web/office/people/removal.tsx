// Taking a member out of the company, with the keys they made and those that would still let them in.

import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Member, MemberKey } from '#clients/typescript/index.ts';
import { Ask } from '../../shared/ui/dialog.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';

/** What each kind of key is called; a device says where it is as well. */
const KINDS: Readonly<Record<MemberKey['kind'], Message>> = {
  access_token: message('Access token of {name}'),
  client_secret: message('Client secret of {name}'),
  device: message('Device {name}, {register}'),
  grant: message('Connected add-on {name}'),
  invitation: message('Invitation of {name}'),
};

interface Props {
  readonly member: Member;
  /** Whether it is oneself. */
  readonly own: boolean;
  readonly done: () => void;
}

/** A button that takes a member out of the company; its dialog lists the keys that are revoked with it. */
export function Removal({ member, own, done }: Props) {
  const { passbell } = useCompany();
  const { name } = member;
  const [opened, { open, close }] = useDisclosure();
  const [kept, setKept] = useState<readonly string[]>([]);
  const read = { enabled: opened, staleTime: 0 };
  const keys = useRead('member-keys', 'listMemberKeys', { user_id: member.id }, read);
  const keep = kept.filter((each) => keys.data?.keys.some(({ key }) => key === each));
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={own ? t('Leave the company') : t('Remove {name}', { name })}
        onClick={() => {
          setKept([]);
          open();
        }}
      >
        {own ? t('Leave') : t('Remove')}
      </Button>
      <Ask
        title={own ? t('Leave the company?') : t('Remove {name}?', { name })}
        opened={opened}
        close={close}
        confirm={own ? t('Leave the company') : t('Remove from the company')}
        color="red.9"
        ready={keys.isSuccess}
        act={() =>
          passbell.call('removeMember', { user_id: member.id, ...(keep.length === 0 ? {} : { keep }) })
        }
        done={done}
        said={own ? t('You left the company') : t('{name} removed', { name })}
      >
        <Stack gap="md">
          <Text size="sm">
            {own
              ? t('You cannot come back without an invitation.')
              : t('They are signed out of this company at once.')}
          </Text>
          {keys.isPending && <Loading rows={2} />}
          {keys.isError && <Trouble error={keys.error} again={() => void keys.refetch()} />}
          {keys.isSuccess && keys.data.keys.length > 0 && (
            <Checkbox.Group
              label={own ? t('What you created is revoked') : t('What {name} created is revoked', { name })}
              description={t(
                'Untick what has to keep working. The audit log shows what was revoked and kept.',
              )}
              value={keys.data.keys.flatMap(({ key }) => (keep.includes(key) ? [] : key))}
              onChange={(ticked) =>
                setKept(keys.data.keys.flatMap(({ key }) => (ticked.includes(key) ? [] : key)))
              }
            >
              <Stack gap="xs" mt="xs">
                {keys.data.keys.map((key) => (
                  <KeyChoice key={key.key} made={key} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <Hint size="xs">
            {t(
              'A revoked client secret stops working: create a new one under Developer, and replace signing secrets they have seen.',
            )}
          </Hint>
        </Stack>
      </Ask>
    </>
  );
}

function KeyChoice({ made }: { made: MemberKey }) {
  const { registerName, when } = useCompany();
  const { name, register_id: register, created_at, last_used_at: used } = made;
  const since = when(created_at);
  return (
    <Checkbox
      value={made.key}
      label={translated(KINDS[made.kind], { name, register: registerName(register) })}
      description={
        used === null
          ? t('Since {since}', { since })
          : t('Since {since}, last used {used}', { since, used: when(used) })
      }
    />
  );
}
