// Who works at the registers: names, what they may do, and the PIN they sign in with.

import { Checkbox, PasswordInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { IdCard } from 'lucide-react';
import type { StaffMember } from '#clients/typescript/index.ts';
import { FIRST_PERMISSIONS } from '#src/company/rules/rights.ts';
import { textOrNull } from '../../shared/changes.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useAll, usePages } from '../read.ts';
import { type DialogFields, type DialogKind, useRecordDialog } from '../record-dialog.tsx';
import { Permissions } from './permissions.tsx';
import { Roles } from './roles.tsx';
import { StaffRoles } from './staff-roles.tsx';
import { permissionsInWords, staffName } from './words.ts';

export default function Staff() {
  const list = usePages('staff', 'listStaff', {});
  const { open, add, dialog } = useRecordDialog(STAFF_MEMBER);
  const columns: Column<StaffMember>[] = [
    { head: t('Name'), cell: staffName, opens: true },
    {
      head: t('Permissions'),
      cell: (member) =>
        member.is_admin ? <Tag color="brass">{t('Everything')}</Tag> : <WhatTheyMay member={member} />,
    },
    { head: t('E-mail address'), cell: (member) => member.primary_email_address ?? '', wide: true },
    { head: t('Phone'), cell: (member) => member.phone ?? '', wide: true },
  ];
  return (
    <ScreenPage title={t('Staff')} actions={<AddButton onClick={add}>{t('New staff member')}</AddButton>}>
      <Hint>
        {t('Staff sign in to a register with a PIN. Who signs in to the back office is under People.')}
      </Hint>
      <ListCard
        list={list}
        columns={columns}
        label={t('Staff')}
        open={open}
        empty={{
          title: t('No staff yet'),
          icon: IdCard,
          text: t('Add everybody who takes orders, so that each sale shows who made it.'),
        }}
      />
      <Roles />
      {dialog}
    </ScreenPage>
  );
}

/** The names of a staff member's roles, and their own permissions. */
function WhatTheyMay({ member }: { member: StaffMember }) {
  const roles = useAll('roles', 'listRoles', {}, { enabled: member.roles.length > 0 });
  const { siteName } = useCompany();
  const names = member.roles.map(({ role_id: id, site_id: site }) => {
    const name = roles.data?.find((role) => role.id_str === id)?.name ?? '';
    return site === null ? name : t('{role} at {site}', { role: name, site: siteName(site) });
  });
  const own = member.permissions ?? [];
  return [...names, ...(own.length > 0 || names.length === 0 ? [permissionsInWords(own)] : [])].join('; ');
}

function valuesOf(member: StaffMember | undefined) {
  return {
    first_name: member?.first_name ?? '',
    last_name: member?.last_name ?? '',
    primary_email_address: member?.primary_email_address ?? '',
    phone: member?.phone ?? '',
    is_admin: member?.is_admin ?? false,
    permissions: member?.permissions ?? FIRST_PERMISSIONS,
    roles: member?.roles.map(({ role_id, site_id }) => ({ role_id, site_id })) ?? [],
    pin: '',
    noPin: false,
  };
}

type Values = ReturnType<typeof valuesOf>;

/** The PIN is sent when there is a new one, or none any more. */
function bodyOf({ pin, noPin, ...values }: Values) {
  return {
    ...values,
    last_name: textOrNull(values.last_name),
    primary_email_address: textOrNull(values.primary_email_address),
    phone: textOrNull(values.phone),
    ...(noPin ? { pin: null } : pin === '' ? {} : { pin }),
  };
}

function Fields({ form, record }: DialogFields<StaffMember, Values>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={t('First name')} required maxLength={255} {...form.text('first_name')} />
        <TextInput label={t('Last name')} maxLength={255} {...form.text('last_name')} />
        <TextInput label={t('E-mail address')} type="email" {...form.text('primary_email_address')} />
        <TextInput label={t('Phone')} type="tel" maxLength={50} {...form.text('phone')} />
      </SimpleGrid>
      <PasswordInput
        label={record === undefined ? t('PIN') : t('New PIN')}
        description={
          record === undefined
            ? t('4 to 12 digits. Without a PIN they cannot sign in to a register.')
            : t('4 to 12 digits. The current PIN is never shown; leave this empty to keep it.')
        }
        inputMode="numeric"
        autoComplete="new-password"
        maxLength={12}
        disabled={form.values.noPin}
        {...form.text('pin')}
      />
      {record !== undefined && (
        <Checkbox
          label={t('Remove the PIN: no sign-in to registers')}
          checked={form.values.noPin}
          onChange={({ currentTarget }) => form.set({ noPin: currentTarget.checked })}
        />
      )}
      <Switch
        label={t('Admin')}
        description={t('Can do everything, without permissions of their own.')}
        {...form.flag('is_admin')}
      />
      {!form.values.is_admin && (
        <StaffRoles
          form={form}
          roles={form.values.roles}
          change={(roles) => form.set({ roles: [...roles] })}
        />
      )}
      {!form.values.is_admin && (
        <Permissions
          form={form}
          permissions={form.values.permissions}
          change={(permissions) => form.set({ permissions })}
        />
      )}
    </>
  );
}

const STAFF_MEMBER: DialogKind<StaffMember, Values, ReturnType<typeof bodyOf>> = {
  topic: 'staff',
  texts: () => ({
    fresh: t('New staff member'),
    added: t('Staff member added'),
    saved: t('Staff member saved'),
    confirmDelete: t('Delete staff member'),
    onDelete: t('Staff with sales cannot be deleted: remove the PIN instead.'),
  }),
  nameOf: staffName,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createStaffMember', { body }),
  update: (passbell, id, body) => passbell.call('updateStaffMember', { staff_id: id, body }),
  remove: (passbell, id) => passbell.call('deleteStaffMember', { staff_id: id }),
  Fields,
  size: 'lg',
};
