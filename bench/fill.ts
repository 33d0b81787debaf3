// Databases with many orders. A base with two sites, four registers, staff and customers is made through the API; then
// orders are made by the project's own rules, rendering and `insertOrder`. Only the transport differs: SQLite is
// written by one connection without a journal (no other process uses the file), PostgreSQL by pipelined inserts.
// Filled databases stay in .cache/bench and are used again while tables, rendering and filler are equal.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { paymentMethods } from '#src/company/store.ts';
import type { Id } from '#src/kernel/id.ts';
import { saleId } from '#src/kernel/id.ts';
import { minorStep, ONE } from '#src/kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#src/kernel/time.ts';
import { insertOrder } from '#src/orders/row/store.ts';
import { render } from '#src/orders/row/view.ts';
import { addPayment } from '#src/orders/rules/decide.ts';
import { figuresOf } from '#src/orders/rules/figures.ts';
import { INITIAL_ORDER } from '#src/orders/rules/initial.ts';
import { addLines } from '#src/orders/rules/lines.ts';
import type { LineProduct } from '#src/orders/rules/offer.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import { lineProducts, requirePlace } from '#src/orders/steps/facts.ts';
import { settleOrder } from '#src/orders/steps/save.ts';
import type { Order } from '#src/orders/types.ts';
import { MIGRATIONS } from '#src/storage/migrate.ts';
import { openStorage } from '#src/storage/open.ts';
import type { Storage, Writer } from '#src/storage/port.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { createDatabase, type Postgres, startPostgres } from '#test/harness/postgres.ts';
import { BATCH, BulkWriter, settle } from './bulk.ts';
import { fillCatalogue } from './catalogue.ts';
import type { Engine, Filled, World } from './filled.ts';
import { clientOf, serve } from './servers.ts';

/** Raise it when the filler makes other orders. */
const FILLER = 5;

export type { Engine, Filled, World } from './filled.ts';

const YEAR = 365n * DAY;
/** The orders of every database lie in this year. */
export const FIRST_ORDER_AT = BigInt(Date.parse('2025-10-31T00:00:00Z')) * 1000n;
export const LAST_ORDER_AT = FIRST_ORDER_AT + YEAR;

/** Orders worth more than 5,000, all of one customer: as many in every database. */
export const RARE = 40;
/** Orders worth 1,000 to 2,000: one in 400, at least this many. */
const LARGE_SHARE = 400;

const CUSTOMERS = 300;
const STAFF = 6;
const PIPELINED = 250;

const cache = join(dirname(import.meta.dirname), '.cache', 'bench');

/** The hash of everything a filled database depends on. */
function version(engine: Engine): string {
  const hash = createHash('sha256').update(`${FILLER} ${engine}\n`);
  for (const migration of MIGRATIONS) hash.update(migration.statements(engine).join(';\n'));
  const root = dirname(import.meta.dirname);
  for (const file of fs
    .globSync(['src/orders/{row,shape}/*.ts', 'src/shape/*.ts'], { cwd: root })
    .toSorted()) {
    if (!file.endsWith('.test.ts')) hash.update(fs.readFileSync(join(root, file)));
  }
  hash.update(fs.readFileSync(join(import.meta.dirname, 'catalogue.ts')));
  return hash.digest('hex').slice(0, 12);
}

/** The databases of one engine. */
export interface Store {
  readonly engine: Engine;
  /** A database with that many orders; made when it is not there yet. */
  filled(orders: number): Promise<Filled>;
  /** A database without orders and with that many products. */
  catalogue(products: number): Promise<Filled>;
  /** A copy that may be written to; removed by `close`. */
  copy(from: Filled): Promise<Filled>;
  /** An empty database with the tables of the service; its address for the floor. */
  empty(name: string): Promise<{ dataDir: string; databaseUrl: string | undefined }>;
  /** The processes of the database server, when there is one. */
  readonly roots: readonly number[];
  close(): Promise<void>;
}

