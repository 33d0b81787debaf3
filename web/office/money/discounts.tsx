// The discounts and comps that operators give by their names.

import { NumberInput, Switch, TextInput } from '@mantine/core';
import { BadgePercent } from 'lucide-react';
import { useState } from 'react';
import type { Discount } from '#clients/typescript/index.ts';
import { ONE, parseDecimal } from '#src/kernel/money.ts';
import { changesOf } from '../../shared/changes.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { InputError } from '../../shared/input-error.ts';
import { RIGHT_NAMES } from '../../shared/right-names.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { amountBody, amountText } from '../catalogue/amounts.ts';
import { useCompany } from '../company.tsx';
import { Opener, optionsOf, QuietDelete } from '../parts.tsx';
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

/** What a discount takes off, in words. */
function valueText({ kind, value }: Discount): string {
  if (value === null) return t('Asked at the register');
  return kind === 'share' ? formatPercent(value) : formatNumber(amountText(value));
}

export default function Discounts() {
  const { passbell } = useCompany();
  const list = usePages({ key: ['discounts'], passbell, list: 'listDiscounts', input: {} });
  const [chosen, setChosen] = useState<Discount | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<Discount>[] = [
    { head: t('Name'), cell: (each) => <Opener label={each.name} open={() => setChosen(each)} /> },
    { head: t('Takes off'), cell: valueText, figure: true },
    { head: t('Given on'), cell: (each) => translated(TARGETS[each.applies_to]), wide: true },
    { head: t('Permission'), cell: (each) => translated(RIGHTS[each.right]), wide: true },
    {
      head: t('State'),
      cell: (each) => each.archived && <Tag color="gray">{t('Archived')}</Tag>,
    },
  ];
  return (
    <ScreenPage
      title={t('Discounts')}
      actions={<AddButton onClick={() => setChosen('new')}>{t('New discount')}</AddButton>}
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(each) => each.id_str}
          label={t('Discounts')}
          open={setChosen}
          empty={
            <Empty title={t('No discounts yet')} icon={BadgePercent}>
              {t('Registers show each of them as a button.')}
            </Empty>
          }
        />
      </div>
      <Dialog
        title={chosen === undefined || chosen === 'new' ? t('New discount') : chosen.name}
        opened={chosen !== undefined}
        close={close}
      >
        {chosen !== undefined && (
          <DiscountForm discount={chosen === 'new' ? undefined : chosen} close={close} />
        )}
      </Dialog>
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
  const percent = isShare ? parseDecimal(value.trim().replace(',', '.')) : undefined;
  if (percent !== undefined && percent > 100n * ONE)
    throw new InputError([{ field: 'value', error_description: t('At most 100 percent.') }]);
  return {
    ...values,
    value: value.trim() === '' ? null : isShare ? rateOf(value) : amountBody(value),
    sort: Number(sort),
  };
}

function DiscountForm({ discount, close }: { discount: Discount | undefined; close: () => void }) {
  const { passbell } = useCompany();
  const [initial] = useState(() => valuesOf(discount));
  const form = useRecordForm({
    initial,
    send: (values) =>
      discount === undefined
        ? passbell.call('createDiscount', { body: bodyOf(values) })
        : passbell.call('updateDiscount', {
            discount_id: discount.id,
            body: changesOf(bodyOf(initial), bodyOf(values)),
          }),
    stale: ['discounts'],
    done: close,
    said: discount === undefined ? t('Discount added') : t('Discount saved'),
  });
  const { values } = form;
  return (
    <Form
      form={form}
      submit={discount === undefined ? t('Add discount') : t('Save')}
      cancel={close}
      aside={
        discount !== undefined && (
          <QuietDelete
            name={discount.name}
            confirm={t('Delete discount')}
            act={() => passbell.call('deleteDiscount', { discount_id: discount.id })}
            stale={['discounts']}
            done={close}
            said={t('Discount deleted')}
          >
            {t('A discount that orders had cannot be deleted. Archive it instead.')}
          </QuietDelete>
        )
      }
    >
      <TextInput label={t('Name')} required maxLength={100} {...form.text('name')} />
      <ChoiceField
        label={t('Takes off')}
        data={optionsOf(KINDS)}
        disabled={discount !== undefined}
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
      {discount !== undefined && (
        <Switch
          label={t('Archived')}
          description={t('Registers do not offer it any more; past orders keep it.')}
          {...form.flag('archived')}
        />
      )}
    </Form>
  );
}
