import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type AddonScope, SCOPES } from '#src/edge/scopes.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { insertAddon, insertToken } from '#src/oauth/store.ts';
import { databaseFile } from '#src/storage/open.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { undescribedPayload } from '#test/harness/described.ts';
import type { Answer, Client, Json, Service } from '#test/harness/service.ts';

/** An unknown id of every kind. */
export const UNKNOWN_ID = '987654321987';

/** Creates a record and gives it as it was answered. */
export async function make(client: Client, path: string, body: unknown): Promise<Json> {
  const answer = await client.post(path, body);
  assert.equal(answer.status, 201, `POST ${path}: ${answer.text}`);
  return answer.json;
}

/** Reads a record. */
export async function read(client: Client, path: string): Promise<Json> {
  const answer = await client.get(path);
  assert.equal(answer.status, 200, `GET ${path}: ${answer.text}`);
  return answer.json;
}

/** Changes a record and gives it as it was answered. */
export async function change(client: Client, path: string, body: unknown): Promise<Json> {
  const answer = await client.put(path, body);
  assert.equal(answer.status, 200, `PUT ${path}: ${answer.text}`);
  return answer.json;
}

/** Deletes a record. */
export async function drop(client: Client, path: string): Promise<void> {
  const answer = await client.delete(path);
  assert.equal(answer.status, 204, `DELETE ${path}: ${answer.text}`);
  assert.equal(answer.text, '');
}

/** The call was refused with this status and code; 400 for a field names it and nothing else. */
export function refused(answer: Answer, status: number, error: string, ...fields: string[]): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.error, error, answer.text);
  assert.equal(typeof answer.json.error_description, 'string');
  const named = (answer.json.errors ?? []).map((each: Json) => each.field);
  if (fields.length > 0) assert.deepEqual(named.sort(), [...fields].sort(), answer.text);
}

/** 400 naming exactly these fields. */
export function invalidFields(answer: Answer, ...fields: string[]): void {
  refused(answer, 400, 'invalid_request', ...fields);
}

/** 409 with a sentence that says what stands in the way. */
export function inUse(answer: Answer, by: RegExp): void {
  refused(answer, 409, 'conflict');
  assert.match(answer.json.error_description, by);
}

/** The fields of a record without the twins of its ids, which test/api/id-twins.test.ts is about; `id_str` stays. */
export function withoutTwins(record: Json): Json {
  const isTwin = (key: string) =>
    key !== 'id_str' && key.endsWith('_str') && Object.hasOwn(record, key.slice(0, -'_str'.length));
  return Object.fromEntries(Object.entries(record).filter(([key]) => !isTwin(key)));
}

/** The names of a record's fields are exactly these, the twins of its ids aside. */
export function hasKeys(record: Json, keys: readonly string[]): void {
  const own = new Set(keys);
  const found = [...Object.keys(withoutTwins(record)), ...keys.filter((key) => key.endsWith('_str'))];
  assert.deepEqual([...new Set(found)].sort(), [...own].sort());
  for (const key of own) assert.ok(Object.hasOwn(record, key), key);
}

/** A part of a body, and the fields the answer names when it is sent. */
export type Wrong = readonly [part: Readonly<Record<string, unknown>>, ...fields: string[]];

/**
 * Sends a good body with one thing wrong at a time: each is 400 naming its field, and in the end the company
 * is as it was. The good body itself is what the caller's other tests send.
 */
export async function refusesEach(
  service: Service,
  method: 'POST' | 'PUT',
  path: string,
  good: Readonly<Record<string, unknown>>,
  wrongs: readonly Wrong[],
): Promise<void> {
  const before = await everythingOf(service, service.client.companyId);
  for (const [part, ...fields] of wrongs) {
    const answer = await service.client.ask(method, path, { body: { ...good, ...part } });
    assert.equal(answer.status, 400, `${JSON.stringify(part).slice(0, 200)}: ${answer.text}`);
    invalidFields(answer, ...fields);
  }
  assert.equal(await everythingOf(service, service.client.companyId), before);
}

