// Known data to try Passbell with, and nothing that runs a business needs: two published data sets, and the sandbox.
//
//   pizza-place.ts   Pizza Place Sales: a year of a pizza place, its menu and its orders
//   chipotle.ts      the Chipotle orders, whose lines carry the chosen options; the menu follows from them
//   menu.ts          what such a menu becomes in a catalogue
//   sandbox.ts       the company of a first start, which sells the menu of the pizza place (menu.json)
//
// An import takes their menus as well as the catalogue's own files (`MENUS`), a replay their orders
// (`readDataset`). One more data set is a file with a `KnownData` and its place in the list.

import type { OtherData } from '../imports/run.ts';
import { CHIPOTLE } from './chipotle.ts';
import { type Dataset, tallyOf } from './dataset.ts';
import type { KnownData } from './known.ts';
import { menuRows } from './menu.ts';
import { PIZZA_PLACE } from './pizza-place.ts';

const KNOWN: readonly KnownData[] = [PIZZA_PLACE, CHIPOTLE];

/** The menus, for an import. */
export const MENUS: readonly OtherData[] = KNOWN.map(({ files, isIn, menu }) => ({
  files,
  read: async (dir) => {
    if (!(await isIn(dir))) return undefined;
    const found = await menu(dir);
    return async (tx, target) => {
      const { rows, remarks } = await menuRows(tx, target, found);
      return { rows, remarks, records: rows.products.length + rows.sets.length };
    };
  },
}));

/** Reads the orders of a folder, for a replay; only the first `limit` of them when it is given. */
export async function readDataset(dir: string, limit: number | undefined): Promise<Dataset> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new Error('The number of orders must be a whole number from 1 on.');
  }
  const found = await Promise.all(KNOWN.map(({ isIn }) => isIn(dir)));
  // For a folder of neither, the error names the files that the first data set has.
  const known = KNOWN[found.indexOf(true)] ?? PIZZA_PLACE;
  const data = await known.orders(dir);
  const orders = data.orders.slice(0, limit);
  return { ...data, orders, expected: limit === undefined ? await known.expected(dir) : tallyOf(orders) };
}
