// Reads the sent orders back, and checks each.

import { z } from 'zod';
import { formatDecimal, parseDecimal } from '../kernel/money.ts';
import type { CatalogueIds } from './catalogue-ids.ts';
import type { ApiClient } from './client.ts';
import type { PlannedOrder, Selection } from './dataset.ts';
import { type Difference, type SalesFigures, Tally } from './figures.ts';
import type { Progress } from './progress.ts';
import { readRecord, shortOrderSchema } from './records.ts';

/** Orders with their lines to a page. */
const PAGE_WITH_LINES = 1000;
/** The most orders whose differences are kept one by one. */
const MAX_ORDER_DIFFERENCES = 1000;

/** An option set on an order, in its tree. */
interface ChosenSet {
  readonly line_number?: number | undefined;
  readonly option_set_id_str: string;
  readonly options: readonly {
    readonly product_id_str: string;
    readonly option_sets: readonly ChosenSet[];
  }[];
}
const chosenSchema: z.ZodType<ChosenSet> = z.lazy(() =>
  z.object({
    line_number: z.number().optional(),
    option_set_id_str: z.string(),
    options: z.array(z.object({ product_id_str: z.string(), option_sets: z.array(chosenSchema) })),
  }),
);
const orderSchema = z.object({
  sale_number: z.string(),
  status: z.string(),
  placed_at: z.iso.datetime({ offset: true }),
  total: z.string(),
  lines: z.array(
    z.object({
      number: z.number().default(0),
      quantity: z.number(),
      product: z.object({ id_str: z.string() }),
      part_of_option_set: z.boolean().default(false),
    }),
  ),
  options: z.array(chosenSchema).default([]),
});
type FoundOrder = z.output<typeof orderSchema>;

/** Reads the planned orders back and looks at each of them. */
export async function readBack(
  client: ApiClient,
  site: string,
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
  const path = `${site}/orders?limit=${PAGE_WITH_LINES}&fields=lines,options`;
  for await (const page of client.pages(path, ['total'])) {
    for (const item of page) {
      const { sale_number: saleNumber } = readRecord(shortOrderSchema, item, 'order');
      const order = saleNumber == null ? undefined : planned.get(saleNumber);
      if (order === undefined) continue;
      const found = readRecord(orderSchema, item, `order ${saleNumber}`);
      const total = parseDecimal(found.total);
      if (total === undefined)
        throw new Error(`The order ${saleNumber} has no usable total: ${found.total}.`);
      const own = found.lines.filter((line) => !line.part_of_option_set);
      const items = own.reduce((sum, line) => sum + line.quantity, 0);
      const day = order.placedAt === null ? null : new Date(found.placed_at).toISOString().slice(0, 10);
      tally.add(day, own.length, items, total);
      progress.add(1);

      if (seen.has(order.saleNumber)) report(`number of orders ${saleNumber}`, '1', 'more');
      seen.add(order.saleNumber);
      if (found.status !== 'COMPLETE') report(`status of order ${saleNumber}`, 'COMPLETE', found.status);
      if (total !== order.amount) {
        report(`total of order ${saleNumber}`, formatDecimal(order.amount), formatDecimal(total));
      }
      const wanted = wantedLines(order, known);
      const actual = foundLines(found);
      if (wanted !== actual) report(`products of order ${saleNumber}`, wanted, actual);
    }
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

function foundLines({ lines, options }: FoundOrder): string {
  const tree = ({ option_set_id_str: set, options: chosen }: ChosenSet): string =>
    ` [${set}: ${chosen.map((each) => each.product_id_str + each.option_sets.map(tree).join('')).join(', ')}]`;
  return lines
    .filter((line) => !line.part_of_option_set)
    .map((line) => {
      const chosen = options.filter((set) => set.line_number === line.number).map(tree);
      return `${line.quantity} x ${line.product.id_str}${chosen.join('')}`;
    })
    .sort()
    .join('; ');
}
