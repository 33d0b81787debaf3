// What the floor writes for an order: the tables in which the service leaves rows of one, and how it writes them.

/** What a column that has to be new in every row is taken from. */
export type Fresh = 'order' | 'saleid' | 'number' | 'key';

/** How the rows of a table are written. */
export interface Writing {
  /** The columns that are new for every order; the rest is the same bytes. */
  readonly fresh?: Readonly<Record<string, Fresh>>;
  /** The key of rows that every order writes again in place of adding one. */
  readonly merge?: readonly string[];
  /** Written once for all orders of a commit, as reports are summed up. */
  readonly oncePerCommit?: true;
}

const SUM = ['company_id', 'generation', 'kind', 'site_id', 'day', 'subject'];
/** The tables that a paid order leaves rows in. */
export const FLOOR_TABLES = {
  orders: { fresh: { id: 'order', saleid: 'saleid' } },
  order_terms: { fresh: { order_id: 'order' } },
  order_history: { fresh: { order_id: 'order' } },
  tickets: { fresh: { id: 'number', order_id: 'order' } },
  events: { fresh: { number: 'number', resource_id: 'order' } },
  idempotency_keys: { fresh: { key: 'key', order_id: 'order' } },
  order_numbers: { merge: ['company_id', 'site_id', 'day'] },
  event_counters: { merge: ['company_id'] },
  report_sums: { merge: SUM, oncePerCommit: true },
  report_positions: { merge: ['company_id'], oncePerCommit: true },
} as const satisfies Readonly<Record<string, Writing>>;
/** One of these tables. */
export type FloorTable = keyof typeof FLOOR_TABLES;

/** How the rows of a table are written. */
export const writingOf = (table: FloorTable): Writing => FLOOR_TABLES[table];
