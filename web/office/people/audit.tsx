// Who did what in the back office, when and from where.

import { Code, Text } from '@mantine/core';
import { History } from 'lucide-react';
import type { AuditEntry } from '#clients/typescript/index.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { SubNav } from '../parts.tsx';
import { PEOPLE } from './people.tsx';

/** What was done, by the action's code. */
const ACTIONS: Readonly<Record<string, Message>> = {
  'addon.changed': message('Add-on changed'),
  'addon.connected': message('Add-on connected'),
  'addon.created': message('Add-on created'),
  'addon.deleted': message('Add-on deleted'),
  'addon.disconnected': message('Add-on disconnected'),
  'addon.secret_rotated': message('Client secret replaced'),
  'addon.signing_secret_read': message('Signing secret read'),
  'addon.signing_secret_rotated': message('Signing secret replaced'),
  'addon.token_made': message('Access token created'),
  'addon.tokens_revoked': message('Access tokens revoked'),
  'company.created': message('Company created'),
  'company.founded': message('Company created'),
  'device.added': message('Device set up'),
  'device.removed': message('Device revoked'),
  'device.renamed': message('Device renamed'),
  'grant.revoked': message('Connection revoked'),
  'member.invited': message('Person invited'),
  'member.joined': message('Person joined'),
  'member.key_kept': message('Key kept'),
  'member.key_revoked': message('Key revoked'),
  'member.removed': message('Person removed'),
  'member.role_changed': message('Role changed'),
  'member.uninvited': message('Invitation revoked'),
  'password.reset': message('Password reset'),
  'reset.offered': message('Password reset sent'),
  'signin.failed': message('Sign-in failed'),
  'webhook.changed': message('Webhook changed'),
  'webhook.created': message('Webhook created'),
  'webhook.deleted': message('Webhook deleted'),
  'webhook.redelivered': message('Deliveries sent again'),
  'webhook.replayed': message('Events replayed'),
};

function actionInWords(action: string): string {
  const words = ACTIONS[action];
  return words === undefined ? action : translated(words);
}

export default function Audit() {
  const { passbell, when } = useCompany();
  const list = usePages({ key: ['audit'], passbell, list: 'listAudit', input: { limit: 50 } });
  const columns: Column<AuditEntry>[] = [
    {
      head: t('Action'),
      cell: (entry) => (
        <>
          <Text size="sm" fw={600}>
            {actionInWords(entry.action)}
          </Text>
          <Text size="xs" c="dimmed">
            {entry.subject}
          </Text>
        </>
      ),
    },
    { head: t('Who'), cell: (entry) => entry.actor },
    { head: t('When'), cell: (entry) => when(entry.created_at) },
    {
      head: t('IP address'),
      cell: (entry) => (entry.address === null ? '' : <Code>{entry.address}</Code>),
      wide: true,
    },
  ];
  return (
    <ScreenPage title={t('Audit log')}>
      <SubNav label={t('People')} leaves={PEOPLE} />
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(entry) => entry.id_str}
          label={t('Audit log')}
          empty={
            <Empty title={t('Nothing logged yet')} icon={History}>
              {t('Sign-ins, changes to people and add-ons, and secrets that were read are logged here.')}
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
