import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Amount, ApiError, type OrderLine } from '#clients/typescript/index.ts';
import { type Decimal, ONE } from '#src/kernel/money.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { refundRefusal } from '../../shared/refund-words.ts';
import {
  chosenLines,
  leftOf,
  type Quantities,
  type Refunds,
  refundable,
  refundBody,
  withinLeft,
} from '../../shared/refunds.ts';
import { NumberField } from '../../shared/ui/number-field.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useAway } from '../away.ts';
import { useRegister } from '../context.tsx';
import { saleNumber } from '../locals.ts';
import type { Menu, MenuMethod } from '../menu.ts';
import type { RegisterOrder } from '../orders.ts';
import { useAsk } from '../pay/ask.tsx';
import { keepRefusal } from '../send-writes.ts';
import { momentNow, paidNow } from '../staff-session.ts';
import { type Attempt, refundText, sendRefund, unanswered, withOptions } from './send-refund.ts';
import type { RefundStore, WaitingRefund } from './waiting-refund.ts';

/** The refund under way, or the one whose outcome is unknown. */
interface PendingRefund extends WaitingRefund {
  readonly isBusy: boolean;
}

interface RefundRequest {
  readonly order: RegisterOrder;
  readonly store: RefundStore;
  readonly money: (amount: Amount) => string;
  readonly done: () => void;
}

/** Sends a refund, and says what came of it. */
function useRefundRequest({ order, store, money, done }: RefundRequest) {
  const { passbell, core, pay } = useRegister();
  const { waiting } = store;
  const ask = useAsk();
  const client = useQueryClient();
  const [sending, setSending] = useState<PendingRefund | undefined>(waiting && { ...waiting, isBusy: false });
  const [said, setSaid] = useState(waiting && unanswered());
  const send = async (attempt: Attempt, isAgain: boolean, amount: string) => {
    setSending({ attempt, amount, isBusy: true });
    setSaid(undefined);
    await store.keep({ attempt, amount });
    const outcome = await sendRefund(core.acting, attempt, isAgain, Date.now());
    if (outcome.kind === 'unsure') {
      setSending({ attempt, amount, isBusy: false });
      setSaid(outcome.sentence);
      return;
    }
    await store.forget();
    if (outcome.kind === 'refused') {
      // The service's own figures of what is left; without them the sentence says less.
      const refunds = await passbell
        .call('getOrderRefunds', { order_id: order.id_str })
        .catch(() => undefined);
      const sentence = refundRefusal(outcome.failure, { lines: attempt.lines, refunds, money });
      setSaid(sentence);
      core.refuse(t('Refund of {amount} for {sale}', { amount, sale: order.saleid }), sentence);
    }
    setSending(undefined);
    void client.invalidateQueries({ queryKey: ['orders'] });
    if (outcome.kind === 'refused') return;
    if (attempt.by !== undefined) {
      // It waits for its money: whatever comes of asking, the pay screen says how to go on.
      const asking = {
        order: outcome.order,
        method: attempt.by,
        amount: attempt.amount,
        kind: 'refund',
      } as const;
      const asked = await ask(asking).catch((error: unknown) => {
        keepRefusal(core, attempt.label, error);
      });
      done();
      pay({ kind: 'order', id: outcome.order, ...(asked === undefined ? {} : { asked }) });
      return;
    }
    toast(t('{amount} refunded', { amount }));
    done();
  };
  return { sending, said, send };
}

interface Props {
  readonly order: RegisterOrder;
  readonly refunds: Refunds;
  readonly menu: Menu;
  /** The first choice. */
  readonly first: Quantities;
  /** A refund of the sale that has no answer yet is gone on with. */
  readonly store: RefundStore;
  readonly done: () => void;
}

