// npm run bench: what Passbell costs, each figure beside the floor below which nobody can go. See README.md.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStorage } from '#src/storage/open.ts';
import { raw } from '#src/storage/sql.ts';
import { compare, least, type Side } from './compare.ts';
import { benchDead } from './dead.ts';
import { type Engine, type Filled, openStore, type Store } from './fill.ts';
import { type Explorer, explore, type ListPages, listCases, PAGES, type PageName } from './lists.ts';
import type { LoadResult } from './load.ts';
import { residentMb } from './processes.ts';
import { measureProducts, profiledList } from './products.ts';
import { summarize } from './profile.ts';
import { count, machine, median, short, table } from './report.ts';
import { clientOf, type Generator, type Server, serve, startFloor, startGenerator } from './servers.ts';
import { orderPaths, prepare, SUBJECTS, type Subject, type SubjectName, TITLES } from './subjects.ts';
import { benchWebhooks } from './webhooks.ts';
import { type WireRequest, wire } from './wire.ts';

const PARTS = [...SUBJECTS, 'lists', 'start', 'wrk'] as const;
const CONNECTIONS = [1, 8, 32];
const HELP = `npm run bench -- [options]
  --only ${PARTS.join(',')}   what to measure (all but wrk)
  --orders 1k,100k,1m   sizes of the order table (1k); with several, how figures change with the size
  --postgres            PostgreSQL instead of SQLite
  --quick               about a third of the time
  --profile get|post|…  CPU profile of one subject instead of measuring
  --json FILE           all figures

npm run bench -- products [options]
  --products 1k,100k    sizes of the catalogue (1k,100k)
  --only TEXT           only lists with this in their name, or saving: save
  --profile LIST        CPU profile of one list in the largest catalogue
  --postgres, --quick, --json as above

npm run bench -- webhooks [--postgres] [--quick] [--profile deliveries] [--json FILE]
  --dead                receivers beside dead ones, instead of the rest
`;

