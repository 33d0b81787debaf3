// Reads the sent orders back, and checks each.

import type { PlannedOrder, Selection } from '../../src/demo/dataset.ts';
import { type Difference, type SalesFigures, Tally } from '../../src/demo/figures.ts';
import { formatDecimal, parseDecimal } from '../../src/kernel/money.ts';
import type { Item, OrderOptionSet } from '../typescript/index.ts';
import type { CatalogueIds, Place } from './catalogue-ids.ts';
import type { Progress } from './progress.ts';

/** Orders with their lines to a page. */
const PAGE_WITH_LINES = 1000;
/** The most orders whose differences are kept one by one. */
const MAX_ORDER_DIFFERENCES = 1000;

/** Reads the planned orders back and looks at each of them. */
export async function readBack(
  { passbell, company_id, site_id, signal }: Place,
  orders: readonly PlannedOrder[],
  known: CatalogueIds,
  progress: Progress,
): Promise<{ actual: SalesFigures; differences: Difference[] }> {
  const planned = new Map(orders.map((order) => [order.saleNumber, order]));
  const seen = new Set<string>();
  const tally = new Tally();
  const differences: Difference[] = [];
  let more = 0;
  const report = (what: string, expected: string, actual: string) => {
    if (differences.length < MAX_ORDER_DIFFERENCES) differences.push({ what, expected, actual });
    else more++;
  };
  const input = { company_id, site_id, limit: PAGE_WITH_LINES, fields: ['lines', 'options'] as const };
  for await (const found of passbell.each('listSiteOrders', input, { signal })) {
    const order = planned.get(found.sale_number ?? '');
    if (order === undefined) continue;
    const { saleNumber } = order;
    const total = parseDecimal(String(found.total));
    if (total === undefined) {
      throw new Error(`The order ${saleNumber} has no usable total: ${found.total}.`);
    }
    const own = linesOf(found);
    const items = own.reduce((sum, line) => sum + Number(line.quantity), 0);
    const day = order.placedAt === null ? null : new Date(found.placed_at).toISOString().slice(0, 10);
    tally.add(day, own.length, items, total);
    progress.add(1);

    if (seen.has(saleNumber)) report(`number of orders ${saleNumber}`, '1', 'more');
    seen.add(saleNumber);
    if (found.status !== 'COMPLETE') report(`status of order ${saleNumber}`, 'COMPLETE', found.status);
    if (total !== order.amount) {
      report(`total of order ${saleNumber}`, formatDecimal(order.amount), formatDecimal(total));
    }
    const wanted = wantedLines(order, known);
    const actual = foundLines(found);
    if (wanted !== actual) report(`products of order ${saleNumber}`, wanted, actual);
  }
  for (const { saleNumber } of orders) {
    if (!seen.has(saleNumber)) report(`number of orders ${saleNumber}`, '1', '0');
  }
  if (more > 0) {
    differences.push({ what: 'further differences of orders', expected: '0', actual: String(more) });
  }
  return { actual: tally.figures(), differences };
}

/** The lines of an order with the options chosen for each, in their tree and sequence, as text to compare. */
function wantedLines({ lines }: PlannedOrder, { products, sets }: CatalogueIds): string {
  const tree = (set: string | null, options: readonly Selection[]): string =>
    set === null
      ? ''
      : ` [${sets.get(set)}: ${options.map((each) => `${products.get(each.sku)}${tree(each.set, each.options)}`).join(', ')}]`;
  return lines
    .map((line) => `${line.quantity} x ${products.get(line.sku) ?? ''}${tree(line.set, line.options)}`)
    .sort()
    .join('; ');
}

/** The lines that were ordered as such, and not by an option. */
function linesOf({ lines = [] }: Item<'listSiteOrders'>) {
  return lines.filter((line) => !line.part_of_option_set);
}

function foundLines(found: Item<'listSiteOrders'>): string {
  const tree = ({ option_set_id: set, options: chosen }: OrderOptionSet): string =>
    ` [${set}: ${chosen.map((each) => each.product_id + each.option_sets.map(tree).join('')).join(', ')}]`;
  return linesOf(found)
    .map((line) => {
      const chosen = (found.options ?? []).filter((set) => set.line_number === line.number).map(tree);
      return `${line.quantity} x ${line.product.id}${chosen.join('')}`;
    })
    .sort()
    .join('; ');
}
