// By what customers pay.

import { Button, Select, Stack, TextInput } from '@mantine/core';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, textOrNull, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import type { PaymentMethod } from '../records.ts';
import { Opener } from './taxes.tsx';

const KINDS: Readonly<Record<PaymentMethod['kind'], string>> = {
  cash: 'Cash',
  card: 'Card',
  account: 'On account',
  addon: 'By an add-on',
};

export default function Methods() {
  const { api } = useCompany();
  const list = useList<PaymentMethod>({ key: ['payment_methods'], api, path: 'payment_methods' });
  const [chosen, setChosen] = useState<PaymentMethod | 'new'>();
  const close = () => setChosen(undefined);
  const columns: Column<PaymentMethod>[] = [
    { head: 'Name', cell: (method) => <Opener label={method.name} open={() => setChosen(method)} /> },
    { head: 'Kind', cell: (method) => KINDS[method.kind] },
    { head: 'Ledger code', cell: (method) => method.ledger_code ?? '', wide: true },
  ];
  return (
    <ScreenPage
      title="Payment methods"
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setChosen('new')}>
          New payment method
        </Button>
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(method) => method.id_str}
          label="Payment methods"
          open={setChosen}
          empty={
            <Empty title="No payment methods yet" icon={CreditCard}>
              Nothing can be paid before there is one.
            </Empty>
          }
        />
      </div>
      <Dialog
        title={chosen === undefined || chosen === 'new' ? 'New payment method' : chosen.name}
        opened={chosen !== undefined}
        close={close}
      >
        {chosen !== undefined && <MethodForm method={chosen === 'new' ? undefined : chosen} close={close} />}
      </Dialog>
    </ScreenPage>
  );
}

function MethodForm({ method, close }: { method: PaymentMethod | undefined; close: () => void }) {
  const { api } = useCompany();
  const stale = useStale();
  const [initial] = useState({
    name: method?.name ?? '',
    kind: (method?.kind ?? 'card') as string | null,
    ledger_code: method?.ledger_code ?? '',
  });
  const bodyOf = (values: typeof initial) => ({ ...values, ledger_code: textOrNull(values.ledger_code) });
  const form = useRecordForm({
    initial,
    send: (values) =>
      method === undefined
        ? api.post('payment_methods', bodyOf(values))
        : api.put(`payment_methods/${method.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: () => {
      stale('payment_methods');
      close();
    },
    said: method === undefined ? 'The payment method has been added.' : 'The payment method has been saved.',
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={method === undefined ? 'Add' : 'Save'}
        cancel={close}
        aside={
          method !== undefined && (
            <ConfirmButton
              label="Delete"
              variant="subtle"
              color="red"
              about={`Delete ${method.name}`}
              title={`Delete ${method.name}?`}
              confirm="Delete the payment method"
              act={() => api.delete(`payment_methods/${method.id_str}`)}
              done={() => {
                stale('payment_methods');
                close();
              }}
              said="The payment method has been deleted."
            >
              One that orders were paid with cannot be deleted.
            </ConfirmButton>
          )
        }
      >
        <TextInput label="Name" required maxLength={255} {...form.text('name')} />
        <Select
          label="Kind"
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.choice('kind')}
        />
        <TextInput
          label="Ledger code"
          description="The account that its payments are booked to."
          maxLength={50}
          {...form.text('ledger_code')}
        />
      </Form>
    </Stack>
  );
}
