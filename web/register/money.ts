// Amounts as they are typed and shown.
import { type Decimal, minorStep, ONE } from '#src/kernel/money.ts';
import { fieldNumber, readNumber } from '../shared/typed-number.ts';

/** Typed text as an exact amount: `12,50` is 12.5. Undefined when it is none. */
export const typed = readNumber;

/** The same, in whole minor units of a currency; undefined when it is finer than they are. */
export function typedMoney(text: string, minorUnits: number): Decimal | undefined {
  const amount = typed(text);
  return amount === undefined || amount % minorStep(minorUnits) !== 0n ? undefined : amount;
}

/** An amount of money as the text of a field: with all minor units of its currency, `1.60`, and more where it has more. */
export const moneyText: (amount: Decimal, minorUnits: number) => string = fieldNumber;

/** Notes, and coins worth as much, that people pay with; of other currencies they are those of `USUAL`. */
const NOTES: Readonly<Record<string, readonly number[]>> = {
  JPY: [100, 500, 1_000, 5_000, 10_000],
  KRW: [1_000, 5_000, 10_000, 50_000],
  VND: [10_000, 20_000, 50_000, 100_000, 200_000, 500_000],
  IDR: [1_000, 5_000, 10_000, 20_000, 50_000, 100_000],
  CLP: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
  COP: [2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
  HUF: [500, 1_000, 2_000, 5_000, 10_000, 20_000],
  ISK: [500, 1_000, 2_000, 5_000, 10_000],
  INR: [10, 50, 100, 200, 500],
  PHP: [20, 50, 100, 200, 500, 1_000],
  THB: [20, 50, 100, 500, 1_000],
  TWD: [50, 100, 500, 1_000],
  CZK: [50, 100, 200, 500, 1_000, 2_000],
  SEK: [20, 50, 100, 200, 500],
  NOK: [50, 100, 200, 500],
  DKK: [20, 50, 100, 200, 500],
  MXN: [20, 50, 100, 200, 500],
  KWD: [1, 5, 10, 20],
  BHD: [1, 5, 10, 20],
};
const USUAL = [1, 5, 10, 20, 50, 100] as const;
/** Most amounts that are offered. */
const MAX_OFFERED = 5;

/** The amounts that people hand over where they do not have the exact one: round ones above it, the least first. */
export function handedOver(due: Decimal, currency: string): Decimal[] {
  const found = new Set<Decimal>();
  for (const note of NOTES[currency] ?? USUAL) {
    const step = BigInt(note) * ONE;
    const next = ((due + step - 1n) / step) * step;
    if (due > 0n && next > due) found.add(next);
  }
  return [...found].sort((a, b) => (a < b ? -1 : 1)).slice(0, MAX_OFFERED);
}

/** The most that a coin or note of other currencies is worth. */
const LARGEST_NOTE = 500;
/** Coins that are not one, two or five of their kind. */
const QUARTERS: ReadonlySet<string> = new Set(['USD', 'CAD']);

/** The values of coins and notes of a currency, the largest first. */
export function denominations(currency: string, minorUnits: number): Decimal[] {
  const largest = BigInt(Math.max(...(NOTES[currency] ?? [LARGEST_NOTE]))) * ONE;
  const found: Decimal[] = QUARTERS.has(currency) ? [ONE / 4n] : [];
  for (let step = minorStep(Math.min(minorUnits, 2)); step <= largest; step *= 10n)
    for (const times of [1n, 2n, 5n]) if (step * times <= largest) found.push(step * times);
  return found.sort((a, b) => (a < b ? 1 : -1));
}
