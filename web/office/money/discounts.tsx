// The discounts and comps that operators give by their names.

import { NumberInput, Switch, TextInput } from '@mantine/core';
import { BadgePercent } from 'lucide-react';
import type { Discount } from '#clients/typescript/index.ts';
import { ONE } from '#src/kernel/money.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { InputError } from '../../shared/input-error.ts';
import { RIGHT_NAMES } from '../../shared/right-names.ts';
import { readNumber } from '../../shared/typed-number.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';
import { optionsOf } from '../parts.tsx';
import { usePages } from '../read.ts';
import { type DialogFields, type DialogKind, useRecordDialog } from '../record-dialog.tsx';
import { percentOf, rateOf } from './rate.ts';

const KINDS: Readonly<Record<Discount['kind'], Message>> = {
  share: message('Percent of the price'),
  amount: message('Fixed amount'),
};
const TARGETS: Readonly<Record<Discount['applies_to'], Message>> = {
  both: message('Lines and orders'),
  line: message('Lines'),
  order: message('Orders'),
};
const RIGHTS: Readonly<Record<Discount['right'], Message>> = {
  MakeDiscount: RIGHT_NAMES.MakeDiscount,
  ApplyComp: RIGHT_NAMES.ApplyComp,
};

/** The value of a discount, in words. */
function valueText({ kind, value }: Discount): string {
  if (value === null) return t('Asked at the register');
  return kind === 'share' ? formatPercent(value) : formatNumber(value);
}

export default function Discounts() {
  const list = usePages('discounts', 'listDiscounts', {});
  const { open, add, dialog } = useRecordDialog(DISCOUNT);
  const columns: Column<Discount>[] = [
    { head: t('Name'), cell: (each) => each.name, opens: true },
    { head: t('Takes off'), cell: valueText, figure: true },
    { head: t('Given on'), cell: (each) => translated(TARGETS[each.applies_to]), wide: true },
    { head: t('Permission'), cell: (each) => translated(RIGHTS[each.right]), wide: true },
    {
      head: t('State'),
      cell: (each) => each.archived && <Tag color="gray">{t('Archived')}</Tag>,
    },
  ];
  return (
    <ScreenPage title={t('Discounts')} actions={<AddButton onClick={add}>{t('New discount')}</AddButton>}>
      <ListCard
        list={list}
        columns={columns}
        label={t('Discounts')}
        open={open}
        empty={{
          title: t('No discounts yet'),
          icon: BadgePercent,
          text: t('Registers show each of them as a button.'),
        }}
      />
      {dialog}
    </ScreenPage>
  );
}

function valuesOf(discount: Discount | undefined) {
  const value = discount?.value ?? null;
  return {
    name: discount?.name ?? '',
    kind: (discount?.kind ?? 'share') as Discount['kind'],
    value: value === null ? '' : discount?.kind === 'share' ? percentOf(value) : amountText(value),
    applies_to: (discount?.applies_to ?? 'both') as Discount['applies_to'],
    reason_required: discount?.reason_required ?? false,
    right: (discount?.right ?? 'MakeDiscount') as Discount['right'],
    sort: (discount?.sort ?? 0) as number | string,
    archived: discount?.archived ?? false,
  };
}
type Values = ReturnType<typeof valuesOf>;

function bodyOf({ value, sort, ...values }: Values) {
  const isShare = values.kind === 'share';
  const percent = isShare ? readNumber(value) : undefined;
  if (percent !== undefined && percent > 100n * ONE)
    throw new InputError([{ field: 'value', error_description: t('At most 100 percent.') }]);
  return {
    ...values,
    value: value.trim() === '' ? null : isShare ? rateOf(value) : amountBody(value),
    sort: Number(sort),
  };
}

function Fields({ form, record }: DialogFields<Discount, Values>) {
  const { values } = form;
  return (
    <>
      <TextInput label={t('Name')} required maxLength={100} {...form.text('name')} />
      <ChoiceField
        label={t('Takes off')}
        data={optionsOf(KINDS)}
        disabled={record !== undefined}
        {...form.choice('kind')}
      />
      <TextInput
        label={values.kind === 'share' ? t('Percent off') : t('Amount off')}
        description={t('Empty: it is asked for at the register.')}
        inputMode="decimal"
        {...form.text('value')}
      />
      <ChoiceField label={t('Given on')} data={optionsOf(TARGETS)} {...form.choice('applies_to')} />
      <ChoiceField
        label={t('Permission')}
        description={t('Everything off always needs “Give for free”.')}
        data={optionsOf(RIGHTS)}
        {...form.choice('right')}
      />
      <Switch label={t('A reason has to be given')} {...form.flag('reason_required')} />
      <NumberInput
        label={t('Place at the register')}
        min={0}
        max={10_000}
        allowDecimal={false}
        value={values.sort}
        onChange={(sort) => form.set({ sort })}
        error={form.errorOf('sort')}
      />
      {record !== undefined && (
        <Switch
          label={t('Archived')}
          description={t('Registers do not offer it any more; past orders keep it.')}
          {...form.flag('archived')}
        />
      )}
    </>
  );
}

const DISCOUNT: DialogKind<Discount, Values, ReturnType<typeof bodyOf>> = {
  topic: 'discounts',
  texts: () => ({
    fresh: t('New discount'),
    add: t('Add discount'),
    added: t('Discount added'),
    saved: t('Discount saved'),
    confirmDelete: t('Delete discount'),
    onDelete: t('A discount that orders had cannot be deleted. Archive it instead.'),
  }),
  nameOf: (discount) => discount.name,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createDiscount', { body }),
  update: (passbell, id, body) => passbell.call('updateDiscount', { discount_id: id, body }),
  remove: (passbell, id) => passbell.call('deleteDiscount', { discount_id: id }),
  Fields,
};
