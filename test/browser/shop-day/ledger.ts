// The model of the day: what every step of it has to leave behind, added up apart from the service.

import { type Line, linesOf, ONE_ITEM, type Sale, sum, written } from './money.ts';

/** Money that was taken, or given back. In cents. */
export interface Paid {
  readonly method: string;
  readonly amount: bigint;
  readonly tip?: bigint;
  readonly surcharge?: bigint;
}

/** A completed order. */
export interface Bill {
  /** Whose drawer it belongs to; null for an order of no register. */
  readonly till: string | null;
  readonly lines: readonly Line[];
  readonly paid: readonly Paid[];
  readonly isRefund?: boolean;
  /** A share of an order that was divided: how its cents of tax are divided is nobody's promise, their sum is. */
  readonly isShare?: boolean;
}

/** A drawer from its float to its count. */
export interface Drawer {
  readonly float: bigint;
  in: bigint;
  out: bigint;
  noSales: number;
}

export const totalOf = ({ lines }: Pick<Bill, 'lines'>) => sum(lines.map(({ total }) => total));
export const taxOf = ({ lines }: Pick<Bill, 'lines'>) =>
  sum(lines.flatMap(({ taxes }) => [...taxes.values()]));

/** A bill as one line of text: the same order of the service is written in the same way. */
export function textOf(bill: Bill): string {
  const lines = bill.lines.map(({ name, quantity, total }) => `${quantity} ${name} ${written(total)}`);
  const paid = bill.paid.map(
    ({ method, amount, tip = 0n }) => `${method} ${written(amount)} tip ${written(tip)}`,
  );
  return [
    `${bill.till ?? 'no register'}${bill.isRefund === true ? ', refund' : ''}`,
    ...lines.sort(),
    ...paid.sort(),
    `surcharge ${written(sum(bill.paid.map(({ surcharge = 0n }) => surcharge)))}`,
  ].join(' | ');
}

/** The same with its tax. */
export const textWithTax = (bill: Bill) => `${textOf(bill)} | tax ${written(taxOf(bill))}`;

/** What was taken by a method. */
export interface Taken {
  payments: number;
  amount: bigint;
  tip: bigint;
  surcharge: bigint;
}

/** Everything that happened in the shop, as it should have. */
export class Ledger {
  readonly bills: Bill[] = [];
  readonly drawers = new Map<string, Drawer>();
  /** How many there are left of what is counted. */
  readonly stock = new Map<string, bigint>();
  /** How many of each product the kitchen has made, in ten-thousandths. */
  readonly cooked = new Map<string, bigint>();
  /** How often each act is in the audit log. */
  readonly acts = new Map<string, number>();
  /** How payment requests ended. */
  readonly requests: string[] = [];

  /** A sale, paid as is said. Its lines, for what is done with them later. */
  sell(till: string | null, sale: Sale, paid: readonly Paid[]): readonly Line[] {
    const lines = linesOf(sale);
    this.close({ till, lines, paid });
    this.cook(lines);
    return lines;
  }

  /** A bill of what the kitchen had before. */
  close(bill: Bill): void {
    const due = totalOf(bill) - sum(bill.paid.map(({ amount }) => amount));
    if (due !== 0n) throw new Error(`The model's bill does not add up by ${due}: ${textOf(bill)}`);
    this.bills.push(bill);
  }

  /** Lines go to the kitchen, options with theirs, and what is counted goes out of the stock. */
  cook(lines: readonly Pick<Line, 'name' | 'quantity' | 'isOption'>[]): void {
    for (const { name, quantity, isOption } of lines) {
      if (isOption !== true) this.cooked.set(name, (this.cooked.get(name) ?? 0n) + quantity);
      this.restock(name, -quantity);
    }
  }

  /** What is counted comes back, or came in. */
  restock(name: string, quantity: bigint): void {
    const left = this.stock.get(name);
    if (left !== undefined) this.stock.set(name, left + quantity);
  }

