// A cashier at a register: what is tapped there goes into the model as well.

import type { Ledger, Paid } from './ledger.ts';
import { times, totalOf } from './ledger.ts';
import { type Item, type Line, linesOf, type Sale, shown } from './money.ts';
import { HAPPY_LAGER, MENU } from './shop.ts';
import type { Till } from './till.ts';

export type Name = keyof typeof MENU;

export class AtTill {
  readonly name: string;
  readonly till: Till;
  readonly ledger: Ledger;
  isHappyHour = true;
  isOffline = false;

  constructor(name: string, till: Till, ledger: Ledger) {
    this.name = name;
    this.till = till;
    this.ledger = ledger;
  }

  /** Items as they are rung, one by one; those of a kind become one line. */
  items(...names: readonly Name[]): Item[] {
    return [...new Set(names)].map((name) => ({
      product: MENU[name],
      quantity: times(names.filter((each) => each === name).length),
      ...(name === 'lager' && this.isHappyHour ? { price: HAPPY_LAGER } : {}),
    }));
  }

  /** Rings items up, and waits until they come to what the model says. */
  async ring(...names: readonly Name[]): Promise<{ sale: Sale; total: bigint }> {
    await this.till.ring(...names.map((name) => MENU[name].name));
    const sale = { items: this.items(...names) };
    const total = totalOf({ lines: linesOf(sale) });
    await this.till.comesTo(total);
    return { sale, total };
  }

  /** What was sold goes into the model. */
  sold(sale: Sale, ...paid: readonly Paid[]): readonly Line[] {
    return this.ledger.sell(this.name, sale, paid);
  }

  /** A sale that is paid in cash to the cent. */
  async cash(...names: readonly Name[]): Promise<string> {
    const { sale, total } = await this.ring(...names);
    await this.till.exactCash();
    const number = await this.till.next(this.isOffline);
    this.sold(sale, { method: 'Cash', amount: total });
    return number;
  }

  /** A sale that is paid with a note, of which something is given back. */
  async note(note: bigint, ...names: readonly Name[]): Promise<void> {
    const { sale, total } = await this.ring(...names);
    await this.till.pay();
    await this.till.by(shown(note));
    await this.till.payment
      .getByRole('alert')
      .getByText(shown(note - total))
      .waitFor();
    await this.till.next(this.isOffline);
    this.sold(sale, { method: 'Cash', amount: total });
  }

  /** A sale that is paid by a button of the payment screen. */
  async pay(method: string, ...names: readonly Name[]): Promise<string> {
    const { sale, total } = await this.ring(...names);
    await this.till.pay();
    await this.till.by(method);
    const number = await this.till.next(this.isOffline);
    this.sold(sale, { method, amount: total });
    return number;
  }

  /** Pays what is in the basket, which comes to what the model says, exactly in cash. */
  async cashFor(sale: Sale): Promise<string> {
    const total = totalOf({ lines: linesOf(sale) });
    await this.till.comesTo(total);
    await this.till.exactCash();
    const number = await this.till.next(this.isOffline);
    this.sold(sale, { method: 'Cash', amount: total });
    return number;
  }
}
