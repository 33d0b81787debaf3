// npm run bench -- products --only menu: what a site's menu costs, whole, unchanged and since an earlier version, in
// catalogues that fit into one answer.
import { rmSync } from 'node:fs';
import { shelfOf } from './catalogue.ts';
import type { Filled } from './fill.ts';
import { type CpuTimes, cpuBetween, cpuTimes } from './processes.ts';
import { count, short, table } from './report.ts';
import { type Answer, type Client, clientOf, type Server, serve } from './servers.ts';

/** A request of a menu, again and again. */
interface MenuCase {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** Times in ms, of one connection; and the CPU of the service in all of its threads, in ms per request. */
interface MenuFigures {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly bytes: number;
}

/** The largest catalogue whose menu is asked: a larger one does not fit. */
const MOST = 5_000;

async function measure(client: Client, one: MenuCase, times: number): Promise<MenuFigures> {
  const durations: number[] = [];
  let bytes = 0;
  const roots = [client.server.pid];
  let before: CpuTimes = new Map();
  for (let at = -Math.ceil(times / 5); at < times; at++) {
    if (at === 0) before = cpuTimes(roots);
    const began = performance.now();
    const answer: Answer = await client.send('GET', one.path, undefined, { ...one.headers });
    const took = performance.now() - began;
    if (answer.status !== (one.status ?? 200))
      throw new Error(`${one.name}: ${answer.status} ${answer.body}`);
    // What comes first only warms up.
    if (at >= 0) durations.push(took);
    bytes = answer.body.length;
  }
  const cpu = cpuBetween(before, cpuTimes(roots)) / times / 1e6;
  durations.sort((a, b) => a - b);
  const quantile = (share: number) => durations[Math.floor(share * (durations.length - 1))] ?? Number.NaN;
  return { name: one.name, p50: quantile(0.5), p99: quantile(0.99), cpu, bytes };
}

async function measureIn(filled: Filled, server: Server, times: number): Promise<MenuFigures[]> {
  const client = clientOf(server, filled.world.token);
  const [site = 0] = filled.world.sites;
  const path = `/v1/companies/me/sites/${site}/menu`;
  const first = await client.send('GET', path);
  const { version, products } = JSON.parse(String(first.body)) as {
    version: number;
    products: { id: number }[];
  };
  const code = (text: string, some: number) =>
    Promise.all(
      products
        .slice(0, some)
        .map(({ id }) => client.json('PUT', `/v1/companies/me/products/${id}`, { code: text })),
    );
  const etag = first.header('etag') ?? '';
  const figures = [
    await measure(client, { name: `whole, ${count(products.length)} products`, path }, times),
    await measure(client, { name: 'whole, br', path, headers: { 'accept-encoding': 'br' } }, times),
    await measure(client, { name: 'whole, gzip', path, headers: { 'accept-encoding': 'gzip' } }, times),
    await measure(
      client,
      { name: 'not modified', path, headers: { 'if-none-match': etag }, status: 304 },
      times * 4,
    ),
    await measure(client, { name: 'since the last version', path: `${path}?after=${version}` }, times * 4),
  ];
  await code('B', 10);
  const some = { name: 'since 10 products changed', path: `${path}?after=${version}` };
  figures.push(await measure(client, some, times * 2));
  client.close();
  return figures;
}

/** Measures the menus of catalogues that are small enough; prints as it goes. */
export async function measureMenus(
  sizes: readonly Filled[],
  copy: (filled: Filled) => Promise<Filled>,
  { quick, print }: { readonly quick: boolean; readonly print: (text: string) => void },
): Promise<MenuFigures[]> {
  const all: MenuFigures[] = [];
  for (const filled of sizes.filter((each) => shelfOf(each).products <= MOST)) {
    const own = await copy(filled);
    const server = await serve(own);
    const figures = await measureIn(filled, server, quick ? 20 : 60);
    await server.stop();
    rmSync(own.dataDir, { recursive: true, force: true });
    print(`## The menu of a site, ${count(shelfOf(filled).products)} products in the catalogue`);
    const rows = figures.map(({ name, p50, p99, cpu, bytes }) => [
      name,
      short(p50),
      short(p99),
      short(cpu),
      count(bytes),
    ]);
    print(table(['request', 'p50 ms', 'p99 ms', 'CPU ms', 'bytes'], rows));
    all.push(...figures);
  }
  return all;
}