/** What every record shows when it was made. */
export const COMMON = ['id', 'id_str', 'created_at', 'updated_at'] as const;

/** A record as its GET shows it can be sent back whole: nothing of it changes, and nothing is told (reference: conventions.42). */
export async function survivesSendingBack(client: Client, path: string): Promise<void> {
  const shown = await read(client, path);
  const log = await EventLog.open(client);
  assert.deepEqual(await change(client, path, shown), shown);
  assert.deepEqual(await log.take(), []);
}

/** Follows X-Next-Page from a first path to the last page; gives the pages. */
export async function pages(client: Client, path: string): Promise<Json[][]> {
  const all: Json[][] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    assert.ok(all.length < 1000, `${path} does not end.`);
    const answer: Answer = await client.get(next);
    assert.equal(answer.status, 200, answer.text);
    all.push(answer.json);
    const address = answer.headers['x-next-page'];
    next = address === undefined ? undefined : address.replace(/^https:\/\/[^/]+/, '');
  }
  return all;
}

/** Reads the event log from where it stands. */
export class EventLog {
  readonly #client: Client;
  readonly #taken: Json[] = [];
  #last = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** A log that has seen everything there is. */
  static async open(client: Client): Promise<EventLog> {
    const log = new EventLog(client);
    await log.take();
    return log;
  }

