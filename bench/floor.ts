// The floor: a bare node:https server that sends given bytes from memory. For writes it first commits given
// rows, those that arrive together in one commit. It parses nothing, checks nothing and decides nothing.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import { saleId } from '#src/kernel/id.ts';

/** A reply as it was recorded; `headers` are names and values in turn. */
export interface RecordedReply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

type Value = bigint | string | number | null;

/** A row as it was found in the service's database. */
export interface RecordedRow {
  readonly table: keyof typeof FRESH;
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

/** Column that must be another value in every row, by table. */
const FRESH = { orders: 'id', events: 'number', order_history: 'number', idempotency_keys: 'key' } as const;
const MAX_CONNECTIONS = 20;
const FIRST_ID = 1_000_000_000n;

/** Hands out rows with fresh keys: the same bytes otherwise. */
function freshRows(rows: readonly RecordedRow[]) {
  let id = FIRST_ID;
  let number = FIRST_ID;
  return (): Value[][] => {
    id++;
    return rows.map(({ table, columns, values }) =>
      columns.map((column, at): Value => {
        if (table === 'orders' && column === 'saleid') return saleId(id);
        if (column !== FRESH[table]) return values[at] ?? null;
        if (table === 'events' || table === 'order_history') return ++number;
        return table === 'orders' ? id : id.toString(16).padStart(36, '0');
      }),
    );
  };
}

function insertText({ table, columns }: RecordedRow, mark: (at: number) => string): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, at) => mark(at)).join(', ')})`;
}

/** Commits rows to SQLite; those asked for in one turn of the event loop share a commit. */
function sqliteWriter(job: FloorJob): (done: () => void) => void {
  const db = new DatabaseSync(job.database);
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000');
  db.exec('pragma cache_size = -16000; pragma journal_size_limit = 67108864');
  const fresh = freshRows(job.rows);
  const inserts: StatementSync[] = job.rows.map((row) => db.prepare(insertText(row, () => '?')));
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  let waiting: (() => void)[] = [];
  const drain = () => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (let count = group.length; count > 0; count--) {
      const rows = fresh();
      for (const [at, insert] of inserts.entries()) insert.run(...(rows[at] ?? []));
    }
    commit.run();
    for (const done of group) done();
  };
  return (done) => {
    if (waiting.push(done) === 1) setImmediate(drain);
  };
}

/** Commits rows to PostgreSQL: one transaction each, its statements sent without waiting between them. */
function postgresWriter(job: FloorJob): (done: () => void) => void {
  const pool = new pg.Pool({
    connectionString: job.database,
    max: MAX_CONNECTIONS,
    pipeline: true,
  } as pg.PoolConfig);
  const fresh = freshRows(job.rows);
  const texts = job.rows.map((row) => insertText(row, (at) => `$${at + 1}`));
  const save = async (): Promise<void> => {
    const client = await pool.connect();
    const rows = fresh();
    const sent: Promise<unknown>[] = [client.query('begin')];
    for (const [at, text] of texts.entries()) {
      const values = (rows[at] ?? []).map((value) => (typeof value === 'bigint' ? value.toString() : value));
      sent.push(client.query({ name: `i${at}`, text, values }));
    }
    sent.push(client.query('commit'));
    await Promise.all(sent);
    client.release();
  };
  return (done) => {
    save().then(done, (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
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
