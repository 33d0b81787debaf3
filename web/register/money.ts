// Amounts as they are typed and shown.
import { type Decimal, minorStep, parseDecimal } from '#src/kernel/money.ts';

/** Typed text as an exact amount: `12,50` is 12.5. Undefined when it is none. */
export function typed(text: string): Decimal | undefined {
  const plain = text.trim().replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');
  return parseDecimal(plain);
}

/** The same, in whole minor units of a currency; undefined when it is finer than they are. */
export function typedMoney(text: string, minorUnits: number): Decimal | undefined {
  const amount = typed(text);
  return amount === undefined || amount % minorStep(minorUnits) !== 0n ? undefined : amount;
}

/** What people tend to hand over for an amount: itself, then round ones. */
export function handedOver(due: Decimal, minorUnits: number): Decimal[] {
  const one = minorStep(minorUnits) * 10n ** BigInt(minorUnits);
  const found = [due];
  for (const note of [5n, 10n, 20n, 50n, 100n]) {
    const step = note * one;
    const next = ((due + step - 1n) / step) * step;
    if (next > 0n && !found.includes(next)) found.push(next);
  }
  return found.slice(0, 4);
}
