// What GET /reports/today answers, and what else needs somebody.

import type { OrderStatus } from '#src/orders/rules/status.ts';
import type { Amount, Id } from '../../shared/json.ts';

/** Figures of a day that the screen shows; there are more. */
export interface DayFigures {
  /** Completed orders with the refunds among them. */
  readonly orders: number;
  readonly refunds: number;
  readonly items: Amount;
  readonly total: Amount;
  readonly average: Amount | null;
  readonly tips: Amount;
}

export interface TodayReport {
  readonly day: string;
  readonly currency: string;
  readonly timezone: string | null;
  readonly complete: boolean;
  readonly totals: DayFigures;
  /** The whole day a week ago. */
  readonly last_week: DayFigures;
  readonly hours: readonly HourFigures[];
  readonly best_sellers: readonly {
    readonly id_str: Id;
    readonly name: string | null;
    readonly sku: string | null;
    readonly items: Amount;
    readonly total: Amount;
  }[];
  readonly open_orders: readonly {
    readonly status: OrderStatus;
    readonly count: number;
    readonly total: Amount;
    readonly more: boolean;
  }[];
  readonly attention: {
    readonly out_of_stock: {
      readonly more: boolean;
      readonly products: readonly {
        readonly id_str: Id;
        readonly name: string;
        readonly site_id: Id;
        readonly amount: Amount;
      }[];
    };
    readonly offline_registers: readonly {
      readonly id_str: Id;
      readonly name: string;
      readonly site_id: Id;
      readonly last_seen_at: string | null;
    }[];
  };
}

export interface HourFigures {
  readonly hour: number;
  readonly orders: number;
  readonly total: Amount;
  readonly last_week: { readonly orders: number; readonly total: Amount };
}
