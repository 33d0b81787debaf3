import { Alert, Button, Checkbox, Group, NumberInput, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Decimal } from '#src/kernel/money.ts';
import { decimalOf, formatMoment, formatMoney } from '../../shared/format.ts';
import type { Order, OrderLine } from '../../shared/records.ts';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { writeJson } from '../body.ts';
import { useTill, useTillState } from '../context.tsx';
import { saleNumber } from '../locals.ts';
import type { MenuMethod } from '../menu.ts';
import { OrderLines } from '../order-lines.tsx';
import { type TillOrder, useOrder } from '../orders.ts';
import { PdfButton, PrintButton } from '../pay/receipt.tsx';

/** A past sale: its lines, its receipt, and what of it is given back. */
export function Refund({ id }: { id: string }) {
  const shown = useOrder(id);
  if (shown.data !== undefined) return <Sale key={id} order={shown.data} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Sale({ order }: { order: TillOrder }) {
  const { menu } = useTillState();
  const [refunding, setRefunding] = useState(false);
  const currency = menu?.site.currency ?? 'USD';
  return (
    <>
      <Link href="/past" className="back-link">
        All sales
      </Link>
      <Title order={2} size="h4">
        {order.is_refund ? 'Refund' : 'Sale'} {order.saleid}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {formatMoment(order.placed_at, menu?.site.timezone ?? 'UTC')}
      </Text>
      <OrderLines order={order} menu={menu} currency={currency} />
      <dl className="sums" aria-label="Totals">
        <dt>Tax included</dt>
        <dd>{formatMoney(order.total_tax, currency)}</dd>
        <dt>Total</dt>
        <dd className="sum-total">{formatMoney(order.total, currency)}</dd>
        {order.payments.map((payment) => (
          <Payment
            key={payment.number}
            name={payment.method.name}
            amount={formatMoney(payment.amount, currency)}
          />
        ))}
      </dl>
      <Group mb="md">
        <PdfButton order={order.id_str} />
        <PrintButton order={order.id_str} />
        {!order.is_refund && !refunding && (
          <Button size="lg" variant="default" className="danger" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )}
      </Group>
      {refunding && <Choose order={order} done={() => setRefunding(false)} />}
    </>
  );
}

function Payment({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </>
  );
}

/** The lines that are given back, as the service takes them; their price is their share of what was paid. */
function returned(order: Order, chosen: ReadonlyMap<number, number>) {
  const lines: { product_id: string; quantity: number }[] = [];
  let own: OrderLine | undefined;
  for (const line of order.lines) {
    if (!line.part_of_option_set) own = line;
    const quantity = own === undefined ? undefined : chosen.get(own.number);
    // The options of a line come back with it.
    if (quantity !== undefined) lines.push({ product_id: line.product_id, quantity: -quantity });
  }
  return lines;
}

function Choose({ order, done }: { order: TillOrder; done: () => void }) {
  const { api, core, place, operator } = useTill();
  const { menu } = useTillState();
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map());
  const own = order.lines.filter((line) => !line.part_of_option_set && Number(line.quantity) > 0);
  const lines = useMemo(() => returned(order, chosen), [order, chosen]);
  const body = {
    site_id: order.site_id,
    original_order_id_str: order.id_str,
    lines,
  };
  const priced = useQuery({
    queryKey: ['refund', order.id_str, JSON.stringify(lines)],
    queryFn: () => api.post<Order>('orders/price', body),
    enabled: lines.length > 0,
    retry: false,
  });
  if (menu === undefined) return null;
  const total = priced.data === undefined ? undefined : decimalOf(priced.data.total);
  const money = (amount: Decimal) => formatMoney(amount, menu.site.currency);
  const give = async (method: MenuMethod, amount: Decimal) => {
    const now = Date.now();
    const sale_number = saleNumber(place.sale_prefix, now, Math.random);
    const text = writeJson({
      ...body,
      register_id: place.register,
      staff_member_id: operator.staff,
      sale_number,
      placed_at: new Date(now).toISOString(),
      payments: [{ method_id: method.id, amount }],
    });
    await core.send([
      { order: `local-${sale_number}`, kind: 'create', label: `Refund of ${order.saleid}`, body: text },
    ]);
    toast(`${money(-amount)} given back`);
    done();
  };
  const set = (line: OrderLine, quantity: number) => {
    const next = new Map(chosen);
    if (quantity > 0) next.set(line.number, Math.min(quantity, Number(line.quantity)));
    else next.delete(line.number);
    setChosen(next);
  };
  return (
    <section className="card till-pad" aria-label="Refund">
      <Title order={3} size="h5" mb="xs">
        What is given back?
      </Title>
      {own.map((line) => (
        <Group key={line.number} mih={52} wrap="nowrap">
          <Checkbox
            size="md"
            flex={1}
            label={line.product.name}
            checked={chosen.has(line.number)}
            onChange={({ currentTarget }) => set(line, currentTarget.checked ? Number(line.quantity) : 0)}
          />
          {Number(line.quantity) !== 1 && chosen.has(line.number) && (
            <NumberInput
              hideControls
              aria-label={`How many ${line.product.name}`}
              w={110}
              size="md"
              min={1}
              max={Number(line.quantity)}
              decimalScale={4}
              value={chosen.get(line.number) ?? 0}
              onChange={(value) => set(line, Number(value))}
            />
          )}
        </Group>
      ))}
      {priced.isError && (
        <Alert color="red" my="sm" role="alert">
          {sentenceOf(priced.error)}
        </Alert>
      )}
      <Text className="due" role="status" aria-label="To give back" my="sm">
        {total === undefined ? ' ' : money(-total)}
      </Text>
      <Group gap="xs">
        {total !== undefined &&
          menu.methods.map((method) => (
            <Button
              key={String(method.id)}
              size="lg"
              variant="default"
              disabled={lines.length === 0}
              onClick={() => void give(method, total)}
            >
              By {method.name}
            </Button>
          ))}
        <Button size="lg" variant="subtle" onClick={done}>
          Back
        </Button>
      </Group>
    </section>
  );
}
