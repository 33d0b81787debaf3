// Giving back: which lines and how many of them, what that comes to, and how the money goes back.

import { Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { type Amount, ApiError, type Id, type Order, type OrderLine } from '#clients/typescript/index.ts';
import type { Decimal } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatNumber, formatQuantity } from '../../shared/format.ts';
import { refundRefusal, refusedLine } from '../../shared/refund-words.ts';
import {
  chosenLines,
  exactNumber,
  leftOf,
  type Quantities,
  type RefundBody,
  type Refunds,
  refundable,
  refundBody,
  withinLeft,
} from '../../shared/refunds.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { NumberField } from '../../shared/ui/number-field.tsx';
import { RefusalAlert, Wrong } from '../../shared/ui/refusal.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useOnce } from '../once.ts';
import { choices } from '../parts.tsx';
import { useRead } from '../read.ts';
import { modifierWords, useModifierNames, useRefunds } from './names.ts';

/** How long after the last keystroke the price is asked for, in ms. */
const PAUSE_MS = 250;
/** Payment methods that are offered. */
const MAX_METHODS = 1_000;

interface SheetProps {
  readonly order: Order;
  readonly close: () => void;
}

/** Refunds what is left of an order. */
export function RefundSheet({ order, close }: SheetProps) {
  const refunds = useRefunds(order);
  const { data } = refunds;
  const isLeft = data?.lines.some((line) => decimalOf(line.quantity_left) > 0n) === true;
  return (
    <Dialog title={t('Refund order {saleid}', { saleid: order.saleid })} opened close={close} size="lg">
      {data !== undefined ? (
        isLeft ? (
          <RefundForm order={order} refunds={data} close={close} />
        ) : (
          <Text>{t('Everything has been refunded.')}</Text>
        )
      ) : refunds.isError ? (
        <Trouble error={refunds.error} again={() => void refunds.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Dialog>
  );
}

/** A refund as it is sent. */
interface Attempt {
  readonly body: RefundBody;
  readonly lines: readonly OrderLine[];
}

/** Sends a refund, and leads to it. */
function useRefund(close: () => void) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const [, go] = useLocation();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ body }: Attempt) =>
      once(['createOrder', body], (idempotencyKey) =>
        passbell.call('createOrder', { body }, { idempotencyKey }),
      ),
    onSuccess: ({ id_str }) => {
      toast(t('Refund made.'));
      close();
      go(`/orders/${id_str}`);
    },
    // After a refusal, too: the refund's state, read anew, gives its reason.
    onSettled: () => client.invalidateQueries({ queryKey: ['orders'] }),
  });
}

