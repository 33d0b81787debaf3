// Orders made on this device that the service does not show yet, with their lines, to be shown and added to.
import type { Decimal } from '#src/kernel/money.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import type { Basket } from './basket.ts';
import type { Tender } from './body.ts';
import type { Menu } from './menu.ts';
import { quoteOf } from './quote.ts';
import type { Write } from './writes.ts';

/** An order as this device knows it by itself. */
export interface LocalOrder {
  /** The device's own name for the order, used by its writes. */
  readonly name: string;
  readonly sale_number: string;
  readonly basket: Basket;
  readonly tenders: readonly Tender[];
  readonly status: OrderStatus;
  readonly made_at: number;
}

/** A local order's total and amount due; undefined when it cannot be computed. */
export function amountsOf(local: LocalOrder, menu: Menu): { total: Decimal; due: Decimal } | undefined {
  const quoted = quoteOf(local.basket, menu, local.tenders, local.status);
  if (!quoted.ok) return undefined;
  const { priced, settlement } = quoted.quote.figures;
  return { total: priced.total, due: settlement.due };
}

/** Those whose creation is pending: the service shows the others. */
export function waiting(locals: readonly LocalOrder[], pending: readonly Write[]): LocalOrder[] {
  return locals.filter((local) =>
    pending.some((write) => write.subject === local.name && write.kind === 'create'),
  );
}

/** A sale number of this device's own: made without asking the service, and never the same twice. */
export function saleNumber(prefix: string, now: number, random: () => number): string {
  const tail = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `${prefix}${now.toString(36)}${tail}`.toUpperCase();
}
