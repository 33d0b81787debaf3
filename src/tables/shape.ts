import { ORDER_STATUSES } from '../kernel/order-status.ts';
import { decimal, id, list, name, oneOf, orNull, time, whole, words } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import { derived, field, fixed, part, type Stored, shape } from '../shape/shape.ts';

// The floors of sites and the tables on them, field by field (docs/changing.md).

/** Most grid units of a floor, across and down. */
const MAX_GRID = 200;
/** Most places at a table: as many as a line may name. */
const MAX_SEATS = 100;

const sort = whole(0, 10_000);
const size = whole(1, MAX_GRID);
const place = whole(0, MAX_GRID - 1);

/** A room, or a part of one, that has tables. Its size is in grid units, as are those of its tables (reference: tables.1). */
export const FLOOR = shape('Floor', 'A room of a site, or a part of one, that has tables.', {
  ...IDS,
  site_id: fixed(id, 'The site it is at.'),
  name: field(name(100), 'The name.', { needed: true }),
  sort: field(sort, 'Where it stands among the floors of the site; the lowest first.', { initially: 0 }),
  width: field(size, 'How many grid units it is wide.', { initially: 20 }),
  height: field(size, 'How many grid units it is deep.', { initially: 12 }),
  ...STAMPS,
  ...OWNER,
});
export interface Floor extends Stored<typeof FLOOR> {}

const TABLE_SHAPES = ['square', 'round'] as const;
const TABLE_STATES = ['free', 'occupied'] as const;

/** An open order, as its table shows it. */
const TABLE_ORDER = part('An open order at the table.', {
  ...IDS,
  order_number: derived(orNull(words), 'The number by which it is called out.'),
  status: derived(oneOf(ORDER_STATUSES), 'Where it stands.'),
  guests: derived(orNull(whole(0, 100_000)), 'How many guests it is for.'),
  total: derived(decimal(), 'Its total with tax.'),
  due: derived(decimal(), 'The amount still to be paid.'),
  placed_at: derived(time, 'When it was placed.'),
});

/** A table of a site, drawn on its floor at its place (reference: tables.2). */
export const TABLE = shape('Table', 'A table of a site.', {
  ...IDS,
  site_id: fixed(id, 'The site it is at.'),
  floor_id: field(id, 'The floor it stands on.', { needed: true, lasting: true }),
  name: field(name(50), 'The name: no two tables of a site share one.', { needed: true }),
  seats: field(whole(1, MAX_SEATS), 'How many guests sit at it.', { initially: 4 }),
  shape: field(oneOf(TABLE_SHAPES), 'How it is drawn.', { initially: 'square' }),
  x: field(place, 'How far from the left it stands, in grid units.', { initially: 0 }),
  y: field(place, 'How far from the top it stands, in grid units.', { initially: 0 }),
  width: field(size, 'How many grid units it is wide.', { initially: 2 }),
  height: field(size, 'How many grid units it is deep.', { initially: 2 }),
  sort: field(sort, 'Where it stands among the tables of its floor; the lowest first.', { initially: 0 }),
  state: derived(oneOf(TABLE_STATES), 'Whether it has open orders. Events leave it out, as the two below.', {
    sometimes: true,
  }),
  since: derived(orNull(time), 'When the oldest of its open orders was placed; null while it is free.', {
    sometimes: true,
  }),
  orders: derived(list(of(TABLE_ORDER)), 'Its open orders, the oldest first.', { sometimes: true }),
  ...STAMPS,
  ...OWNER,
});
export interface Table extends Stored<typeof TABLE> {}
