// Roles: permissions under one name, which staff are given together.

import { Stack, TextInput } from '@mantine/core';
import { BriefcaseBusiness } from 'lucide-react';
import type { Role } from '#clients/typescript/index.ts';
import { FIRST_PERMISSIONS } from '#src/company/rules/rights.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { usePages } from '../read.ts';
import { type DialogFields, type DialogKind, useRecordDialog } from '../record-dialog.tsx';
import { Permissions } from './permissions.tsx';
import { permissionsInWords } from './words.ts';

/** The roles of the company, each with what it lets do. */
export function Roles() {
  const list = usePages('roles', 'listRoles', {});
  const { open, add, dialog } = useRecordDialog(ROLE);
  const columns: Column<Role>[] = [
    { head: t('Role'), cell: (role) => role.name, opens: true },
    { head: t('Permissions'), cell: (role) => permissionsInWords(role.permissions) },
  ];
  return (
    <Section
      title={t('Roles')}
      flush
      actions={
        <AddButton size="xs" variant="default" onClick={add}>
          {t('New role')}
        </AddButton>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        label={t('Roles')}
        open={open}
        empty={{
          title: t('No roles yet'),
          icon: BriefcaseBusiness,
          text: t('A role bundles permissions. Staff have it everywhere or at one site.'),
        }}
      />
      {dialog}
    </Section>
  );
}

function valuesOf(role: Role | undefined) {
  return { name: role?.name ?? '', permissions: role?.permissions ?? FIRST_PERMISSIONS };
}
type Values = ReturnType<typeof valuesOf>;

function Fields({ form }: DialogFields<Role, Values>) {
  return (
    <>
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <Stack gap="xs">
        <Permissions
          form={form}
          permissions={form.values.permissions}
          change={(permissions) => form.set({ permissions })}
        />
      </Stack>
    </>
  );
}

const ROLE: DialogKind<Role, Values, Values> = {
  topic: 'roles',
  texts: () => ({
    fresh: t('New role'),
    added: t('Role added'),
    saved: t('Role saved'),
    confirmDelete: t('Delete role'),
    onDelete: t('A role that staff have cannot be deleted: take it from them first.'),
  }),
  nameOf: (role) => role.name,
  valuesOf,
  bodyOf: (values) => values,
  create: (passbell, body) => passbell.call('createRole', { body }),
  update: (passbell, id, body) => passbell.call('updateRole', { role_id: id, body }),
  remove: (passbell, id) => passbell.call('deleteRole', { role_id: id }),
  Fields,
  size: 'lg',
};
