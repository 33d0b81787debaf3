export type { Line, Order } from '../orders/types.ts';
export type { Entry, SumsKey as Place } from './rules/sums.ts';
