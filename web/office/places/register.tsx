// One register: its settings, its devices, and its print jobs.

import { Button, Grid, Select, SimpleGrid, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, textOrNull, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { choices, PresenceBadge, useAll, useOne, useStale } from '../parts.tsx';
import type { DeviceRecord, Register, StaffMember } from '../records.ts';
import { staffName } from '../staff/words.ts';
import { Agent } from './agent.tsx';
import { PrintJobs } from './jobs.tsx';
import { PRESENCE_EVERY_MS } from './words.ts';

const BACK = { to: '/places', label: 'Sites and registers' };

export default function RegisterPage() {
  const { id = '' } = useParams();
  const { api, siteName } = useCompany();
  const [, go] = useLocation();
  const stale = useStale();
  const register = useOne<Register>(`registers/${id}`, { everyMs: PRESENCE_EVERY_MS });
  if (register.data === undefined) {
    return (
      <ScreenPage title="Register" back={BACK}>
        {register.isError ? (
          <Trouble error={register.error} again={() => void register.refetch()} />
        ) : (
          <Loading />
        )}
      </ScreenPage>
    );
  }
  const { data } = register;
  return (
    <ScreenPage
      title={data.name}
      back={BACK}
      badge={<PresenceBadge status={data.status} />}
      actions={
        <ConfirmButton
          label="Delete"
          about={`Delete the register ${data.name}`}
          title={`Delete ${data.name}?`}
          confirm="Delete the register"
          act={() => api.delete(`registers/${id}`)}
          done={() => {
            stale('registers', 'status');
            go('/places');
          }}
          said="The register has been deleted."
        >
          A register is gone for good. One that has orders cannot be deleted.
        </ConfirmButton>
      }
    >
      <Text size="sm" c="dimmed">
        At {siteName(data.site_id)}. Online while its till or its print agent is connected.
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="The register">
            <RegisterForm key={id} register={data} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Section title="Devices">
              <Devices register={data} />
            </Section>
            <Section title="Print agent">
              <Agent register={data} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      <PrintJobs register={data.id_str} site={data.site_id} />
    </ScreenPage>
  );
}

function valuesOf(register: Register) {
  return {
    name: register.name,
    code: register.code ?? '',
    site_id: register.site_id as string | null,
    sale_prefix: register.sale_prefix ?? '',
    return_prefix: register.return_prefix ?? '',
    current_staff_member: register.current_staff_member,
    kitchen_printing: register.kitchen_printing,
  };
}

function bodyOf(values: ReturnType<typeof valuesOf>) {
  return {
    ...values,
    code: textOrNull(values.code),
    sale_prefix: textOrNull(values.sale_prefix),
    return_prefix: textOrNull(values.return_prefix),
  };
}

function RegisterForm({ register }: { register: Register }) {
  const { api, sites } = useCompany();
  const stale = useStale();
  const staff = useAll<StaffMember>('staff');
  const [initial, setInitial] = useState(() => valuesOf(register));
  const form = useRecordForm({
    initial,
    send: (values) =>
      api.put<Register>(`registers/${register.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: (saved) => {
      setInitial(valuesOf(saved));
      form.set(valuesOf(saved));
      stale('registers', 'status');
    },
    said: 'The register has been saved.',
  });
  return (
    <Form form={form} submit="Save the register">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" required maxLength={255} {...form.text('name')} />
        <TextInput label="Code" maxLength={50} {...form.text('code')} />
        <Select label="Site" data={choices(sites)} allowDeselect={false} {...form.choice('site_id')} />
        <Select
          label="Staff member at the register"
          placeholder="Nobody"
          data={staff.data?.map((each) => ({ value: each.id_str, label: staffName(each) })) ?? []}
          clearable
          searchable
          {...form.choice('current_staff_member')}
        />
        <TextInput label="Prefix of sale ids" maxLength={10} {...form.text('sale_prefix')} />
        <TextInput label="Prefix of refunds" maxLength={10} {...form.text('return_prefix')} />
      </SimpleGrid>
      <Switch
        label="Prints the kitchen’s tickets"
        description="For orders made at this register; the site has to make tickets."
        {...form.flag('kitchen_printing')}
      />
    </Form>
  );
}

const KINDS: Readonly<Record<NonNullable<DeviceRecord['kind']>, string>> = {
  register: 'Register',
  kitchen: 'Kitchen screen',
  agent: 'Print agent',
};

/** Gives a device another name. */
function Rename({ device }: { device: DeviceRecord }) {
  const { api } = useCompany();
  const stale = useStale();
  const [opened, { open, close }] = useDisclosure();
  const form = useRecordForm({
    initial: { name: device.name },
    send: (values) => api.put<DeviceRecord>(`devices/${device.id_str}`, values),
    done: () => {
      stale('devices', 'audit');
      close();
    },
  });
  return (
    <>
      <Button variant="default" size="xs" aria-label={`Rename ${device.name}`} onClick={open}>
        Rename
      </Button>
      <Dialog title="Rename the device" opened={opened} close={close}>
        <Form form={form} submit="Save" cancel={close}>
          <TextInput label="Name" required maxLength={100} {...form.text('name')} />
        </Form>
      </Dialog>
    </>
  );
}

function Devices({ register }: { register: Register }) {
  const { api, when } = useCompany();
  const stale = useStale();
  const devices = useAll<DeviceRecord>('devices', { everyMs: PRESENCE_EVERY_MS });
  if (devices.data === undefined) {
    return devices.isError ? <Trouble error={devices.error} /> : <Loading rows={2} />;
  }
  const own = devices.data.filter((device) => device.register_id === register.id_str);
  if (own.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No device is let in for this register. Open /register or /kitchen on a till or a tablet and sign in
        there once.
      </Text>
    );
  }
  return (
    <Table horizontalSpacing={0} aria-label="Devices">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Last seen</Table.Th>
          <Table.Th aria-label="What can be done" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {own.map((device) => (
          <Table.Tr key={device.id_str}>
            <Table.Td>
              {device.name}
              {device.kind !== null && (
                <Text size="xs" c="dimmed">
                  {KINDS[device.kind]}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              {device.last_used_at === null ? 'Never' : when(device.last_used_at, register.site_id)}
            </Table.Td>
            <Table.Td ta="right">
              <Rename device={device} />{' '}
              <ConfirmButton
                label="Revoke"
                about={`Revoke ${device.name}`}
                title={`Revoke ${device.name}?`}
                confirm="Revoke the device"
                act={() => api.delete(`devices/${device.id_str}`)}
                done={() => stale('devices', 'registers')}
                said="The device has been revoked."
              >
                Its key ends at once, and whoever is signed in with a PIN at this register is signed out. The
                device can be set up again by an owner or a manager.
              </ConfirmButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
