import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../kernel/time.ts';
import { formatTime } from '../kernel/time.ts';
import { appendAudit, auditEnd, nextAudited } from '../outbox/audit.ts';
import { isIdKind, type Storage, UniqueViolation, type Writer } from '../storage/port.ts';
import { isEncrypted, type Transform } from './encryption.ts';
import { type BackupLine, cell, Damage, FORMAT, readLines, writeLines } from './file.ts';
import {
  addedParts,
  columnPart,
  emptyTable,
  firstFilled,
  insertRows,
  lastIds,
  migrationOf,
  newestMigration,
  ROWS_AT_ONCE,
  rowsAfter,
  type TableShape,
  tablePart,
  tableShapes,
} from './tables.store.ts';

/** Files of DATA_DIR that the database is of no use without, or that cannot be made again. */
export const KEPT_FILES = [
  'secret.key',
  'sandbox.json',
  'tls/ca.pem',
  'tls/ca-key.pem',
  'tls/server.pem',
  'tls/server-key.pem',
] as const;
/** A table that a database which was only just made has rows in: it is replaced by the backup's. */
const FRESH = 'meta';

/** How much was saved or restored. */
export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: readonly string[];
  /**
   * Tables and columns that were added to the database by hand, in words: they are in no backup, and not restored.
   */
  readonly leftOut: readonly string[];
}

/**
 * Writes the whole installation to a file: one consistent state of the database, of either engine, and the files of
 * DATA_DIR. The service may run meanwhile. The file is there whole or not at all, and holds every secret, which `encrypt`
 * keeps from who has not its key.
 */
