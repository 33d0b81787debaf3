// The requests that are measured: the same five that a register and an add-on make all day.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '#src/storage/open.ts';
import { raw } from '#src/storage/sql.ts';
import { chanceOf } from '#test/harness/chance.ts';
import type { World } from './fill.ts';
import type { FloorJob, RecordedReply, RecordedRow } from './floor.ts';
import type { FloorTable } from './floor-tables.ts';
import type { Answer, Client } from './servers.ts';
import { type WireRequest, wire } from './wire.ts';

export const SUBJECTS = ['get', 'orders', 'products', 'post', 'update'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export const TITLES: Readonly<Record<SubjectName, string>> = {
  get: 'GET an order by id',
  orders: 'list of 50 orders',
  products: 'list of 50 products',
  post: 'POST an order, 4 lines and a payment',
  update: 'PUT a line of an order with many changes',
};

/** What is saved before it is answered. */
export const isWrite = (name: SubjectName): boolean => name === 'post' || name === 'update';

/** Different requests per subject, so that not one row is read over and over. */
const VARIANTS: Readonly<Record<SubjectName, number>> = {
  ...{ get: 500, orders: 20, products: 1 },
  ...{ post: 50, update: 100 },
};
/** Changes of each order before it is measured. */
const CHANGES = 50;
/** Orders per page of the list subject, and how many pages away from each other the variants begin. */
const PAGE = 50;

/** Requests of one kind, with the recorded answers for the floor. */
export interface Subject {
  readonly name: SubjectName;
  readonly requests: readonly WireRequest[];
  readonly replies: FloorJob['replies'];
  readonly rows: readonly RecordedRow[];
  /** Bytes of a typical body. */
  readonly bodyBytes: number;
}

function record(answer: Answer, path: string): RecordedReply {
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  return { status: answer.status, headers: answer.headers, body: answer.body };
}

/** Paths of orders, evenly drawn from the whole table. */
export function orderPaths(orders: number, count: number): string[] {
  const roll = chanceOf(7);
  return Array.from({ length: count }, () => `/v1/companies/me/orders/${1 + Math.floor(roll() * orders)}`);
}

async function listPaths(client: Client, count: number): Promise<string[]> {
  const paths = [`/v1/companies/me/orders?limit=${PAGE}`];
  while (paths.length < count) {
    const answer = await client.send('GET', paths.at(-1) ?? '');
    const next = answer.header('x-next-page');
    if (next === undefined) break;
    const url = new URL(next);
    paths.push(url.pathname + url.search);
  }
  return paths;
}

/** Bodies of a register's orders: four products, the first of which may be the same in all, and a payment of the amount due. */
export function orderBodies(world: World, count: number, hasHotProduct = false): string[] {
  const roll = chanceOf(11);
  return Array.from({ length: count }, () => {
    const lines = Array.from({ length: 4 }, (_, at) => {
      const chosen = Math.floor(roll() * world.products.length);
      const product = world.products[hasHotProduct && at === 0 ? 0 : chosen];
      if (product === undefined) throw new Error('There are no products.');
      return { product, quantity: 1 + Math.floor(roll() * 2) };
    });
    const amount = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
    return JSON.stringify({
      site_id: world.sites[0],
      register_id: world.registers[0],
      staff_member_id: world.staff[0],
      order_type: 'Takeaway',
      status: 'PENDING',
      lines: lines.map(({ product, quantity }) => ({ product_id: product.id, quantity })),
      payments: [{ method_id: world.methods[1], amount: Number(amount.toFixed(2)), ref: 'T-4711' }],
    });
  });
}

interface Database {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** What an order leaves behind that is made, or changed. */
type Left = 'new' | 'changed';

/** How long reports may take to count an order, in ms. */
const COUNTED_MS = 10_000;

/** The rows that one order left behind that was made, or changed last, under a key, once reports have counted it. */
async function rowsOf(
  { dataDir, databaseUrl }: Database,
  id: bigint,
  key: string,
  made: Left,
): Promise<RecordedRow[]> {
  const storage = await openStorage({ dataDir, databaseUrl });
  const order = `(select company_id from orders where id = ${id})`;
  const latest = made === 'changed' ? 'order by number desc limit 1' : '';
  const kitchen =
    made === 'changed' ? `and created_at >= (select updated_at from orders where id = ${id})` : '';
  const ofCompany = `company_id = ${order}`;
  const ofNew: (readonly [FloorTable, string])[] = [
    ['order_terms', `order_id = ${id}`],
    ['order_numbers', `${ofCompany} order by day desc limit 1`],
    // Nothing else was completed in this database: its other orders were filled in without events.
    ['report_sums', ofCompany],
    ['report_positions', ofCompany],
  ];
  const wanted: (readonly [FloorTable, string])[] = [
    ['orders', `id = ${id}`],
    ['events', `resource_id = ${id} and topic like 'orders/%' ${latest}`],
    ['order_history', `order_id = ${id} order by number desc limit 1`],
    ['tickets', `order_id = ${id} ${kitchen}`],
    ['event_counters', ofCompany],
    ['idempotency_keys', `key = '${key}'`],
    ...(made === 'new' ? ofNew : []),
  ];
  try {
    const latestStart = Date.now() + COUNTED_MS;
    // Ends: once reports have counted the order, or by an error.
    while (made === 'new') {
      const sum = raw(`select 1 from report_sums where ${ofCompany} limit 1`);
      if ((await storage.read(async (tx) => tx.get(sum))) !== undefined) break;
      if (Date.now() > latestStart) throw new Error('Reports have not counted the order.');
      await sleep(50);
    }
    return await storage.read(async (tx) => {
      const found: RecordedRow[] = [];
      for (const [table, where] of wanted) {
        for (const row of await tx.all(raw(`select * from ${table} where ${where}`))) {
          found.push({ table, columns: Object.keys(row), values: Object.values(row) });
        }
      }
      return found;
    });
  } finally {
    await storage.close();
  }
}

/** Addresses of lines of orders that were changed often. */
async function changedLines(client: Client, world: World): Promise<string[]> {
  const path = '/v1/companies/me/orders';
  const paths: string[] = [];
  for (const body of orderBodies(world, VARIANTS.update / 2)) {
    const { payments: _paid, ...open } = JSON.parse(body) as Record<string, unknown>;
    const answer = await client.send('POST', path, open, { 'idempotency-key': randomUUID() });
    const { id_str: id } = JSON.parse(record(answer, path).body.toString()) as { id_str: string };
    for (let guests = 1; guests <= CHANGES; guests++)
      record(await client.send('PUT', `${path}/${id}`, { guests }), path);
    paths.push(`${path}/${id}/lines/1`);
  }
  return paths;
}

/** Makes a subject and records the service's answers to it. A POST is made once, to see its rows. */
export async function prepare(
  name: SubjectName,
  client: Client,
  world: World,
  orders: number,
  database: Database,
): Promise<Subject> {
  const replies = new Map<string, RecordedReply>();
  const requests: WireRequest[] = [];
  let rows: readonly RecordedRow[] = [];
  if (name === 'post') {
    const path = '/v1/companies/me/orders';
    const bodies = orderBodies(world, VARIANTS.post);
    const key = randomUUID();
    const answer = await client.send('POST', path, JSON.parse(bodies[0] ?? ''), { 'idempotency-key': key });
    replies.set(path, record(answer, path));
    const { id_str: id } = JSON.parse(answer.body.toString()) as { id_str: string };
    rows = await rowsOf(database, BigInt(id), key, 'new');
    for (const body of bodies) requests.push(wire('POST', path, client.token, body));
  } else if (name === 'update') {
    const paths = await changedLines(client, world);
    const key = randomUUID();
    for (const [at, path] of paths.entries()) {
      const headers = at === 0 ? { 'idempotency-key': key } : {};
      const answer = await client.send('PUT', path, { quantity: 2 }, headers);
      replies.set(path, record(answer, path));
    }
    const [, id = '0'] = /orders\/(\d+)\//.exec(paths[0] ?? '') ?? [];
    rows = await rowsOf(database, BigInt(id), key, 'changed');
    // One after the other they give each line another quantity than it has.
    for (const quantity of [3, 2])
      for (const path of paths) requests.push(wire('PUT', path, client.token, JSON.stringify({ quantity })));
  } else {
    const paths = {
      get: () => orderPaths(orders, VARIANTS.get),
      orders: () => listPaths(client, VARIANTS.orders),
      products: () => [`/v1/companies/me/products?limit=${PAGE}`],
    }[name];
    for (const path of await paths()) {
      replies.set(path, record(await client.send('GET', path), path));
      requests.push(wire('GET', path, client.token));
    }
  }
  const bodies = [...replies.values()].map(({ body }) => body.length);
  return {
    name,
    requests,
    replies,
    rows,
    bodyBytes: Math.round(bodies.reduce((a, b) => a + b, 0) / bodies.length),
  };
}