  /** What has happened since the last look. */
  async take(): Promise<Json[]> {
    const found: Json[] = [];
    for (;;) {
      const page = await read(this.#client, `events?after=${this.#last}&limit=5000`);
      if (page.length === 0) return found;
      assert.deepEqual(page.flatMap(undescribedPayload), []);
      found.push(...page);
      this.#taken.push(...page);
      this.#last = page.at(-1).number;
    }
  }

  /** Every event is as it was when it was taken, whatever has become of its record since. */
  async checkTaken(): Promise<void> {
    for (let at = 0; at < this.#taken.length; ) {
      const page = await read(this.#client, `events?after=${this.#taken[at].number - 1}&limit=5000`);
      assert.ok(page.length > 0);
      assert.deepEqual(page, this.#taken.slice(at, at + page.length));
      at += page.length;
    }
  }

  /** The same, as topics only. */
  async topics(): Promise<string[]> {
    return (await this.take()).map((event) => event.topic);
  }
}

/** One more add-on of the same company, with a token of its own. */
export async function secondAddon(service: Service, scopes: readonly AddonScope[] = SCOPES): Promise<Client> {
  const token = `pb_at_${randomBytes(32).toString('base64url')}`;
  const company_id = BigInt(service.client.companyId);
  const created_at = service.clock.now();
  await service.app.storage.write(async (tx) => {
    const [id = 0n] = await tx.ids('addon', 1);
    await insertAddon(tx, {
      company_id,
      id,
      name: 'Second add-on',
      client_id: `pb_ci_${randomBytes(16).toString('base64url')}`,
      secret_hash: hashSecret('no secret'),
      scopes,
      redirect_uris: [],
      signing_secret: '',
      created_at,
    });
    const token_hash = hashSecret(token);
    await insertToken(tx, { company_id, addon_id: id, token_hash, scopes, expires_at: null, created_at });
  });
  return service.as(`Bearer ${token}`, service.client.companyId);
}

/** The names of the tables that hold what belongs to companies; PostgreSQL gives no number of a day back (reference: orders.72). */
export async function companyTables(service: Service): Promise<string[]> {
  const query =
    service.engine === 'sqlite'
      ? sql`select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'company_id'
          where m.type = 'table' order by m.name`
      : sql`select table_name::text as name from information_schema.columns
          where column_name = 'company_id' and table_schema = 'public' and table_name <> 'order_numbers'
          order by table_name`;
  const rows = await service.app.storage.read(async (tx) => tx.all<{ name: string }>(query));
  return rows.map(({ name }) => name);
}

/** The statements by which a database itself writes its rows as text, by service: one for all tables. */
const TEXTS = new WeakMap<Service, Map<string, string>>();

/** The columns of a table as one text, where the database cannot write a whole row. */
async function rowText(service: Service, name: string): Promise<string> {
  if (service.engine === 'postgres') return `${name}::text`;
  const columns = await service.app.storage.read(async (tx) =>
    tx.all<{ name: string }>(sql`select name from pragma_table_info(${name}) order by cid`),
  );
  return columns.map((column) => `quote("${column.name}")`).join(" || ',' || ");
}

async function textsOf(service: Service, names: readonly string[]): Promise<string> {
  const known = TEXTS.get(service) ?? new Map<string, string>();
  TEXTS.set(service, known);
  const parts = names.map(async (name) => {
    const part =
      known.get(name) ??
      `select '${name}' as part, ${await rowText(service, name)} as text from ${name} where company_id = `;
    known.set(name, part);
    return part;
  });
  return (await Promise.all(parts)).join('\n');
}

/** What was read of a database last, and in which state: by what of which company. */
interface Memory {
  readonly state: string;
  readonly texts: Map<string, string>;
}

const MEMORIES = new WeakMap<Service, Memory>();

/** Looks at the file of a service, and at nothing else of it: what it sees as a new version is one. */
const WATCHERS = new WeakMap<Service, StatementSync>();

function versionOfFile(service: Service): string {
  const watcher =
    WATCHERS.get(service) ??
    new DatabaseSync(databaseFile(service.config.dataDir), { readOnly: true }).prepare('pragma data_version');
  WATCHERS.set(service, watcher);
  return String(watcher.get()?.data_version);
}

/** A word that is another one once anything was committed. On PostgreSQL by anyone to any database of the server. */
async function stateOf(service: Service): Promise<string> {
  if (service.engine === 'sqlite') return versionOfFile(service);
  const snapshot = sql`select pg_current_snapshot()::text as state`;
  const row = await service.app.storage.read(async (tx) => tx.get<{ state: string }>(snapshot));
  return row?.state ?? '';
}

/** Every row the database has of a company, as text: the name of each table, then its rows. */
export async function everythingOf(
  service: Service,
  companyId: string,
  tables?: readonly string[],
): Promise<string> {
  const names = tables ?? (await companyTables(service));
  const parts = (await textsOf(service, names)).split('\n').map((part) => `${part}${BigInt(companyId)}`);
  const query = parts.join(' union all ');
  // Rows that are committed after this are read, and make another state of the next time.
  const state = await stateOf(service);
  const memory = MEMORIES.get(service);
  const texts = memory?.state === state ? memory.texts : new Map<string, string>();
  MEMORIES.set(service, { state, texts });
  const known = texts.get(query);
  if (known !== undefined) return known;
  const rows = await service.app.storage.read(async (tx) => tx.all<TextRow>(sql`${raw(query)}`));
  const text = textOfRows(names, rows);
  texts.set(query, text);
  return text;
}

interface TextRow {
  readonly part: string;
  readonly text: string;
}

function textOfRows(names: readonly string[], rows: readonly TextRow[]): string {
  assert.ok(
    rows.length + names.length > 20,
    'The company has hardly any rows: is this test still looking at the right tables?',
  );
  const texts = new Map(names.map((name) => [name, [] as string[]]));
  for (const { part, text } of rows) texts.get(part)?.push(`[${text.replaceAll('\n', ' ')}]`);
  return [...texts].flatMap(([name, each]) => [name, ...each.sort()]).join('\n');
}

/** Holds that a work leaves the company as it was. */
export const changingNothing = (service: () => Service) => async (work: () => Promise<void>) => {
  const { companyId } = service().client;
  const before = await everythingOf(service(), companyId);
  await work();
  assert.equal(await everythingOf(service(), companyId), before);
};
