import { bodies } from '../../shape/bodies.ts';
import { z, type z as zod } from '../../shape/reads.ts';
import { MAX_LINES } from '../rules/limits.ts';
import { LINE } from './line.ts';
import { ORDER } from './order.ts';
import { PAYMENT } from './payment.ts';

export {
  type ChoiceInput,
  type ChosenSetChange,
  type ChosenSetInput,
  chosenSetChange,
  chosenSetForLine,
} from './chosen.ts';
export type { ModifierInput } from './line.ts';
export { mergeInput, splitInput } from './regroup.ts';

const line = bodies(LINE);
/** A line being added. */
export const lineCreate = line.create;
export type LineInput = zod.output<typeof lineCreate>;
/** Several lines being added: all or nothing (reference: orders.19). */
export const lineList = z.array(lineCreate).min(1).max(MAX_LINES);
/** A line being changed; a new number moves it. */
export const lineUpdate = line.update;
export type LineChange = zod.output<typeof lineUpdate>;

const payment = bodies(PAYMENT);
/** A payment being taken. */
export const paymentCreate = payment.create;
export type PaymentInput = zod.output<typeof paymentCreate>;
/** PUT /orders/<o>/payments/<n>: ref and tip only; what else is sent is refused by name (reference: orders.27). */
export const paymentUpdate = payment.update;
export type PaymentChange = zod.output<typeof paymentUpdate>;

const order = bodies(ORDER);
/** PUT /orders/<id> */
export const orderUpdate = order.update;
export type OrderChange = zod.output<typeof orderUpdate>;
/** POST /orders and /orders/price */
export const orderCreate = order.create;
export type OrderInput = zod.output<typeof orderCreate>;
