// Who did what in the back office, when and from where.

import { Code, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { SubNav } from '../parts.tsx';
import type { AuditEntry } from '../records.ts';
import { PEOPLE } from './people.tsx';

/** `addon.secret_rotated` as words: Addon: secret rotated. */
function actionInWords(action: string): string {
  const [what = '', deed = ''] = action.split('.');
  const subject = what === 'addon' ? 'Add-on' : what.charAt(0).toUpperCase() + what.slice(1);
  return deed === '' ? subject : `${subject} ${deed.replaceAll('_', ' ')}`;
}

export default function Audit() {
  const { api, when } = useCompany();
  const list = useList<AuditEntry>({ key: ['audit'], api, path: 'audit?limit=50' });
  const columns: Column<AuditEntry>[] = [
    {
      head: 'What',
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
    { head: 'Who', cell: (entry) => entry.actor },
    { head: 'When', cell: (entry) => when(entry.created_at) },
    {
      head: 'From',
      cell: (entry) => (entry.address === null ? '' : <Code>{entry.address}</Code>),
      wide: true,
    },
  ];
  return (
    <ScreenPage title="Audit log">
      <SubNav label="People" leaves={PEOPLE} />
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(entry) => entry.id_str}
          label="Audit log"
          empty={
            <Empty title="Nothing was changed yet" icon={History}>
              Sign-ins, changes of people and add-ons, secrets that were read: all of it is written down here.
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
