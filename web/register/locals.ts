// Orders that this register made and the service does not show yet: what is in them, to be shown and added to.
import type { Decimal } from '#src/kernel/money.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import type { Basket } from './basket.ts';
import type { Tender } from './body.ts';
import type { Menu } from './menu.ts';
import { quoteOf } from './quote.ts';
import type { QueueState } from './writes.ts';

/** An order as the register knows it by itself. */
export interface LocalOrder {
  /** The register's own name for it, by which its writes name it. */
  readonly name: string;
  readonly sale_number: string;
  readonly basket: Basket;
  readonly tenders: readonly Tender[];
  readonly status: OrderStatus;
  readonly made_at: number;
}

/** What a local order comes to, and what is due of it; undefined when it cannot be computed. */
export function amountsOf(local: LocalOrder, menu: Menu): { total: Decimal; due: Decimal } | undefined {
  const quoted = quoteOf(local.basket, menu, local.tenders, local.status);
  if (!quoted.ok) return undefined;
  const { priced, settlement } = quoted.quote.figures;
  return { total: priced.total, due: settlement.due };
}

/** Those that still wait: the service shows the others. */
export function waiting(locals: readonly LocalOrder[], { writes }: QueueState): LocalOrder[] {
  return locals.filter((local) =>
    writes.some((write) => write.order === local.name && write.kind === 'create'),
  );
}

/** The register's own number of a sale: made without asking anybody, and never the same twice. */
export function saleNumber(prefix: string, now: number, random: () => number): string {
  const tail = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `${prefix}${now.toString(36)}${tail}`.toUpperCase();
}
