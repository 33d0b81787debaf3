// One register: its settings, its devices, and its print jobs.

import { Button, Grid, SimpleGrid, Stack, Switch, Table, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from 'wouter';
import type { Device, Register } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';
import { ChoiceField, OptionalChoice } from '../../shared/ui/choice.tsx';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices, DeleteButton, PresenceBadge } from '../parts.tsx';
import { useAll, useRead } from '../read.ts';
import { staffName } from '../staff/words.ts';
import { Agent } from './agent.tsx';
import { PrintJobs } from './jobs.tsx';

export default function RegisterPage() {
  const { id = '' } = useParams();
  const { passbell, siteName } = useCompany();
  const register = useRead('registers', 'getRegister', { register_id: id }, { everyMs: UNTOLD_MS });
  const back = { to: '/places', label: t('Sites and registers') };
  return (
    <RecordPage query={register} title={t('Register')} back={back}>
      {(data) => {
        const { name } = data;
        return (
          <ScreenPage
            title={name}
            back={back}
            badge={<PresenceBadge status={data.status} />}
            actions={
              <DeleteButton
                name={name}
                about={t('Delete register {name}', { name })}
                confirm={t('Delete register')}
                act={() => passbell.call('deleteRegister', { register_id: id })}
                stale={['registers', 'status']}
                to="/places"
              >
                {t('This cannot be undone. A register with orders cannot be deleted.')}
              </DeleteButton>
            }
          >
            <Hint>
              {t('At {site}. Online while its register screen or print agent is connected.', {
                site: siteName(data.site_id),
              })}
            </Hint>
            <Grid gap="md">
              <Grid.Col span={{ base: 12, md: 6 }}>
                <Section title={t('Register')}>
                  <RegisterForm key={id} register={data} />
                </Section>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 6 }}>
                <Stack gap="md">
                  <Section title={t('Devices')}>
                    <Devices register={data} />
                  </Section>
                  <Section title={t('Print agent')}>
                    <Agent register={data} />
                  </Section>
                </Stack>
              </Grid.Col>
            </Grid>
            <PrintJobs register={data.id} site={data.site_id} />
          </ScreenPage>
        );
      }}
    </RecordPage>
  );
}

function valuesOf(register: Register) {
  return {
    name: register.name,
    code: register.code ?? '',
    site_id: register.site_id,
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
  const { passbell, sites } = useCompany();
  const staff = useAll('staff', 'listStaff', {});
  const form = useRecordForm({
    initial: valuesOf(register),
    send: (values, base) =>
      passbell.call('updateRegister', {
        register_id: register.id,
        body: changesOf(bodyOf(base), bodyOf(values)),
      }),
    stale: ['registers', 'status'],
    done: (saved) => form.reset(valuesOf(saved)),
    said: t('Register saved'),
  });
  return (
    <Form form={form} submit={t('Save')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
        <TextInput label={t('Code')} maxLength={50} {...form.text('code')} />
        <ChoiceField label={t('Site')} data={choices(sites)} {...form.choice('site_id')} />
        <OptionalChoice
          label={t('Staff member signed in')}
          placeholder={t('Nobody')}
          data={staff.data?.map((each) => ({ value: each.id_str, label: staffName(each) })) ?? []}
          clearable
          searchable
          {...form.choice('current_staff_member')}
        />
        <TextInput label={t('Sale ID prefix')} maxLength={10} {...form.text('sale_prefix')} />
        <TextInput label={t('Refund ID prefix')} maxLength={10} {...form.text('return_prefix')} />
      </SimpleGrid>
      <Switch
        label={t('Prints kitchen tickets')}
        description={t('For orders of this register; kitchen tickets have to be on at the site.')}
        {...form.flag('kitchen_printing')}
      />
    </Form>
  );
}

const KINDS: Readonly<Record<NonNullable<Device['kind']>, Message>> = {
  register: message('Register'),
  kitchen: message('Kitchen display'),
  agent: message('Print agent'),
};

/** Gives a device another name. */
function Rename({ device }: { device: Device }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('Rename {name}', { name: device.name })}
        onClick={open}
      >
        {t('Rename')}
      </Button>
      <Dialog title={t('Rename device')} opened={opened} close={close}>
        <RenameForm device={device} close={close} />
      </Dialog>
    </>
  );
}

function RenameForm({ device, close }: { device: Device; close: () => void }) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: { name: device.name },
    send: (values) => passbell.call('updateDevice', { device_id: device.id, body: values }),
    stale: ['devices', 'audit'],
    done: close,
  });
  return (
    <Form form={form} submit={t('Save')} cancel={close}>
      <TextInput label={t('Name')} required maxLength={100} {...form.text('name')} />
    </Form>
  );
}

function Devices({ register }: { register: Register }) {
  const { passbell, when } = useCompany();
  const devices = useAll('devices', 'listDevices', {}, { everyMs: UNTOLD_MS });
  if (devices.data === undefined) {
    return devices.isError ? <Trouble error={devices.error} /> : <Loading rows={2} />;
  }
  const own = devices.data.filter((device) => device.register_id === register.id);
  if (own.length === 0) {
    return (
      <Hint>
        {t('No devices yet. Open {register} or {kitchen} on a tablet or computer and sign in there once.', {
          register: '/register',
          kitchen: '/kitchen',
        })}
      </Hint>
    );
  }
  return (
    <Table horizontalSpacing={0} aria-label={t('Devices')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Name')}</Table.Th>
          <Table.Th>{t('Last seen')}</Table.Th>
          <Table.Th aria-label={t('Actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {own.map((device) => (
          <Table.Tr key={device.id_str}>
            <Table.Td>
              {device.name}
              {device.kind !== null && <Hint size="xs">{translated(KINDS[device.kind])}</Hint>}
            </Table.Td>
            <Table.Td>
              {device.last_used_at === null ? t('Never') : when(device.last_used_at, register.site_id)}
            </Table.Td>
            <Table.Td ta="end">
              <Rename device={device} />{' '}
              <ConfirmButton
                label={t('Revoke')}
                about={t('Revoke {name}', { name: device.name })}
                title={t('Revoke {name}?', { name: device.name })}
                confirm={t('Revoke device')}
                act={() => passbell.call('removeDevice', { device_id: device.id })}
                stale={['devices', 'registers']}
                said={t('Device revoked')}
              >
                {t(
                  'It is signed out at once, and so is whoever signed in with a PIN at this register. An owner or manager can set it up again.',
                )}
              </ConfirmButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
