export type { Order } from '../orders/types.ts';
export type { Entry, Place } from './rules/sums.ts';
