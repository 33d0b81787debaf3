// One site: everything that can be said of it.

import { Alert, Grid, NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { Site } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';
import { plainNumber } from '../../shared/typed-number.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Form, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { amountText } from '../catalogue/amounts.ts';
import { PictureField } from '../catalogue/fields.tsx';
import { useCompany } from '../company.tsx';
import { choices, DeleteButton, PresenceBadge } from '../parts.tsx';
import { useAll, useRead } from '../read.ts';
import { AddressFields, addressOf, NO_ADDRESS } from './address.tsx';
import { MoneyFields, moneyValues, siteMoneyBody } from './money.tsx';
import { currencies, timeZones } from './zones.ts';

export default function SitePage() {
  const { id = '' } = useParams();
  const { passbell } = useCompany();
  const site = useRead('sites', 'getSite', { site_id: id });
  const status = useRead('status', 'getSiteStatus', { site_id: id }, { everyMs: UNTOLD_MS });
  const back = { to: '/places', label: t('Sites and registers') };
  return (
    <RecordPage query={site} title={t('Site')} back={back}>
      {(data) => {
        const { name } = data;
        return (
          <ScreenPage
            title={name}
            back={back}
            badge={status.data !== undefined && <PresenceBadge status={status.data.status} />}
            actions={
              <DeleteButton
                name={name}
                about={t('Delete site {name}', { name })}
                confirm={t('Delete site')}
                act={() => passbell.call('deleteSite', { site_id: id })}
                stale={['sites', 'status']}
                to="/places"
              >
                {t('This cannot be undone. A site with registers, orders or products cannot be deleted.')}
              </DeleteButton>
            }
          >
            <SiteForm key={id} site={data} />
          </ScreenPage>
        );
      }}
    </RecordPage>
  );
}

/** The site as its form holds it. */
function valuesOf(site: Site) {
  return {
    name: site.name,
    code: site.code ?? '',
    legal_name: site.legal_name ?? '',
    tax_number: site.tax_number ?? '',
    image: site.image ?? '',
    receipt_header: site.receipt_header ?? '',
    receipt_footer: site.receipt_footer ?? '',
    invoice_numbers: site.invoice_numbers === null ? null : String(site.invoice_numbers),
    receipt_qr: site.receipt_qr === null ? null : String(site.receipt_qr),
    currency: site.currency,
    timezone: site.timezone.name,
    email: site.email ?? '',
    phone: site.phone ?? '',
    latitude: site.location === null ? '' : amountText(site.location.latitude),
    longitude: site.location === null ? '' : amountText(site.location.longitude),
    price_list_id: site.price_list.id,
    ...moneyValues(site),
    prep_time_minutes: site.prep_time_minutes as number | string,
    online_products_enabled: site.online_products_enabled,
    default_pass_thru_register_id: site.default_pass_thru_register_id,
    kitchen_tickets: site.kitchen_tickets,
    postal_address: site.postal_address ?? NO_ADDRESS,
    shipping_address: site.shipping_address ?? NO_ADDRESS,
  };
}

type Values = ReturnType<typeof valuesOf>;

/** A number as it is typed; what is none is for the API to refuse. */
function numberOf(typed: number | string): number {
  return Number(plainNumber(String(typed)) ?? Number.NaN);
}

/** The values as the API takes them. */
function bodyOf(values: Values) {
  const { latitude, longitude, cash_increment: _coin, cash_methods: _tenders, ...rest } = values;
  const isNowhere = latitude.trim() === '' && longitude.trim() === '';
  return {
    ...rest,
    code: textOrNull(rest.code),
    legal_name: textOrNull(rest.legal_name),
    tax_number: textOrNull(rest.tax_number),
    image: textOrNull(rest.image),
    receipt_header: textOrNull(rest.receipt_header),
    receipt_footer: textOrNull(rest.receipt_footer),
    invoice_numbers: rest.invoice_numbers === null ? null : rest.invoice_numbers === 'true',
    receipt_qr: rest.receipt_qr === null ? null : rest.receipt_qr === 'true',
    email: textOrNull(rest.email),
    phone: textOrNull(rest.phone),
    ...siteMoneyBody(values),
    prep_time_minutes: numberOf(rest.prep_time_minutes),
    location: isNowhere ? null : { latitude: numberOf(latitude), longitude: numberOf(longitude) },
    postal_address: addressOf(rest.postal_address),
    shipping_address: addressOf(rest.shipping_address),
  };
}

function SiteForm({ site }: { site: Site }) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: valuesOf(site),
    send: (values, base) =>
      passbell.call('updateSite', { site_id: site.id, body: changesOf(bodyOf(base), bodyOf(values)) }),
    stale: ['sites', 'status'],
    done: (saved) => form.reset(valuesOf(saved)),
    said: t('Site saved'),
  });
  return (
    <Form form={form} submit={t('Save')}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Site')}>
            <About site={site} form={form} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Orders')}>
            <OrderFields site={site} form={form} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Receipts')}>
            <InvoiceFields form={form} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Rounding and discounts')}>
            <MoneyFields form={form} isSite />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Postal address')}>
            <AddressFields
              label={t('Postal address')}
              name="postal_address"
              address={form.values.postal_address}
              change={(postal_address) => form.set({ postal_address })}
              errorOf={form.errorOf}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title={t('Shipping address')}>
            <AddressFields
              label={t('Shipping address')}
              name="shipping_address"
              address={form.values.shipping_address}
              change={(shipping_address) => form.set({ shipping_address })}
              errorOf={form.errorOf}
            />
          </Section>
        </Grid.Col>
      </Grid>
    </Form>
  );
}

