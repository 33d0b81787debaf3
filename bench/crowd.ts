// Paid orders of one company and of eight, with products that are not counted, counted, and one counted product in every order.
import { rmSync } from 'node:fs';
import { countProducts, createCompanies, openCompany } from './companies.ts';
import { compare } from './compare.ts';
import { print, say } from './console.ts';
import type { Filled, Store, World } from './fill.ts';
import type { LoadResult } from './load.ts';
import type { Options } from './options.ts';
import { short, table } from './report.ts';
import { serviceAndDatabase } from './requests.ts';
import { type Generator, type Service, serve } from './servers.ts';
import { orderBodies } from './subjects.ts';
import { type WireRequest, wire } from './wire.ts';

const COMPANIES = 8;
const CONNECTIONS = 32;
/** Different orders of each company. */
const ORDERS = 50;
/** Products of the filled company that its orders have. */
const MENU = 20;

/** The figures of one kind of orders. */
interface CrowdFigures {
  readonly orders: string;
  readonly companies: number;
  readonly result: LoadResult;
}

/** Orders of some companies, one of each in turn. */
function requestsOf(worlds: readonly World[], hasHotProduct: boolean): WireRequest[] {
  const all = worlds.map((world) =>
    orderBodies(world, ORDERS, hasHotProduct).map((body) =>
      wire('POST', '/v1/companies/me/orders', world.token, body),
    ),
  );
  return Array.from({ length: ORDERS }, (_, at) => all.flatMap((own) => own[at] ?? [])).flat();
}

/** Measures orders of one company and of eight. */
export async function measureCrowd(
  options: Options,
  store: Store,
  generator: Generator,
  from: Filled,
): Promise<CrowdFigures[]> {
  const filled = await store.copy(from);
  const cards = createCompanies(filled, COMPANIES - 1);
  const service = await serve(filled);
  const first: World = { ...filled.world, products: filled.world.products.slice(0, MENU) };
  const worlds = [first];
  for (const card of cards) worlds.push(await openCompany(service, card));
  const figures: CrowdFigures[] = [];
  const measure = async (orders: string, hasHotProduct = false) => {
    for (const companies of [1, COMPANIES]) {
      say(`paid orders, ${orders}, companies: ${companies}…`);
      const requests = requestsOf(worlds.slice(0, companies), hasHotProduct);
      figures.push({ orders, companies, result: await run(options, generator, service, store, requests) });
    }
  };
  await measure('nothing counted');
  // One product first: what the others of an order are does not matter to it.
  for (const world of worlds) await countProducts(service, world, 1);
  await measure('one counted product in each', true);
  for (const world of worlds) await countProducts(service, world, MENU);
  await measure('every product counted');
  await service.stop();
  rmSync(filled.dataDir, { recursive: true, force: true });
  return figures;
}

async function run(
  { quick, rounds, cellMs }: Options,
  generator: Generator,
  service: Service,
  store: Store,
  requests: readonly WireRequest[],
): Promise<LoadResult> {
  const side = { server: service, requests, roots: [service.pid, ...store.roots] };
  await compare(generator, [side], CONNECTIONS, 1, quick ? 500 : 1500);
  const [result] = await compare(generator, [side], CONNECTIONS, rounds, cellMs / rounds);
  if (result === undefined) throw new Error('There is no result.');
  return result;
}

/** Prints the figures. */
export function reportCrowd(figures: readonly CrowdFigures[]): void {
  print(`## Paid orders of one company and of ${COMPANIES}, ${CONNECTIONS} connections`);
  const rows = figures.map(({ orders, companies, result }) => [
    orders,
    companies,
    ...[result.perSecond, result.p50, result.p99].map(short),
    ...serviceAndDatabase(result),
  ]);
  const head = ['orders', 'companies', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'of the database'];
  print(table(head, rows));
}
