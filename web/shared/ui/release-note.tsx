// Says that the service has another release of the screen than the page that is open. A page works on without: a till that is
// never closed would never be upgraded.

import { Button, Group, Text } from '@mantine/core';
import { t } from '../words.ts';
import { showNote } from './notes.tsx';

/** Looks whether it has; without an answer there is none. */
export async function lookForRelease(): Promise<void> {
  if (!(await isThereAnother().catch(() => false))) return;
  showNote({
    id: 'release',
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{t('A new version of Passbell is ready.')}</Text>
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {t('Reload')}
        </Button>
      </Group>
    ),
    closeButtonProps: { 'aria-label': t('Close this note') },
    color: 'tide',
    autoClose: false,
  });
}

/** True when the page, as the service has it now, names another script than the one it was loaded with. */
async function isThereAnother(): Promise<boolean> {
  const own = document.querySelector('script[type=module]')?.getAttribute('src');
  if (own == null) return false;
  const headers = { accept: 'text/html' };
  const answer = await fetch(location.pathname, { headers, cache: 'no-store', redirect: 'manual' });
  const text = answer.ok ? await answer.text() : '';
  return text.includes('name="passbell-base"') && !text.includes(own);
}
