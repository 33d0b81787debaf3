export type { CashRounding, Counting, TaxTerms } from './money-shape.ts';
export type { Tax } from './shape.ts';
