// What of the money that is handed over pays the bill, what of it is tip and surcharge, and what goes back.

import type { Decimal } from '#src/kernel/money.ts';
import { inCoins } from '#src/orders/rules/cash.ts';
import type { CashRounding } from '#src/orders/types.ts';
import { t } from '../../shared/words.ts';
import { typedMoney } from '../money.ts';

/** The form's input; the amount asked for holds until another is typed. */
export interface PaymentDraft {
  readonly amount: string | undefined;
  readonly tip: string;
  readonly surcharge: string;
  readonly ref: string;
}

/** What a payment is for. Amounts are without a sign. */
export interface Charge {
  /** The share of the bill. */
  readonly share: Decimal;
  readonly tip: Decimal;
  readonly surcharge: Decimal;
  /** What is handed over, tip and surcharge included; undefined for exactly what is asked for. */
  readonly handed: Decimal | undefined;
}

/** What is charged for, or why it is nothing. `left`: of all of the bill. */
export function chargeOf(
  typed: PaymentDraft,
  { share, left }: { readonly share: Decimal; readonly left: Decimal },
  minorUnits: number,
): Charge | string {
  const read = (text: string) => {
    const amount = text === '' ? 0n : typedMoney(text, minorUnits);
    return amount === undefined || amount < 0n ? undefined : amount;
  };
  const handed = typed.amount === undefined ? undefined : typedMoney(typed.amount, minorUnits);
  const tip = read(typed.tip);
  const surcharge = read(typed.surcharge);
  if (typed.amount !== undefined && (handed === undefined || handed < 0n)) return t('Enter an amount.');
  if (tip === undefined) return t('Enter the tip as an amount.');
  if (surcharge === undefined) return t('Enter the surcharge as an amount.');
  const extra = tip + surcharge;
  const rest = handed === undefined ? share : handed - extra;
  if (left > 0n && (share === 0n || (rest === 0n && extra === 0n))) return t('Choose what is paid.');
  if (rest < 0n || (rest === 0n && left > 0n)) return t('Enter more than tip and surcharge.');
  return { share, tip, surcharge, handed };
}

/** All that a payment asks for, tip and surcharge included; `cash`: how its method is rounded to coins. */
export function askedFor({ share, tip, surcharge }: Charge, cash: CashRounding | undefined): Decimal {
  return (cash === undefined ? share : inCoins(share, cash)) + tip + surcharge;
}

/** What is recorded of a payment, and what goes back to who paid. */
export interface Taken {
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly change: Decimal;
}

/** What becomes of so much money where so much is asked for: less than that is a payment of a part. */
export function takenOf({ tip, surcharge }: Charge, handed: Decimal, asked: Decimal, isCash: boolean): Taken {
  const change = isCash && handed > asked ? handed - asked : 0n;
  return { amount: handed - change - tip - surcharge, tip, change };
}