  /** A refund of lines that are negative. */
  refund(till: string, lines: readonly Line[], paid: readonly Paid[], act = 'order.refunded'): void {
    this.close({ till, lines, paid, isRefund: act === 'order.refunded' });
    for (const { name, quantity } of lines) this.restock(name, -quantity);
    this.act(act);
  }

  act(action: string, times = 1): void {
    this.acts.set(action, (this.acts.get(action) ?? 0) + times);
  }

  /** What was taken at a till, or in all, by method. A drawer counts no payment of nothing, a report counts it. */
  taken(of?: string | null): Map<string, Taken> {
    const all = new Map<string, Taken>();
    for (const { paid } of this.#of(of)) {
      for (const { method, amount, tip = 0n, surcharge = 0n } of paid) {
        if (typeof of === 'string' && amount === 0n && tip === 0n && surcharge === 0n) continue;
        const before = all.get(method) ?? { payments: 0, amount: 0n, tip: 0n, surcharge: 0n };
        all.set(method, {
          payments: before.payments + 1,
          amount: before.amount + amount,
          tip: before.tip + tip,
          surcharge: before.surcharge + surcharge,
        });
      }
    }
    return all;
  }

  /** What has to be in a drawer. */
  expected(of: string): bigint {
    const drawer = this.drawers.get(of);
    if (drawer === undefined) throw new Error(`The model has no drawer ${of}.`);
    const cash = this.taken(of).get('Cash') ?? { amount: 0n, tip: 0n, surcharge: 0n };
    return drawer.float + drawer.in - drawer.out + cash.amount + cash.tip + cash.surcharge;
  }

  /** What was charged of each tax, and on what. */
  taxes(of?: string | null): Map<string, { tax: bigint; taxable: bigint }> {
    const all = new Map<string, { tax: bigint; taxable: bigint }>();
    for (const line of this.#of(of).flatMap(({ lines }) => lines)) {
      const taxable = line.total - sum(line.taxes.values());
      for (const [name, tax] of line.taxes) {
        const before = all.get(name) ?? { tax: 0n, taxable: 0n };
        all.set(name, { tax: before.tax + tax, taxable: before.taxable + taxable });
      }
    }
    return all;
  }

  /** What the orders come to. */
  sales(of?: string | null) {
    const bills = this.#of(of);
    const lines = bills.flatMap((bill) => bill.lines);
    const paid = bills.flatMap((bill) => bill.paid);
    return {
      orders: BigInt(bills.length),
      refunds: BigInt(bills.filter(({ isRefund }) => isRefund === true).length),
      items: sum(lines.map(({ quantity }) => quantity)),
      total: sum(lines.map(({ total }) => total)),
      total_tax: sum(lines.flatMap(({ taxes }) => [...taxes.values()])),
      discount: sum(lines.map(cheaper)),
      tips: sum(paid.map(({ tip = 0n }) => tip)),
      credit_card_surcharge: sum(paid.map(({ surcharge = 0n }) => surcharge)),
    };
  }

  /** What was sold of each product: how many, and for how much. */
  products(): Map<string, { items: bigint; total: bigint }> {
    const all = new Map<string, { items: bigint; total: bigint }>();
    for (const { name, quantity, total } of this.bills.flatMap(({ lines }) => lines)) {
      const before = all.get(name) ?? { items: 0n, total: 0n };
      all.set(name, { items: before.items + quantity, total: before.total + total });
    }
    return all;
  }

  #of(till: string | null | undefined): readonly Bill[] {
    return till === undefined ? this.bills : this.bills.filter((bill) => bill.till === till);
  }
}

/** What a discount took off a line. */
function cheaper({ listed, total, quantity }: Line): bigint {
  const less = listed - total;
  return (quantity < 0n ? less < 0n : less > 0n) ? less : 0n;
}

/** So many of a product, in ten-thousandths. */
export const times = (count: number) => BigInt(count) * ONE_ITEM;
