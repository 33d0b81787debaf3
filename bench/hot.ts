// npm run bench -- hot: the orders of one company whose database is a network away, without and with a counted product that
// each of them takes, and changes of orders.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, say } from './console.ts';
import type { DistanceJob } from './distance.ts';
import type { Filled, Store } from './fill.ts';
import type { LoadResult } from './load.ts';
import { cpuBetween, cpuTimes } from './processes.ts';
import type { Tally } from './receiver.ts';
import { machine, short, table } from './report.ts';
import { clientOf, type Generator, type Service, serve, startGenerator } from './servers.ts';
import { orderBodies } from './subjects.ts';
import { helper } from './webhooks.ts';
import { type WireRequest, wire } from './wire.ts';

/** What is measured, and how far away the database is. */
export interface HotOptions {
  readonly roundTripMs: number;
  readonly processes: number;
  /** Clients that post one order after the other, of all processes together. */
  readonly connections: number;
  /** Connections of each process to the database. */
  readonly toDatabase: number;
  readonly quick: boolean;
  readonly json: string | undefined;
}

/** The aim, in orders per second of one company at 10 ms. */
const AIM = 500;
const ORDERS = '/v1/companies/me/orders';

/** The figures of one kind of order. */
interface Cell {
  readonly orders: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** µs per order, of the service and of its database. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** Webhook messages that arrived a second, about the orders and about the product. */
  readonly messages?: readonly [number, number];
}

/** Puts a network of that length before the database; answers its address and what ends it. */
async function away(databaseUrl: string, roundTripMs: number) {
  const child = fork(join(import.meta.dirname, 'distance.ts'));
  const url = new URL(databaseUrl);
  child.send({ port: Number(url.port), roundTripMs } satisfies DistanceJob);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, stop: () => child.kill('SIGKILL') };
}

/** All processes under load at the same time, each with its share of the clients. */
async function load(
  { connections, quick }: HotOptions,
  services: readonly Service[],
  requests: readonly WireRequest[],
  generators: readonly Generator[],
  roots: readonly number[],
): Promise<Omit<Cell, 'orders'>> {
  const before = cpuTimes(roots);
  const results = await Promise.all(
    services.map((service, at): Promise<LoadResult> => {
      const generator = generators[at];
      if (generator === undefined) throw new Error('A process has no load.');
      return generator.run({
        ...{ port: service.port, ca: service.ca, requests },
        connections: Math.ceil(connections / services.length),
        ...{ warmMs: quick ? 1_000 : 3_000, ms: quick ? 4_000 : 10_000 },
        roots: [service.pid],
      });
    }),
  );
  const made = results.reduce((sum, { requests: count }) => sum + count, 0);
  // Its warm-up is as many orders in the same time.
  const warm = quick ? 5 / 4 : 13 / 10;
  const databaseCpu = cpuBetween(before, cpuTimes(roots)) / 1_000 / (made * warm);
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    cpu: results.reduce((sum, { cpu, requests: count }) => sum + cpu * count, 0) / made,
    databaseCpu,
  };
}

const posts = ({ token }: Filled['world'], bodies: readonly string[]): WireRequest[] =>
  bodies.map((body) => wire('POST', ORDERS, token, body));

/** Open orders whose lines are changed, each once and once more before the first is changed again. */
const OPEN = 128;

/** Changes of a line of open orders, which are made for that. */
async function changesOf(service: Service, world: Filled['world']): Promise<WireRequest[]> {
  const client = clientOf(service, world.token);
  const paths: string[] = [];
  for (const body of orderBodies(world, OPEN)) {
    const open = { ...(JSON.parse(body) as object), status: 'ON_HOLD', payments: [] };
    const { id_str: id } = (await client.json('POST', ORDERS, open)) as { id_str: string };
    paths.push(`${ORDERS}/${id}/lines/1`);
  }
  client.close();
  return [2, 3].flatMap((quantity) =>
    paths.map((path) => wire('PUT', path, world.token, JSON.stringify({ quantity }))),
  );
}

/** Lets a product be counted at the site where the orders are made. */
async function count(service: Service, { token, sites, products }: Filled['world']): Promise<void> {
  const client = clientOf(service, token);
  const product = `${products[0]?.id}`;
  await client.json('PUT', `/v1/companies/me/sites/${sites[0]}/products/${product}`, {
    is_inventory: true,
    availability: { amount: 10_000_000 },
  });
  client.close();
}

/** Has orders numbered as invoices at the site where they are made. */
async function numberInvoices(service: Service, { token, sites }: Filled['world']): Promise<void> {
  const client = clientOf(service, token);
  await client.json('PUT', `/v1/companies/me/sites/${sites[0]}`, { invoice_numbers: true });
  client.close();
}

/** The paths that webhooks about orders and about the stock of the site go to. */
const [ABOUT_ORDERS, ABOUT_STOCK] = ['/orders', '/stock'];

