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
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, type RecordForm, textOrNull, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import type { Permission, StaffMember } from '../records.ts';
import { staffName } from './words.ts';

/** Most permissions of one staff member. */
const MAX_PERMISSIONS = 200;

export default function Staff() {
  const { api } = useCompany();
  const list = useList<StaffMember>({ key: ['staff'], api, path: 'staff' });
  const [chosen, setChosen] = useState<StaffMember | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<StaffMember>[] = [
    {
      head: 'Name',
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
      head: 'May do',
      cell: (member) =>
        member.is_admin ? (
          <Badge color="brass" variant="light" tt="none">
            Everything
          </Badge>
        ) : (
          permissionsInWords(member.permissions ?? [])
        ),
    },
    { head: 'E-mail address', cell: (member) => member.primary_email_address ?? '', wide: true },
    { head: 'Phone', cell: (member) => member.phone ?? '', wide: true },
  ];
  return (
    <ScreenPage
      title="Staff"
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setChosen('new')}>
          New staff member
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        Staff sign in at a register with a PIN. Who signs in here, in the back office, stands under People.
      </Text>
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(member) => member.id_str}
          label="Staff"
          open={setChosen}
          empty={
            <Empty title="Nobody works here yet" icon={IdCard}>
              Add those who take orders, so that each sale says who made it.
            </Empty>
          }
        />
      </div>
      <Dialog
        title={chosen === 'new' || chosen === undefined ? 'New staff member' : staffName(chosen)}
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
  if (permissions.length === 0) return 'No permissions';
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
  const { api } = useCompany();
  const stale = useStale();
  const [initial] = useState(() => valuesOf(member));
  const form = useRecordForm({
    initial,
    send: (values) =>
      member === undefined
        ? api.post('staff', bodyOf(values))
        : api.put(`staff/${member.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: () => {
      stale('staff');
      close();
    },
    said: member === undefined ? 'The staff member has been added.' : 'The staff member has been saved.',
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={member === undefined ? 'Add' : 'Save'}
        cancel={close}
        aside={
          member !== undefined && (
            <ConfirmButton
              label="Delete"
              variant="subtle"
              color="red"
              about={`Delete ${staffName(member)}`}
              title={`Delete ${staffName(member)}?`}
              confirm="Delete the staff member"
              act={() => api.delete(`staff/${member.id_str}`)}
              done={() => {
                stale('staff');
                close();
              }}
              said="The staff member has been deleted."
            >
              Whoever has made sales cannot be deleted: take the PIN away instead.
            </ConfirmButton>
          )
        }
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="First name" required maxLength={255} {...form.text('first_name')} />
          <TextInput label="Last name" maxLength={255} {...form.text('last_name')} />
          <TextInput label="E-mail address" type="email" {...form.text('primary_email_address')} />
          <TextInput label="Phone" type="tel" maxLength={50} {...form.text('phone')} />
        </SimpleGrid>
        <PasswordInput
          label={member === undefined ? 'PIN' : 'New PIN'}
          description={
            member === undefined
              ? '4 to 12 digits. Without one the staff member cannot sign in at a register.'
              : '4 to 12 digits. It is kept as a hash, so it is never shown; leave it empty to keep the one there is.'
          }
          inputMode="numeric"
          autoComplete="new-password"
          maxLength={12}
          disabled={form.values.noPin}
          {...form.text('pin')}
        />
        {member !== undefined && (
          <Checkbox
            label="Take the PIN away: no signing in at registers"
            checked={form.values.noPin}
            onChange={({ currentTarget }) => form.set({ noPin: currentTarget.checked })}
          />
        )}
        <Switch
          label="May do everything"
          description="An admin needs no permissions of their own."
          {...form.flag('is_admin')}
        />
        {!form.values.is_admin && <Permissions form={form} />}
      </Form>
    </Stack>
  );
}

function Permissions({ form }: { form: RecordForm<Values> }) {
  const { permissions } = form.values;
  const change = (at: number, part: Partial<Permission>) =>
    form.set({ permissions: permissions.map((each, here) => (here === at ? { ...each, ...part } : each)) });
  return (
    <Stack gap="xs" role="group" aria-label="Permissions">
      <Text size="sm" fw={500}>
        Permissions
      </Text>
      {permissions.map((permission, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a permission that is being typed has nothing else
        <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
          {(['code', 'name', 'domain'] as const).map((part) => (
            <TextInput
              key={part}
              aria-label={`${part.charAt(0).toUpperCase()}${part.slice(1)} of permission ${at + 1}`}
              placeholder={part.charAt(0).toUpperCase() + part.slice(1)}
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
            aria-label={`Remove permission ${at + 1}`}
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
          Add a permission
        </Button>
      </div>
    </Stack>
  );
}
