// Which coins cash can be rounded to (reference: money.27).
import { invalid } from '../../kernel/errors.ts';
import { type Decimal, formatDecimal, minorStep, minorUnits } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';

interface Coins {
  readonly increment: Decimal;
}

const stepOf = (currency: string) => minorStep(minorUnits(currency) ?? 2);

/** Whether what is rounded to the coins can be paid: in whole amounts of the smallest there is. */
function isPayable({ increment }: Coins, step: Decimal): boolean {
  return increment === 0n || increment % step === 0n || step % increment === 0n;
}

/** How cash is rounded in a currency: not at all by coins of another one that it has no amounts for. */
export function coinsIn<C extends Coins>(cash: C | null, currency: string): C | null {
  return cash === null || isPayable(cash, stepOf(currency)) ? cash : null;
}

/** 400 for coins that lead to amounts which nobody can pay in the currency. */
export function refuseCoins(cash: Coins | null, currency: string): void {
  const step = stepOf(currency);
  if (cash === null || isPayable(cash, step)) return;
  throw invalid(
    'cash_rounding.increment',
    sentence("must be a multiple of {step}, the currency''s smallest amount.", { step: formatDecimal(step) }),
  );
}