function RefundForm({ order, refunds, close }: SheetProps & { refunds: Refunds }) {
  const { money } = useCompany();
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [typed] = useDebouncedValue(quantities, PAUSE_MS);
  const asked = useMemo(() => withinLeft(typed, refunds), [typed, refunds]);
  const [pays, setPays] = useState(order.payments.length > 0);
  const [method, setMethod] = useState<Id | null>(order.payments[0]?.method.id_str ?? null);
  const isCurrent = typed === quantities;
  const { body, price, total } = useRefundPrice(order, asked, refunds);
  const refund = useRefund(close);
  const attempt = useMemo((): Attempt | undefined => {
    if (body === undefined || total === undefined || (pays && method === null)) return undefined;
    const payments = pays && method !== null ? [{ method_id: method, amount: exactNumber(total) }] : [];
    return { body: { ...body, payments }, lines: chosenLines(order, asked) };
  }, [order, asked, body, total, pays, method]);
  const lines = refundable(order).filter((line) => leftOf(refunds, line) > 0n);
  const failure = price.error instanceof ApiError && body !== undefined ? price.error : undefined;
  const sent = chosenLines(order, asked);
  const words = { lines: sent, refunds, money: (amount: Amount) => money(amount, order.site_id) };
  const errorAt = (line: OrderLine) => failure && refusedLine(failure, line, words);
  const { error, variables } = refund;
  const atMethod = error instanceof ApiError ? error.of('payments[0].method_id') : undefined;
  const refusal =
    error instanceof ApiError
      ? refundRefusal(error, { ...words, lines: variables?.lines ?? [] })
      : failure !== undefined && !sent.some((line) => errorAt(line) !== undefined)
        ? refundRefusal(failure, words)
        : error === null
          ? undefined
          : sentenceOf(error);
  const isReady = isCurrent && attempt !== undefined && !price.isFetching;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !refund.isPending) refund.mutate(attempt);
      }}
    >
      <Stack gap="md">
        <RefundAll lines={lines} refunds={refunds} choose={setQuantities} />
        <RefundLines
          lines={lines}
          order={order}
          refunds={refunds}
          quantities={quantities}
          set={(line, value) => setQuantities(new Map([...quantities, [line.number, value]]))}
          errorAt={errorAt}
        />
        <MoneyBack pays={pays} setPays={setPays} method={method} setMethod={setMethod} error={atMethod} />
        {refusal !== undefined && <RefusalAlert>{refusal}</RefusalAlert>}
        <Group justify="space-between" gap="sm">
          <Text fw={650} className="figures" role="status" data-testid="refund-total">
            {t('Refund total: {amount}', {
              amount: total === undefined || !isCurrent ? '–' : money(-decimalOf(total), order.site_id),
            })}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={refund.isPending} disabled={!isReady}>
              {t('Refund')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** The sums of a refund, as the service computes them. */
function useRefundPrice(order: Order, asked: Quantities, refunds: Refunds) {
  const { passbell } = useCompany();
  const body = useMemo(() => refundBody(order, asked), [order, asked]);
  const price = useQuery({
    queryKey: ['orders', order.id_str, 'refund', body, refunds.refunded],
    queryFn: ({ signal }) => passbell.call('priceOrder', { body: body ?? {} }, { signal }),
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

/** The lines to choose from, and all of them at once. */
function RefundAll({ lines, refunds, choose }: RefundAllProps) {
  const everything = () => choose(new Map(lines.map((line) => [line.number, leftOf(refunds, line)])));
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" flex={1} miw={200}>
        {t('Choose what to refund. Items are refunded at the price paid.')}
      </Text>
      <Button size="xs" variant="default" onClick={everything}>
        {t('Refund all')}
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
  const methods = useRead('payment_methods', 'listPaymentMethods', { limit: MAX_METHODS });
  return (
    <>
      <Checkbox
        label={t('Pay the money back now')}
        checked={pays}
        onChange={({ currentTarget }) => setPays(currentTarget.checked)}
      />
      {pays && (
        <ChoiceField
          label={t('Payment method')}
          data={choices(methods.data ?? [])}
          value={method}
          onChange={setMethod}
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
  readonly set: (line: OrderLine, value: Decimal) => void;
  readonly errorAt: (line: OrderLine) => string | undefined;
}

function RefundLines({ lines, order, refunds, quantities, set, errorAt }: LinesProps) {
  const { money } = useCompany();
  const nameOf = useModifierNames(lines);
  return (
    <Table className="figures" horizontalSpacing={0} aria-label={t('Items to refund')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Product')}</Table.Th>
          <Table.Th ta="end" w={110}>
            {t('Sold for')}
          </Table.Th>
          <Table.Th w={120} ps="md">
            {t('Refund')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.number}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm">{`${formatQuantity(line.quantity)} × ${isolated(lineName(line))}`}</Text>
              {leftOf(refunds, line) < decimalOf(line.quantity) && (
                <Hint size="xs">
                  {t('{quantity} left to refund', { quantity: formatNumber(leftOf(refunds, line)) })}
                </Hint>
              )}
              {line.modifiers.length > 0 && <Hint size="xs">{modifierWords(line, nameOf)}</Hint>}
              {errorAt(line) !== undefined && <Wrong size="xs">{errorAt(line)}</Wrong>}
            </Table.Td>
            <Table.Td className="amount" ta="end">
              {money(decimalOf(line.line_total_ex_tax) + decimalOf(line.line_total_tax), order.site_id)}
            </Table.Td>
            <Table.Td ps="md">
              <NumberField
                aria-label={t('Quantity to refund: {name}', { name: lineName(line) })}
                value={quantities.get(line.number) ?? 0n}
                change={(value) => set(line, value ?? 0n)}
                empty={0n}
                min={0n}
                max={leftOf(refunds, line)}
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
