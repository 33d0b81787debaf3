import { ONE } from '../../kernel/money.ts';

/** Most lines and payments one order may have; the lines of chosen options count. */
export const MAX_LINES = 2500;
export const MAX_PAYMENTS = 200;
/** Most modifiers of one line, and most option sets chosen from for one line or option. */
export const MAX_MODIFIERS = 100;
export const MAX_CHOSEN_SETS = 50;
/** Most refunds of one order. */
export const MAX_REFUNDS = 1000;
/** Most characters of a line's own description. */
export const MAX_DESCRIPTION = 500;
/** Most orders that one is split into besides itself, and that are merged into one at a time. */
export const MAX_PARTS = 20;
export const MAX_MERGED = 20;
/** Most that one share of an order may be in relation to the others. */
export const MAX_SHARE = 10_000;
/** The smallest quantity that a line may have: shares of a line are rounded to it. */
export const LAST_DIGIT = ONE / 10_000n;
