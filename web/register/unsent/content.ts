// What a write that waits has in it: the money that was taken with it, and what was sold.

import { type Amount, parseJson } from '#clients/typescript/index.ts';
import { type Decimal, ONE } from '#src/kernel/money.ts';
import { decimalOf } from '../../shared/format.ts';
import type { Menu } from '../menu.ts';
import type { Write } from '../writes.ts';

interface SentPayment {
  readonly amount?: Amount;
  readonly tip?: Amount;
  readonly credit_card_surcharge?: Amount;
}

interface SentLine {
  readonly product_id?: string;
  readonly quantity?: Amount;
}

interface SentOrder {
  readonly payments?: readonly SentPayment[];
  readonly lines?: readonly SentLine[];
}

const bodyOf = ({ body }: Pick<Write, 'body'>): unknown => parseJson(body ?? '{}');

/** All that was handed over for a payment. */
function handed({ amount, tip, credit_card_surcharge: surcharge }: SentPayment): Decimal {
  return decimalOf(amount) + decimalOf(tip) + decimalOf(surcharge);
}

function paymentsOf(write: Write): readonly SentPayment[] {
  if (write.kind === 'payment') return [bodyOf(write) as SentPayment];
  return write.kind === 'create' ? ((bodyOf(write) as SentOrder).payments ?? []) : [];
}

/** The money that was taken and is forgotten when a write is discarded: with an order goes all that waits for it. */
export function moneyTaken(write: Write, entries: readonly Write[]): Decimal {
  const gone = write.kind === 'create' ? entries.filter(({ subject }) => subject === write.subject) : [write];
  return gone.flatMap(paymentsOf).reduce((sum, payment) => sum + handed(payment), 0n);
}

/** A line of a write, by what it is called on the menu. */
export interface SoldLine {
  readonly name: string | undefined;
  readonly quantity: Decimal;
}

/** The lines that a write sells, with those that wait for the order it makes. */
export function linesSold(write: Write, entries: readonly Write[], menu: Menu | undefined): SoldLine[] {
  const gone = write.kind === 'create' ? entries.filter(({ subject }) => subject === write.subject) : [write];
  const sold = gone.flatMap((each): readonly SentLine[] => {
    if (each.kind === 'lines') return bodyOf(each) as readonly SentLine[];
    return each.kind === 'create' ? ((bodyOf(each) as SentOrder).lines ?? []) : [];
  });
  return sold.map(({ product_id: product, quantity }) => ({
    name: product === undefined ? undefined : menu?.products.get(BigInt(product))?.name,
    quantity: quantity === undefined ? ONE : decimalOf(quantity),
  }));
}
