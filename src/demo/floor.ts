import type { Micros } from '../kernel/time.ts';
import { initial } from '../shape/state.ts';
import type { Writer } from '../storage/port.ts';
import { FLOOR, TABLE, type Table } from '../tables/shape.ts';
import { diningTables, floors } from '../tables/store.ts';
import type { Shop } from './week.ts';

// The room of a sandbox's guests, so that its register has tables from the start.

type Drawn = Pick<Table, 'name' | 'seats' | 'shape' | 'x' | 'y' | 'width' | 'height'>;

/** Two by the window, four in the middle, a long one and the bar. */
const TABLES: readonly Drawn[] = [
  { name: '1', seats: 2, shape: 'round', x: 1, y: 1, width: 2, height: 2 },
  { name: '2', seats: 2, shape: 'round', x: 5, y: 1, width: 2, height: 2 },
  { name: '3', seats: 4, shape: 'square', x: 9, y: 1, width: 3, height: 2 },
  { name: '4', seats: 4, shape: 'square', x: 14, y: 1, width: 3, height: 2 },
  { name: '5', seats: 4, shape: 'square', x: 1, y: 5, width: 3, height: 2 },
  { name: '6', seats: 4, shape: 'square', x: 6, y: 5, width: 3, height: 2 },
  { name: '7', seats: 8, shape: 'square', x: 11, y: 5, width: 6, height: 2 },
  { name: 'Bar', seats: 6, shape: 'square', x: 1, y: 9, width: 16, height: 2 },
];

/** Draws the room and its tables. */
export async function addFloor(tx: Writer, { company, site }: Shop, now: Micros): Promise<void> {
  const base = { company_id: company, site_id: site, created_at: now, updated_at: now };
  const [floor = 0n] = await tx.ids('floor', 1);
  await floors.insert(tx, initial(FLOOR, { ...base, id: floor, name: 'Dining room' }));
  const ids = await tx.ids('table', TABLES.length);
  await diningTables.sendInserts(
    tx,
    TABLES.map((drawn, sort) =>
      initial(TABLE, { ...base, ...drawn, id: ids[sort] ?? 0n, floor_id: floor, sort }),
    ),
  );
}
