// How lists, new orders and the start of the service change with the size of the order table.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUIET_MS } from '#src/runtime.ts';
import { compare, least, type Side } from './compare.ts';
import { print, say } from './console.ts';
import type { Filled, Store } from './fill.ts';
import { type Explorer, explore, type ListPages, listCases, PAGES, type PageName } from './lists.ts';
import type { Options } from './options.ts';
import { residentMb } from './processes.ts';
import { count, median, short, table } from './report.ts';
import { clientOf, type Generator, serve } from './servers.ts';
import { orderPaths, prepare } from './subjects.ts';
import { type WireRequest, wire } from './wire.ts';

/** One list on every size: CPU in µs per request, by page; and the median latency. */
interface ListFigures {
  readonly name: string;
  readonly pages: readonly ListPages[];
  readonly cpu: Readonly<Record<PageName, readonly (number | undefined)[]>>;
  readonly p50: Readonly<Record<PageName, readonly (number | undefined)[]>>;
}

/** Measures every list on databases of each size. */
export async function measureLists(
  options: Options,
  store: Store,
  generator: Generator,
  sizes: readonly Filled[],
) {
  const services = await Promise.all(sizes.map((filled) => serve(filled)));
  const explorers: Explorer[] = [];
  for (const filled of sizes) explorers.push(await explore(filled));
  const [first] = sizes;
  if (first === undefined) throw new Error('There is no database.');
  const figures: ListFigures[] = [];
  const ms = options.quick ? 100 : 200;
  const byId = sizes.map((filled) =>
    orderPaths(filled.orders, 500).map((path) => wire('GET', path, filled.world.token)),
  );
  const gets = await compareSizes(byId, 1000);
  const cases = sizes.map((filled) => listCases(filled.world, filled.orders));
  for (const [at, list] of (cases[0] ?? []).entries()) {
    say(`list: ${list.name}…`);
    const pages: ListPages[] = [];
    for (const [size, explorer] of explorers.entries()) {
      pages.push(await explorer.pages(cases[size]?.[at] ?? list, pages[0]?.limit));
    }
    const cpu: Record<PageName, (number | undefined)[]> = { first: [], middle: [], last: [] };
    const p50: Record<PageName, (number | undefined)[]> = { first: [], middle: [], last: [] };
    for (const page of PAGES) {
      const requests = pages
        .map(({ paths }) => paths[page])
        .map((path) => (path === undefined ? [] : [wire('GET', path, first.world.token)]));
      for (const result of await compareSizes(requests, ms)) {
        cpu[page].push(result?.cpu);
        p50[page].push(result?.p50);
      }
    }
    figures.push({ name: list.name, pages, cpu, p50 });
  }
  for (const explorer of explorers) await explorer.close();
  for (const service of services) await service.stop();
  return { gets, figures };

  /** One connection per size in turn; sizes without requests have no result. */
  async function compareSizes(requests: readonly (readonly WireRequest[])[], each: number) {
    const rounds = options.quick ? 3 : 5;
    const sides = services.flatMap((server, at): (Side & { at: number })[] => {
      const own = requests[at] ?? [];
      return own.length === 0 ? [] : [{ at, server, requests: own, roots: [server.pid, ...store.roots] }];
    });
    const results = sides.length === 0 ? [] : await compare(generator, sides, 1, rounds, each, least);
    return services.map((_, at) => results[sides.findIndex((side) => side.at === at)]);
  }
}

