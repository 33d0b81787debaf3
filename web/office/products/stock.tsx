// Stock of a product at a site, moved by hand: what came in, what went, what was counted.

import { Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product, Site, StockMovement } from '#clients/typescript/index.ts';
import { textOrNull } from '../../shared/changes.ts';
import { decimalOf, formatNumber, inLine } from '../../shared/format.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Known } from '../../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { stockChange } from './stock-change.ts';

type Reason = StockMovement['reason'];
const REASONS: Readonly<Record<Reason, Message>> = {
  delivery: message('Delivery'),
  wastage: message('Wastage'),
  count: message('Count'),
  transfer: message('Transfer'),
  correction: message('Correction'),
};
const NAMES = Object.keys(REASONS) as Reason[];
/** Movements that are shown. */
const SHOWN = 10;

interface Props {
  readonly product: Product;
  readonly site: Site;
  /** How many there were when this was opened: a count is compared with it. */
  readonly amount: StockMovement['amount'];
  readonly close: () => void;
}

/** Moves stock, and shows the last movements. */
export function MoveStock({ product, site, amount, close }: Props) {
  const { passbell } = useCompany();
  const [before] = useState(amount);
  const form = useRecordForm({
    initial: { reason: 'delivery' as Reason, amount: '', note: '' },
    send: (values) =>
      passbell.call('moveStock', {
        site_id: site.id_str,
        body: {
          product_id: product.id_str,
          change: stockChange(values.reason, values.amount, decimalOf(before)),
          reason: values.reason,
          note: textOrNull(values.note),
        },
      }),
    stale: ['products'],
    done: close,
    said: t('Stock moved'),
  });
  const { reason } = form.values;
  const labels: Readonly<Record<Reason, string>> = {
    delivery: t('How many came in'),
    wastage: t('How many went'),
    count: t('How many there are'),
    transfer: t('How many, below 0 what went'),
    correction: t('How many, below 0 what went'),
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t('{count} left', { count: formatNumber(before) })}</Text>
      <Form form={form} submit={t('Move stock')} cancel={close}>
        <ChoiceField
          label={t('Reason')}
          data={NAMES.map((value) => ({ value, label: translated(REASONS[value]) }))}
          value={reason}
          onChange={(value) => form.set({ reason: NAMES.find((each) => each === value) ?? reason })}
        />
        <TextInput
          label={labels[reason]}
          {...(reason === 'count'
            ? { description: t('What is sold meanwhile stays counted: only the difference is moved.') }
            : {})}
          inputMode="decimal"
          autoComplete="off"
          required
          {...form.text('amount', 'change')}
        />
        <TextInput label={t('Note')} maxLength={500} {...form.text('note')} />
      </Form>
      <Movements product={product} site={site} />
    </Stack>
  );
}

/** The last movements of the product at the site. */
function Movements({ product, site }: Pick<Props, 'product' | 'site'>) {
  const { passbell, when } = useCompany();
  const movements = useQuery({
    queryKey: ['products', 'stock', product.id_str, site.id_str],
    queryFn: ({ signal }) => {
      const input = { site_id: site.id_str, product_id: product.id_str, newest: true, limit: SHOWN };
      return passbell.call('listStockMovements', input, { signal });
    },
  });
  return (
    <Known query={movements} rows={3}>
      {(rows) =>
        rows.length > 0 && (
          <Table aria-label={t('Last movements')} className="figures">
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id_str}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {translated(REASONS[row.reason])}
                    <Hint size="xs">{inLine([when(row.created_at, site.id_str), row.note])}</Hint>
                  </Table.Td>
                  <Table.Td ta="end">
                    {decimalOf(row.change) > 0n ? '+' : ''}
                    {formatNumber(row.change)}
                  </Table.Td>
                  <Table.Td ta="end">{formatNumber(row.amount)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )
      }
    </Known>
  );
}
