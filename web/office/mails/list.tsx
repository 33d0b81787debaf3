// Messages by e-mail, and what became of them.

import { Anchor, Group, SegmentedControl, Text } from '@mantine/core';
import { Mail as MailIcon } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import type { Mail } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { MailState, Resend } from '../orders/mail.tsx';
import { usePages } from '../read.ts';

const ALL = 'all';
const DEAD = 'dead';

const KINDS: Readonly<Record<Mail['kind'], Message>> = {
  receipt: message('Receipt'),
  invitation: message('Invitation'),
  reset: message('Password'),
  password_changed: message('Password'),
  account_changed: message('Account'),
};

export default function Mails() {
  const [query, setQuery] = useSearchParams();
  const isDead = query.get('state') === DEAD;
  return (
    <ScreenPage title={t('E-mail')}>
      <Group role="search" aria-label={t('Filters')}>
        <SegmentedControl
          aria-label={t('State')}
          data={[
            { value: ALL, label: t('All') },
            { value: DEAD, label: t('Not sent') },
          ]}
          value={isDead ? DEAD : ALL}
          onChange={(value) => setQuery(value === DEAD ? { state: DEAD } : {}, { replace: true })}
        />
      </Group>
      <div className="card">
        <MailTable key={String(isDead)} isDead={isDead} />
      </div>
    </ScreenPage>
  );
}

function MailTable({ isDead }: { isDead: boolean }) {
  const { when } = useCompany();
  const list = usePages(
    'mails',
    'listMails',
    { newest: true, ...(isDead ? { state: 'dead' as const } : {}) },
    { everyMs: usePolling() },
  );
  const columns: Column<Mail>[] = [
    {
      head: t('To'),
      cell: (mail) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {mail.to}
          </Text>
          {mail.failure !== null && <Hint size="xs">{mail.failure}</Hint>}
        </div>
      ),
    },
    {
      head: t('Kind'),
      cell: (mail) =>
        mail.order_id === null ? (
          translated(KINDS[mail.kind])
        ) : (
          <Anchor component={Link} href={`/orders/${mail.order_id}`} size="sm">
            {translated(KINDS[mail.kind])}
          </Anchor>
        ),
      wide: true,
    },
    { head: t('Time'), cell: (mail) => when(mail.created_at), wide: true },
    { head: t('State'), cell: (mail) => <MailState mail={mail} /> },
    { head: '', cell: (mail) => <Resend mail={mail} /> },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      label={t('E-mail')}
      empty={{ title: isDead ? t('Everything was sent') : t('No e-mail yet'), icon: MailIcon }}
    />
  );
}
