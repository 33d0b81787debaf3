// Splitting the bill: some lines, each seat, or equal shares. Each bill is an order of its own, paid by itself.

import { ActionIcon, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OrderLine, SplitOrder } from '#clients/typescript/index.ts';
import { type Decimal, formatDecimal, ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatMoney, formatQuantity } from '../../shared/format.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { lockedBy } from '../locks.ts';
import { numberOf } from '../open/title.ts';
import { lineTotal } from '../order-lines.tsx';
import type { RegisterOrder } from '../orders.ts';
import { sendWrites } from '../send-writes.ts';
import { useRegrouping } from './regrouping.ts';

/** Most equal shares at a time. */
const MAX_SHARES = 20;

type Way = SplitOrder['by'];

interface WayProps {
  readonly order: RegisterOrder;
  readonly currency: string;
  readonly busy: boolean;
  readonly split: (body: SplitOrder) => void;
}

/** Asks how an order is to be divided. */
export function SplitDialog({ order, close }: { order: RegisterOrder; close: () => void }) {
  const { core } = useRegister();
  const { menu } = useRegisterState();
  const [by, setBy] = useState<Way>('lines');
  const { busy, trouble, run } = useRegrouping(close);
  const split = (body: SplitOrder) =>
    void run([order.id_str], JSON.stringify(body), async (options) => {
      const { orders } = await core.acting.call('splitOrder', { order_id: order.id_str, body }, options);
      return t('{count, plural, one {# bill} other {# bills}} made of {order}', {
        ...{ count: orders.length + 1, order: numberOf(order) },
      });
    });
  const props = { order, currency: menu?.site.currency ?? 'USD', busy, split };
  const title = t('Split {order}', { order: numberOf(order) });
  if (order.payments.length > 0) {
    return (
      <Dialog onClose={close} title={title} size="lg">
        <Paid order={order} close={close} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={close} title={title} size="lg">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('Split by')}
          fullWidth
          size="md"
          value={by}
          onChange={setBy}
          data={[
            { value: 'lines' as const, label: t('Items') },
            { value: 'seats' as const, label: t('Seats') },
            { value: 'share' as const, label: t('Equally') },
          ]}
        />
        <RefusalAlert>{trouble}</RefusalAlert>
        {by === 'lines' && <ByLines {...props} />}
        {by === 'seats' && <BySeats {...props} />}
        {by === 'share' && <ByShare {...props} />}
      </Stack>
    </Dialog>
  );
}

/** Money is not cut along with lines: the rest is paid in parts instead. */
function Paid({ order, close }: { order: RegisterOrder; close: () => void }) {
  const { pay } = useRegister();
  const lockOf = useLocks();
  return (
    <Stack gap="md">
      <Text>
        {t('Money was taken for this order already, so it stays one bill. What is due can be paid in parts.')}
      </Text>
      <Button
        size="lg"
        fullWidth
        {...lockOf('FinishSale')}
        disabled={lockedBy(order.lock, 'PAYMENTS') !== undefined}
        onClick={() => {
          close();
          pay({ kind: 'order', id: order.id_str });
        }}
      >
        {t('Pay in parts')}
      </Button>
    </Stack>
  );
}

const ownLines = ({ lines }: RegisterOrder) => lines.filter((line) => !line.part_of_option_set);

/** The amount of a line with its options, which stand behind it. */
function totalOf(order: RegisterOrder, line: OrderLine): bigint {
  let total = lineTotal(line);
  for (const each of order.lines.slice(line.number)) {
    if (!each.part_of_option_set) break;
    total += lineTotal(each);
  }
  return total;
}

/** A row for each line, which can be pressed. */
function Rows({
  ...props
}: Pick<WayProps, 'order' | 'currency'> & {
  readonly isChosen: (line: OrderLine) => boolean;
  readonly press: (line: OrderLine) => void;
  readonly detail: (line: OrderLine) => string | undefined;
  readonly end?: (line: OrderLine) => ReactNode;
}) {
  const { order, currency, isChosen, press, detail, end } = props;
  return (
    <ul className="choices plain-list" aria-label={t('Lines')}>
      {ownLines(order).map((line) => (
        <li key={line.line_id ?? line.number} className="choice-row">
          <button type="button" className="choice" aria-pressed={isChosen(line)} onClick={() => press(line)}>
            <span>
              {decimalOf(line.quantity) !== ONE && `${formatQuantity(decimalOf(line.quantity))} × `}
              <bdi>{lineName(line)}</bdi>
              {detail(line) !== undefined && <span className="basket-detail">{detail(line)}</span>}
            </span>
            <span className="figures">{formatMoney(totalOf(order, line), currency)}</span>
          </button>
          {end?.(line)}
        </li>
      ))}
    </ul>
  );
}

