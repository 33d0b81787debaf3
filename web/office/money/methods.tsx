// By what customers pay.

import { TextInput } from '@mantine/core';
import { CreditCard } from 'lucide-react';
import type { PaymentMethod } from '#clients/typescript/index.ts';
import { textOrNull } from '../../shared/changes.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { optionsOf } from '../parts.tsx';
import { usePages } from '../read.ts';
import { type DialogFields, type DialogKind, useRecordDialog } from '../record-dialog.tsx';

const KINDS: Readonly<Record<PaymentMethod['kind'], Message>> = {
  cash: message('Cash'),
  card: message('Card'),
  account: message('On account'),
  addon: message('Add-on'),
};

export default function Methods() {
  const list = usePages('payment_methods', 'listPaymentMethods', {});
  const { open, add, dialog } = useRecordDialog(METHOD);
  const columns: Column<PaymentMethod>[] = [
    { head: t('Name'), cell: (method) => method.name, opens: true },
    { head: t('Kind'), cell: (method) => translated(KINDS[method.kind]) },
    { head: t('Ledger code'), cell: (method) => method.ledger_code ?? '', wide: true },
  ];
  return (
    <ScreenPage
      title={t('Payment methods')}
      actions={<AddButton onClick={add}>{t('New payment method')}</AddButton>}
    >
      <ListCard
        list={list}
        columns={columns}
        label={t('Payment methods')}
        open={open}
        empty={{
          title: t('No payment methods yet'),
          icon: CreditCard,
          text: t('Add one before the first sale: orders are paid by a payment method.'),
        }}
      />
      {dialog}
    </ScreenPage>
  );
}

function valuesOf(method: PaymentMethod | undefined) {
  return {
    name: method?.name ?? '',
    kind: method?.kind ?? ('card' as const),
    ledger_code: method?.ledger_code ?? '',
  };
}
type Values = ReturnType<typeof valuesOf>;

const bodyOf = (values: Values) => ({ ...values, ledger_code: textOrNull(values.ledger_code) });

function Fields({ form }: DialogFields<PaymentMethod, Values>) {
  return (
    <>
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <ChoiceField label={t('Kind')} data={optionsOf(KINDS)} {...form.choice('kind')} />
      <TextInput
        label={t('Ledger code')}
        description={t('The account its payments are booked to.')}
        maxLength={50}
        {...form.text('ledger_code')}
      />
    </>
  );
}

const METHOD: DialogKind<PaymentMethod, Values, ReturnType<typeof bodyOf>> = {
  topic: 'payment_methods',
  texts: () => ({
    fresh: t('New payment method'),
    added: t('Payment method added'),
    saved: t('Payment method saved'),
    confirmDelete: t('Delete payment method'),
    onDelete: t('A payment method that orders were paid with cannot be deleted.'),
  }),
  nameOf: (method) => method.name,
  valuesOf,
  bodyOf,
  create: (passbell, body) => passbell.call('createPaymentMethod', { body }),
  update: (passbell, id, body) => passbell.call('updatePaymentMethod', { payment_method_id: id, body }),
  remove: (passbell, id) => passbell.call('deletePaymentMethod', { payment_method_id: id }),
  Fields,
};
