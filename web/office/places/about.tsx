// The company: what can be said of it, and what its receipts say.

import { Box, Divider, Grid, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Company, CompanyUpdate } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';
import { ChoiceField, OptionalChoice } from '../../shared/ui/choice.tsx';
import { CopyField } from '../../shared/ui/facts.tsx';
import { FormFrame, type RecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { t } from '../../shared/words.ts';
import { PictureField } from '../catalogue/fields.tsx';
import { ChangedAlert, SaveBar, type Source, useEdit, useRecord } from '../catalogue/record.tsx';
import { useCompany } from '../company.tsx';
import { useAll, useRead } from '../read.ts';
import { CompanyText, ReceiptHead } from '../receipt-parts.tsx';
import { staffName } from '../staff/words.ts';
import { AddressFields, addressOf, NO_ADDRESS } from './address.tsx';
import { MoneyFields, moneyBody, moneyValues } from './money.tsx';
import { RetentionFields, retentionBody, retentionValues } from './retention.tsx';
import { timeZones } from './zones.ts';

/** Longest text of receipts, in characters. */
const MAX_TEXT = 500;
const BELOW = ['label', 'input', 'description', 'error'] as const;
const WEBSITE = 'https://example.com';

export default function CompanyPage() {
  const company = useRecord(useSource());
  return (
    <RecordPage query={company} title={t('Company')}>
      {(data) => <Loaded company={data} />}
    </RecordPage>
  );
}

function useSource(): Source<'getCompany', CompanyUpdate> {
  const { passbell } = useCompany();
  return {
    topic: 'company',
    read: 'getCompany',
    input: {},
    write: (body, options) => passbell.request('updateCompany', { body }, options),
  };
}

/** The company as its form holds it. */
function valuesOf(company: Company) {
  return {
    name: company.name,
    business_number: company.business_number ?? '',
    legal_name: company.legal_name ?? '',
    tax_number: company.tax_number ?? '',
    invoice_numbers: company.invoice_numbers,
    receipt_qr: company.receipt_qr,
    website: company.website ?? '',
    image: company.image ?? '',
    contact_staff_member: company.contact_staff_member,
    timezone: company.timezone.name,
    postal_address: company.postal_address ?? NO_ADDRESS,
    shipping_address: company.shipping_address ?? NO_ADDRESS,
    receipt_header: company.receipt_header ?? '',
    receipt_footer: company.receipt_footer ?? '',
    ...moneyValues(company),
    ...retentionValues(company),
  };
}

type Values = ReturnType<typeof valuesOf>;

/** The values as the API takes them. */
function bodyOf(values: Values) {
  const { cash_increment: _typed, cash_methods: _kinds, ...own } = values;
  return {
    ...own,
    ...moneyBody(values),
    ...retentionBody(values),
    business_number: textOrNull(values.business_number),
    legal_name: textOrNull(values.legal_name),
    tax_number: textOrNull(values.tax_number),
    website: textOrNull(values.website),
    image: textOrNull(values.image),
    postal_address: addressOf(values.postal_address),
    shipping_address: addressOf(values.shipping_address),
    receipt_header: textOrNull(values.receipt_header),
    receipt_footer: textOrNull(values.receipt_footer),
  };
}

function Loaded({ company }: { company: Company }) {
  const { when } = useCompany();
  const stale = useStale();
  const form = useEdit({
    source: useSource(),
    record: company,
    valuesOf,
    bodyOf: (values, base) => changesOf(bodyOf(base), bodyOf(values)),
    // Sites have its time zone where they have none of their own.
    after: () => stale('sites'),
  });
  const address = (name: 'postal_address' | 'shipping_address', label: string) => (
    <Section title={label}>
      <AddressFields
        label={label}
        name={name}
        address={form.values[name]}
        change={(changed) => form.set({ [name]: changed })}
        errorOf={form.errorOf}
      />
    </Section>
  );
  return (
    <ScreenPage title={t('Company')}>
      <ChangedAlert form={form} />
      <FormFrame form={form}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              <Section title={t('Company')}>
                <About company={company} form={form} />
              </Section>
              {address('postal_address', t('Postal address'))}
              {address('shipping_address', t('Shipping address'))}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              <Section title={t('Receipts')}>
                <ReceiptTexts form={form} />
              </Section>
              <Section title={t('Rounding and discounts')}>
                <MoneyFields form={form} />
              </Section>
              <Section title={t('How long things are kept')}>
                <RetentionFields form={form} />
              </Section>
              <Section title={t('Details')}>
                <Box maw={360}>
                  <CopyField label={t('Company ID')} value={company.id_str} />
                </Box>
                <Hint mt="sm">{t('Since {since}', { since: when(company.created_at) })}</Hint>
              </Section>
            </Stack>
          </Grid.Col>
        </Grid>
        <SaveBar form={form} />
      </FormFrame>
    </ScreenPage>
  );
}

interface FieldsProps {
  readonly form: RecordForm<Values>;
}

function About({ company, form }: FieldsProps & { company: Company }) {
  const staff = useAll('staff', 'listStaff', {});
  const orders = useRead('orders', 'listOrders', { limit: 1 });
  const [zones] = useState(() => timeZones(company.timezone.name));
  // Descriptions of one or two lines: the fields beside each other stay in line.
  const below = { inputWrapperOrder: [...BELOW] };
  const hasOrders = orders.data !== undefined && orders.data.length > 0;
  return (
    <Stack gap="sm">
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={t('Legal name')}
          description={t('On invoices, where it is not the name.')}
          {...below}
          maxLength={255}
          {...form.text('legal_name')}
        />
        <TextInput
          label={t('Tax number')}
          description={t('Such as a VAT number.')}
          {...below}
          maxLength={100}
          {...form.text('tax_number')}
        />
        <TextInput
          label={t('Business number')}
          description={t('On receipts and tax invoices.')}
          {...below}
          maxLength={100}
          {...form.text('business_number')}
        />
        <OptionalChoice
          label={t('Contact')}
          description={t('Who to speak to about the company.')}
          {...below}
          data={staff.data?.map((each) => ({ value: each.id_str, label: staffName(each) })) ?? []}
          placeholder={t('None')}
          clearable
          searchable
          {...form.choice('contact_staff_member')}
        />
        <TextInput
          label={t('Currency')}
          description={t('Cannot be changed. Sites can have their own.')}
          {...below}
          value={company.currency}
          readOnly
          variant="filled"
        />
        <ChoiceField
          label={t('Time zone')}
          {...below}
          description={
            hasOrders
              ? t('Cannot be changed any more: there are orders, and reports count days in it.')
              : t('Can be changed until the first order.')
          }
          data={zones}
          searchable
          {...form.choice('timezone')}
          disabled={hasOrders}
        />
      </SimpleGrid>
      <TextInput label={t('Website')} type="url" placeholder={WEBSITE} {...form.text('website')} />
      <PictureField
        value={form.values.image}
        onChange={(image) => form.set({ image })}
        error={form.errorOf('image')}
        disabled={false}
        isPrinted
      />
    </Stack>
  );
}

function ReceiptTexts({ form }: FieldsProps) {
  const { values } = form;
  const left = (text: string) =>
    t('{count, number} of {max, number} characters', { count: [...text].length, max: MAX_TEXT });
  const look = { autosize: true, minRows: 2, maxRows: 8, dir: 'auto' } as const;
  return (
    <Stack gap="sm">
      <Hint>{t('These texts are on every receipt your customers get, printed or as a PDF.')}</Hint>
      <Textarea
        label={t('Text at the top')}
        description={left(values.receipt_header)}
        {...look}
        {...form.text('receipt_header')}
      />
      <Textarea
        label={t('Text at the end')}
        description={left(values.receipt_footer)}
        {...look}
        {...form.text('receipt_footer')}
      />
      <Switch
        label={t('Invoice numbers')}
        description={t('Completed orders are numbered without gaps, by site and year.')}
        {...form.flag('invoice_numbers')}
      />
      <Switch
        label={t('QR code on receipts')}
        description={t('Printed receipts end with a code that leads guests to their receipt.')}
        {...form.flag('receipt_qr')}
      />
      <Preview values={values} />
    </Stack>
  );
}

/** The head and foot of a receipt of the first site, with the texts as they are typed. */
function Preview({ values }: { values: Values }) {
  const {
    sites: [site],
  } = useCompany();
  const address = site?.postal_address ?? site?.shipping_address;
  const place = [address?.city, address?.state, address?.postal_code].filter(Boolean).join(' ');
  const lines = [
    site === undefined || site.name === values.name ? null : site.name,
    ...[address?.address ?? null, place, address?.country ?? null],
    ...[site?.phone ?? null, textOrNull(values.business_number)],
  ];
  return (
    <Box component="figure" m={0} mx="auto" w="100%" maw={380}>
      <Text component="figcaption" size="xs" c="dimmed" mb={4}>
        {t('Preview of the receipt')}
      </Text>
      <Box className="card figures" p="md" style={{ overflowWrap: 'anywhere' }}>
        <ReceiptHead company={values.name} lines={lines} text={values.receipt_header} />
        <Divider my="sm" variant="dashed" />
        <Hint ta="center">{t('What was sold, and what was paid')}</Hint>
        <Divider my="sm" variant="dashed" />
        <CompanyText text={values.receipt_footer} />
      </Box>
    </Box>
  );
}
