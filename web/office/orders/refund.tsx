// Giving back: which lines and how many of them, what that comes to, and how the money goes back.

import { Button, Checkbox, Group, NumberInput, Select, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { isolated } from '#src/kernel/text.ts';
import { ApiFailure, newKey } from '../../shared/api.ts';
import { decimalOf, formatNumber } from '../../shared/format.ts';
import type { Amount } from '../../shared/json.ts';
import type { Entity, Order, OrderLine } from '../../shared/records.ts';
import { refundRefusal, refusedLine } from '../../shared/refund-words.ts';
import {
  chosenLines,
  exactNumber,
  type Quantities,
  type Refunds,
  refundable,
  refundBody,
  refundedOf,
  withinLeft,
} from '../../shared/refunds.ts';
import { Refused } from '../../shared/ui/ask.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useApiForm } from '../../shared/ui/form.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { choices, useAll } from '../parts.tsx';
import { modifierWords, useModifierNames } from './names.ts';
import { useOrderPart } from './part.ts';

/** How long after the last keystroke the price is asked for, in ms. */
const PAUSE_MS = 250;

interface SheetProps {
  readonly order: Order;
  readonly close: () => void;
}

/** Refunds what is left of an order. */
export function RefundSheet({ order, close }: SheetProps) {
  const refunds = useOrderPart<Refunds>(order.id_str, 'refunds');
  const { data } = refunds;
  if (data?.lines.some((line) => decimalOf(line.quantity_left) > 0n) === true) {
    return <RefundForm order={order} refunds={data} close={close} />;
  }
  return (
    <Dialog title={`Refund order ${order.saleid}`} opened close={close} size="lg">
      {data !== undefined ? (
        <Text>Everything was given back.</Text>
      ) : refunds.isError ? (
        <Trouble error={refunds.error} again={() => void refunds.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Dialog>
  );
}

function RefundForm({ order, refunds, close }: SheetProps & { refunds: Refunds }) {
  const { api, money } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [typed] = useDebouncedValue(quantities, PAUSE_MS);
  const asked = useMemo(() => withinLeft(typed, refunds), [typed, refunds]);
  const [pays, setPays] = useState(order.payments.length > 0);
  const [method, setMethod] = useState(order.payments[0]?.method.id_str ?? null);
  const isCurrent = typed === quantities;
  const { body, price, total } = useRefundPrice(order, asked, refunds);
  // Another refund is another key; sending the same once more is not another one.
  const whole = useMemo(() => {
    if (body === undefined || total === undefined) return undefined;
    const payments = pays ? [{ method_id: method, amount: exactNumber(total) }] : [];
    return { body: { ...body, payments }, lines: chosenLines(order, asked), key: newKey() };
  }, [order, asked, body, total, pays, method]);
  const form = useApiForm({
    fields: ['payments[0].method_id'],
    send: async (sent: NonNullable<typeof whole>) => {
      try {
        return await api.post<Order>('orders', sent.body, { idempotencyKey: sent.key });
      } catch (error) {
        // The refund's state, read anew, gives the reason of the refusal.
        await client.invalidateQueries({ queryKey: ['orders'] });
        throw error;
      }
    },
    done: (refund) => {
      void client.invalidateQueries({ queryKey: ['orders'] });
      close();
      go(`/orders/${refund.id_str}`);
    },
    said: 'The refund is made.',
  });
  const lines = refundable(order).filter((line) => decimalOf(refundedOf(refunds, line).quantity_left) > 0n);
  const set = (line: OrderLine, value: number) =>
    setQuantities(new Map([...quantities, [line.number, value]]));
  const failure = price.error instanceof ApiFailure && body !== undefined ? price.error : undefined;
  const sent = chosenLines(order, asked);
  const words = { lines: sent, refunds, money: (amount: Amount) => money(amount, order.site_id) };
  const errorAt = (line: OrderLine) => failure && refusedLine(failure, line, words);
  const { error, variables } = form.mutation;
  const refused =
    error instanceof ApiFailure
      ? refundRefusal(error, { ...words, lines: variables?.lines ?? [] })
      : form.otherError;
  const other = failure !== undefined && !sent.some((line) => errorAt(line) !== undefined);
  const isReady = isCurrent && whole !== undefined && !price.isFetching && (!pays || method !== null);
  return (
    <Dialog title={`Refund order ${order.saleid}`} opened close={close} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) form.send(whole);
        }}
      >
        <Stack gap="md">
          <RefundAll lines={lines} refunds={refunds} choose={setQuantities} />
          <RefundLines
            lines={lines}
            order={order}
            refunds={refunds}
            quantities={quantities}
            set={set}
            errorAt={errorAt}
          />
          <MoneyBack
            pays={pays}
            setPays={setPays}
            method={method}
            setMethod={setMethod}
            error={form.errorOf('payments[0].method_id')}
          />
          {other && failure !== undefined && <Refused>{refundRefusal(failure, words)}</Refused>}
          {form.otherError !== undefined && <Refused>{refused}</Refused>}
          <Group justify="space-between" gap="sm">
            <Text fw={650} className="figures" role="status" data-testid="refund-total">
              {total === undefined || !isCurrent
                ? 'Given back: –'
                : `Given back: ${money(-decimalOf(total), order.site_id)}`}
            </Text>
            <Group gap="sm">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={form.busy} disabled={!isReady}>
                Refund
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What a refund would come to, as the service computes it. */
function useRefundPrice(order: Order, asked: Quantities, refunds: Refunds) {
  const { api } = useCompany();
  const body = useMemo(() => refundBody(order, asked), [order, asked]);
  const price = useQuery({
    queryKey: ['orders', api.company, order.id_str, 'refund', body, refunds.refunded],
    queryFn: () => api.post<Order>('orders/price', body),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const total = body === undefined || price.isError ? undefined : price.data?.total;
  return { body, price, total };
}

interface RefundAllProps {
  readonly lines: readonly OrderLine[];
  readonly refunds: Refunds;
  readonly choose: (quantities: Quantities) => void;
}

/** What there is to choose, and all of it at once. */
function RefundAll({ lines, refunds, choose }: RefundAllProps) {
  const everything = () =>
    choose(new Map(lines.map((line) => [line.number, Number(refundedOf(refunds, line).quantity_left)])));
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" flex={1} miw={200}>
        Choose what comes back. It is given back at what was paid for it.
      </Text>
      <Button size="xs" variant="default" onClick={everything}>
        Everything
      </Button>
    </Group>
  );
}

interface MoneyProps {
  readonly pays: boolean;
  readonly setPays: (pays: boolean) => void;
  readonly method: string | null;
  readonly setMethod: (method: string | null) => void;
  readonly error: string | undefined;
}

/** Whether the money goes back at once, and how. */
function MoneyBack({ pays, setPays, method, setMethod, error }: MoneyProps) {
  const methods = useAll<Entity & { name: string }>('payment_methods');
  return (
    <>
      <Checkbox
        label="Give the money back now"
        checked={pays}
        onChange={({ currentTarget }) => setPays(currentTarget.checked)}
      />
      {pays && (
        <Select
          label="By"
          data={choices(methods.data ?? [])}
          value={method}
          onChange={setMethod}
          allowDeselect={false}
          error={error}
        />
      )}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly OrderLine[];
  readonly order: Order;
  readonly refunds: Refunds;
  readonly quantities: Quantities;
  readonly set: (line: OrderLine, value: number) => void;
  readonly errorAt: (line: OrderLine) => string | undefined;
}

function RefundLines({ lines, order, refunds, quantities, set, errorAt }: LinesProps) {
  const { money } = useCompany();
  const leftOf = (line: OrderLine) => refundedOf(refunds, line).quantity_left;
  const nameOf = useModifierNames(lines);
  return (
    <Table className="figures" horizontalSpacing={0} aria-label="What comes back">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th ta="right" w={110}>
            Sold for
          </Table.Th>
          <Table.Th w={120} pl="md">
            Comes back
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.number}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm">{`${formatNumber(line.quantity)} × ${isolated(line.product.name)}`}</Text>
              {decimalOf(leftOf(line)) < decimalOf(line.quantity) && (
                <Text size="xs" c="dimmed">
                  {`${formatNumber(leftOf(line))} left to give back`}
                </Text>
              )}
              {line.modifiers.length > 0 && (
                <Text size="xs" c="dimmed">
                  {modifierWords(line, nameOf)}
                </Text>
              )}
              {errorAt(line) !== undefined && (
                <Text size="xs" c="red" role="alert">
                  {errorAt(line)}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="amount" ta="right">
              {money(decimalOf(line.line_total_ex_tax) + decimalOf(line.line_total_tax), order.site_id)}
            </Table.Td>
            <Table.Td pl="md">
              <NumberInput
                aria-label={`How many come back: ${line.product.name}`}
                value={quantities.get(line.number) ?? 0}
                onChange={(value) => set(line, Number(value) || 0)}
                min={0}
                max={Number(leftOf(line))}
                decimalScale={4}
                error={errorAt(line) !== undefined}
                size="sm"
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