/** Lines, or some of a line, go to a new bill. */
function ByLines({ order, currency, busy, split }: WayProps) {
  const [taken, setTaken] = useState<ReadonlyMap<number, Decimal>>(new Map());
  const all = (line: OrderLine) => decimalOf(line.quantity);
  const of = (line: OrderLine) => taken.get(line.number) ?? 0n;
  const take = (line: OrderLine, quantity: Decimal) =>
    setTaken((before) => new Map(before).set(line.number, quantity));
  const some = ownLines(order).filter((line) => of(line) > 0n);
  const isEverything = ownLines(order).every((line) => of(line) === all(line));
  return (
    <>
      <Text c="dimmed">{t('Choose what goes to a new bill. The rest stays.')}</Text>
      <Rows
        order={order}
        currency={currency}
        isChosen={(line) => of(line) > 0n}
        press={(line) => take(line, of(line) > 0n ? 0n : all(line))}
        detail={(line) =>
          of(line) > 0n && of(line) !== all(line)
            ? t('{quantity} of {all}', { quantity: formatQuantity(of(line)), all: formatQuantity(all(line)) })
            : undefined
        }
        end={(line) =>
          all(line) > ONE && (
            <Steps
              name={lineName(line)}
              value={of(line)}
              least={0n}
              most={all(line)}
              change={(quantity) => take(line, quantity)}
            />
          )
        }
      />
      <div className="dialog-foot">
        <Button
          size="lg"
          fullWidth
          loading={busy}
          disabled={some.length === 0 || isEverything}
          onClick={() =>
            split({
              by: 'lines',
              parts: [
                {
                  lines: some.map((line) => ({
                    number: line.number,
                    quantity: exactNumber(formatDecimal(of(line))),
                  })),
                },
              ],
            })
          }
        >
          {t('{count, plural, =0 {New bill} one {New bill with # line} other {New bill with # lines}}', {
            count: some.length,
          })}
        </Button>
      </div>
    </>
  );
}

interface StepsProps {
  readonly name: string;
  readonly value: Decimal;
  readonly least: Decimal;
  readonly most: Decimal;
  readonly change: (value: Decimal) => void;
}

/** One more, one less, within bounds. */
function Steps({ name, value, least, most, change }: StepsProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('One less: {product}', { product: name })}
        disabled={value <= least}
        onClick={() => change(value - ONE > least ? value - ONE : least)}
      >
        <Minus aria-hidden size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('One more: {product}', { product: name })}
        disabled={value >= most}
        onClick={() => change(value + ONE < most ? value + ONE : most)}
      >
        <Plus aria-hidden size={18} />
      </ActionIcon>
    </Group>
  );
}

/** A bill for each seat. Lines are put to a seat by touching them. */
function BySeats({ order, currency, busy, split }: WayProps) {
  const { core } = useRegister();
  const [seats, setSeats] = useState<ReadonlyMap<string, number>>(new Map());
  const seatOf = (line: OrderLine) => seats.get(line.line_id) ?? line.seat;
  const used = new Set(ownLines(order).flatMap((line) => seatOf(line) ?? []));
  const [least] = useState(() => Math.max(2, order.guests ?? 0, ...used));
  const count = Math.min(100, Math.max(least, ...used) + (used.size === 0 ? 0 : 1));
  const [seat, setSeat] = useState(1);
  const put = (line: OrderLine) => {
    setSeats((before) => new Map(before).set(line.line_id, seat));
    const label = t('{product} for seat {seat}', { product: isolated(lineName(line)), seat: String(seat) });
    const body = JSON.stringify({ seat });
    sendWrites(core, [{ subject: order.id_str, kind: 'line', line: line.line_id, body, label }]);
  };
  const hasRest = ownLines(order).some((line) => seatOf(line) === null);
  return (
    <>
      <Text c="dimmed">
        {t('Choose a seat, then touch what it is for. What has no seat stays on this bill.')}
      </Text>
      <Group gap="xs" role="group" aria-label={t('Seats')}>
        {Array.from({ length: count }, (_, at) => at + 1).map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={seat === each}
            onClick={() => setSeat(each)}
          >
            {t('Seat {seat}', { seat: String(each) })}
          </button>
        ))}
      </Group>
      <Rows
        order={order}
        currency={currency}
        isChosen={(line) => seatOf(line) === seat}
        press={put}
        detail={(line) => {
          const own = seatOf(line);
          return own === null ? undefined : t('Seat {seat}', { seat: String(own) });
        }}
      />
      <div className="dialog-foot">
        <Button
          size="lg"
          fullWidth
          loading={busy}
          disabled={used.size < (hasRest ? 1 : 2)}
          onClick={() => split({ by: 'seats' })}
        >
          {t('A bill for each seat')}
        </Button>
      </div>
    </>
  );
}

/** Everything in equal shares. */
function ByShare({ order, currency, busy, split }: WayProps) {
  const [count, setCount] = useState(() => Math.min(MAX_SHARES, Math.max(2, order.guests ?? 2)));
  const each = (decimalOf(order.total) + decimalOf(order.tip_service_amount)) / BigInt(count);
  return (
    <>
      <Group justify="center" gap="md" role="group" aria-label={t('Shares')}>
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('Fewer')}
          disabled={count <= 2}
          onClick={() => setCount(count - 1)}
        >
          <Minus aria-hidden />
        </ActionIcon>
        <Text fz="xl" fw={650} className="figures" role="status">
          {t('{count} bills of {amount}', { count: String(count), amount: formatMoney(each, currency) })}
        </Text>
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('More')}
          disabled={count >= MAX_SHARES}
          onClick={() => setCount(count + 1)}
        >
          <Plus aria-hidden />
        </ActionIcon>
      </Group>
      <Text c="dimmed" ta="center">
        {t('Every line is divided. Odd cents go to the first bills.')}
      </Text>
      <div className="dialog-foot">
        <Button size="lg" fullWidth loading={busy} onClick={() => split({ by: 'share', count })}>
          {t('Split equally')}
        </Button>
      </div>
    </>
  );
}