/** Opens the cache of one engine. */
export async function openStore(engine: Engine, say: (line: string) => void): Promise<Store> {
  const dir = join(cache, `${engine}-${version(engine)}`);
  const scratch = join(cache, `run-${process.pid}`);
  for (const old of fs.existsSync(cache) ? fs.readdirSync(cache) : []) {
    const isOld = old.startsWith(`${engine}-`) && join(cache, old) !== dir;
    if (isOld || isAbandoned(old)) fs.rmSync(join(cache, old), { recursive: true, force: true });
  }
  fs.mkdirSync(dir, { recursive: true });
  let server: Postgres | undefined;
  if (engine === 'postgres') server = await startPostgres({ dir: join(dir, 'cluster') });
  const pidFile = join(dir, 'cluster/data/postmaster.pid');
  let copies = 0;

  const databaseUrl = (name: string): string | undefined => {
    if (server === undefined) return undefined;
    const url = new URL(server.url);
    url.pathname = name;
    return url.href;
  };
  const describe = (name: string, orders: number, dataDir = join(dir, name)): Filled => ({
    engine,
    name,
    orders,
    dataDir,
    databaseUrl: databaseUrl(name),
    world: JSON.parse(fs.readFileSync(join(dir, 'base/world.json'), 'utf8')) as World,
    size: sizeOf(dataDir),
  });
  const base = async (): Promise<void> => {
    if (fs.existsSync(join(dir, 'base/world.json'))) return;
    fs.rmSync(join(dir, 'base'), { recursive: true, force: true });
    if (server !== undefined) await createDatabase(server.url, 'base');
    await makeBase(join(dir, 'base'), databaseUrl('base'));
  };
  const build = async (name: string, orders: number, make: (to: Filled) => Promise<void>) => {
    await base();
    const target = join(dir, name);
    if (fs.existsSync(join(target, 'done'))) return describe(name, orders);
    say(`Filling ${name} into ${engine}…`);
    const began = Date.now();
    fs.rmSync(target, { recursive: true, force: true });
    fs.cpSync(join(dir, 'base'), target, { recursive: true });
    if (server !== undefined) await createDatabase(server.url, name, 'base');
    await make(describe(name, orders));
    fs.writeFileSync(join(target, 'done'), '');
    const filled = describe(name, orders);
    say(`… in ${((Date.now() - began) / 1000).toFixed(1)} s; ${(filled.size / 1e6).toFixed(0)} MB.`);
    return filled;
  };
  return {
    engine,
    roots: server === undefined ? [] : [Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0])],
    filled: (orders) =>
      build(`orders${orders}`, orders, (to) => fill(engine, to.dataDir, to.databaseUrl, to.world, orders)),
    catalogue: (products) => build(`products${products}`, 0, (to) => fillCatalogue(to, products)),
    async copy(from) {
      const name = `copy${process.pid}_${++copies}`;
      const target = join(scratch, name);
      fs.mkdirSync(scratch, { recursive: true });
      fs.cpSync(from.dataDir, target, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
      if (server !== undefined) await createDatabase(server.url, name, from.name);
      return { ...describe(name, from.orders, target), name: from.name };
    },
    async empty(name) {
      const own = `${name}${process.pid}_${++copies}`;
      const target = join(scratch, own);
      fs.mkdirSync(target, { recursive: true });
      if (server !== undefined) await createDatabase(server.url, own);
      return { dataDir: target, databaseUrl: databaseUrl(own) };
    },
    async close() {
      fs.rmSync(scratch, { recursive: true, force: true });
      if (server === undefined) return;
      await dropCopies(server.url);
      await server.stop();
    },
  };
}

function isAbandoned(name: string): boolean {
  const pid = /^run-(\d+)$/.exec(name)?.[1];
  return pid !== undefined && !fs.existsSync(`/proc/${pid}`);
}

function sizeOf(dir: string): number {
  return fs.readdirSync(dir).reduce((sum, name) => {
    const stat = fs.statSync(join(dir, name));
    return sum + (stat.isFile() ? stat.size : 0);
  }, 0);
}

async function dropCopies(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    "select datname from pg_database where datname <> 'base' and not datistemplate and datname !~ '^(orders|products|postgres)'",
  );
  for (const { datname } of rows)
    await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
  await client.end();
}

