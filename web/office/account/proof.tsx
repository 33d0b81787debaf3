// Asks who one is, before secrets are shown and money is given back.

import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { settleProof } from '../../shared/proof.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { sentenceOf } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { plain, useAccount } from './api.ts';
import { knowsPasskeys, showPasskey } from './webauthn.ts';

/** The sentence for a failed passkey: the texts of browsers help nobody. */
export function passkeyTrouble(error: unknown): string {
  return error instanceof DOMException ? t('No passkey was used.') : sentenceOf(error);
}

/** The one dialog: whatever call needs the proof goes on after it. */
export function ProofDialog() {
  const account = useAccount();
  const form = useRecordForm({
    initial: { password: '', code: '' },
    send: ({ password, code }) =>
      plain().call('proveOwnSession', { body: code === '' ? { password } : { code } }),
    done: () => settleProof(true),
  });
  const passkey = useMutation({
    mutationFn: async () => plain().call('proveOwnSession', { body: { credential: await showPasskey() } }),
    onSuccess: () => settleProof(true),
  });
  const cancel = () => settleProof(false);
  const { has_totp: hasApp = false, has_passkeys: isPossible = false, passkeys = [] } = account.data ?? {};
  const hasPasskey = isPossible && passkeys.length > 0;
  // Who has a second factor shows it: the password would prove less.
  const asks = hasApp ? 'code' : hasPasskey ? undefined : 'password';
  return (
    <Dialog title={t('Confirm that it is you')} opened close={cancel}>
      <Stack gap="md">
        <Text size="sm">
          {t('You have been signed in for a while. This needs to be sure that it is you.')}
        </Text>
        {hasPasskey && !knowsPasskeys() && asks === undefined && (
          <Text size="sm">{t('This browser knows no passkeys: use the one where you have yours.')}</Text>
        )}
        {hasPasskey && knowsPasskeys() && (
          <>
            <Button
              variant="default"
              leftSection={<Fingerprint size={16} aria-hidden />}
              loading={passkey.isPending}
              onClick={() => passkey.mutate()}
            >
              {t('Use a passkey')}
            </Button>
            {passkey.isError && <RefusalAlert>{passkeyTrouble(passkey.error)}</RefusalAlert>}
            {asks !== undefined && <Divider label={t('or')} />}
          </>
        )}
        {asks !== undefined && account.data !== undefined && (
          <Form form={form} submit={t('Confirm')} cancel={cancel}>
            {asks === 'password' ? (
              <PasswordInput
                label={t('Password')}
                autoComplete="current-password"
                data-autofocus
                {...form.text('password')}
              />
            ) : (
              <TextInput
                label={t('Code of your authenticator app')}
                description={t('Or one of your recovery codes.')}
                autoComplete="one-time-code"
                maxLength={20}
                data-autofocus
                {...form.text('code')}
              />
            )}
          </Form>
        )}
        {asks === undefined && (
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
