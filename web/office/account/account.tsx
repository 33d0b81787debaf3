// The signed-in user's own account: the password, the second step, passkeys, and where they are signed in.

import { PasswordInput, Stack } from '@mantine/core';
import type { Account } from '#clients/typescript/index.ts';
import { InputError } from '../../shared/input-error.ts';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Known, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useMe } from '../parts.tsx';
import { own, useAccount, useAccountChanged } from './api.ts';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { SecondStep } from './totp.tsx';

export default function OwnAccount() {
  const account = useAccount();
  const me = useMe();
  return (
    <ScreenPage title={t('Your account')}>
      <Hint>
        {me?.name} ({me?.email})
      </Hint>
      <Known query={account}>{(found) => <Parts account={found} />}</Known>
    </ScreenPage>
  );
}

function Parts({ account }: { account: Account }) {
  return (
    <Stack gap="md">
      <Section title={t('Password')}>
        <Password />
      </Section>
      <Section title={t('Two-step sign-in')}>
        <SecondStep account={account} />
      </Section>
      <Section title={t('Passkeys')}>
        <Passkeys account={account} />
      </Section>
      <Section title={t('Where you are signed in')} flush>
        <Sessions account={account} />
      </Section>
    </Stack>
  );
}

const EMPTY = { password: '', new_password: '', again: '' };

function Password() {
  const changed = useAccountChanged();
  const form = useRecordForm({
    initial: EMPTY,
    send: async ({ password, new_password, again }) => {
      if (new_password !== again)
        throw new InputError([
          { field: 'again', error_description: t('The two passwords are not the same.') },
        ]);
      await own().call('changeOwnPassword', { body: { password, new_password } });
    },
    done: () => {
      form.reset(EMPTY);
      toast(t('Password changed'));
      changed();
    },
  });
  return (
    <Stack gap="md" maw={420}>
      <Form form={form} submit={t('Change password')}>
        <PasswordInput
          label={t('Present password')}
          autoComplete="current-password"
          {...form.text('password')}
        />
        <PasswordInput
          label={t('New password')}
          description={t('At least 10 characters. Your other sessions end.')}
          autoComplete="new-password"
          {...form.text('new_password')}
        />
        <PasswordInput label={t('Repeat the password')} autoComplete="new-password" {...form.text('again')} />
      </Form>
    </Stack>
  );
}
