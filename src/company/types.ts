export type { CashRounding, TaxTerms } from './money-shape.ts';
export type { Tax } from './shape.ts';
