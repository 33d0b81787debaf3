// The floor: a bare node:https server that sends given bytes from memory. For writes it first commits given
// rows, those that arrive together in one commit, with the sums of reports that follow from them. It parses nothing,
// checks nothing and decides nothing.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { saleId } from '#src/kernel/id.ts';
import { type FloorTable, type Fresh, writingOf } from './floor-tables.ts';

/** A reply as it was recorded; `headers` are names and values in turn. */
export interface RecordedReply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

type Value = bigint | string | number | null;

/** A row as it was found in the service's database. */
export interface RecordedRow {
  readonly table: FloorTable;
  readonly columns: readonly string[];
  readonly values: readonly Value[];
}

/** The parts of the floor. */
export interface FloorJob {
  readonly key: string;
  readonly cert: string;
  /** By path. */
  readonly replies: ReadonlyMap<string, RecordedReply>;
  /** Committed before each write is answered. */
  readonly rows: readonly RecordedRow[];
  /** A SQLite file or a postgres:// address, with the tables in it. */
  readonly database: string;
}

const FIRST_ID = 1_000_000_000n;

/** Hands out the values of rows with fresh keys. */
function freshValues() {
  let id = FIRST_ID;
  let number = FIRST_ID;
  const take: Readonly<Record<Fresh, () => Value>> = {
    order: () => id,
    saleid: () => saleId(id),
    number: () => ++number,
    key: () => id.toString(16).padStart(36, '0'),
  };
  return {
    nextOrder: () => void id++,
    valuesOf: ({ table, columns, values }: RecordedRow): Value[] => {
      const { fresh = {} } = writingOf(table);
      return columns.map((column, at) => {
        const from = fresh[column];
        return from === undefined ? (values[at] ?? null) : take[from]();
      });
    },
  };
}

function insertText({ table, columns }: RecordedRow, mark: (at: number) => string): string {
  const { merge } = writingOf(table);
  const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => mark(at)).join(', ')})`;
  if (merge === undefined) return text;
  const others = columns.filter((column) => !merge.includes(column));
  return `${text} on conflict (${merge.join(', ')}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** The rows of some orders that are committed together, in the order in which they are written. */
function* rowsOf(count: number, rows: readonly RecordedRow[], nextOrder: () => void) {
  for (let order = 0; order < count; order++) {
    nextOrder();
    for (const [at, row] of rows.entries())
      if (order === 0 || writingOf(row.table).oncePerCommit === undefined) yield { at, row };
  }
}

/** Commits rows to SQLite; those asked for in one turn of the event loop share a commit. */
function sqliteWriter(job: FloorJob): (done: () => void) => void {
  const db = new DatabaseSync(job.database);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000');
  db.exec('pragma cache_size = -16000; pragma journal_size_limit = 67108864');
  const { nextOrder, valuesOf } = freshValues();
  const inserts: StatementSync[] = job.rows.map((row) => db.prepare(insertText(row, () => '?')));
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  let waiting: (() => void)[] = [];
  const drain = () => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (const { at, row } of rowsOf(group.length, job.rows, nextOrder)) inserts[at]?.run(...valuesOf(row));
    commit.run();
    for (const done of group) done();
  };
  return (done) => {
    if (waiting.push(done) === 1) setImmediate(drain);
  };
}

/** Commits rows to PostgreSQL, those that wait together, their statements sent without waiting between them. */
function postgresWriter(job: FloorJob): (done: () => void) => void {
  const client = new pg.Client({ connectionString: job.database, pipeline: true } as pg.ClientConfig);
  const connected = client.connect();
  const { nextOrder, valuesOf } = freshValues();
  const texts = job.rows.map((row) => insertText(row, (at) => `$${at + 1}`));
  let waiting: (() => void)[] = [];
  const drain = async (): Promise<void> => {
    await connected;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const sent: Promise<unknown>[] = [client.query('begin')];
      for (const { at, row } of rowsOf(group.length, job.rows, nextOrder)) {
        const values = valuesOf(row).map((value) => (typeof value === 'bigint' ? value.toString() : value));
        sent.push(client.query({ name: `i${at}`, text: texts[at] ?? '', values }));
      }
      sent.push(client.query('commit'));
      await Promise.all(sent);
      for (const done of group) done();
    }
  };
  let isDraining = false;
  return (done) => {
    waiting.push(done);
    if (isDraining) return;
    isDraining = true;
    drain().then(
      () => {
        isDraining = false;
      },
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
}

function start(job: FloorJob): void {
  const writer = job.database.startsWith('postgres') ? postgresWriter : sqliteWriter;
  const save = job.database === '' ? undefined : writer(job);
  const send = (request: IncomingMessage, response: ServerResponse): void => {
    const reply = job.replies.get(request.url ?? '');
    if (reply === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(reply.status, reply.headers as string[]);
    response.end(reply.body);
  };
  const server = createServer(
    { key: job.key, cert: job.cert, minVersion: 'TLSv1.2' },
    (request, response) => {
      if (request.method === 'GET') {
        send(request, response);
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (save === undefined) send(request, response);
        else save(() => send(request, response));
      });
    },
  );
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

process.on('message', (job: FloorJob) => start(job));
process.on('disconnect', () => process.exit());
