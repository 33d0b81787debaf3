import { siteOf } from '../../company/site-of.ts';
import type { Call } from '../../edge/call.ts';
import { answerPage } from '../../edge/listing.ts';
import { LIST } from '../../edge/query.ts';
import { type RecordHandlers, recordHandlers } from '../../edge/records.ts';
import { asking, okText, type ReadHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { countTable } from '../../storage/finding.ts';
import type { Reader } from '../../storage/port.ts';
import { tableKind } from '../../tables/handlers.ts';
import type { Table } from '../../tables/shape.ts';
import { atSite, diningTables } from '../../tables/store.ts';
import { tableView } from '../../tables/view.ts';
import { seatedOrders } from '../row/tables.store.ts';

// The tables of a site, and who sits at them (reference: tables.5).

/** The fields of an order that a table shows, in their order, taken from the order as it was rendered. */
const SHOWN = ['id', 'id_str', 'order_number', 'status', 'guests', 'total', 'due', 'placed_at'] as const;

/** The member of a rendered order as it is written there: numbers keep all of their digits. */
type Head = Readonly<Record<string, unknown>> & { readonly table_id_str: string | null };

const readHead = (text: string): Head =>
  JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value,
  ) as Head;

/** The open orders of each table of a site, as its table shows them. */
async function ordersAt(tx: Reader, company: Id, site: Id): Promise<Map<string, Head[]>> {
  const byTable = new Map<string, Head[]>();
  for (const { head } of await seatedOrders(tx, company, site)) {
    const order = readHead(head);
    if (order.table_id_str === null) continue;
    const known = byTable.get(order.table_id_str);
    if (known === undefined) byTable.set(order.table_id_str, [order]);
    else known.push(order);
  }
  return byTable;
}

/** A table with its orders, as JSON. */
function shown(table: Table, orders: readonly Head[]): string {
  const placed = orders.map((order) => String(order.placed_at)).sort();
  return JSON.stringify({
    ...tableView(table),
    state: orders.length === 0 ? 'free' : 'occupied',
    since: placed[0] ?? null,
    orders: orders.map((order) => Object.fromEntries(SHOWN.map((name) => [name, order[name]]))),
  });
}

/** GET /sites/<s>/tables */
const listTables = asking(LIST, async (tx: Reader, call: Call, asked) => {
  const site = await siteOf(tx, call);
  const { company } = call;
  const where = atSite(site);
  const byTable = await ordersAt(tx, company, site);
  return answerPage(call, call.page(asked), {
    read: (after, limit) => diningTables.sliceAfter(tx, company, after?.[0] ?? 0n, limit, where),
    position: (table) => [table.id],
    find: async (id) => {
      const found = await diningTables.get(tx, company, id);
      return found?.site_id === site ? [id] : undefined;
    },
    render: (tables) => tables.map((table) => shown(table, byTable.get(table.id.toString()) ?? [])),
    count: () => countTable(tx, company, 'dining_tables', where),
  });
});

/** A table with its orders, as its GET answers. */
async function shownTable(tx: Reader, table: Table): Promise<string> {
  const byTable = await ordersAt(tx, table.company_id, table.site_id);
  return shown(table, byTable.get(table.id.toString()) ?? []);
}

/** GET /sites/<s>/tables/<t> */
const getTable: ReadHandler = async (tx, call) => {
  const site = await siteOf(tx, call);
  const table = await diningTables.get(tx, call.company, call.id('table_id'));
  if (table?.site_id !== site) throw notFound();
  return okText(await shownTable(tx, table));
};

/** /sites/<s>/tables */
export const tableHandlers: RecordHandlers = {
  ...recordHandlers({ ...tableKind, shown: shownTable }),
  list: listTables,
  get: getTable,
};
