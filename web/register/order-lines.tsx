import type { ReactNode } from 'react';
import type { Order, OrderLine, OrderOptionSet } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import type { Instruction } from '#src/orders/types.ts';
import { discountsOf } from '../shared/discount.ts';
import { decimalOf, formatMoney, formatQuantity, inLine } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { optionText } from './line-text.ts';
import type { Menu } from './menu.ts';

/** The instructions of an order's options: `Extra`, by line number. */
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
  /** The end of a line that is no option's. */
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
            {!line.part_of_option_set && Number(line.quantity) !== 1 && `${formatQuantity(line.quantity)} × `}
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
    ...discountsOf(line, (amount) => formatMoney(amount, currency)),
    ...(line.notes === null || line.notes === '' ? [] : [`“${isolated(line.notes)}”`]),
  ];
  return parts.length === 0 ? null : <span className="basket-detail">{inLine(parts)}</span>;
}
