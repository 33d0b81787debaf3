export type { CashRounding, Counting } from '../company/types.ts';
export type { Discount } from '../discounts/shape.ts';
export type { OrderType } from '../kernel/order-type.ts';
export type { Entry, EntryContent, EntryOption } from '../printing/shape.ts';
export type { Taking } from '../shifts/store.ts';
export type { Instruction, Lock } from './rules/words.ts';
export type {
  ChoiceInput,
  ChosenSetChange,
  ChosenSetInput,
  LineChange,
  LineInput,
  ModifierInput,
  OrderChange,
  OrderInput,
  PaymentChange,
  PaymentInput,
} from './shape/bodies.ts';
export type { Choice, ChosenSet, OrderTax } from './shape/chosen.ts';
export type { Actor, Allowed, HistoryEntry } from './shape/history.ts';
export type { MergedDiscount } from './shape/ids.ts';
export type { Line, LineModifier, LineProductRef, Returned, SettledLine } from './shape/line.ts';
export type { Held, OpenRequest, Order, PassThru, RejectReason } from './shape/order.ts';
export type { Card, Payment } from './shape/payment.ts';