export async function backUp(
  { storage, clock }: { storage: Storage; clock: Clock },
  dataDir: string,
  file: string,
  encrypt?: Transform,
): Promise<BackupSummary> {
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name, or remove it.`);
  // Where a disk is not mounted, a folder that is made in its place lies on the disk that the backup is to outlive.
  const place = dirname(resolve(file));
  if (!existsSync(place))
    throw new Error(`There is no folder ${place}: make it, or mount its disk. Nothing was saved.`);
  const files = KEPT_FILES.filter((name) => existsSync(join(dataDir, name)));
  const draft = `${file}.${process.pid}.new`;
  try {
    const extent = await storage.read(async (tx) => {
      const shapes = await tableShapes(tx, storage.engine);
      let rows = 0;
      async function* lines(): AsyncGenerator<BackupLine> {
        const migration = await migrationOf(tx);
        const made_at = formatTime(clock.now());
        yield { passbell_backup: FORMAT, migration, engine: storage.engine, made_at };
        for (const name of files) {
          yield { file: name, content: readFileSync(join(dataDir, name)).toString('base64') };
        }
        for (const [id_kind, last] of await lastIds(tx, storage.engine)) yield { id_kind, last };
        for (const shape of shapes) {
          yield { table: shape.name, columns: shape.columns };
          const places = shape.key.map((column) => shape.columns.indexOf(column));
          let after: unknown[] | undefined;
          // Ends: each page begins behind the one before, and the state that is read has an end.
          for (;;) {
            const page = await rowsAfter(tx, shape, after);
            yield* page;
            rows += page.length;
            const last = page.at(-1);
            if (last === undefined || page.length < ROWS_AT_ONCE) break;
            after = places.map((place) => last[place]);
          }
        }
        yield { end: true, rows };
      }
      // It may run again over a newer state.
      rmSync(draft, { force: true });
      await writeLines(draft, lines(), encrypt);
      const leftOut = await addedParts(tx, storage.engine);
      return { tables: shapes.length, rows, files, leftOut };
    });
    renameSync(draft, file);
    return extent;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The state of a restore so far. */
interface RestoreProgress {
  readonly files: Map<string, Buffer>;
  /** Rows that were restored. */
  rows: number;
  readonly tables: Set<string>;
  readonly leftOut: Set<string>;
}

function newProgress(): RestoreProgress {
  return { files: new Map(), rows: 0, tables: new Set(), leftOut: new Set() };
}

/** The last ids that were handed out. */
type LastIds = [Parameters<Storage['startIdsAt']>[0], bigint][];

/** Throws unless the file is there, and comes with its key where it needs one, and only there. */
async function requireOpenable(file: string, open: Transform | undefined): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const isSealed = await isEncrypted(file);
  if (isSealed && open === undefined)
    throw new Error(`${file} is encrypted. Name the file of its key: --key <file>.`);
  if (!isSealed && open !== undefined)
    throw new Error(
      `${file} is not encrypted, so it may be of anybody. Leave out --key to restore it all the same.`,
    );
}

/**
 * Reads a backup through without restoring anything of it. Throws where it is damaged, none, or of another version, so that
 * nothing is begun with it.
 */
export async function checkBackup(file: string, open: Transform | undefined): Promise<void> {
  await requireOpenable(file, open);
  await naming(file, async () => {
    const begun = newProgress();
    for await (const line of wholeLines(readLines(file, open))) {
      if (!Array.isArray(line) && typeof line.table !== 'string') takeLine(line, begun, []);
    }
  });
}

/** An error of a backup names the backup. */
async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new Error(`The backup ${file} is damaged: ${error.message}. Nothing was restored.`);
  }
}

/**
 * Puts a backup into an empty database, of either engine, and its files into DATA_DIR: all of it or nothing. Refused
 * when there is anything already, and when the backup is of a newer Passbell, or damaged. Tables and columns that
 * were added by hand to the database of the backup are left out and named (reference: operations.20). With a clock the audit
 * log of each company says that it was restored. `open` opens one that is encrypted.
 */
export async function restore(
  storage: Storage,
  dataDir: string,
  file: string,
  { clock, open }: { readonly clock?: Clock; readonly open?: Transform | undefined } = {},
): Promise<BackupSummary> {
  await requireOpenable(file, open);
  const taken = KEPT_FILES.find((name) => existsSync(join(dataDir, name)));
  if (taken !== undefined) {
    throw new Error(`${join(dataDir, taken)} is there already. Restore into an empty data directory.`);
  }
  const lasts: LastIds = [];
  const begun = await naming(file, () =>
    storage.write(async (tx) => {
      lasts.length = 0;
      const loaded = await load(tx, storage.engine, readLines(file, open), lasts);
      if (clock !== undefined) await noteRestored(tx, clock);
      return loaded;
    }),
  );
  for (const [kind, last] of lasts) await storage.startIdsAt(kind, last + 1n);
  for (const [name, content] of begun.files) {
    const target = join(dataDir, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, content, { mode: 0o600, flush: true });
    chmodSync(target, 0o600);
  }
  const { rows, files, leftOut } = begun;
  return { tables: begun.tables.size, rows, files: [...files.keys()], leftOut: [...leftOut] };
}

/** Tells the audit log of each company that from here on it follows a backup. */
async function noteRestored(tx: Writer, clock: Clock): Promise<void> {
  for (let at = await nextAudited(tx, 0n); at !== undefined; at = await nextAudited(tx, at)) {
    const { last, hash } = await auditEnd(tx, at);
    const after = { entries: String(last), last_entry: hash };
    const act = { action: 'backup.restored', actor: 'operator', after };
    await appendAudit(tx, { company: at }, { serverTime: clock.now() }, [act]);
  }
}

/** The table whose rows are being read. */
interface TableReading {
  readonly name: string;
  /** The columns that are restored, and where in a row they stand. None of a table that is left out. */
  readonly columns: readonly string[];
  readonly places: readonly number[];
}

/** The known columns of a table in a backup; those added by hand are left out and named. */
function readingOf(
  { name, columns }: { name: string; columns: readonly string[] },
  shapes: ReadonlyMap<string, TableShape>,
  begun: RestoreProgress,
): TableReading {
  const own = shapes.get(name)?.columns;
  const kept = columns.filter((column) => own?.includes(column));
  if (own === undefined) begun.leftOut.add(tablePart(name));
  else {
    if (begun.tables.has(name)) throw new Damage(`its table ${name} is there twice`);
    begun.tables.add(name);
    for (const column of columns) if (!kept.includes(column)) begun.leftOut.add(columnPart(name, column));
  }
  const places = kept.map((column) => columns.indexOf(column));
  return { name, columns: kept, places };
}

/** Takes a line of a file or of a kind of ids. */
function takeLine(line: Record<string, unknown>, begun: RestoreProgress, lasts: LastIds): void {
  if (typeof line.file === 'string') {
    const name = KEPT_FILES.find((known) => known === line.file);
    if (name === undefined) throw new Damage('it holds a file that is none of an installation');
    begun.files.set(name, Buffer.from(String(line.content), 'base64'));
  } else if (typeof line.id_kind === 'string') {
    if (!isIdKind(line.id_kind)) throw new Damage('it counts ids of a kind that there is not');
    const last = cell(line.last);
    if (typeof last !== 'bigint')
      throw new Damage(`it does not say how far ids of ${line.id_kind} were counted`);
    lasts.push([line.id_kind, last]);
  } else throw new Damage('it has a line that says nothing');
}

/** The lines between the head of a backup and its end, all of them there. */
async function* wholeLines(lines: ReturnType<typeof readLines>): ReturnType<typeof readLines> {
  let isFirst = true;
  let isWhole = false;
  let rows = 0;
  /** How many values a row of the table has. */
  let width: number | undefined;
  for await (const line of lines) {
    if (isFirst) {
      checkHead(line);
      isFirst = false;
    } else if (isWhole) {
      throw new Damage('there is more behind its end');
    } else if (Array.isArray(line)) {
      if (line.length !== width) throw new Damage('a row fits no table');
      rows++;
      yield line;
    } else if (line.end === true) {
      if (line.rows !== rows) throw new Damage('rows are missing');
      isWhole = true;
    } else {
      if (typeof line.table === 'string') width = columnsOf(line).length;
      yield line;
    }
  }
  if (!isWhole) throw new Damage('its end is missing');
}

function columnsOf({ columns }: Record<string, unknown>): string[] {
  return Array.isArray(columns) ? columns.map(String) : [];
}

/** True where a database does not take a value that it was given: nothing that the database can help. */
function isOfValues(error: unknown): boolean {
  if (error instanceof UniqueViolation) return true;
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return NOT_TAKEN.has(Number(error.errcode) & 0xff);
  // The classes of PostgreSQL for data that is wrong, and for constraints.
  return 'severity' in error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** SQLite's answers to a constraint that is broken, and to a value of another type. */
const NOT_TAKEN = new Set([19, 20]);

async function load(
  tx: Writer,
  engine: Storage['engine'],
  lines: ReturnType<typeof readLines>,
  lasts: LastIds,
): Promise<RestoreProgress> {
  const shapes = new Map((await tableShapes(tx, engine)).map((shape) => [shape.name, shape]));
  const filled = await firstFilled(tx, [...shapes.values()], (name) => name === FRESH);
  if (filled !== undefined) {
    throw new Error(`The database is not empty (${filled} has rows). Restore into a new one.`);
  }
  const begun = newProgress();
  let table: TableReading | undefined;
  let waiting: unknown[][] = [];
  const flush = async (): Promise<void> => {
    if (table === undefined || waiting.length === 0) return;
    try {
      await insertRows(tx, table.name, table.columns, waiting);
    } catch (error) {
      throw isOfValues(error) ? new Damage(`rows of its table ${table.name} cannot be stored`) : error;
    }
    waiting = [];
  };
  for await (const line of wholeLines(lines)) {
    if (Array.isArray(line)) {
      if (table === undefined || table.columns.length === 0) continue;
      waiting.push(table.places.map((place) => cell(line[place])));
      begun.rows++;
      if (waiting.length >= ROWS_AT_ONCE) await flush();
    } else if (typeof line.table === 'string') {
      await flush();
      table = readingOf({ name: line.table, columns: columnsOf(line) }, shapes, begun);
      if (table.name === FRESH) await emptyTable(tx, FRESH);
    } else takeLine(line, begun, lasts);
  }
  await flush();
  const missing = [...shapes.keys()].find((name) => !begun.tables.has(name));
  if (missing !== undefined) throw new Damage(`its table ${missing} is missing`);
  return begun;
}

function checkHead(line: Record<string, unknown> | unknown[]): void {
  const head = Array.isArray(line) ? {} : line;
  if (typeof head.passbell_backup !== 'number') throw new Error('This file is no backup of Passbell.');
  const migration = Number(head.migration);
  const known = newestMigration();
  if (head.passbell_backup > FORMAT || migration > known) {
    throw new Error('The backup was made by a newer Passbell. Restore it with that one.');
  }
  if (migration < known) {
    throw new Error(
      `The backup was made at database version ${migration}, this Passbell has ${known}. Restore it with the ` +
        'Passbell that made it, and then start this one on it.',
    );
  }
}
