// Requests beside their floor: requests a second, and the cost of each.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '#src/storage/open.ts';
import { raw } from '#src/storage/sql.ts';
import { compare, type Side } from './compare.ts';
import { print, say } from './console.ts';
import type { Filled, Store } from './fill.ts';
import { FLOOR_TABLES } from './floor-tables.ts';
import type { LoadResult } from './load.ts';
import type { Options } from './options.ts';
import { residentMb } from './processes.ts';
import { short, table } from './report.ts';
import { clientOf, type Generator, type Server, serve, startFloor } from './servers.ts';
import { isWrite, prepare, SUBJECTS, type Subject, type SubjectName, TITLES } from './subjects.ts';

/** Empties a database's tables except those the floor writes to. */
async function floorDatabase(store: Store, indexes: boolean): Promise<string> {
  const place = await store.empty(indexes ? 'floori' : 'floor');
  const storage = await openStorage(place);
  if (!indexes) {
    const tables = `(${Object.keys(FLOOR_TABLES)
      .map((name) => `'${name}'`)
      .join(', ')})`;
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
  /** Writes only: the floor with the service's own indexes on its tables. */
  readonly indexedFloor: LoadResult | undefined;
  readonly rssMb: number;
}

/** Measures each subject that is asked for, the service and its floor in turn. */
export async function measureSubjects(options: Options, store: Store, generator: Generator, from: Filled) {
  const figures: SubjectFigures[] = [];
  const filled = await store.copy(from);
  const service = await serve(filled);
  const client = clientOf(service, filled.world.token);
  for (const name of SUBJECTS.filter((subject) => options.parts.has(subject))) {
    say(`${TITLES[name]}…`);
    const subject = await prepare(name, client, filled.world, filled.orders, filled);
    const floors = [await startFloorOf(store, subject, filled, false)];
    if (isWrite(name)) floors.push(await startFloorOf(store, subject, filled, true));
    const side = (server: Server): Side => ({
      server,
      requests: subject.requests,
      roots: [server.pid, ...(isWrite(name) || server === service ? store.roots : [])],
    });
    const sides = [...floors, service].map(side);
    await compare(generator, sides, 8, 1, options.quick ? 500 : 1500);
    for (const connections of options.connections) {
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
      const indexedFloor = isWrite(name) ? second : undefined;
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

/** Starts the floor of a subject: a server that gives the same replies, and saves the same rows. */
export async function startFloorOf(
  store: Store,
  subject: Subject,
  filled: Filled,
  indexes: boolean,
): Promise<Server> {
  const database = isWrite(subject.name) ? await floorDatabase(store, indexes) : '';
  return startFloor(filled.dataDir, { replies: subject.replies, rows: subject.rows, database });
}

/** The CPU of a service and of its database for a request; on SQLite the one is in the other. */
export function serviceAndDatabase({ rootCpu: [own = 0, ...database] }: LoadResult): string[] {
  return [short(own), database.length === 0 ? '' : short(database.reduce((sum, each) => sum + each, 0))];
}

/** Prints the figures. */
export function reportSubjects(figures: readonly SubjectFigures[]): void {
  const rows = figures.map(({ subject, connections, own, floor, indexedFloor, rssMb }) => [
    TITLES[subject],
    connections,
    short(own.perSecond),
    short(floor.perSecond),
    (own.perSecond / floor.perSecond).toFixed(2),
    ...serviceAndDatabase(own),
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
  const head = [
    'request',
    'connections',
    'req/s',
    'floor',
    'ratio',
    'CPU µs',
    'of the database',
    'floor',
    'ratio',
  ];
  print('## Requests beside their floor');
  print(table([...head, 'to indexed floor', 'p50 ms', 'p99 ms', 'floor p99', 'RSS MB'], rows));
}

/** Prints which of the aims were reached. */
export function reportAims(figures: readonly SubjectFigures[]): void {
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
