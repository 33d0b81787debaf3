// The keys a member made that would still let somebody in, to be revoked or kept.

import { Checkbox, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Member, MemberKey } from '#clients/typescript/index.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';

/** The names of the kinds of key; a device says where it is as well. */
const KINDS: Readonly<Record<MemberKey['kind'], Message>> = {
  access_token: message('Access token of {name}'),
  client_secret: message('Client secret of {name}'),
  device: message('Device {name}, {register}'),
  grant: message('Connected add-on {name}'),
  invitation: message('Invitation of {name}'),
};

/** Which keys of a member are revoked, for a dialog to ask. */
interface KeyChoices {
  /** False until they have been read. */
  readonly ready: boolean;
  /** The parameters of the call: what is kept. */
  readonly keep: { readonly keep?: readonly string[] };
  /** Ticks all of them again. */
  readonly reset: () => void;
  /** The list of them with a box for each; nothing where there are none. */
  readonly list: ReactNode;
}

/** The choice among the keys of a member, read while a dialog is open. */
export function useKeyChoices(member: Member, opened: boolean, label: string): KeyChoices {
  const [kept, setKept] = useState<readonly string[]>([]);
  const read = { enabled: opened, staleTime: 0 };
  const keys = useRead('member-keys', 'listMemberKeys', { user_id: member.id }, read);
  const made = keys.data?.keys ?? [];
  const keep = kept.filter((each) => made.some(({ key }) => key === each));
  return {
    ready: keys.isSuccess,
    keep: keep.length === 0 ? {} : { keep },
    reset: () => setKept([]),
    list: (
      <>
        {keys.isPending && <Loading rows={2} />}
        {keys.isError && <Trouble error={keys.error} again={() => void keys.refetch()} />}
        {made.length > 0 && (
          <Checkbox.Group
            label={label}
            description={t('Untick what has to keep working. The audit log shows what was revoked and kept.')}
            value={made.flatMap(({ key }) => (keep.includes(key) ? [] : key))}
            onChange={(ticked) => setKept(made.flatMap(({ key }) => (ticked.includes(key) ? [] : key)))}
          >
            <Stack gap="xs" mt="xs">
              {made.map((key) => (
                <KeyChoice key={key.key} made={key} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </>
    ),
  };
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