/** Has what happens sent to a receiver. Answers what counts the messages of each path a second, as long as `work` takes. */
async function listen(service: Service, { token, sites }: Filled['world']) {
  const receiver = helper();
  const { port } = await receiver.ask<{ port: number }>({ kind: 'listen' });
  const client = clientOf(service, token);
  const hook = (topic: string, path: string, filter?: object) =>
    client.json('POST', '/v1/companies/me/webhooks', {
      ...{ topic, address: `http://127.0.0.1:${port}${path}` },
      ...filter,
    });
  await hook('orders/completed', ABOUT_ORDERS);
  await hook('products/availability', ABOUT_STOCK, { filter: { site_ids: [sites[0]] } });
  client.close();
  return {
    async during<T>(work: () => Promise<T>) {
      await receiver.ask({ kind: 'tally' });
      const begun = performance.now();
      const result = await work();
      const seconds = (performance.now() - begun) / 1_000;
      const tally = await receiver.ask<Tally>({ kind: 'tally' });
      const perSecond = (path: string) => (tally.get(path) ?? 0) / seconds;
      return { result, messages: [perSecond(ABOUT_ORDERS), perSecond(ABOUT_STOCK)] as const };
    },
    stop: () => receiver.child.kill('SIGKILL'),
  };
}

/** Prints the figures, and keeps them where that is asked for. */
function report(options: HotOptions, cells: readonly Cell[]): void {
  const about = machine();
  print('# One company, its database a network away');
  print(
    Object.entries({
      ...about,
      'round trip': `${options.roundTripMs} ms`,
      processes: options.processes,
      connections: options.connections,
    })
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  );
  print(
    table(
      ['orders', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'of the database', 'messages per second'],
      cells.map((cell) => [
        cell.orders,
        ...[cell.perSecond, cell.p50, cell.p99, cell.cpu, cell.databaseCpu].map(short),
        (cell.messages ?? []).map(short).join(' and '),
      ]),
    ),
  );
  const worst = Math.min(...cells.map(({ perSecond }) => perSecond));
  print(`- **${worst >= AIM ? 'held' : 'missed'}**: ${AIM} orders per second: ${short(worst)}`);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ ...about, ...options, cells }, null, 2)}\n`);
}

/** Measures, prints, and keeps the figures. */
export async function benchHot(options: HotOptions, store: Store): Promise<void> {
  const { roundTripMs, processes, toDatabase } = options;
  const place = await store.copy(await store.filled(1_000));
  const network = await away(place.databaseUrl ?? '', roundTripMs);
  const services: Service[] = [];
  const generators = Array.from({ length: processes }, () => startGenerator());
  try {
    for (let at = 0; at < processes; at++) {
      const env = { DATABASE_CONNECTIONS: String(toDatabase) };
      services.push(await serve({ dataDir: place.dataDir, databaseUrl: network.url, env }));
    }
    const [service] = services;
    if (service === undefined) throw new Error('There is no service.');
    const { world } = place;
    const all = orderBodies(world, 50);
    const hot = world.products[0]?.id;
    const [method] = world.methods;
    const hotBodies = (rest: object) =>
      all.map((body) => {
        const { lines, ...others } = JSON.parse(body) as { lines: object[] };
        const line = { product_id: hot, quantity: 1 };
        return JSON.stringify({ ...others, ...rest, lines: [line, ...lines.slice(1)] });
      });
    const withHot = hotBodies({ status: 'PENDING', payments: [] });
    const paidWithHot = hotBodies({ status: 'COMPLETE', payments: [{ method_id: method, amount: 1_000 }] });
    const cells: Cell[] = [];
    say('orders of one company…');
    cells.push({
      orders: 'four lines, paid',
      ...(await load(options, services, posts(world, all), generators, store.roots)),
    });
    say('changes of open orders…');
    cells.push({
      orders: 'a line of an open order, changed',
      ...(await load(options, services, await changesOf(service, world), generators, store.roots)),
    });
    await count(service, world);
    say('with a counted product in each…');
    cells.push({
      orders: 'the same product, counted, in each',
      ...(await load(options, services, posts(world, withHot), generators, store.roots)),
    });
    await numberInvoices(service, world);
    say('with that product and an invoice number in each…');
    cells.push({
      orders: 'the same, paid, with an invoice number',
      ...(await load(options, services, posts(world, paidWithHot), generators, store.roots)),
    });
    const listener = await listen(service, world);
    say('with webhooks about orders and stock as well…');
    try {
      const { result, messages } = await listener.during(() =>
        load(options, services, posts(world, paidWithHot), generators, store.roots),
      );
      cells.push({ orders: 'the same, with webhooks about orders and stock', ...result, messages });
    } finally {
      listener.stop();
    }
    report(options, cells);
  } finally {
    for (const each of services) await each.stop();
    for (const each of generators) await each.stop();
    network.stop();
  }
}
