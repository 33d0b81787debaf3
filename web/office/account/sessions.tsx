// The browsers where the user is signed in.

import { Box, Code, Group, Table, Text } from '@mantine/core';
import type { Account } from '#clients/typescript/index.ts';
import { ConfirmButton } from '../../shared/ui/dialog.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useWhen } from '../company.tsx';
import { own, useAccountChanged } from './api.ts';

type OwnSession = Account['sessions'][number];

/** A browser in words. */
function nameOf({ browser, system }: OwnSession): string {
  if (browser !== null && system !== null) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown browser');
}

export function Sessions({ account: { sessions } }: { account: Account }) {
  const when = useWhen();
  const changed = useAccountChanged();
  return (
    <>
      <Table.ScrollContainer minWidth={320} type="native">
        <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('Where you are signed in')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Browser')}</Table.Th>
              <Table.Th>{t('Since')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Last used')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('IP address')}</Table.Th>
              <Table.Th ta="end">{t('Actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map((session) => (
              <Table.Tr key={session.key}>
                <Table.Td>
                  <Text size="sm" fw={600}>
                    {nameOf(session)}
                    {session.is_current && (
                      <Tag color="gray" ms={6}>
                        {t('This browser')}
                      </Tag>
                    )}
                  </Text>
                </Table.Td>
                <Table.Td>{when(session.created_at)}</Table.Td>
                <Table.Td visibleFrom="sm">{when(session.seen_at)}</Table.Td>
                <Table.Td visibleFrom="sm">
                  <Code>{session.address}</Code>
                </Table.Td>
                <Table.Td ta="end">
                  {!session.is_current && (
                    <ConfirmButton
                      label={t('End')}
                      about={t('End the session: {name}', { name: nameOf(session) })}
                      title={t('End the session?')}
                      confirm={t('End session')}
                      act={() => own().call('endOwnSession', { body: { key: session.key } })}
                      done={changed}
                      said={t('Session ended')}
                    >
                      {t('Whoever uses it has to sign in again.')}
                    </ConfirmButton>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {sessions.length > 1 && (
        <Box px="md" pb="md">
          <Group>
            <ConfirmButton
              label={t('End all others')}
              title={t('End all other sessions?')}
              confirm={t('End all others')}
              act={() => own().call('endOtherSessions', { body: {} })}
              done={changed}
              said={t('All other sessions ended')}
            >
              {t('You stay signed in here alone.')}
            </ConfirmButton>
          </Group>
        </Box>
      )}
    </>
  );
}
