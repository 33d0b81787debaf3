// What of the money that is handed over pays the bill, what of it is tip and surcharge, and what goes back.

import type { Decimal } from '#src/kernel/money.ts';
import { inCoins } from '#src/orders/rules/cash.ts';
import type { CashRounding } from '#src/orders/types.ts';
import { formatMoney } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { Menu } from '../menu.ts';
import { typedMoney } from '../money.ts';
import type { Payable } from './payable.ts';

/** The form's input; the amount asked for holds until another is typed. */
export interface PaymentDraft {
  readonly amount: string | undefined;
  readonly tip: string;
  readonly surcharge: string;
  readonly ref: string;
}

/** The order or basket that a payment is for. Amounts are without a sign. */
export interface Charge {
  /** The share of the bill. */
  readonly share: Decimal;
  readonly tip: Decimal;
  readonly surcharge: Decimal;
  /**
   * The part of the share that is recorded with the tip: tips go to service first, up to all of it (reference: money.13),
   * and what is a tip beyond it has to stay one.
   */
  readonly toService: Decimal;
  /** The cash handed over, tip and surcharge included; undefined for the exact amount. */
  readonly handed: Decimal | undefined;
}

/** The part of a bill that is charged. */
interface Bill extends Pick<Payable, 'left' | 'untipped'> {
  readonly share: Decimal;
}

/** The charge, or the reason why there is none. */
export function chargeOf(
  typed: PaymentDraft,
  { share, left, untipped }: Bill,
  { minor_units: minorUnits, currency }: Pick<Menu['site'], 'minor_units' | 'currency'>,
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
  const toService = tip === 0n ? 0n : untipped;
  if (left < toService)
    return t('Tips go to service first, and part of it is paid already: take this payment without a tip.');
  if (rest < toService)
    return t('Tips go to service first: with a tip, at least {amount} of the bill is paid.', {
      amount: formatMoney(toService, currency),
    });
  return { share, tip, surcharge, toService, handed };
}

/** All that a payment asks for, tip and surcharge included; `cash`: how its method is rounded to coins. */
export function askedFor(charge: Charge, cash: CashRounding | undefined): Decimal {
  const { share, tip, surcharge, toService } = charge;
  const amount = share - toService;
  return (cash === undefined ? amount : inCoins(amount, cash)) + toService + tip + surcharge;
}

/** The recorded payment, and the change. */
export interface Taken {
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly change: Decimal;
}

/** The payment and the change of an amount handed over: less than the amount due is a payment of a part. */
export function takenOf(charge: Charge, handed: Decimal, asked: Decimal, isCash: boolean): Taken {
  const change = isCash && handed > asked ? handed - asked : 0n;
  const tip = charge.tip + charge.toService;
  return { amount: handed - change - tip - charge.surcharge, tip, change };
}
