import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cell, readLines } from '#src/backup/file.ts';
import { emptyTable, insertRows } from '#src/backup/tables.store.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { MIGRATIONS, migrate } from '#src/storage/migrate.ts';
import type { Migration } from '#src/storage/migration.ts';
import { isIdKind, type Storage, type Writer } from '#src/storage/port.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { ENGINES, type Engine, type Json } from './service.ts';

// What a release leaves behind of its database (reference: operations.26): which migrations it has, the rows of an
// installation that its own program wrote, and what clients read of them.

const root = dirname(dirname(import.meta.dirname));
/** Where they lie: `<version>.json`, `<version>.rows.gz` and `<version>.answers.gz`. */
export const RELEASED_DATABASES = join(root, 'test/data/released-databases');

/** A token that is good for the company of the kept rows: nothing but tests has ever used it. */
export const KEPT_TOKEN = 'pb_at_of-the-rows-that-a-release-keeps-for-tests';

/** The secret.key that the rows were made with: of a text that everybody may know. */
export const KEPT_KEY = createHash('sha256').update('passbell: rows of a release').digest('base64');

/** A migration as it was released. */
export interface ReleasedStep {
  readonly number: number;
  readonly name: string;
  /** SHA-256 of its statements, by engine. */
  readonly digests: Readonly<Record<Engine, string>>;
}

/** The database of a release. */
export interface ReleasedDatabase {
  readonly version: string;
  readonly steps: readonly ReleasedStep[];
}

/** A migration with what its statements are known by. */
export function releasedStep(step: Migration): ReleasedStep {
  const digest = (engine: Engine) =>
    createHash('sha256')
      .update(JSON.stringify(step.statements(engine)))
      .digest('hex');
  const digests = Object.fromEntries(ENGINES.map((engine) => [engine, digest(engine)]));
  return { number: step.number, name: step.name, digests: digests as Record<Engine, string> };
}

/** The versions whose databases are kept, the oldest first. */
export function keptVersions(folder = RELEASED_DATABASES): string[] {
  // What comes before a release (0.2.0-1) stands before it.
  const numbers = (version: string) => [...version.split(/[.-]/).map(Number), Number.POSITIVE_INFINITY];
  return globSync('*.json', { cwd: folder })
    .map((file) => basename(file, '.json'))
    .sort((a, b) => {
      const [left, right] = [numbers(a), numbers(b)];
      const at = left.findIndex((each, place) => each !== right[place]);
      return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
    });
}

export const rowsFile = (version: string, folder = RELEASED_DATABASES): string =>
  join(folder, `${version}.rows.gz`);

const answersFile = (version: string, folder: string) => join(folder, `${version}.answers.gz`);

/** What clients read before and after an upgrade: nothing of it goes by time. */
export const READ_LISTS = [
  ...['sites', 'products', 'customers', 'staff', 'taxes', 'price_lists', 'payment_methods', 'categories'],
  ...['optionsets', 'discounts', 'webhooks', 'orders'],
].map((path) => `${path}?limit=500`);

/** Records by their list and id. */
export type Seen = Readonly<Record<string, Json>>;

/** Every record of the lists, as `list` gives them. */
export async function readLists(list: (path: string) => Promise<readonly Json[]>): Promise<Seen> {
  const records: Record<string, Json> = {};
  for (const path of READ_LISTS) {
    for (const each of await list(path)) records[`${path} ${each.id_str}`] = each;
  }
  return records;
}

/** Keeps what clients read of the rows of a version. */
export function keepAnswers(version: string, answers: Seen, folder = RELEASED_DATABASES): string {
  const file = answersFile(version, folder);
  writeFileSync(file, gzipSync(JSON.stringify(answers)));
  return file;
}

/** What clients read of the rows of a version when it was released. */
export function readAnswers(version: string, folder = RELEASED_DATABASES): Seen {
  return JSON.parse(gunzipSync(readFileSync(answersFile(version, folder))).toString('utf8')) as Seen;
}

/** The database of a version. */
export function readReleased(version: string, folder = RELEASED_DATABASES): ReleasedDatabase {
  return JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as ReleasedDatabase;
}

/** Keeps the migrations of a version. What was released never changes. */
export function keepSteps(version: string, folder = RELEASED_DATABASES): string {
  const file = join(folder, `${version}.json`);
  if (existsSync(file)) throw new Error(`${file} is there already: a release is made once.`);
  mkdirSync(folder, { recursive: true });
  const kept: ReleasedDatabase = { version, steps: MIGRATIONS.map(releasedStep) };
  writeFileSync(file, `${JSON.stringify(kept, undefined, 1)}\n`);
  return file;
}

/** What is not as it was released of the migrations that there are. */
export function stepsChanged({ steps }: ReleasedDatabase, present: readonly Migration[]): string[] {
  return steps.flatMap((released) => {
    const found = present.find(({ number }) => number === released.number);
    if (found === undefined) return [`the migration ${released.number} (${released.name}) is gone`];
    const now = releasedStep(found);
    if (now.name !== released.name)
      return [`the migration ${released.number} is ${now.name}, was ${released.name}`];
    return ENGINES.filter((engine) => now.digests[engine] !== released.digests[engine]).map(
      (engine) => `the migration ${released.number} (${released.name}) has other statements on ${engine}`,
    );
  });
}

/** The migrations that a version had. */
export function stepsOf({ steps }: ReleasedDatabase): Migration[] {
  return MIGRATIONS.filter(({ number }) => steps.some((step) => step.number === number));
}

/** Lets KEPT_TOKEN do what another token does, in a row as the program of that time writes it. */
export async function letIn(tx: Writer, token: string): Promise<void> {
  await tx.run(
    sql`insert into access_tokens (company_id, token_hash, addon_id, scopes, expires_at, revoked_at, created_at)
        select company_id, ${hashSecret(KEPT_TOKEN)}, addon_id, scopes, null, null, created_at from access_tokens
        where token_hash = ${hashSecret(token)}`,
  );
}

/** Makes the tables of a version in an empty database, and puts its rows into them. Answers how many there are. */
export async function fillAsOf(
  storage: Storage,
  steps: readonly Migration[],
  file: string,
): Promise<Map<string, number>> {
  await migrate(storage, steps);
  const counts = new Map<string, number>();
  const lasts: [kind: string, last: bigint][] = [];
  await storage.write(async (tx) => {
    counts.clear();
    lasts.length = 0;
    let table = { name: '', columns: [] as string[] };
    for await (const line of readLines(file)) {
      if (Array.isArray(line)) {
        await insertRows(tx, table.name, table.columns, [line.map(cell)]);
        counts.set(table.name, (counts.get(table.name) ?? 0) + 1);
      } else if (typeof line.table === 'string') {
        table = { name: line.table, columns: (line.columns as unknown[]).map(String) };
        await emptyTable(tx, table.name);
      } else if (typeof line.id_kind === 'string') lasts.push([line.id_kind, BigInt(String(line.last))]);
    }
  });
  for (const [kind, last] of lasts) if (isIdKind(kind)) await storage.startIdsAt(kind, last + 1n);
  return counts;
}

/** How many rows a table has. */
export async function rowCount(storage: Storage, table: string): Promise<number> {
  const row = await storage.read(async (tx) =>
    tx.get<{ n: bigint }>(sql`select count(*) as n from ${raw(table)}`),
  );
  return Number(row?.n ?? 0n);
}
