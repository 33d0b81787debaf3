import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { BlockList } from 'node:net';
import { pino } from 'pino';
import { Languages } from '#src/edge/languages.ts';
import type { Route } from '#src/edge/route.ts';
import { createEdge, type Edge } from '#src/edge/server.ts';
import { IMPORT_TURNS } from '#src/kernel/budget.ts';
import { FairQueue } from '#src/kernel/fair-queue.ts';
import { parseExact } from '#src/kernel/json.ts';
import { sentence } from '#src/kernel/words.ts';
import { readKeyring } from '#src/keys/file.ts';
import { ROUTES } from '#src/routes.ts';
import { decideIn } from '#src/storage/decide.ts';
import {
  CommitUnknown,
  type Counter,
  type Decision,
  type Engine,
  type IdKind,
  type MaybePromise,
  type Reader,
  type ReadOptions,
  type Storage,
  type StorageFigures,
  StorageUnavailable,
  type Value,
  type WriteOptions,
  type Writer,
} from '#src/storage/port.ts';
import { raw, type Sql, sql } from '#src/storage/sql.ts';
import { USES } from '#src/uses.ts';
import type { Answer, Ask, Service } from './service.ts';

/**
 * A fault of one write transaction. At its `at`th statement, counted from 1: the database refuses the statement with
 * an unexpected error (`crash`), or is away from then on (`away`). At its COMMIT: the database refuses it
 * (`refused`), or the connection breaks so that its outcome is unknown, `saved` or not.
 */
export type Fault =
  | { readonly kind: 'crash' | 'away'; readonly at: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unknown'; readonly saved: boolean };

/** A statement that both engines refuse, with everything they do about a refused statement. */
const BROKEN = sql`select nothing from no_such_table`;

/** A row without its parent: both engines look for it at COMMIT. */
const ORPHAN = sql`insert into fault_children (id) values (1)`;
const ORPHANAGE = [
  'create table if not exists fault_parents (id bigint primary key)',
  'create table if not exists fault_children (id bigint references fault_parents (id) deferrable initially deferred)',
];

/** A transaction that notes its statements and fails at one of them. */
class FaultyWriter implements Writer {
  readonly statements: string[] = [];
  readonly #tx: Writer;
  readonly #fault: Fault | undefined;
  readonly #throws: boolean;
  #away: StorageUnavailable | undefined;

  constructor(tx: Writer, fault: Fault | undefined, throws: boolean) {
    this.#tx = tx;
    this.#fault = fault;
    this.#throws = throws;
  }

  get engine(): Engine {
    return this.#tx.engine;
  }
  get<T>(query: Sql): MaybePromise<T | undefined> {
    return this.#step(query.text, () => this.#tx.get<T>(query));
  }
  all<T>(query: Sql): MaybePromise<T[]> {
    return this.#step(query.text, () => this.#tx.all<T>(query));
  }
  run(query: Sql): MaybePromise<number> {
    return this.#step(query.text, () => this.#tx.run(query));
  }
  send(query: Sql): MaybePromise<void> {
    return this.#step(
      query.text,
      () => this.#tx.send(query),
      () => this.#tx.send(BROKEN),
    );
  }
  sendFor<T>(query: Sql, heard: (row: T | undefined) => void): MaybePromise<void> {
    return this.#step(
      query.text,
      () => this.#tx.sendFor(query, heard),
      () => this.#tx.send(BROKEN),
    );
  }
  number(counter: Counter): MaybePromise<bigint> {
    return this.#step(counter.take(1n).text, () => this.#tx.number(counter));
  }
  decide<Row, T>(decision: Decision<Row, T>): MaybePromise<T> {
    return decideIn(this, decision);
  }
  turn(keys: readonly string[]): MaybePromise<void> {
    return this.#tx.turn(keys);
  }
  idsWithin(kind: IdKind, count: number): Value[] {
    return this.#tx.idsWithin(kind, count);
  }
  ids(kind: IdKind, count: number): MaybePromise<bigint[]> {
    return count <= 0 ? [] : this.#step(`ids of ${kind}`, () => this.#tx.ids(kind, count));
  }
  savepoint<T>(work: () => Promise<T>): Promise<T> {
    return this.#tx.savepoint(work);
  }
  wake(): void {
    this.#tx.wake();
  }
  undo(): void {
    this.#tx.undo();
  }

  /** Throws what the work has met and not passed on. */
  finish(): void {
    if (this.#away !== undefined) throw this.#away;
  }

  #step<T>(
    text: string,
    work: () => MaybePromise<T>,
    crash = () => this.#crash() as MaybePromise<T>,
  ): MaybePromise<T> {
    this.statements.push(text);
    const fault = this.#fault;
    if (fault !== undefined && 'at' in fault && fault.at === this.statements.length) {
      if (fault.kind === 'crash') return crash();
      this.#away = new StorageUnavailable('The database cannot be reached just now.');
    }
    if (this.#away === undefined) return work();
    // SQLite fails at once, PostgreSQL after a round trip.
    if (this.#throws) throw this.#away;
    return Promise.reject(this.#away);
  }

  #crash(): MaybePromise<never> {
    const refused = (): never => {
      throw new Error('The statement was not refused.');
    };
    const found = this.#tx.get(BROKEN);
    return found instanceof Promise ? found.then(refused) : refused();
  }
}

/** A service's database whose next write transaction can be made to fail. */
export class FaultyStorage implements Storage {
  readonly engine: Storage['engine'];
  readonly #real: Storage;
  #armed: Fault | undefined;
  #statements: readonly string[] = [];

  constructor(real: Storage) {
    this.engine = real.engine;
    this.#real = real;
  }

  /** Makes what a COMMIT can be refused for. */
  async prepare(): Promise<void> {
    await this.#real.write(async (tx) => {
      for (const statement of ORPHANAGE) await tx.run(raw(statement));
    });
  }

  /** Lets the next write transaction meet a fault; those after it are well again. */
  arm(fault: Fault): void {
    this.#armed = fault;
  }

  /** The statements of the last write transaction, the failing one included. */
  get statements(): readonly string[] {
    return this.#statements;
  }

  async write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    const fault = this.#armed;
    this.#armed = undefined;
    const value = await this.#real.write(async (tx) => {
      const writer = new FaultyWriter(tx, fault, this.engine === 'sqlite');
      this.#statements = writer.statements;
      const done = await work(writer);
      writer.finish();
      if (fault?.kind === 'refused') await tx.run(ORPHAN);
      if (fault?.kind === 'unknown' && !fault.saved) throw new CommitUnknown(new Error('socket hang up'));
      return done;
    }, options);
    if (fault?.kind === 'unknown') throw new CommitUnknown(new Error('socket hang up'));
    return value;
  }

  read<T>(work: (tx: Reader) => Promise<T>, options?: ReadOptions): Promise<T> {
    return this.#real.read(work, options);
  }
  startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    return this.#real.startIdsAt(kind, first);
  }
  onWake(listener: () => void): () => void {
    return this.#real.onWake(listener);
  }
  figures(): StorageFigures {
    return this.#real.figures();
  }
  tryWrite(): Promise<void> {
    return this.#real.tryWrite();
  }
  close(): Promise<void> {
    return this.#real.close();
  }
}