/** Prints the cost of lists on larger tables as multiples of the smallest, and the query plans of the largest. */
export function reportLists(
  sizes: readonly Filled[],
  { gets, figures }: Awaited<ReturnType<typeof measureLists>>,
): void {
  const larger = sizes.slice(1);
  print('## Cost by size of the order table');
  const times = (values: readonly (number | undefined)[]) => {
    const [base] = values;
    return [
      base === undefined ? '–' : short(base),
      ...larger.map((_, at) => {
        const value = values[at + 1];
        if (value === undefined || base === undefined) return '–';
        const ratio = value / base;
        return ratio > 1.2 ? `**${short(ratio)}**` : short(ratio);
      }),
    ];
  };
  const column = (name: string) => [`${name} µs`, ...larger.map((filled) => `× ${count(filled.orders)}`)];
  const get = times(gets.map((result) => result?.cpu));
  print(table(['one connection', ...column('CPU')], [['GET by id', ...get]]));
  const rows = figures.map((figure) => [
    figure.name,
    figure.pages.map(({ matches }) => count(matches)).join(' / '),
    figure.pages[0]?.limit ?? 0,
    ...times(figure.cpu.first),
    ...times(figure.cpu.middle),
    ...times(figure.cpu.last),
  ]);
  const head = ['list', 'matches', 'limit', ...column('first page'), ...column('middle'), ...column('last')];
  print(table(head, rows));
  print(
    `CPU of the service${sizes[0]?.engine === 'postgres' ? ' and of PostgreSQL' : ''} per request; bold: more than 1.2 times the smallest table.`,
  );
  print('## How the largest table is asked');
  print(
    table(
      ['list', 'plan'],
      figures.map(({ name, pages }) => [name, (pages.at(-1)?.plan ?? []).join('; ').replaceAll('|', '\\|')]),
    ),
  );
}

/** Measures new orders on databases of each size, and prints the figures. */
export async function measurePosts(
  options: Options,
  store: Store,
  generator: Generator,
  sizes: readonly Filled[],
) {
  const copies: Filled[] = [];
  for (const filled of sizes) copies.push(await store.copy(filled));
  const services = await Promise.all(copies.map((filled) => serve(filled)));
  const sides: Side[] = [];
  for (const [at, server] of services.entries()) {
    const filled = copies[at];
    if (filled === undefined) continue;
    const client = clientOf(server, filled.world.token);
    const { requests } = await prepare('post', client, filled.world, filled.orders, filled);
    client.close();
    sides.push({ server, requests, roots: [server.pid, ...store.roots] });
  }
  await compare(generator, sides, 8, 1, 1000);
  const results = await compare(generator, sides, 8, options.rounds, options.cellMs / options.rounds);
  const [base] = results;
  print(
    table(
      ['POST, 8 connections', 'req/s', 'CPU µs', '×', 'p50 ms', 'p99 ms'],
      results.map((result, at) => [
        count(sizes[at]?.orders ?? 0),
        short(result.perSecond),
        short(result.cpu),
        short(result.cpu / (base?.cpu ?? 1)),
        short(result.p50),
        short(result.p99),
      ]),
    ),
  );
  for (const service of services) await service.stop();
  for (const copy of copies) rmSync(copy.dataDir, { recursive: true, force: true });
  return results;
}

/** Measures how long the service takes to start and how much memory it has, and prints the figures. */
export async function measureStart(options: Options, sizes: readonly Filled[]) {
  const figures: { orders: number; bytes: number; ready: number; idle: number; read: number }[] = [];
  for (const filled of sizes) {
    say(`start with ${count(filled.orders)} orders…`);
    const times: number[] = [];
    for (let run = 0; run < (options.quick ? 3 : 7); run++) {
      const service = await serve({ ...filled, byLauncher: true });
      times.push(service.readyMs);
      await service.stop();
    }
    const service = await serve(filled);
    // The memory of the start is given back by then.
    await sleep(QUIET_MS + 2000);
    const idle = residentMb(service.pid);
    const client = clientOf(service, filled.world.token);
    for (const path of orderPaths(filled.orders, 2000)) await client.send('GET', path);
    client.close();
    await sleep(500);
    const read = residentMb(service.pid);
    await service.stop();
    figures.push({ orders: filled.orders, bytes: filled.size, ready: median(times), idle, read });
  }
  print('## Starting and resting');
  const rows = figures.map(({ orders, bytes, ready, idle, read }) => [
    count(orders),
    bytes > 1e6 ? (bytes / 1e6).toFixed(0) : '–',
    Math.round(ready),
    Math.round(idle),
    Math.round(read),
  ]);
  print(table(['orders', 'file MB', 'ready ms', 'idle RSS MB', 'after 2,000 GETs MB'], rows));
  return figures;
}
