import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';

export type { MovementKind } from '../shifts/shape.ts';
export type { CashFigures, TenderFigures } from './shape.ts';

/** The sum of a shift's payments by a method. */
export interface MethodTakings {
  readonly method: Id;
  /** How many of them came to anything. */
  readonly payments: number;
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly surcharge: Decimal;
  readonly rounding: Decimal;
}
