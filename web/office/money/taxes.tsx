// Taxes, and the groups that products are sold with.

import { MultiSelect, TextInput } from '@mantine/core';
import { Percent } from 'lucide-react';
import type { Id, Tax, TaxGroup } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatPercent } from '../../shared/format.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useAll, usePages } from '../read.ts';
import { type DialogFields, type DialogKind, useRecordDialog } from '../record-dialog.tsx';
import { percentOf, rateOf } from './rate.ts';
import { TermFields, termBody, termValues } from './terms.tsx';

export default function Taxes() {
  const list = usePages('taxes', 'listTaxes', {});
  const groups = usePages('taxes', 'listTaxGroups', {});
  const all = useAll('taxes', 'listTaxes', {});
  const tax = useRecordDialog(TAX);
  const group = useRecordDialog(TAX_GROUP);
  const nameOf = (id: Id) => all.data?.find((each) => each.id === id)?.name ?? id;
  const name: Column<Tax | TaxGroup> = { head: t('Name'), cell: (row) => row.name, opens: true };
  const common: Column<Tax | TaxGroup>[] = [
    { head: t('Code'), cell: (row) => row.code },
    { head: t('Rate'), cell: (row) => formatPercent(row.rate), figure: true },
  ];
  const taxesOf = { head: t('Taxes'), cell: (row: TaxGroup) => row.taxes.map(nameOf).join(' + ') };
  return (
    <ScreenPage title={t('Taxes')}>
      <Section title={t('Taxes')} flush actions={<NewButton label={t('New tax')} open={tax.add} />}>
        <ListTable
          list={list}
          columns={[name, ...common]}
          label={t('Taxes')}
          open={tax.open}
          empty={{
            title: t('No taxes yet'),
            icon: Percent,
            text: t('Without a tax, customers pay the plain price.'),
          }}
        />
      </Section>
      <Section
        title={t('Tax groups')}
        flush
        actions={<NewButton label={t('New tax group')} open={group.add} />}
      >
        <ListTable
          list={groups}
          columns={[name, taxesOf, ...common]}
          label={t('Tax groups')}
          open={group.open}
          empty={{
            title: t('No tax groups yet'),
            icon: Percent,
            text: t('A tax group charges several taxes under one code; its rate is their sum.'),
          }}
        />
      </Section>
      {tax.dialog}
      {group.dialog}
    </ScreenPage>
  );
}

function NewButton({ label, open }: { label: string; open: () => void }) {
  return (
    <AddButton size="xs" variant="default" onClick={open}>
      {label}
    </AddButton>
  );
}

const onDelete = () =>
  t('A tax that products use cannot be deleted. Past orders keep the tax they were made with.');

function valuesOfTax(tax: Tax | undefined) {
  return {
    name: tax?.name ?? '',
    code: tax?.code ?? '',
    rate: tax === undefined ? '' : percentOf(tax.rate),
    ...termValues(tax),
  };
}
type TaxValues = ReturnType<typeof valuesOfTax>;

function bodyOfTax(values: TaxValues) {
  const { name, code, rate } = values;
  return { name, code, rate: rateOf(rate), ...termBody(values) };
}

function TaxFields({ form, record }: DialogFields<Tax, TaxValues>) {
  return (
    <>
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <TextInput label={t('Code')} required maxLength={50} {...form.text('code')} />
      <TextInput
        label={t('Rate in percent')}
        required
        inputMode="decimal"
        description={
          record === undefined
            ? undefined
            : t('Past orders keep their rate. Prices that include taxes stay as they are.')
        }
        {...form.text('rate')}
      />
      <TermFields form={form} />
    </>
  );
}

const TAX: DialogKind<Tax, TaxValues, ReturnType<typeof bodyOfTax>> = {
  topic: 'taxes',
  texts: () => ({
    fresh: t('New tax'),
    add: t('Add tax'),
    added: t('Tax added'),
    saved: t('Tax saved'),
    confirmDelete: t('Delete'),
    onDelete: onDelete(),
  }),
  nameOf: (tax) => tax.name,
  valuesOf: valuesOfTax,
  bodyOf: bodyOfTax,
  create: (passbell, body) => passbell.call('createTax', { body }),
  update: (passbell, id, body) => passbell.call('updateTax', { tax_id: id, body }),
  remove: (passbell, id) => passbell.call('deleteTax', { tax_id: id }),
  Fields: TaxFields,
};

function valuesOfGroup(group: TaxGroup | undefined) {
  return { name: group?.name ?? '', code: group?.code ?? '', taxes: group?.taxes ?? [] };
}
type GroupValues = ReturnType<typeof valuesOfGroup>;

function GroupFields({ form }: DialogFields<TaxGroup, GroupValues>) {
  const { data: taxes = [] } = useAll('taxes', 'listTaxes', {});
  return (
    <>
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <TextInput label={t('Code')} required maxLength={50} {...form.text('code')} />
      <MultiSelect
        label={t('Taxes')}
        required
        searchable
        data={taxes.map((tax) => ({
          value: tax.id_str,
          label: `${isolated(tax.name)} (${formatPercent(tax.rate)})`,
        }))}
        {...form.list('taxes')}
      />
      {taxes.length === 0 && <Hint>{t('Add a tax first: a tax group is made of taxes.')}</Hint>}
    </>
  );
}

const TAX_GROUP: DialogKind<TaxGroup, GroupValues, GroupValues> = {
  topic: 'taxes',
  texts: () => ({
    fresh: t('New tax group'),
    add: t('Add tax group'),
    added: t('Tax group added'),
    saved: t('Tax group saved'),
    confirmDelete: t('Delete'),
    onDelete: onDelete(),
  }),
  nameOf: (group) => group.name,
  valuesOf: valuesOfGroup,
  bodyOf: (values) => values,
  create: (passbell, body) => passbell.call('createTaxGroup', { body }),
  update: (passbell, id, body) => passbell.call('updateTaxGroup', { tax_group_id: id, body }),
  remove: (passbell, id) => passbell.call('deleteTaxGroup', { tax_group_id: id }),
  Fields: GroupFields,
};