/** Starts the service over an empty database and makes, by its API, the records that orders refer to. */
async function makeBase(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  fs.mkdirSync(dataDir, { recursive: true });
  const service = await serve({ dataDir, databaseUrl });
  const card = JSON.parse(fs.readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
    company_id: number;
    sites: { id: number; registers: { id: number }[] }[];
    staff: { id: number }[];
    payment_methods: { id: number }[];
    addon: { access_token: string };
  };
  const client = clientOf(service, card.addon.access_token);
  const me = '/v1/companies/me';
  const make = async (path: string, body: unknown) =>
    (await client.json<{ id: number }>('POST', `${me}/${path}`, body)).id;
  const first = card.sites[0]?.id ?? 0;
  const second = await make('sites', { name: 'Harbour' });
  const registers = [card.sites[0]?.registers[0]?.id ?? 0];
  for (const [at, site] of [first, second, second].entries()) {
    registers.push(await make('registers', { name: `Register ${at + 2}`, site_id: site }));
  }
  const staff = card.staff.map((member) => member.id);
  while (staff.length < STAFF) staff.push(await make('staff', { first_name: `Person ${staff.length}` }));
  const customers: number[] = [];
  while (customers.length < CUSTOMERS) {
    const name = `Customer ${customers.length}`;
    customers.push(await make('customers', { first_name: name, email: `c${customers.length}@example.com` }));
  }
  const fields = 'fields=unit_price,variants&limit=1000';
  const menu = await client.json<{ id: number; unit_price: number; variants: unknown[] }[]>(
    'GET',
    `${me}/sites/${first}/products?${fields}`,
  );
  for (const { id } of menu) {
    await client.json('PUT', `${me}/sites/${second}/products/${id}`, {
      availability: { is_available: true },
    });
  }
  client.close();
  await service.stop();
  const world: World = {
    token: card.addon.access_token,
    company: card.company_id,
    sites: [first, second],
    registers,
    staff,
    customers,
    // A template is not sold itself.
    products: menu
      .filter(({ variants }) => variants.length === 0)
      .map(({ id, unit_price }) => ({ id, price: unit_price })),
    methods: card.payment_methods.map((method) => method.id),
  };
  fs.writeFileSync(join(dataDir, 'world.json'), JSON.stringify(world));
}

/** The records that new orders are made from. */
interface OrderSupplies {
  readonly world: World;
  readonly products: readonly ReadonlyMap<Id, LineProduct>[];
  readonly methods: readonly { id: Id; name: string; kind: string }[];
}

async function loadOrderSupplies(storage: Storage, world: World): Promise<OrderSupplies> {
  const company = BigInt(world.company);
  return storage.read(async (tx) => {
    const products: ReadonlyMap<Id, LineProduct>[] = [];
    for (const site of world.sites) {
      const place = await requirePlace(tx, company, BigInt(site), undefined);
      const wanted = world.products.map(({ id }) => BigInt(id));
      products.push(
        await lineProducts(tx, company, { place, moment: 0n, rung: 0n, order_type: null }, wanted),
      );
    }
    const known = await paymentMethods.page(tx, company, 0n, 100);
    const methods = world.methods.map((id) => {
      const method = known.find((each) => each.id === BigInt(id));
      if (method === undefined) throw new Error(`There is no payment method ${id}.`);
      return { id: method.id, name: method.name, kind: method.kind };
    });
    return { world, products, methods };
  });
}