/** The lines of a sale that are given back, and how: those of which some quantity is left. */
export function Choose({ order, refunds, menu, first, store, done }: Props) {
  const { core, passbell, place, staffMember } = useRegister();
  const away = useAway();
  const [chosen, setChosen] = useState<Quantities>(first);
  const money = (amount: Amount) => formatMoney(amount, menu.site.currency);
  const { sending, said, send } = useRefundRequest({ order, store, money, done });
  const asked = useMemo(() => withOptions(order, withinLeft(chosen, refunds)), [order, chosen, refunds]);
  const lines = chosenLines(order, asked);
  const body = useMemo(() => refundBody(order, asked), [order, asked]);
  const priced = useQuery({
    queryKey: ['refund', order.id_str, JSON.stringify(body), refunds.refunded],
    queryFn: () => passbell.call('priceOrder', { body: body ?? {} }),
    enabled: body !== undefined && !away,
    retry: false,
  });
  const total = body === undefined || priced.data === undefined ? undefined : decimalOf(priced.data.total);
  const shown = total === undefined ? ' ' : formatMoney(-total, menu.site.currency);
  const give = (method: MenuMethod, amount: Decimal) => {
    const at = Date.now();
    if (body === undefined) return;
    const text = refundText(body, method, amount, {
      ...{ register: place.register, staff: staffMember.staff },
      sale_number: saleNumber(place.sale_prefix, at, Math.random),
      placed_at: momentNow(staffMember, at),
      paid_at: paidNow(staffMember, at),
    });
    const label = t('Refund of {sale}', { sale: order.saleid });
    // Its provider gives the money back: the refund waits for that.
    const by = method.takes_requests === true ? { by: method } : {};
    const attempt = { key: crypto.randomUUID(), body: text, label, lines, at, amount: -amount, ...by };
    core.approvals(['Refund']).then(
      (approvals) => void send({ ...attempt, approvals }, false, shown),
      (error: unknown) => keepRefusal(core, label, error),
    );
  };
  const isFixed = sending !== undefined;
  return (
    <section className="card register-pad" aria-label={t('Refund')}>
      <Title order={3} size="h5" mb="xs">
        {t('Refund lines')}
      </Title>
      <Lines order={order} refunds={refunds} chosen={chosen} choose={setChosen} isFixed={isFixed} />
      {priced.isError && !isFixed && body !== undefined && (
        <RefusalAlert my="sm">
          {priced.error instanceof ApiError
            ? refundRefusal(priced.error, { lines, refunds, money })
            : sentenceOf(priced.error)}
        </RefusalAlert>
      )}
      <RefusalAlert my="sm" title={isFixed ? t('Outcome unknown') : t('Not refunded')}>
        {said}
      </RefusalAlert>
      <Text className="due" role="status" aria-label={t('To refund')} my="sm">
        {sending?.amount ?? shown}
      </Text>
      {away && <Text mb="sm">{t('Refunds need a connection.')}</Text>}
      <Group gap="xs">
        {sending !== undefined && !sending.isBusy && (
          <Button size="lg" disabled={away} onClick={() => void send(sending.attempt, true, sending.amount)}>
            {t('Try again')}
          </Button>
        )}
        {(sending === undefined ? total !== undefined : sending.isBusy) &&
          menu.methods.map((method) => (
            <Button
              key={String(method.id)}
              size="lg"
              variant="default"
              disabled={away || priced.isError}
              loading={sending?.isBusy === true}
              onClick={() => total !== undefined && give(method, total)}
            >
              {method.name}
            </Button>
          ))}
        <Button size="lg" variant="subtle" disabled={sending?.isBusy === true} onClick={done}>
          {t('Back')}
        </Button>
      </Group>
    </section>
  );
}

interface LinesProps {
  readonly order: RegisterOrder;
  readonly refunds: Refunds;
  readonly chosen: Quantities;
  readonly choose: (chosen: Quantities) => void;
  /** A refund is under way: its lines cannot be changed. */
  readonly isFixed: boolean;
}

function Lines({ order, refunds, chosen, choose, isFixed }: LinesProps) {
  const own = refundable(order).filter((line) => !line.part_of_option_set);
  const set = ({ number }: OrderLine, quantity: Decimal) => choose(new Map([...chosen, [number, quantity]]));
  const drop = (line: OrderLine) => choose(new Map([...chosen].filter(([number]) => number !== line.number)));
  return own.map((line) => {
    const left = leftOf(refunds, line);
    const wanted = chosen.get(line.number) ?? 0n;
    if (left === 0n) return null;
    return (
      <Group key={line.number} mih={52} wrap="nowrap">
        <Checkbox
          size="md"
          flex={1}
          label={<bdi>{lineName(line)}</bdi>}
          checked={chosen.has(line.number)}
          disabled={isFixed}
          onChange={({ currentTarget }) => (currentTarget.checked ? set(line, left) : drop(line))}
        />
        {left !== ONE && chosen.has(line.number) && (
          <NumberField
            aria-label={t('Quantity of {product}', { product: lineName(line) })}
            w={110}
            size="md"
            min={0n}
            max={left}
            disabled={isFixed}
            value={wanted < left ? wanted : left}
            change={(value) => set(line, value ?? 0n)}
            empty={0n}
          />
        )}
      </Group>
    );
  });
}
