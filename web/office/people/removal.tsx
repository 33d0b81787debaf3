// Taking a member out of the company, or out of running it, with the keys they made and those that would still let them in.

import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Member } from '#clients/typescript/index.ts';
import { Ask } from '../../shared/ui/dialog.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useKeyChoices } from './member-keys.tsx';

interface Props {
  readonly member: Member;
  /** Whether it is oneself. */
  readonly own: boolean;
  readonly done: () => void;
}

/** The label of the keys that are revoked. */
const revokedOf = ({ name }: Member, own: boolean) =>
  own ? t('What you created is revoked') : t('What {name} created is revoked', { name });

/** The work that is left after a client secret was revoked. */
const secretHint = () =>
  t(
    'A revoked client secret stops working: create a new one under Developer, and replace signing secrets they have seen.',
  );

/** A button that takes a member out of the company; its dialog lists the keys that are revoked with it. */
export function Removal({ member, own, done }: Props) {
  const { passbell } = useCompany();
  const { name } = member;
  const [opened, { open, close }] = useDisclosure();
  const { ready, keep, reset, list } = useKeyChoices(member, opened, revokedOf(member, own));
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={own ? t('Leave the company') : t('Remove {name}', { name })}
        onClick={() => {
          reset();
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
        ready={ready}
        act={() => passbell.call('removeMember', { user_id: member.id, ...keep })}
        done={done}
        said={own ? t('You left the company') : t('{name} removed', { name })}
      >
        <Stack gap="md">
          <Text size="sm">
            {own
              ? t('You cannot come back without an invitation.')
              : t('They are signed out of this company at once.')}
          </Text>
          {list}
          <Hint size="xs">{secretHint()}</Hint>
        </Stack>
      </Ask>
    </>
  );
}

interface DemotionProps extends Props {
  readonly opened: boolean;
  readonly close: () => void;
}

/** Asks before somebody who runs the company becomes staff, with the keys that are revoked by that. */
export function Demotion({ member, own, opened, close, done }: DemotionProps) {
  const { passbell } = useCompany();
  const { name } = member;
  const { ready, keep, list } = useKeyChoices(member, opened, revokedOf(member, own));
  return (
    <Ask
      title={own ? t('Become staff?') : t('Make {name} staff?', { name })}
      opened={opened}
      close={close}
      confirm={t('Change the role')}
      color="red.9"
      ready={ready}
      act={() => passbell.call('updateMember', { user_id: member.id, ...keep, body: { role: 'staff' } })}
      done={done}
    >
      <Stack gap="md">
        <Text size="sm">{t('Staff take orders, and no longer run the company.')}</Text>
        {list}
        <Hint size="xs">{secretHint()}</Hint>
      </Stack>
    </Ask>
  );
}