const ORDER_TYPES = ['Dine in', 'Takeaway', 'Pickup', 'Delivery'] as const;
/** Shares of the statuses among orders; the rest is COMPLETE. */
const OPEN: readonly OrderStatus[] = ['PENDING', 'SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'REJECTED'];
const OPEN_SHARE = 0.05;

function statusOf(roll: number): OrderStatus {
  return OPEN[Math.floor(roll / OPEN_SHARE)] ?? 'COMPLETE';
}

/** The fields that all orders share, before they have lines. */
const ALIKE = {
  ...INITIAL_ORDER,
  addon_id: 1n,
  minor_units: 2,
  lock: [],
  lines: [],
  payments: [],
} satisfies Partial<Order>;

/** One order of the year. */
function makeOrder(
  supplies: OrderSupplies,
  at: number,
  of: number,
  ids: { order: Id; part: Id },
  roll: () => number,
): Order {
  const { world } = supplies;
  const rare = at % Math.floor(of / RARE) === Math.floor(of / RARE / 2);
  const large = !rare && at % Math.min(LARGE_SHARE, Math.floor(of / RARE)) === 3;
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(roll() * list.length)];
    if (found === undefined) throw new Error('There is nothing to pick from.');
    return found;
  };
  const siteAt = roll() < 0.6 ? 0 : 1;
  const created = FIRST_ORDER_AT + (YEAR * BigInt(at)) / BigInt(of);
  const later = roll() < 0.05 ? BigInt(Math.floor(roll() * 30)) * DAY : 0n;
  const status = statusOf(roll());
  const deleted = status !== 'COMPLETE' && roll() < 0.15;
  const onAccount = status === 'PENDING' && roll() < 0.8;
  const blank: Order = {
    ...ALIKE,
    company_id: BigInt(world.company),
    id: ids.order,
    saleid: saleId(ids.order),
    site_id: BigInt(world.sites[siteAt] ?? 0),
    register_id: roll() < 0.1 ? null : BigInt(world.registers[siteAt * 2 + (roll() < 0.5 ? 0 : 1)] ?? 0),
    staff_member_id: roll() < 0.1 ? null : BigInt(pick(world.staff)),
    customer_id: rare
      ? BigInt(world.customers[0] ?? 0)
      : roll() < 0.3
        ? BigInt(pick(world.customers.slice(1)))
        : null,
    status,
    order_type: pick(ORDER_TYPES),
    complete_when_paid: !onAccount,
    fulfil_at: created + 15n * MINUTE,
    price_variation: roll() < 0.08 ? (ONE * 9n) / 10n : null,
    notes: roll() < 0.1 ? 'Please ring the bell at the side door.' : null,
    deleted,
    placed_at: created,
    created_at: created,
    updated_at: created + later + BigInt(Math.floor(roll() * 3600)) * 1_000_000n,
  };
  const lines = Array.from({ length: rare || large ? 1 : 1 + Math.floor(roll() * 5) }, () => ({
    product_id: BigInt(pick(world.products).id),
    quantity: rare ? 1000n * ONE : large ? 90n * ONE : BigInt(1 + Math.floor(roll() * 2)) * ONE,
    ...(roll() < 0.1 ? { notes: 'no onions' } : {}),
  }));
  const products = supplies.products[siteAt] ?? new Map();
  let part = ids.part;
  const order = addLines(
    blank,
    { lines, field: () => '' },
    { products, sets: new Map(), popUps: new Map(), taxes: new Map(), negativePrices: false },
    () => part++,
  );
  if (status === 'REJECTED') return order;
  const { total } = figuresOf(order).priced;
  const method = supplies.methods[onAccount ? 2 : roll() < 0.4 ? 0 : 1];
  if (method === undefined || (status !== 'COMPLETE' && !onAccount)) return order;
  const amount = onAccount ? total - (total % minorStep(2)) : total;
  const payment = {
    id: ids.part + 9n,
    method,
    amount,
    tip: 0n,
    credit_card_surcharge: 0n,
    ref: null,
    card: null,
    paid_at: null,
  };
  return addPayment(order, { ...payment, created_at: created + HOUR / 2n }, '');
}

/** Ids of lines and payments that each order has room for. */
const PARTS = 10n;

async function fill(
  engine: Engine,
  dataDir: string,
  databaseUrl: string | undefined,
  world: World,
  count: number,
) {
  const storage = await openStorage({ databaseUrl, dataDir });
  const supplies = await loadOrderSupplies(storage, world);
  await storage.startIdsAt('order', BigInt(count) + 1n);
  await storage.startIdsAt('order_part', BigInt(count) * PARTS + 1n);
  const roll = chanceOf(42);
  const insert = async (tx: Writer, at: number): Promise<void> => {
    const ids = { order: BigInt(at) + 1n, part: BigInt(at) * PARTS + 1n };
    const { order, figures } = settleOrder(makeOrder(supplies, at, count, ids, roll));
    await insertOrder(tx, { order, figures }, render(order, figures));
  };
  if (engine === 'postgres') {
    for (let from = 0; from < count; from += PIPELINED) {
      const batch = Array.from({ length: Math.min(PIPELINED, count - from) }, (_, at) => from + at);
      await storage.write(async (tx) => {
        await Promise.all(batch.map((at) => insert(tx, at)));
      });
    }
    await storage.close();
    if (databaseUrl !== undefined) await settle(databaseUrl);
    return;
  }
  await storage.close();
  const bulk = new BulkWriter(join(dataDir, 'passbell.sqlite'));
  for (let from = 0; from < count; from += BATCH) {
    bulk.exec('begin');
    for (let at = from; at < Math.min(from + BATCH, count); at++) await insert(bulk, at);
    bulk.exec('commit');
  }
  bulk.close();
}
