// One site: everything that can be said of it.

import { Alert, Grid, NumberInput, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { ConfirmButton } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, type RecordForm, textOrNull, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { choices, PresenceBadge, useAll, useOne, useStale } from '../parts.tsx';
import type { Address, PriceListHead, Site, SiteStatus } from '../records.ts';
import { PRESENCE_EVERY_MS } from './words.ts';
import { currencies, timeZones } from './zones.ts';

const BACK = { to: '/places', label: 'Sites and registers' };
const NO_ADDRESS: Address = { address: null, city: null, state: null, postal_code: null, country: null };
const ADDRESS_PARTS = [
  ['address', 'Street'],
  ['city', 'City'],
  ['postal_code', 'Postal code'],
  ['state', 'State or province'],
  ['country', 'Country'],
] as const;

export default function SitePage() {
  const { id = '' } = useParams();
  const { api } = useCompany();
  const [, go] = useLocation();
  const stale = useStale();
  const site = useOne<Site>(`sites/${id}`);
  const status = useOne<SiteStatus>(`sites/${id}/status`, { everyMs: PRESENCE_EVERY_MS });
  if (site.data === undefined) {
    return (
      <ScreenPage title="Site" back={BACK}>
        {site.isError ? <Trouble error={site.error} again={() => void site.refetch()} /> : <Loading />}
      </ScreenPage>
    );
  }
  const { name } = site.data;
  return (
    <ScreenPage
      title={name}
      back={BACK}
      badge={status.data !== undefined && <PresenceBadge status={status.data.status} />}
      actions={
        <ConfirmButton
          label="Delete"
          about={`Delete the site ${name}`}
          title={`Delete ${name}?`}
          confirm="Delete the site"
          act={() => api.delete(`sites/${id}`)}
          done={() => {
            stale('sites', 'status');
            go('/places');
          }}
          said="The site has been deleted."
        >
          A site is gone for good. One that has registers, orders or products cannot be deleted.
        </ConfirmButton>
      }
    >
      <SiteForm key={id} site={site.data} />
    </ScreenPage>
  );
}

/** The site as its form holds it. */
function valuesOf(site: Site) {
  return {
    name: site.name,
    code: site.code ?? '',
    currency: site.currency,
    timezone: site.timezone.name,
    email: site.email ?? '',
    phone: site.phone ?? '',
    latitude: site.location === null ? '' : String(site.location.latitude),
    longitude: site.location === null ? '' : String(site.location.longitude),
    price_list_id: site.price_list.id_str as string | null,
    prep_time_minutes: site.prep_time_minutes as number | string,
    online_products_enabled: site.online_products_enabled,
    default_pass_thru_register_id: site.default_pass_thru_register_id,
    kitchen_tickets: site.kitchen_tickets,
    postal_address: site.postal_address ?? NO_ADDRESS,
    shipping_address: site.shipping_address ?? NO_ADDRESS,
  };
}

type Values = ReturnType<typeof valuesOf>;

/** The values as the API takes them. */
function bodyOf(values: Values) {
  const { latitude, longitude, ...rest } = values;
  const whole = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const place = { latitude: whole(latitude), longitude: whole(longitude) };
  return {
    ...rest,
    code: textOrNull(rest.code),
    email: textOrNull(rest.email),
    phone: textOrNull(rest.phone),
    location: place.latitude === undefined && place.longitude === undefined ? null : place,
    postal_address: addressOf(rest.postal_address),
    shipping_address: addressOf(rest.shipping_address),
  };
}

function addressOf(address: Address): Address | null {
  return Object.values(address).every((part) => part === null) ? null : address;
}

function SiteForm({ site }: { site: Site }) {
  const { api } = useCompany();
  const stale = useStale();
  const [initial, setInitial] = useState(() => valuesOf(site));
  const form = useRecordForm({
    initial,
    send: (values) => api.put<Site>(`sites/${site.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: (saved) => {
      setInitial(valuesOf(saved));
      form.set(valuesOf(saved));
      stale('sites', 'status');
    },
    said: 'The site has been saved.',
  });
  return (
    <Form form={form} submit="Save the site">
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="The site">
            <About site={site} form={form} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="Orders">
            <OrderFields site={site} form={form} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="Postal address">
            <AddressFields form={form} name="postal_address" />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="Shipping address">
            <AddressFields form={form} name="shipping_address" />
          </Section>
        </Grid.Col>
      </Grid>
    </Form>
  );
}

interface FieldsProps {
  readonly site: Site;
  readonly form: RecordForm<Values>;
}

function About({ site, form }: FieldsProps) {
  const [choices] = useState(() => ({
    zones: timeZones(site.timezone.name),
    codes: currencies(site.currency),
  }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput label="Name" required maxLength={255} {...form.text('name')} />
      <TextInput label="Code" maxLength={50} {...form.text('code')} />
      <Select
        label="Currency"
        data={choices.codes}
        searchable
        allowDeselect={false}
        {...form.choice('currency')}
      />
      <Select
        label="Time zone"
        data={choices.zones}
        searchable
        allowDeselect={false}
        {...form.choice('timezone')}
      />
      <TextInput label="E-mail address" type="email" {...form.text('email')} />
      <TextInput label="Phone" type="tel" maxLength={50} {...form.text('phone')} />
      <TextInput label="Latitude" inputMode="decimal" {...form.text('latitude', 'location.latitude')} />
      <TextInput label="Longitude" inputMode="decimal" {...form.text('longitude', 'location.longitude')} />
    </SimpleGrid>
  );
}

function OrderFields({ site, form }: FieldsProps) {
  const { registers } = useCompany();
  const lists = useAll<PriceListHead>('price_lists');
  const own = registers.filter((register) => register.site_id === site.id_str);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput
          label="Time to prepare, in minutes"
          value={form.values.prep_time_minutes}
          onChange={(value) =>
            form.set({ prep_time_minutes: typeof value === 'bigint' ? String(value) : value })
          }
          error={form.errorOf('prep_time_minutes')}
          min={0}
          max={1440}
          allowDecimal={false}
        />
        <Select
          label="Price list"
          data={
            lists.data?.map(({ id_str, name }) => ({ value: id_str, label: name })) ?? [
              { value: site.price_list.id_str, label: site.price_list.name ?? 'Base' },
            ]
          }
          allowDeselect={false}
          searchable
          {...form.choice('price_list_id')}
        />
      </SimpleGrid>
      <Select
        mt="sm"
        label="Register that prints orders of add-ons"
        description="Where pass-thru orders go whose own register is offline, and those that name none."
        data={choices(own)}
        placeholder="None"
        clearable
        {...form.choice('default_pass_thru_register_id')}
      />
      {own.length === 0 && (
        <Alert color="gray" variant="light" mt="xs" p="xs">
          This site has no registers yet.
        </Alert>
      )}
      <Switch
        mt="md"
        label="Products can be ordered online"
        description="Add-ons see the site as open for orders while one of its registers is online."
        {...form.flag('online_products_enabled')}
      />
      <Switch
        mt="md"
        label="Tickets for the kitchen"
        description="New lines of an order become tickets, on the kitchen’s screen and printer."
        {...form.flag('kitchen_tickets')}
      />
    </>
  );
}

function AddressFields({
  form,
  name,
}: {
  form: RecordForm<Values>;
  name: 'postal_address' | 'shipping_address';
}) {
  const label = name === 'postal_address' ? 'Postal address' : 'Shipping address';
  const address = form.values[name];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="group" aria-label={label}>
      {ADDRESS_PARTS.map(([part, word]) => (
        <TextInput
          key={part}
          label={word}
          value={address[part] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.set({ [name]: { ...address, [part]: value === '' ? null : value } })
          }
          error={form.errorOf(`${name}.${part}`)}
        />
      ))}
    </SimpleGrid>
  );
}