/** An edge of its own over a service's database, which nothing but its own calls writes through. */
export interface FaultyEdge {
  readonly storage: FaultyStorage;
  /** Calls a path, with a token, without a network. */
  ask(method: string, path: string, token: string, ask?: Ask): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens an edge whose writes can be made to fail. */
export async function openFaultyEdge(
  service: Service,
  routes: readonly Route[] = ROUTES,
): Promise<FaultyEdge> {
  const storage = new FaultyStorage(service.app.storage);
  await storage.prepare();
  const random = { bytes: (count: number) => randomBytes(count) };
  const keyring = readKeyring(service.config.dataDir, random);
  const edge: Edge = createEdge({
    sendsMail: true,
    storage,
    routes,
    uses: USES,
    clock: service.clock,
    keyTime: service.clock,
    ticker: service.ticker,
    random,
    keyring,
    refuseAddress: () => undefined,
    trusted: new BlockList(),
    rateLimit: 0,
    baseUrl: undefined,
    fallbackUrl: () => 'https://localhost:8443',
    logger: pino({ level: 'silent' }),
    languages: new Languages(() => undefined),
    longWork: new FairQueue(IMPORT_TURNS, { ofKey: sentence('Full.'), ofAll: sentence('Full.') }),
    print: (_company, document) => Promise.resolve(Buffer.from(document)),
    createServer: (handler) => createServer(handler),
  });
  return {
    storage,
    async ask(method, path, token, { body, headers = {}, without = [] } = {}) {
      const sent: Record<string, string> = {
        host: 'localhost:8443',
        accept: 'application/json',
        authorization: token,
        ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      for (const name of without) delete sent[name];
      const answer = await edge.app.inject({
        method: method as 'POST',
        url: path,
        headers: sent,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const told = answer.headers as Record<string, string | undefined>;
      const text = answer.body;
      const isJson = told['content-type']?.startsWith('application/json') === true;
      return {
        status: answer.statusCode,
        headers: told,
        text,
        bytes: answer.rawPayload,
        json: isJson && text !== '' ? parseExact(text) : undefined,
      };
    },
    close: () => edge.app.close(),
  };
}
