// Who works at the registers: names, what they may do, and the PIN they sign in with.

import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IdCard, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { StaffMember } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import { staffName } from './words.ts';

type Permission = NonNullable<StaffMember['permissions']>[number];

/** Most permissions of one staff member. */
const MAX_PERMISSIONS = 200;

const PARTS: Readonly<Record<keyof Permission, { readonly head: Message; readonly label: Message }>> = {
  code: { head: message('Code'), label: message('Code of permission {number}') },
  name: { head: message('Name'), label: message('Name of permission {number}') },
  domain: { head: message('Domain'), label: message('Domain of permission {number}') },
};

export default function Staff() {
  const { passbell } = useCompany();
  const list = usePages({ key: ['staff'], passbell, list: 'listStaff', input: {} });
  const [chosen, setChosen] = useState<StaffMember | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<StaffMember>[] = [
    {
      head: t('Name'),
      cell: (member) => (
        <Anchor
          component="button"
          type="button"
          fw={600}
          size="sm"
          c="inherit"
          ta="start"
          onClick={(event) => {
            event.stopPropagation();
            setChosen(member);
          }}
        >
          {staffName(member)}
        </Anchor>
      ),
    },
    {
      head: t('Permissions'),
      cell: (member) =>
        member.is_admin ? (
          <Badge color="brass" variant="light" tt="none">
            {t('Everything')}
          </Badge>
        ) : (
          permissionsInWords(member.permissions ?? [])
        ),
    },
    { head: t('E-mail address'), cell: (member) => member.primary_email_address ?? '', wide: true },
    { head: t('Phone'), cell: (member) => member.phone ?? '', wide: true },
  ];
  return (
    <ScreenPage
      title={t('Staff')}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setChosen('new')}>
          {t('New staff member')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('Staff sign in to a register with a PIN. Who signs in to the back office is under People.')}
      </Text>
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(member) => member.id_str}
          label={t('Staff')}
          open={setChosen}
          empty={
            <Empty title={t('No staff yet')} icon={IdCard}>
              {t('Add everybody who takes orders, so that each sale shows who made it.')}
            </Empty>
          }
        />
      </div>
      <Dialog
        title={chosen === 'new' || chosen === undefined ? t('New staff member') : staffName(chosen)}
        opened={chosen !== undefined}
        close={close}
        size="lg"
      >
        {chosen !== undefined && <StaffForm member={chosen === 'new' ? undefined : chosen} close={close} />}
      </Dialog>
    </ScreenPage>
  );
}

function permissionsInWords(permissions: readonly Permission[]): string {
  if (permissions.length === 0) return t('None');
  return permissions.map(({ name, code }) => name || code).join(', ');
}

function valuesOf(member: StaffMember | undefined) {
  return {
    first_name: member?.first_name ?? '',
    last_name: member?.last_name ?? '',
    primary_email_address: member?.primary_email_address ?? '',
    phone: member?.phone ?? '',
    is_admin: member?.is_admin ?? false,
    permissions: member?.permissions ?? [],
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

function StaffForm({ member, close }: { member: StaffMember | undefined; close: () => void }) {
  const { passbell } = useCompany();
  const stale = useStale();
  const [initial] = useState(() => valuesOf(member));
  const form = useRecordForm({
    initial,
    send: (values) =>
      member === undefined
        ? passbell.call('createStaffMember', { body: bodyOf(values) })
        : passbell.call('updateStaffMember', {
            staff_id: member.id,
            body: changesOf(bodyOf(initial), bodyOf(values)),
          }),
    done: () => {
      stale('staff');
      close();
    },
    said: member === undefined ? t('Staff member added') : t('Staff member saved'),
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={member === undefined ? t('Add') : t('Save')}
        cancel={close}
        aside={member !== undefined && <Remove member={member} close={close} />}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={t('First name')} required maxLength={255} {...form.text('first_name')} />
          <TextInput label={t('Last name')} maxLength={255} {...form.text('last_name')} />
          <TextInput label={t('E-mail address')} type="email" {...form.text('primary_email_address')} />
          <TextInput label={t('Phone')} type="tel" maxLength={50} {...form.text('phone')} />
        </SimpleGrid>
        <PasswordInput
          label={member === undefined ? t('PIN') : t('New PIN')}
          description={
            member === undefined
              ? t('4 to 12 digits. Without a PIN they cannot sign in to a register.')
              : t('4 to 12 digits. The current PIN is never shown; leave this empty to keep it.')
          }
          inputMode="numeric"
          autoComplete="new-password"
          maxLength={12}
          disabled={form.values.noPin}
          {...form.text('pin')}
        />
        {member !== undefined && (
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
        {!form.values.is_admin && <Permissions form={form} />}
      </Form>
    </Stack>
  );
}

function Remove({ member, close }: { member: StaffMember; close: () => void }) {
  const { passbell } = useCompany();
  const stale = useStale();
  const name = staffName(member);
  return (
    <ConfirmButton
      label={t('Delete')}
      variant="subtle"
      color="red"
      about={t('Delete {name}', { name })}
      title={t('Delete {name}?', { name })}
      confirm={t('Delete staff member')}
      act={() => passbell.call('deleteStaffMember', { staff_id: member.id })}
      done={() => {
        stale('staff');
        close();
      }}
      said={t('Staff member deleted')}
    >
      {t('Staff with sales cannot be deleted: remove the PIN instead.')}
    </ConfirmButton>
  );
}

function Permissions({ form }: { form: RecordForm<Values> }) {
  const { permissions } = form.values;
  const change = (at: number, part: Partial<Permission>) =>
    form.set({ permissions: permissions.map((each, here) => (here === at ? { ...each, ...part } : each)) });
  return (
    <Stack gap="xs" role="group" aria-label={t('Permissions')}>
      <Text size="sm" fw={500}>
        {t('Permissions')}
      </Text>
      {permissions.map((permission, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a permission that is being typed has nothing else
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          {(['code', 'name', 'domain'] as const).map((part) => (
            <TextInput
              key={part}
              aria-label={translated(PARTS[part].label, { number: at + 1 })}
              placeholder={translated(PARTS[part].head)}
              value={permission[part]}
              onChange={({ currentTarget }) => change(at, { [part]: currentTarget.value })}
              error={form.errorOf(`permissions[${at}].${part}`)}
              flex={1}
            />
          ))}
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            aria-label={t('Remove permission {number}', { number: at + 1 })}
            onClick={() => form.set({ permissions: permissions.filter((_, here) => here !== at) })}
          >
            <X size={16} aria-hidden />
          </Button>
        </Group>
      ))}
      {form.errorOf('permissions') !== undefined && permissions.length === 0 && (
        <Alert color="red" variant="light" role="alert">
          {form.errorOf('permissions')}
        </Alert>
      )}
      <div>
        <Button
          variant="subtle"
          size="xs"
          px="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={permissions.length >= MAX_PERMISSIONS}
          onClick={() => form.set({ permissions: [...permissions, { code: '', name: '', domain: '' }] })}
        >
          {t('Add permission')}
        </Button>
      </div>
    </Stack>
  );
}
