// npm run bench -- products: the cost of lists of products in catalogues of several sizes, and of saving a product
// there.
import { rmSync } from 'node:fs';
import { shelfOf, skuOf } from './catalogue.ts';
import { compare, least, type Side } from './compare.ts';
import type { Filled, Store } from './fill.ts';
import { type ListPages, PAGES, type PageName } from './lists.ts';
import type { LoadResult } from './load.ts';
import { measureMenus } from './menus.ts';
import { count, short, table } from './report.ts';
import { clientOf, type Generator, type Server, serve } from './servers.ts';
import { exploreProducts, type ProductCase, type ProductExplorer, productCases } from './shelves.ts';
import { type WireRequest, wire } from './wire.ts';

/** How it is measured. */
export interface ProductOptions {
  /** Sizes of the catalogue, ascending. */
  readonly sizes: readonly number[];
  readonly quick: boolean;
  /** Only measurements with this in their name. */
  readonly only: string | undefined;
}

interface Figures {
  readonly name: string;
  readonly pages: readonly (ListPages & { statements: number })[];
  readonly results: Readonly<Record<PageName, readonly (LoadResult | undefined)[]>>;
}

/** Measures every list, and saving, in every catalogue; prints as it goes. */
export async function measureProducts(
  options: ProductOptions,
  store: Store,
  generator: Generator,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<unknown> {
  const sizes: Filled[] = [];
  for (const size of options.sizes) sizes.push(await store.catalogue(size));
  const wanted = (name: string) => options.only === undefined || name.includes(options.only);
  const lists = await measureLists(options, store, generator, sizes, wanted, say);
  if (lists.length > 0) report(sizes, lists, print);
  const saves = wanted('save') ? await measureSaves(options, store, generator, sizes, say) : [];
  if (saves.length > 0) reportSaves(sizes, saves, print);
  const copy = (filled: Filled) => store.copy(filled);
  const menus = wanted('menu') ? await measureMenus(sizes, copy, { quick: options.quick, print }) : [];
  return { lists, saves, menus };
}

/**
 * One connection per server in turn, in short rounds; the cheapest counts. A server without requests has no result.
 */
async function inTurn(
  options: ProductOptions,
  store: Store,
  generator: Generator,
  services: readonly Server[],
  requests: readonly (readonly WireRequest[])[],
): Promise<(LoadResult | undefined)[]> {
  const sides = services.flatMap((server, at): (Side & { at: number })[] => {
    const own = requests[at] ?? [];
    return own.length === 0 ? [] : [{ at, server, requests: own, roots: [server.pid, ...store.roots] }];
  });
  const [rounds, ms] = options.quick ? [3, 120] : [5, 250];
  const results = sides.length === 0 ? [] : await compare(generator, sides, 1, rounds, ms, least);
  return services.map((_, at) => results[sides.findIndex((side) => side.at === at)]);
}

async function measureLists(
  options: ProductOptions,
  store: Store,
  generator: Generator,
  sizes: readonly Filled[],
  wanted: (name: string) => boolean,
  say: (line: string) => void,
): Promise<Figures[]> {
  const services = await Promise.all(sizes.map((filled) => serve(filled)));
  const explorers: ProductExplorer[] = [];
  for (const filled of sizes) explorers.push(await exploreProducts(filled));
  const cases = sizes.map(productCases);
  // Code that runs for the first time is slow, and would be counted to the lists that come first.
  const warm = services.map((server, at): Side => {
    const token = sizes[at]?.world.token ?? '';
    const paths = cases[at]?.map(({ path }) => `/v1/companies/me/${path}`) ?? [];
    return { server, requests: paths.map((path) => wire('GET', path, token)), roots: [server.pid] };
  });
  await compare(generator, warm, 4, 1, options.quick ? 1000 : 3000);
  const figures: Figures[] = [];
  for (const [at, list] of (cases[0] ?? []).entries()) {
    if (!wanted(list.name)) continue;
    say(`list: ${list.name}…`);
    const pages: Figures['pages'][number][] = [];
    for (const [size, explorer] of explorers.entries()) {
      const same: ProductCase = cases[size]?.[at] ?? list;
      pages.push(await explorer.pages(same, pages[0]?.limit));
    }
    const results: Record<PageName, (LoadResult | undefined)[]> = { first: [], middle: [], last: [] };
    for (const page of PAGES) {
      const requests = pages.map(({ paths: { [page]: path } }, size) =>
        path === undefined ? [] : [wire('GET', path, sizes[size]?.world.token ?? '')],
      );
      results[page] = await inTurn(options, store, generator, services, requests);
    }
    figures.push({ name: list.name, pages, results });
  }
  for (const explorer of explorers) await explorer.close();
  for (const service of services) await service.stop();
  return figures;
}

/** A figure on the smallest catalogue, and how many times as much it is on each larger one. */
function times(results: readonly (LoadResult | undefined)[]): string[] {
  const [base, ...larger] = results.map((result) => result?.cpu);
  return [
    base === undefined ? '–' : short(base),
    ...larger.map((value) => {
      if (value === undefined || base === undefined) return '–';
      return value / base > 1.2 ? `**${short(value / base)}**` : short(value / base);
    }),
  ];
}

function report(sizes: readonly Filled[], figures: readonly Figures[], print: (text: string) => void): void {
  const names = sizes.map((filled) => count(shelfOf(filled).products));
  print(`## Lists of products, by size of the catalogue: ${names.join(', ')}`);
  const column = (name: string) => [`${name} µs`, ...names.slice(1).map((size) => `× ${size}`)];
  const head = ['list', 'matches', 'limit', 'statements', ...column('first page')];
  const last = names.at(-1) ?? '';
  head.push(`req/s at ${last}`, 'p50 ms', 'p99 ms', ...column('middle'), ...column('last'));
  const rows = figures.map(({ name, pages, results }) => {
    const largest = results.first.at(-1);
    return [
      name,
      pages.map(({ matches }) => count(matches)).join(' / '),
      pages[0]?.limit ?? 0,
      pages.at(-1)?.statements ?? 0,
      ...times(results.first),
      short(largest?.perSecond ?? Number.NaN),
      short(largest?.p50 ?? Number.NaN),
      short(largest?.p99 ?? Number.NaN),
      ...times(results.middle),
      ...times(results.last),
    ];
  });
  print(table(head, rows));
  const whose = sizes[0]?.engine === 'postgres' ? ' and of PostgreSQL' : '';
  print(`CPU of the service${whose} per request, one connection; bold: more than 1.2 times the smallest.`);
  print('## How the largest catalogue is asked');
  const plans = figures.map(({ name, pages }) => [
    name,
    (pages.at(-1)?.plan ?? []).join('; ').replaceAll('|', '\\|'),
  ]);
  print(table(['list', 'plan'], plans));
}

interface Saves {
  readonly name: string;
  readonly results: readonly LoadResult[];
}

async function measureSaves(
  options: ProductOptions,
  store: Store,
  generator: Generator,
  sizes: readonly Filled[],
  say: (line: string) => void,
): Promise<Saves[]> {
  const copies: Filled[] = [];
  for (const filled of sizes) copies.push(await store.copy(filled));
  const services = await Promise.all(copies.map((filled) => serve(filled)));
  const figures: Saves[] = [];
  for (const kind of SAVES) {
    say(`save: ${kind.name}…`);
    const sides: Side[] = [];
    for (const [at, server] of services.entries()) {
      const filled = copies[at];
      if (filled === undefined) continue;
      const requests = await kind.requests(filled, server);
      sides.push({ server, requests, roots: [server.pid, ...store.roots] });
    }
    const [rounds, ms] = options.quick ? [3, 500] : [5, 1000];
    figures.push({ name: kind.name, results: await compare(generator, sides, 8, rounds, ms) });
  }
  for (const service of services) await service.stop();
  for (const copy of copies) rmSync(copy.dataDir, { recursive: true, force: true });
  return figures;
}

/** A different request each time, so that nothing is found to be saved already. */
const BODIES = 50;

const SAVES: readonly {
  readonly name: string;
  requests(filled: Filled, server: Server): Promise<WireRequest[]>;
}[] = [
  {
    name: 'POST a product',
    requests: async (filled) => {
      const { categories, taxes } = shelfOf(filled);
      return Array.from({ length: BODIES }, (_, at) => {
        const body = {
          name: `Toasted walnut sandwich ${at}`,
          sku: `NEW-${at}`,
          taxes,
          categories: [categories[at % 20]],
        };
        return wire(
          'POST',
          '/v1/companies/me/products',
          filled.world.token,
          JSON.stringify({ ...body, unit_price: 9.5 }),
        );
      });
    },
  },
  {
    name: 'PUT another name',
    requests: async (filled, server) => {
      const client = clientOf(server, filled.world.token);
      const requests: WireRequest[] = [];
      const { products } = shelfOf(filled);
      const paths: string[] = [];
      for (let at = 0; at < BODIES; at++) {
        const sku = skuOf(Math.floor(products / 40) * 20 + 20 * Math.floor(at / 10) + 5 + (at % 10));
        const [found] = await client.json<{ id: number }[]>('GET', `/v1/companies/me/products?sku=${sku}`);
        if (found !== undefined) paths.push(`/v1/companies/me/products/${found.id}`);
      }
      // Each gets one name and then the other, so that every request changes something.
      for (const name of ['Roasted pumpkin risotto', 'Hearty salmon bagel']) {
        for (const path of paths) {
          requests.push(wire('PUT', path, filled.world.token, JSON.stringify({ name })));
        }
      }
      client.close();
      return requests;
    },
  },
];

function reportSaves(
  sizes: readonly Filled[],
  figures: readonly Saves[],
  print: (text: string) => void,
): void {
  print('## Saving a product, 8 connections');
  const rows = figures.flatMap(({ name, results }) =>
    results.map((result, at) => {
      const filled = sizes[at];
      const times = short(result.cpu / (results[0]?.cpu ?? 1));
      const size = filled === undefined ? '' : count(shelfOf(filled).products);
      return [
        name,
        size,
        short(result.perSecond),
        short(result.cpu),
        times,
        short(result.p50),
        short(result.p99),
      ];
    }),
  );
  print(table(['save', 'catalogue', 'req/s', 'CPU µs', '×', 'p50 ms', 'p99 ms'], rows));
}

/** The request for the list that is to be profiled, in the largest catalogue. */
export function profiledList(filled: Filled, name: string): WireRequest {
  const found = productCases(filled).find((list) => list.name === name);
  if (found === undefined) throw new Error(`--profile: no list of products called ${name}.`);
  const path = `/v1/companies/me/${found.path}${found.path.includes('?') ? '&' : '?'}limit=50`;
  return wire('GET', path, filled.world.token);
}
