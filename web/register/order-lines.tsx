import type { ReactNode } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { decimalOf, formatMoney, formatNumber, inLine } from '../shared/format.ts';
import type { ChosenOption, ChosenSet, Order, OrderLine } from '../shared/records.ts';
import type { Menu } from './menu.ts';

/** What the options of an order say of their lines: `Extra`, by line number. */
function instructionsOf(sets: readonly ChosenSet[], into = new Map<number, string>()): Map<number, string> {
  for (const set of sets) {
    for (const option of set.options as readonly ChosenOption[]) {
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
    <ul className={actions === undefined ? 'order-lines plain' : 'order-lines'} aria-label="Lines">
      {order.lines.map((line) => (
        <li key={line.line_id ?? line.number} className={line.part_of_option_set ? 'of-option' : undefined}>
          <span>
            {!line.part_of_option_set && Number(line.quantity) !== 1 && `${formatNumber(line.quantity)} × `}
            {instructions.has(line.number) && `${instructions.get(line.number)} `}
            <bdi>{line.product.name}</bdi>
            <Details line={line} menu={menu} />
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

function Details({ line, menu }: { line: OrderLine; menu: Menu | undefined }) {
  const parts = [
    ...line.modifiers.map((id) => {
      const without = id.startsWith('-');
      const name = menu?.products.get(BigInt(id.replace('-', '')))?.name ?? id;
      return without ? `without ${isolated(name)}` : name;
    }),
    ...(line.course_ordinal === null || line.part_of_option_set
      ? []
      : [`Course ${line.course_ordinal}${line.course_status === 'called' ? ', called' : ''}`]),
    ...(line.notes === null || line.notes === '' ? [] : [`“${isolated(line.notes)}”`]),
  ];
  return parts.length === 0 ? null : <span className="basket-detail">{inLine(parts)}</span>;
}
