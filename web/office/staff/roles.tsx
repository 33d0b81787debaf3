// Roles: permissions under one name, which staff are given together.

import { Stack, TextInput } from '@mantine/core';
import { BriefcaseBusiness } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#clients/typescript/index.ts';
import { FIRST_PERMISSIONS } from '#src/company/rules/rights.ts';
import { changesOf } from '../../shared/changes.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { Opener, QuietDelete } from '../parts.tsx';
import { Permissions } from './permissions.tsx';
import { permissionsInWords } from './words.ts';

/** The roles of the company, each with what it lets do. */
export function Roles() {
  const { passbell } = useCompany();
  const list = usePages({ key: ['roles'], passbell, list: 'listRoles', input: {} });
  const [chosen, setChosen] = useState<Role | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<Role>[] = [
    {
      head: t('Role'),
      cell: (role) => <Opener label={role.name} open={() => setChosen(role)} />,
    },
    { head: t('Permissions'), cell: (role) => permissionsInWords(role.permissions) },
  ];
  return (
    <Section
      title={t('Roles')}
      flush
      actions={
        <AddButton size="xs" variant="default" onClick={() => setChosen('new')}>
          {t('New role')}
        </AddButton>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        idOf={(role) => role.id_str}
        label={t('Roles')}
        open={setChosen}
        empty={
          <Empty title={t('No roles yet')} icon={BriefcaseBusiness}>
            {t('A role bundles permissions. Staff have it everywhere or at one site.')}
          </Empty>
        }
      />
      <Dialog
        title={chosen === 'new' || chosen === undefined ? t('New role') : chosen.name}
        opened={chosen !== undefined}
        close={close}
        size="lg"
      >
        {chosen !== undefined && <RoleForm role={chosen === 'new' ? undefined : chosen} close={close} />}
      </Dialog>
    </Section>
  );
}

function RoleForm({ role, close }: { role: Role | undefined; close: () => void }) {
  const { passbell } = useCompany();
  const [initial] = useState(() => ({
    name: role?.name ?? '',
    permissions: role?.permissions ?? FIRST_PERMISSIONS,
  }));
  const form = useRecordForm({
    initial,
    send: (values) =>
      role === undefined
        ? passbell.call('createRole', { body: values })
        : passbell.call('updateRole', { role_id: role.id, body: changesOf(initial, values) }),
    stale: ['roles'],
    done: close,
    said: role === undefined ? t('Role added') : t('Role saved'),
  });
  return (
    <Form
      form={form}
      submit={role === undefined ? t('Add') : t('Save')}
      cancel={close}
      aside={
        role !== undefined && (
          <QuietDelete
            name={role.name}
            confirm={t('Delete role')}
            act={() => passbell.call('deleteRole', { role_id: role.id })}
            stale={['roles']}
            done={close}
            said={t('Role deleted')}
          >
            {t('A role that staff have cannot be deleted: take it from them first.')}
          </QuietDelete>
        )
      }
    >
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <Stack gap="xs">
        <Permissions
          form={form}
          permissions={form.values.permissions}
          change={(permissions) => form.set({ permissions })}
        />
      </Stack>
    </Form>
  );
}
