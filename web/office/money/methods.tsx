// By what customers pay.

import { TextInput } from '@mantine/core';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import type { PaymentMethod } from '#clients/typescript/index.ts';
import { changesOf, textOrNull } from '../../shared/changes.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { Opener, optionsOf, QuietDelete } from '../parts.tsx';

const KINDS: Readonly<Record<PaymentMethod['kind'], Message>> = {
  cash: message('Cash'),
  card: message('Card'),
  account: message('On account'),
  addon: message('Add-on'),
};

export default function Methods() {
  const { passbell } = useCompany();
  const list = usePages({ key: ['payment_methods'], passbell, list: 'listPaymentMethods', input: {} });
  const [chosen, setChosen] = useState<PaymentMethod | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<PaymentMethod>[] = [
    { head: t('Name'), cell: (method) => <Opener label={method.name} open={() => setChosen(method)} /> },
    { head: t('Kind'), cell: (method) => translated(KINDS[method.kind]) },
    { head: t('Ledger code'), cell: (method) => method.ledger_code ?? '', wide: true },
  ];
  return (
    <ScreenPage
      title={t('Payment methods')}
      actions={<AddButton onClick={() => setChosen('new')}>{t('New payment method')}</AddButton>}
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(method) => method.id_str}
          label={t('Payment methods')}
          open={setChosen}
          empty={
            <Empty title={t('No payment methods yet')} icon={CreditCard}>
              {t('Add one before the first sale: orders are paid by a payment method.')}
            </Empty>
          }
        />
      </div>
      <Dialog
        title={chosen === undefined || chosen === 'new' ? t('New payment method') : chosen.name}
        opened={chosen !== undefined}
        close={close}
      >
        {chosen !== undefined && <MethodForm method={chosen === 'new' ? undefined : chosen} close={close} />}
      </Dialog>
    </ScreenPage>
  );
}

function MethodForm({ method, close }: { method: PaymentMethod | undefined; close: () => void }) {
  const { passbell } = useCompany();
  const [initial] = useState({
    name: method?.name ?? '',
    kind: method?.kind ?? ('card' as const),
    ledger_code: method?.ledger_code ?? '',
  });
  const bodyOf = (values: typeof initial) => ({ ...values, ledger_code: textOrNull(values.ledger_code) });
  const form = useRecordForm({
    initial,
    send: (values) =>
      method === undefined
        ? passbell.call('createPaymentMethod', { body: bodyOf(values) })
        : passbell.call('updatePaymentMethod', {
            payment_method_id: method.id,
            body: changesOf(bodyOf(initial), bodyOf(values)),
          }),
    stale: ['payment_methods'],
    done: close,
    said: method === undefined ? t('Payment method added') : t('Payment method saved'),
  });
  return (
    <Form
      form={form}
      submit={method === undefined ? t('Add') : t('Save')}
      cancel={close}
      aside={
        method !== undefined && (
          <QuietDelete
            name={method.name}
            confirm={t('Delete payment method')}
            act={() => passbell.call('deletePaymentMethod', { payment_method_id: method.id })}
            stale={['payment_methods']}
            done={close}
            said={t('Payment method deleted')}
          >
            {t('A payment method that orders were paid with cannot be deleted.')}
          </QuietDelete>
        )
      }
    >
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <ChoiceField label={t('Kind')} data={optionsOf(KINDS)} {...form.choice('kind')} />
      <TextInput
        label={t('Ledger code')}
        description={t('The account its payments are booked to.')}
        maxLength={50}
        {...form.text('ledger_code')}
      />
    </Form>
  );
}
