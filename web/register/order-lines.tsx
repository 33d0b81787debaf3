import type { ReactNode } from 'react';
import type { Order, OrderLine, OrderOptionSet } from '#clients/typescript/index.ts';
import { ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import type { Instruction } from '#src/orders/types.ts';
import { decimalOf, formatMoney, formatNumber, inLine } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import type { Discount } from './basket.ts';
import { discountText, optionText } from './line-text.ts';
import type { Menu } from './menu.ts';

/** What the options of an order say of their lines: `Extra`, by line number. */
function instructionsOf(
  sets: readonly Pick<OrderOptionSet, 'options'>[],
  into = new Map<number, Instruction>(),
): Map<number, Instruction> {
  for (const set of sets) {
    for (const option of set.options) {
      if (option.instructions !== null) into.set(option.line_number, option.instructions);
      instructionsOf(option.option_sets, into);
    }
  }
  return into;
}

/** A line's total with tax. */
export function lineTotal(line: OrderLine): bigint {
  return decimalOf(line.line_total_ex_tax) + decimalOf(line.line_total_tax);
}

interface Props {
  readonly order: Order;
  readonly menu: Menu | undefined;
  readonly currency: string;
  /** What stands at the end of a line that is no option's. */
  readonly actions?: (line: OrderLine) => ReactNode;
  /** Text below each line that is no option. */
  readonly note?: (line: OrderLine) => string | undefined;
}

/** The lines of an order, options below what they belong to. */
export function OrderLines({ order, menu, currency, actions, note }: Props) {
  const instructions = instructionsOf(order.options);
  return (
    <ul className={actions === undefined ? 'order-lines plain' : 'order-lines'} aria-label={t('Lines')}>
      {order.lines.map((line) => (
        <li key={line.line_id ?? line.number} className={line.part_of_option_set ? 'of-option' : undefined}>
          <span>
            {!line.part_of_option_set && Number(line.quantity) !== 1 && `${formatNumber(line.quantity)} × `}
            <bdi>{optionText(lineName(line), instructions.get(line.number) ?? null)}</bdi>
            <Details line={line} menu={menu} currency={currency} />
            {!line.part_of_option_set && note?.(line) !== undefined && (
              <span className="line-given">{note(line)}</span>
            )}
          </span>
          <span className="line-end">
            {lineTotal(line) === 0n && line.part_of_option_set ? '' : formatMoney(lineTotal(line), currency)}
            {!line.part_of_option_set && actions?.(line)}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Varied = Pick<
  OrderLine,
  'price_variation' | 'price_fixed_variation' | 'discount_id' | 'discount_name' | 'discount_reason'
>;

/** The discount of a line or an order; null for none. */
export function discountOf(one: Varied): Discount | null {
  const { discount_id: id, discount_name: name, discount_reason: reason } = one;
  const coefficient = decimalOf(one.price_variation);
  const amount = decimalOf(one.price_fixed_variation);
  const given = id == null ? {} : { given: { id: BigInt(id), name: name ?? '', reason: reason ?? null } };
  if (coefficient !== ONE) return { kind: 'percent', coefficient, ...given };
  return amount === 0n ? null : { kind: 'fixed', amount, ...given };
}

/** The discounts of a line or an order, in words: each of them where orders with different ones were merged. */
export function discountsOf(one: Varied & Pick<Partial<Order>, 'discounts'>, currency: string): string[] {
  const { discounts, ...whole } = one;
  const all = discounts?.map((each) => ({ ...each, price_variation: 1 })) ?? [whole];
  return all.flatMap((each) => {
    const discount = discountOf(each);
    return discount === null ? [] : [discountText(discount, (amount) => formatMoney(amount, currency))];
  });
}

function Details({ line, menu, currency }: { line: OrderLine; menu: Menu | undefined; currency: string }) {
  const parts = [
    ...line.modifiers.map((id) => {
      const without = id.startsWith('-');
      const name = menu?.products.get(BigInt(id.replace('-', '')))?.name ?? id;
      return without ? t('Without {modifier}', { modifier: isolated(name) }) : name;
    }),
    ...(line.course_ordinal === null || line.part_of_option_set
      ? []
      : [
          line.course_status === 'called'
            ? t('Course {course}, called', { course: String(line.course_ordinal) })
            : t('Course {course}', { course: String(line.course_ordinal) }),
        ]),
    ...(line.seat === null || line.part_of_option_set ? [] : [t('Seat {seat}', { seat: String(line.seat) })]),
    ...discountsOf(line, currency),
    ...(line.notes === null || line.notes === '' ? [] : [`“${isolated(line.notes)}”`]),
  ];
  return parts.length === 0 ? null : <span className="basket-detail">{inLine(parts)}</span>;
}
