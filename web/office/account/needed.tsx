// Where a company asks for a second factor that somebody has not set up: their own account and nothing else.

import { Alert, Button, Group, Stack } from '@mantine/core';
import { BASE } from '../../shared/base.ts';
import { t } from '../../shared/words.ts';
import OwnAccount from './account.tsx';
import { useAccount } from './api.ts';

export function SecondFactorNeeded({ company }: { company: string }) {
  const { data } = useAccount();
  const hasOne = data !== undefined && (data.has_totp || data.passkeys.length > 0);
  return (
    <Stack component="main" p="md" maw={900} mx="auto">
      <Alert color="brass" title={t('{company} asks everybody for a second factor', { company })}>
        {t(
          'Set an authenticator app or a passkey up here. Until then nothing of the company is open to you.',
        )}
      </Alert>
      <Group>
        {/* Anew: what was asked ahead of the page (shared/ahead.ts) was answered without the factor. */}
        <Button disabled={!hasOne} onClick={() => location.reload()}>
          {t('Go on')}
        </Button>
        <Button variant="default" component="a" href={`${BASE}/signout`}>
          {t('Sign out')}
        </Button>
      </Group>
      <OwnAccount />
    </Stack>
  );
}
