// Sites with their registers, and which of them are online.

import { Anchor, Button, Group, Table, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Device, Register, Site, SiteStatus, StaffMember } from '#clients/typescript/index.ts';
import { withoutAccents } from '#src/kernel/text.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { PresenceBadge } from '../parts.tsx';
import { useAll } from '../read.ts';
import { staffName } from '../staff/words.ts';
import { currencies, timeZones } from './zones.ts';

/** Sites that are shown at first, and each time that more are asked for. */
const SHOWN_AT_FIRST = 20;

export default function Places() {
  const sites = useAll('sites', 'listSites', {});
  const registers = useAll('registers', 'listRegisters', {}, { everyMs: UNTOLD_MS });
  const statuses = useAll('status', 'listSiteStatuses', {}, { everyMs: UNTOLD_MS });
  const devices = useAll('devices', 'listDevices', {});
  const staff = useAll('staff', 'listStaff', {});
  const [making, { open, close }] = useDisclosure();
  const failed = [sites, registers, devices].find((each) => each.isError && each.data === undefined);
  const actions = <AddButton onClick={open}>{t('New site')}</AddButton>;
  return (
    <ScreenPage title={t('Sites and registers')} actions={actions}>
      {failed !== undefined && <Trouble error={failed.error} again={() => void failed.refetch()} />}
      {sites.data === undefined && failed === undefined && <Loading />}
      {sites.data?.length === 0 && (
        <div className="card">
          <Empty title={t('No sites yet')} icon={Store}>
            {t('A site is a shop, a restaurant or a stall: a place that takes orders.')}
          </Empty>
        </div>
      )}
      <Sites
        sites={sites.data ?? []}
        registers={registers.data}
        statuses={statuses.data ?? []}
        devices={devices.data ?? []}
        staff={staff.data ?? []}
      />
      <Dialog title={t('New site')} opened={making} close={close}>
        <NewSite close={close} />
      </Dialog>
    </ScreenPage>
  );
}

interface SitesProps {
  readonly sites: readonly Site[];
  readonly registers: readonly Register[] | undefined;
  readonly statuses: readonly SiteStatus[];
  readonly devices: readonly Device[];
  readonly staff: readonly StaffMember[];
}

/** The sites, of many those whose name, or that of a register, has what is searched for; so many at first. */
function Sites({ sites, registers, statuses, ...others }: SitesProps) {
  const [text, setText] = useState('');
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const wanted = withoutAccents(text.trim());
  const at = Map.groupBy(registers ?? [], (each) => each.site_id);
  const found = sites.filter((site) =>
    [site, ...(at.get(site.id) ?? [])].some(({ name }) => withoutAccents(name).includes(wanted)),
  );
  return (
    <>
      {sites.length > SHOWN_AT_FIRST && (
        <TextInput
          type="search"
          label={t('Find a site or a register')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMost(SHOWN_AT_FIRST);
          }}
        />
      )}
      <div role="status">
        {sites.length > 0 && found.length === 0 && <Hint>{t('No site or register found')}</Hint>}
      </div>
      {found.slice(0, most).map((site) => (
        <SiteCard
          key={site.id_str}
          site={site}
          status={statuses.find((each) => each.site_id === site.id)}
          registers={registers && (at.get(site.id) ?? [])}
          {...others}
        />
      ))}
      {found.length > most && (
        <Button variant="default" onClick={() => setMost(most + SHOWN_AT_FIRST)}>
          {t('Show more')}
        </Button>
      )}
    </>
  );
}

interface CardProps {
  readonly site: Site;
  readonly status: SiteStatus | undefined;
  readonly registers: readonly Register[] | undefined;
  readonly devices: readonly Device[];
  readonly staff: readonly StaffMember[];
}

function SiteCard({ site, status, registers, devices, staff }: CardProps) {
  const [, go] = useLocation();
  const [making, { open, close }] = useDisclosure();
  return (
    <Section
      title={site.name}
      actions={
        <Group gap="xs">
          {status !== undefined && <PresenceBadge status={status.status} />}
          {status !== undefined && site.online_products_enabled && (
            <PresenceBadge status={status.online_ordering} ordering />
          )}
          <Button
            component={Link}
            href={`/places/sites/${site.id_str}`}
            variant="default"
            size="xs"
            aria-label={t('Edit site {name}', { name: site.name })}
          >
            {t('Edit site')}
          </Button>
        </Group>
      }
    >
      {registers === undefined ? (
        <Loading rows={2} />
      ) : registers.length === 0 ? (
        <Hint>{t('No registers yet')}</Hint>
      ) : (
        <Table
          className="rows"
          horizontalSpacing={0}
          verticalSpacing="xs"
          highlightOnHover
          aria-label={t('Registers of {site}', { site: site.name })}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Register')}</Table.Th>
              <Table.Th>{t('Status')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Signed in')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('Devices')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {registers.map((register) => {
              const staffMember = staff.find((each) => each.id === register.current_staff_member);
              const here = devices.filter((each) => each.register_id === register.id);
              const path = `/places/registers/${register.id_str}`;
              return (
                <Table.Tr key={register.id_str} data-open onClick={() => go(path)}>
                  <Table.Td>
                    <Group gap="xs">
                      <Anchor component={Link} href={path} fw={600} size="sm" c="inherit">
                        {register.name}
                      </Anchor>
                      {site.default_pass_thru_register_id === register.id_str && (
                        <Tag color="brass">{t('Prints for add-ons')}</Tag>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <PresenceBadge status={register.status} />
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    {staffMember === undefined ? '–' : staffName(staffMember)}
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    {here.length === 0 ? t('None') : here.map(({ name }) => name).join(', ')}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
      <AddButton
        variant="subtle"
        size="xs"
        mt="xs"
        px="xs"
        onClick={open}
        aria-label={t('New register at {site}', { site: site.name })}
      >
        {t('New register')}
      </AddButton>
      <Dialog title={t('New register at {site}', { site: site.name })} opened={making} close={close}>
        <NewRegister site={site.id_str} close={close} />
      </Dialog>
    </Section>
  );
}

function NewSite({ close }: { close: () => void }) {
  const { passbell, currency, zone } = useCompany();
  const [, go] = useLocation();
  const form = useRecordForm({
    initial: { name: '', currency, timezone: zone },
    send: (values) => passbell.call('createSite', { body: values }),
    stale: ['sites', 'status'],
    done: (site) => go(`/places/sites/${site.id_str}`),
    said: t('Site created'),
  });
  const [choices] = useState(() => ({ zones: timeZones(zone), codes: currencies(currency) }));
  return (
    <Form form={form} submit={t('Create site')} cancel={close}>
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <ChoiceField label={t('Currency')} data={choices.codes} searchable {...form.choice('currency')} />
      <ChoiceField label={t('Time zone')} data={choices.zones} searchable {...form.choice('timezone')} />
    </Form>
  );
}

function NewRegister({ site, close }: { site: string; close: () => void }) {
  const { passbell } = useCompany();
  const [, go] = useLocation();
  const form = useRecordForm({
    initial: { name: '' },
    send: (values) => passbell.call('createRegister', { body: { ...values, site_id: site } }),
    stale: ['registers', 'status'],
    done: (register) => go(`/places/registers/${register.id_str}`),
    said: t('Register created'),
  });
  return (
    <Form form={form} submit={t('Create register')} cancel={close}>
      <TextInput
        label={t('Name')}
        description={t('Such as Front counter, Bar or Kitchen.')}
        required
        maxLength={255}
        {...form.text('name')}
      />
    </Form>
  );
}