interface Options {
  readonly engine: Engine;
  readonly sizes: readonly number[];
  readonly parts: ReadonlySet<string>;
  readonly cellMs: number;
  readonly rounds: number;
  readonly quick: boolean;
  readonly json: string | undefined;
  readonly profile: SubjectName | undefined;
  /** What `npm run bench -- products` is asked for. */
  readonly catalogue:
    | { sizes: readonly number[]; only: string | undefined; list: string | undefined }
    | undefined;
  /** `npm run bench -- webhooks`, perhaps with a profile or beside dead receivers. */
  readonly webhooks: { readonly isProfile: boolean; readonly isDead: boolean } | undefined;
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const print = (text: string) => process.stdout.write(`${text}\n\n`);

/** Sizes such as 1k,100k,1m, ascending. */
function sizesOf(name: string, text: string): number[] {
  const sizes = text.split(',').map((each) => {
    const [, digits = '', unit = ''] = /^(\d+)([km]?)$/i.exec(each) ?? [];
    const size = Number(digits) * ({ k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
    if (!(size >= 1000)) throw new Error(`--${name} takes sizes from 1k on, such as 1k,100k,1m.`);
    return size;
  });
  return sizes.sort((a, b) => a - b);
}

function readOptions(): Options | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      orders: { type: 'string', default: '1k' },
      products: { type: 'string', default: '1k,100k' },
      postgres: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'string' },
      dead: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [what, ...more] = positionals;
  if (more.length > 0 || (what !== undefined && what !== 'products' && what !== 'webhooks'))
    throw new Error(`No ${positionals.join(' ')}.`);
  const shared = {
    engine: values.postgres ? ('postgres' as const) : ('sqlite' as const),
    cellMs: values.quick ? 1000 : 3000,
    rounds: values.quick ? 2 : 3,
    quick: values.quick,
    json: values.json,
    webhooks: undefined,
  };
  if (what === 'webhooks') {
    const webhooks = { isProfile: values.profile !== undefined, isDead: values.dead };
    return { ...shared, webhooks, catalogue: undefined, sizes: [], parts: new Set(), profile: undefined };
  }
  if (what === 'products') {
    const catalogue = {
      sizes: sizesOf('products', values.products),
      only: values.only,
      list: values.profile,
    };
    return { ...shared, catalogue, sizes: [], parts: new Set(), profile: undefined };
  }
  const parts = new Set(
    values.only === undefined ? PARTS.filter((part) => part !== 'wrk') : values.only.split(','),
  );
  for (const part of parts)
    if (!(PARTS as readonly string[]).includes(part)) throw new Error(`--only: no ${part}.`);
  const profile = SUBJECTS.find((name) => name === values.profile);
  if (values.profile !== undefined && profile === undefined)
    throw new Error(`--profile: no ${values.profile}.`);
  return { ...shared, catalogue: undefined, sizes: sizesOf('orders', values.orders), parts, profile };
}

/** Empties a database's tables of everything but what the floor writes to. */
async function floorDatabase(store: Store, indexes: boolean): Promise<string> {
  const place = await store.empty(indexes ? 'floori' : 'floor');
  const storage = await openStorage(place);
  if (!indexes) {
    const tables = `('orders', 'events', 'idempotency_keys')`;
    await storage.write(async (tx) => {
      const found = await tx.all<{ name: string }>(
        raw(
          storage.engine === 'sqlite'
            ? `select name from sqlite_master where type = 'index' and sql is not null and tbl_name in ${tables}`
            : `select indexname as name from pg_indexes where tablename in ${tables} and indexname not like '%pkey'`,
        ),
      );
      for (const { name } of found) await tx.run(raw(`drop index ${name}`));
    });
  }
  await storage.close();
  return place.databaseUrl ?? join(place.dataDir, 'passbell.sqlite');
}

interface SubjectFigures {
  readonly subject: SubjectName;
  readonly connections: number;
  readonly bodyBytes: number;
  readonly own: LoadResult;
  readonly floor: LoadResult;
  /** POST only: the floor with the service's own indexes on its tables. */
  readonly indexedFloor: LoadResult | undefined;
  readonly rssMb: number;
}

async function measureSubjects(options: Options, store: Store, generator: Generator, from: Filled) {
  const figures: SubjectFigures[] = [];
  const filled = await store.copy(from);
  const service = await serve(filled);
  const client = clientOf(service, filled.world.token);
  for (const name of SUBJECTS.filter((subject) => options.parts.has(subject))) {
    say(`${TITLES[name]}…`);
    const subject = await prepare(name, client, filled.world, filled.orders, filled);
    const floors = [await startFloorOf(store, subject, filled, false)];
    if (name === 'post') floors.push(await startFloorOf(store, subject, filled, true));
    const side = (server: Server): Side => ({
      server,
      requests: subject.requests,
      roots: [server.pid, ...(name === 'post' || server === service ? store.roots : [])],
    });
    const sides = [...floors, service].map(side);
    await compare(generator, sides, 8, 1, options.quick ? 500 : 1500);
    for (const connections of CONNECTIONS) {
      const results = await compare(
        generator,
        sides,
        connections,
        options.rounds,
        options.cellMs / options.rounds,
      );
      const [floor, second] = results;
      const own = results.at(-1);
      if (floor === undefined || own === undefined) throw new Error('A side has no result.');
      const indexedFloor = name === 'post' ? second : undefined;
      const rssMb = residentMb(service.pid);
      figures.push({
        subject: name,
        connections,
        bodyBytes: subject.bodyBytes,
        own,
        floor,
        indexedFloor,
        rssMb,
      });
    }
    for (const server of floors) await server.stop();
  }
  client.close();
  await service.stop();
  rmSync(filled.dataDir, { recursive: true, force: true });
  return figures;
}

async function startFloorOf(
  store: Store,
  subject: Subject,
  filled: Filled,
  indexes: boolean,
): Promise<Server> {
  const database = subject.name === 'post' ? await floorDatabase(store, indexes) : '';
  return startFloor(filled.dataDir, { replies: subject.replies, rows: subject.rows, database });
}

function reportSubjects(figures: readonly SubjectFigures[]): void {
  const rows = figures.map(({ subject, connections, own, floor, indexedFloor, rssMb }) => [
    TITLES[subject],
    connections,
    short(own.perSecond),
    short(floor.perSecond),
    (own.perSecond / floor.perSecond).toFixed(2),
    short(own.cpu),
    short(floor.cpu),
    (floor.cpu / own.cpu).toFixed(2),
    indexedFloor === undefined
      ? ''
      : `${(own.perSecond / indexedFloor.perSecond).toFixed(2)} / ${(indexedFloor.cpu / own.cpu).toFixed(2)}`,
    short(own.p50),
    short(own.p99),
    short(floor.p99),
    Math.round(rssMb),
  ]);
  const head = ['request', 'connections', 'req/s', 'floor', 'ratio', 'CPU µs', 'floor', 'ratio'];
  print('## Requests beside their floor');
  print(table([...head, 'to indexed floor', 'p50 ms', 'p99 ms', 'floor p99', 'RSS MB'], rows));
  const client = median(figures.map(({ own }) => own.ownCpu));
  print(`The generator itself took ${short(client)} µs of CPU per request.`);
}

function reportAims(figures: readonly SubjectFigures[]): void {
  const at = (subject: SubjectName, connections: number) =>
    figures.find((each) => each.subject === subject && each.connections === connections);
  const lines: string[] = [];
  const aim = (name: string, reached: boolean, value: string) =>
    lines.push(`- ${reached ? 'reached' : '**missed**'}: ${name}: ${value}`);
  const ratio = ({ own, floor }: SubjectFigures) => own.perSecond / floor.perSecond;
  const get = at('get', 32);
  const post = at('post', 32);
  if (get !== undefined)
    aim('GET by id at 0.6 of its floor or better', ratio(get) >= 0.6, ratio(get).toFixed(2));
  if (post !== undefined) {
    aim('POST at 0.5 of its floor or better', ratio(post) >= 0.5, ratio(post).toFixed(2));
    aim('p99 of POST below 50 ms at 32 connections', post.own.p99 < 50, `${short(post.own.p99)} ms`);
  }
  if (lines.length > 0) print(lines.join('\n'));
}

/** One list on every size: CPU in µs per request, by page; and the median latency. */
interface ListFigures {
  readonly name: string;
  readonly pages: readonly ListPages[];
  readonly cpu: Readonly<Record<PageName, readonly (number | undefined)[]>>;
  readonly p50: Readonly<Record<PageName, readonly (number | undefined)[]>>;
}

async function measureLists(options: Options, store: Store, generator: Generator, sizes: readonly Filled[]) {
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

function reportLists(
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

async function measurePosts(options: Options, store: Store, generator: Generator, sizes: readonly Filled[]) {
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

async function measureStart(options: Options, sizes: readonly Filled[]) {
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
    await sleep(2000);
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

/** Holds the generator against wrk, when it is installed. */
async function checkByWrk(store: Store, generator: Generator, filled: Filled): Promise<void> {
  const service = await serve(filled);
  const client = clientOf(service, filled.world.token);
  const subject = await prepare('get', client, filled.world, filled.orders, filled);
  client.close();
  const floor = await startFloorOf(store, subject, filled, false);
  const [path = ''] = subject.replies.keys();
  const requests = subject.requests.slice(0, 1);
  const rows: (string | number)[][] = [];
  for (const [name, server] of [
    ['floor', floor],
    ['service', service],
  ] as const) {
    const side: Side = { server, requests, roots: [server.pid] };
    for (const connections of [8, 32]) {
      const [own] = await compare(generator, [side], connections, 3, 1000);
      const args = [
        '-t1',
        `-c${connections}`,
        '-d3s',
        '--latency',
        '-H',
        `authorization: Bearer ${filled.world.token}`,
      ];
      args.push('-H', 'accept: application/json', `https://localhost:${server.port}${path}`);
      const output = execFileSync('wrk', args).toString();
      const number = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '–';
      rows.push([
        name,
        connections,
        short(own?.perSecond ?? 0),
        short(Number(number(/Requests\/sec:\s+([\d.]+)/))),
        short(own?.p50 ?? 0),
        number(/50%\s+(\S+)/),
        short(own?.p99 ?? 0),
        number(/99%\s+(\S+)/),
      ]);
    }
  }
  print('## The generator beside wrk: GET of one order');
  print(table(['server', 'connections', 'req/s', 'wrk', 'p50 ms', 'wrk', 'p99 ms', 'wrk'], rows));
  await floor.stop();
  await service.stop();
}

async function profile(
  name: SubjectName,
  options: Options,
  store: Store,
  generator: Generator,
  from: Filled,
) {
  const prepared = async (service: Server, filled: Filled) => {
    const client = clientOf(service, filled.world.token);
    const { requests } = await prepare(name, client, filled.world, filled.orders, filled);
    client.close();
    return requests;
  };
  await profileRequests(TITLES[name], options, store, generator, from, prepared);
}

async function profileRequests(
  title: string,
  options: Options,
  store: Store,
  generator: Generator,
  from: Filled,
  prepared: (service: Server, filled: Filled) => Promise<readonly WireRequest[]>,
) {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-profile-'));
  const filled = await store.copy(from);
  const service = await serve({ ...filled, nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${dir}`] });
  const side: Side = { server: service, requests: await prepared(service, filled), roots: [service.pid] };
  const [result] = await compare(generator, [side], 32, 1, options.quick ? 3000 : 8000);
  await service.stop();
  const { functions, places } = summarize(dir);
  print(`## Profile: ${title} (${short(result?.cpu ?? 0)} µs of CPU each while profiled; ${dir})`);
  print(
    table(
      ['place', 'self %'],
      places.slice(0, 25).map((cost) => [cost.name, cost.total.toFixed(1)]),
    ),
  );
  const line = (cost: { name: string; self: number; total: number }) => [
    cost.name,
    cost.self.toFixed(1),
    cost.total.toFixed(1),
  ];
  print(table(['function', 'self %', 'with callees %'], functions.slice(0, 45).map(line)));
  const own = functions.filter((cost) => cost.name.includes('src/') && cost.total > 0.7);
  print(
    table(
      ['of src/, by callees', 'self %', 'with callees %'],
      own.sort((a, b) => b.total - a.total).map(line),
    ),
  );
}

function printMachine(options: Options): Record<string, string> {
  const about = machine();
  print(`# Measured on ${options.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`);
  const lines = Object.entries(about).map(([name, value]) => `- ${name}: ${value}`);
  print(lines.join('\n'));
  return about;
}

/** npm run bench -- products */
async function products(
  options: Options,
  { sizes, only, list }: NonNullable<Options['catalogue']>,
  store: Store,
  generator: Generator,
): Promise<void> {
  if (list !== undefined) {
    const largest = await store.catalogue(sizes.at(-1) ?? 0);
    await profileRequests(list, options, store, generator, largest, async (_, filled) => [
      profiledList(filled, list),
    ]);
    return;
  }
  const about = printMachine(options);
  const all = await measureProducts({ sizes, only, quick: options.quick }, store, generator, say, print);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ ...about, all }, null, 2)}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  if (!existsSync('/proc/self/schedstat')) throw new Error('The bench reads /proc: it runs on Linux only.');
  const store = await openStore(options.engine, say);
  if (options.webhooks !== undefined) {
    try {
      const place = options.engine === 'postgres' ? await store.empty('webhooks') : undefined;
      const bench = options.webhooks.isDead ? benchDead : benchWebhooks;
      await bench({ ...options, ...options.webhooks, databaseUrl: place?.databaseUrl });
    } finally {
      await store.close();
    }
    return;
  }
  const generator = startGenerator();
  try {
    if (options.catalogue !== undefined) {
      await products(options, options.catalogue, store, generator);
      return;
    }
    const sizes: Filled[] = [];
    for (const orders of options.sizes) sizes.push(await store.filled(orders));
    const [smallest] = sizes;
    if (smallest === undefined) throw new Error('There is no database.');
    if (options.profile !== undefined) {
      await profile(options.profile, options, store, generator, smallest);
      return;
    }
    const about = printMachine(options);
    const all: Record<string, unknown> = { ...about, engine: options.engine };
    if (SUBJECTS.some((name) => options.parts.has(name))) {
      const figures = await measureSubjects(options, store, generator, smallest);
      reportSubjects(figures);
      if (options.engine === 'sqlite') reportAims(figures);
      all.subjects = figures;
    }
    if (options.parts.has('wrk')) await checkByWrk(store, generator, smallest);
    if (options.parts.has('lists')) {
      const lists = await measureLists(options, store, generator, sizes);
      reportLists(sizes, lists);
      all.lists = lists;
    }
    if (options.parts.has('post') && sizes.length > 1) {
      all.posts = await measurePosts(options, store, generator, sizes);
    }
    if (options.parts.has('start')) all.start = await measureStart(options, sizes);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(all, null, 2)}\n`);
  } finally {
    await generator.stop();
    await store.close();
  }
}

await main();
