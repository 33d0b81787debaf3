// Mistakes in the cells of files that another system has written.
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { sentence, type Telling } from '../../kernel/words.ts';
import { readAmount } from './amounts.ts';
import type { MovedProblem, MovedRow } from './past-facts.ts';

/** Collects mistakes. */
export class Problems {
  readonly all: MovedProblem[] = [];

  add(line: number, column: string | undefined, why: Telling): undefined {
    this.all.push({ line, column, sentence: why });
  }
}

/** An amount in a cell in whole minor units; undefined where the cell is empty or no such amount. */
export function amountIn(
  row: MovedRow,
  column: string,
  problems: Problems,
  step: Decimal = 1n,
): Decimal | undefined {
  const cell = row.cells.get(column);
  if (cell === undefined) return undefined;
  const amount = readAmount(cell);
  if (amount === undefined)
    return problems.add(
      row.line,
      column,
      sentence('"{text}" is not an amount such as 1250.50.', { text: cell.slice(0, 40) }),
    );
  if (amount % step === 0n) return amount;
  return problems.add(
    row.line,
    column,
    sentence('{amount} has more decimals than the currency.', { amount: formatDecimal(amount) }),
  );
}
