import { siteOf } from '../company/site-of.ts';
import { lockExisting } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { LIST } from '../edge/query.ts';
import { accepted, listRecords, type RecordKind, recordHandlers } from '../edge/records.ts';
import { asking } from '../edge/route.ts';
import { conflict, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { firstUse } from '../storage/uses.ts';
import { FLOOR, type Floor, TABLE, type Table } from './shape.ts';
import {
  atSite,
  countAt,
  diningTables,
  floors,
  holdTable,
  MAX_FLOORS,
  MAX_TABLES,
  tableBeyond,
  tableNamed,
  tableOn,
} from './store.ts';
import { floorView, tableView } from './view.ts';

// The floors of a site and the tables on them (reference: tables.1, tables.2).

/** The same, locked: one change of its floors and tables at a time, so that names and numbers of them hold. */
async function lockSite(tx: Writer, company: Id, site: Id): Promise<void> {
  if (!(await lockExisting(tx, 'sites', company, [site])).has(site)) throw notFound();
}

/** True for a record of the site that the path names. */
const isAtSite = ({ site_id }: { readonly site_id: Id }, call: Call) => site_id === call.id('site_id');

/** 400 for something that reaches beyond its floor. */
function refuseBeyond(table: Table, floor: Floor): void {
  for (const [field, end, size] of [
    ['x', table.x + table.width, floor.width],
    ['y', table.y + table.height, floor.height],
  ] as const) {
    if (end > size)
      throw invalid(
        field,
        sentence('the table would end at {end}, and floor {name} at {size}: move it, or make it smaller.', {
          end,
          name: floor.name,
          size,
        }),
      );
  }
}

const floorKind: RecordKind<Floor> = {
  table: floors,
  ids: 'floor',
  path: 'sites/:site_id/floors',
  param: 'floor_id',
  accepted: accepted(FLOOR),
  isBelow: isAtSite,
  address: ({ site_id, id }) => `sites/${site_id}/floors/${id}`,
  complete: (_tx, floor, before, call) =>
    Promise.resolve(before === undefined ? { ...floor, site_id: call.id('site_id') } : floor),
  async check(tx, floor, before) {
    await lockSite(tx, floor.company_id, floor.site_id);
    if (before !== undefined) {
      const isSmaller = floor.width < before.width || floor.height < before.height;
      if (!isSmaller) return;
      const table = await tableBeyond(tx, floor);
      if (table === undefined) return;
      throw invalid(
        table.x + table.width > floor.width ? 'width' : 'height',
        sentence('table {name} would stand beyond it: move the table first.', { name: table.name }),
      );
    }
    if ((await countAt(tx, 'floors', floor.company_id, floor.site_id)) >= MAX_FLOORS)
      throw conflict(sentence('A site has at most {max} floors.', { max: MAX_FLOORS }));
  },
  view: (_tx, records) => Promise.resolve(records.map((floor) => floorView(floor))),
  async usedBy(tx, floor) {
    const table = await tableOn(tx, floor.company_id, floor.id);
    return table && sentence('table {name}', { name: table.name });
  },
  topics: { created: 'floors/created', updated: 'floors/updated', deleted: 'floors/deleted' },
  sites: (floor) => [floor.site_id],
};

/** /sites/<s>/floors */
export const floorHandlers = recordHandlers(floorKind);

/** GET /sites/<s>/floors */
export const listFloors = asking(LIST, async (tx: Reader, call, asked) => {
  const site = await siteOf(tx, call);
  return listRecords(floorKind, tx, call, asked, atSite(site), async (id) => {
    const found = await floors.get(tx, call.company, id);
    return found?.site_id === site ? [id] : undefined;
  });
});

/** The tables of a site; what reads them, and what their GET shows, is in orders/http/tables.ts. */
export const tableKind: RecordKind<Table> = {
  table: diningTables,
  ids: 'table',
  path: 'sites/:site_id/tables',
  param: 'table_id',
  accepted: accepted(TABLE),
  isBelow: isAtSite,
  address: ({ site_id, id }) => `sites/${site_id}/tables/${id}`,
  complete: (_tx, table, before, call) =>
    Promise.resolve(before === undefined ? { ...table, site_id: call.id('site_id') } : table),
  async check(tx, table, before) {
    const { company_id: company, site_id: site } = table;
    // First the floor: who changes a floor has it by the time the site is locked.
    const floor = await floors.getForUpdate(tx, company, table.floor_id);
    await lockSite(tx, company, site);
    if (floor?.site_id !== site)
      throw invalid('floor_id', sentence('{id} is no floor of site {site}.', { id: table.floor_id, site }));
    refuseBeyond(table, floor);
    const namesake = await tableNamed(tx, company, site, table.name);
    if (namesake !== undefined && namesake.id !== table.id)
      throw invalid(
        'name',
        sentence('table {id} of this site is called {name} already.', { id: namesake.id, name: table.name }),
      );
    if (before === undefined && (await countAt(tx, 'dining_tables', company, site)) >= MAX_TABLES)
      throw conflict(sentence('A site has at most {max} tables.', { max: MAX_TABLES }));
  },
  view: (_tx, records) => Promise.resolve(records.map((table) => tableView(table))),
  usedBy: (tx, table, call) => firstUse(tx, call.usesOf('tables', table)),
  topics: { created: 'tables/created', updated: 'tables/updated', deleted: 'tables/deleted' },
  sites: (table) => [table.site_id],
};

/** 400 for a table that is none of the site's (reference: tables.4). */
function ofSite(table: Table | undefined, site: Id, id: Id): Table {
  if (table?.site_id !== site)
    throw invalid('table_id', sentence('{id} is no table of site {site}.', { id, site }));
  return table;
}

/** The table that an order is to be at, kept from being deleted; 400 when it is none of the site's. */
export async function requireTable(tx: Writer, company: Id, site: Id, id: Id): Promise<Table> {
  return ofSite(await holdTable(tx, company, id), site, id);
}

/** The same for an order that is not saved: nothing is kept. */
export async function readTable(tx: Reader, company: Id, site: Id, id: Id): Promise<Table> {
  return ofSite(await diningTables.get(tx, company, id), site, id);
}
