// The records of the API as the screens read them: the shapes of the server, with ids as text (see json.ts) and times as
// ISO 8601.

import type { COMPANY, REGISTER, SITE } from '#src/company/shape.ts';
import type { ORDER_CUSTOMER } from '#src/customers/shape.ts';
import type { OptionOnScreen, SetOnScreen } from '#src/orders/shape/chosen.ts';
import type { HISTORY_ENTRY } from '#src/orders/shape/history.ts';
import type { LINE } from '#src/orders/shape/line.ts';
import type { ORDER, ORDER_HEAD } from '#src/orders/shape/order.ts';
import type { PAYMENT } from '#src/orders/shape/payment.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import type { Id } from './json.ts';

/** What every record has. */
export interface Entity {
  readonly id: Id;
  readonly id_str: Id;
  readonly created_at: string;
  readonly updated_at: string;
}

export type Company = OnScreen<typeof COMPANY>;
/** A time zone with its offset from UTC now. */
export type Zone = Company['timezone'];
export type Site = OnScreen<typeof SITE>;
export type Register = OnScreen<typeof REGISTER>;

export type OrderLine = OnScreen<typeof LINE>;
export type ChosenOption = OptionOnScreen;
export type ChosenSet = SetOnScreen;
export type OrderPayment = OnScreen<typeof PAYMENT>;
export type Customer = OnScreen<typeof ORDER_CUSTOMER>;
/** An order as lists show it; `fields` adds the rest. */
export type OrderHead = OnScreen<typeof ORDER_HEAD>;
export type Order = OnScreen<typeof ORDER>;
/** Why an order was rejected. */
export type RejectReason = NonNullable<Order['reject_reason']>;
/** The register that a pass-thru order prints at, and when. */
export type PassThru = NonNullable<Order['pass_thru_printing_register']>;
export type HistoryEntry = OnScreen<typeof HISTORY_ENTRY>;

/** A record by its name. */
export interface Named {
  readonly id: Id | null;
  readonly id_str: Id | null;
  readonly name: string;
}
