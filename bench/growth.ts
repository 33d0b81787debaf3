// npm run bench -- growth: every list of the API with every filter and two of them, on companies of several sizes. A page
// costs the same on each.
import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { openStorage } from '#src/storage/open.ts';
import { raw } from '#src/storage/sql.ts';
import { GROWING, grow } from '#test/harness/growing.ts';
import { type ListValues, listCalls } from '#test/harness/list-calls.ts';
import type { Json } from '#test/harness/service.ts';
import { trade } from '#test/harness/trade.ts';
import { print, say } from './console.ts';
import type { Filled, Store } from './fill.ts';
import type { Options } from './options.ts';
import { count, short, table } from './report.ts';
import { type Answer, type Client, clientOf, serve } from './servers.ts';

/** What a page may cost, times the smallest company's; and how much more it takes at least to be told apart, in ms. */
const MOST = 1.5;
const NOISE_MS = 0.3;
const PAGE = 25;
/** Orders are filled in by the project's own rules; products and customers are at most so many. */
const OWN = /^order/;
const OF_CATALOGUE = /customer|product|prices|option|external/;
const MOST_RECORDS = 100_000;

/** A company of one size, while it is asked. */
interface Grown {
  readonly client: Client;
  readonly values: ListValues;
  stop(): Promise<void>;
}

/** One list, and what its page took on each size, in ms. */
interface ListGrowth {
  readonly path: string;
  readonly ms: readonly number[];
}

const send = (client: Client, path: string) => client.send('GET', `/v1/companies/me/${path}`);

/** Makes one of everything in a copy of a filled company, and copies of it in every table that grows. */
async function growCompany(store: Store, filled: Filled): Promise<Grown> {
  const { world, dataDir, databaseUrl, orders } = await store.copy(filled);
  const [site = 0] = world.sites;
  const [register = 0] = world.registers;
  const [staff = 0] = world.staff;
  const [cash = 0] = world.methods;
  const begun = await serve({ dataDir, databaseUrl });
  const client = clientOf(begun, world.token);
  const values = await trade({
    ...{ site: String(site), register: String(register), staff: String(staff), cash: String(cash) },
    product: String(world.products[0]?.id),
    call: async (method, path, body, headers): Promise<Json> => {
      const answer = await client.send(method, `/v1/companies/me/${path}`, body, headers);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body.toString()}`);
      return JSON.parse(answer.body.toString());
    },
  });
  client.close();
  await begun.stop();
  const storage = await openStorage({ dataDir, databaseUrl });
  const tables = Object.keys(GROWING).filter((name) => !OWN.test(name));
  const small = tables.filter((name) => OF_CATALOGUE.test(name));
  const large = tables.filter((name) => !OF_CATALOGUE.test(name));
  const where = { company: String(world.company), mayBeEmpty: true };
  await grow(storage, { ...where, tables: small }, 1, Math.min(orders, MOST_RECORDS));
  await grow(storage, { ...where, tables: large }, 1, orders);
  if (storage.engine === 'postgres') await storage.write(async (tx) => tx.run(raw('analyze')));
  await storage.close();
  const server = await serve({ dataDir, databaseUrl });
  const asking = clientOf(server, world.token);
  return {
    client: asking,
    values,
    stop: async () => {
      asking.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const rowsOf = (answer: Answer | undefined) => {
  // Customers are also looked up: one is found, or none.
  if (answer?.status === 302 || answer?.status === 404) return 1;
  const body: Json = answer?.status === 200 ? JSON.parse(answer.body.toString()) : undefined;
  return Array.isArray(body) ? body.length : undefined;
};

/** Asks one list on every size in turn; undefined where it is no list or refused. */
async function askList(
  companies: readonly Grown[],
  paths: readonly string[],
  rounds: number,
): Promise<ListGrowth | undefined> {
  const [path = ''] = paths;
  const limited = (at: number, limit: number) => {
    const own = paths[at] ?? path;
    return `${own}${own.includes('?') ? '&' : '?'}limit=${limit}`;
  };
  const found: number[] = [];
  for (const [at, { client }] of companies.entries()) {
    const rows = rowsOf(await send(client, limited(at, PAGE)));
    if (rows === undefined) return undefined;
    found.push(rows);
  }
  // The same number of records on each.
  const limit = Math.max(1, Math.min(...found));
  const ms = companies.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [at, { client }] of companies.entries()) {
      const began = performance.now();
      await send(client, limited(at, limit));
      ms[at] = Math.min(ms[at] ?? 0, performance.now() - began);
    }
  }
  return { path, ms };
}

/** Measures every list on every size, and prints those whose page costs more on a larger one. */
export async function measureGrowth(options: Options, store: Store): Promise<readonly ListGrowth[]> {
  const companies: Grown[] = [];
  for (const orders of options.sizes) {
    const filled = await store.filled(orders);
    say(`Growing ${count(orders)}…`);
    companies.push(await growCompany(store, filled));
  }
  try {
    const calls = companies.map(({ values }) => listCalls(values));
    const all: ListGrowth[] = [];
    for (const [at, path] of (calls[0] ?? []).entries()) {
      if (!path.includes(options.only ?? '')) continue;
      if (at % 200 === 0) say(`list ${at} of ${calls[0]?.length ?? 0}…`);
      const paths = calls.map((each) => each[at] ?? '');
      const found = await askList(companies, paths, options.quick ? 4 : 8);
      if (found !== undefined) all.push(found);
    }
    report(options.sizes, all);
    return all;
  } finally {
    for (const company of companies) await company.stop();
  }
}

function report(sizes: readonly number[], all: readonly ListGrowth[]): void {
  const ratioOf = ({ ms: [base = 0, ...larger] }: ListGrowth) => Math.max(...larger) / base;
  const isBeyond = (each: ListGrowth) =>
    ratioOf(each) > MOST && Math.max(...each.ms) - (each.ms[0] ?? 0) > NOISE_MS;
  const beyond = all.filter(isBeyond).toSorted((a, b) => ratioOf(b) - ratioOf(a));
  print(
    `## What a page costs as a company grows\n\n${all.length} lists and combinations; ${beyond.length} cost more than ${MOST} times as much.`,
  );
  const rows = beyond.map((each) => [each.path, ...each.ms.map(short), short(ratioOf(each))]);
  if (rows.length > 0) print(table(['list', ...sizes.map((size) => `${count(size)} ms`), '×'], rows));
}