/** The site's own fields of receipts; an empty one is as the company has it. */
function InvoiceFields({ form }: Pick<FieldsProps, 'form'>) {
  const look = {
    autosize: true,
    minRows: 2,
    maxRows: 8,
    dir: 'auto',
    placeholder: t('As the company'),
  } as const;
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('Legal name')}
          placeholder={t('As the company')}
          maxLength={255}
          {...form.text('legal_name')}
        />
        <TextInput
          label={t('Tax number')}
          placeholder={t('As the company')}
          maxLength={100}
          {...form.text('tax_number')}
        />
        <Select
          label={t('Invoice numbers')}
          data={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          placeholder={t('As the company')}
          clearable
          {...form.choice('invoice_numbers')}
        />
        <Select
          label={t('QR code on receipts')}
          data={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          placeholder={t('As the company')}
          clearable
          {...form.choice('receipt_qr')}
        />
      </SimpleGrid>
      <PictureField
        value={form.values.image}
        onChange={(image) => form.set({ image })}
        error={form.errorOf('image')}
        disabled={false}
        isPrinted
      />
      <Textarea label={t('Text at the top')} {...look} {...form.text('receipt_header')} />
      <Textarea label={t('Text at the end')} {...look} {...form.text('receipt_footer')} />
    </>
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
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <TextInput label={t('Code')} maxLength={50} {...form.text('code')} />
      <ChoiceField label={t('Currency')} data={choices.codes} searchable {...form.choice('currency')} />
      <ChoiceField label={t('Time zone')} data={choices.zones} searchable {...form.choice('timezone')} />
      <TextInput label={t('E-mail address')} type="email" {...form.text('email')} />
      <TextInput label={t('Phone')} type="tel" maxLength={50} {...form.text('phone')} />
      <TextInput label={t('Latitude')} inputMode="decimal" {...form.text('latitude', 'location.latitude')} />
      <TextInput
        label={t('Longitude')}
        inputMode="decimal"
        {...form.text('longitude', 'location.longitude')}
      />
    </SimpleGrid>
  );
}

function OrderFields({ site, form }: FieldsProps) {
  const { registers } = useCompany();
  const lists = useAll('price_lists', 'listPriceLists', {});
  const own = registers.filter((register) => register.site_id === site.id);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput
          label={t('Prep time in minutes')}
          value={form.values.prep_time_minutes}
          onChange={(value) =>
            form.set({ prep_time_minutes: typeof value === 'bigint' ? String(value) : value })
          }
          error={form.errorOf('prep_time_minutes')}
          min={0}
          max={1440}
          allowDecimal={false}
        />
        <ChoiceField
          label={t('Price list')}
          data={
            lists.data === undefined
              ? [{ value: site.price_list.id, label: site.price_list.name ?? t('Base prices') }]
              : choices(lists.data)
          }
          searchable
          {...form.choice('price_list_id')}
        />
      </SimpleGrid>
      <Select
        mt="sm"
        label={t('Register that prints add-on orders')}
        description={t('Prints pass-thru orders that name no register, or whose register is offline.')}
        data={choices(own)}
        placeholder={t('None')}
        clearable
        {...form.choice('default_pass_thru_register_id')}
      />
      {own.length === 0 && (
        <Alert color="gray" variant="light" mt="xs" p="xs">
          {t('No registers yet')}
        </Alert>
      )}
      <Switch
        mt="md"
        label={t('Online ordering')}
        description={t('Add-ons see the site as open while one of its registers is online.')}
        {...form.flag('online_products_enabled')}
      />
      <Switch
        mt="md"
        label={t('Kitchen tickets')}
        description={t('New order lines become tickets on the kitchen display and printer.')}
        {...form.flag('kitchen_tickets')}
      />
    </>
  );
}
