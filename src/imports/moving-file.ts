// A file of another system from the command line: read as it streams, saved in parts (reference: imports.6).
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { CsvError, parse } from 'csv-parse';
import { firstCompany } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { ENGLISH, sentence } from '../kernel/words.ts';
import { appendAudit } from '../outbox/audit.ts';
import type { Storage } from '../storage/port.ts';
import { delimiterOf, FileError, MAX_CELL, readCell } from './csv.ts';
import { KEY_OF, rowReader } from './moved-rows.ts';
import { firstAddon, imports } from './moving.store.ts';
import { closedAct, openedAct, takePart } from './moving.ts';
import type { MovedImport } from './moving-shape.ts';
import { type ColumnMap, guessFields, type MovedKind, wrongMap } from './rules/fields.ts';
import { Cutter, type FileRecord } from './rules/parts.ts';
import type { MovedRow } from './rules/past-facts.ts';

/** Refunds that may wait for a sale which comes later in the file. */
const MAX_WAITING = 100_000;

/** The file, and the company that it goes into. */
interface MoveRequest {
  readonly kind: MovedKind;
  readonly path: string;
  readonly source: string;
  /** The first company unless it is named. */
  readonly company: Id | undefined;
  readonly site: Id | undefined;
  readonly dryRun: boolean;
  /** The fields of columns that are not guessed by their names. */
  readonly columns?: ColumnMap;
  readonly clock: { now(): Micros };
  /** Called with the progress after each part. */
  readonly onPart?: (so: MovedImport) => void;
}

/** Brings a file in; answers the import, closed. */
export async function moveFile(storage: Storage, request: MoveRequest): Promise<MovedImport> {
  const { kind, path, clock, onPart, columns } = request;
  const sha256 = await digestOf(path);
  const { opened, addon } = await open(storage, request, sha256);
  const pace = new LoopYielder();
  const head: string[] = [];
  let read: ReturnType<typeof rowReader> | undefined;
  let cutter = new Cutter(0);
  const keys = new Set<string>();
  const waiting: MovedRow[] = [];
  let now = opened;
  const send = async (
    rows: readonly MovedRow[],
    flags: { again?: true; last?: true; elsewhere?: string[] } = {},
  ) => {
    const { again = false, last = false, elsewhere = [] } = flags;
    const taken = await storage.write(async (tx) => {
      const before = await imports.getForUpdate(tx, now.company_id, now.id);
      if (before === undefined) throw new Error('The import is gone.');
      const at = clock.now();
      const by = { addon, now: at, pace, words: ENGLISH };
      const done = await takePart(tx, { ...before, updated_at: at }, { rows, again, last, elsewhere }, by);
      await imports.update(tx, done.after);
      return done;
    });
    now = taken.after;
    onPart?.(now);
    return taken.waiting;
  };
  const sendRecords = async (records: readonly FileRecord[]) => {
    const rows = read?.(records) ?? [];
    if (request.dryRun) for (const { cells } of rows) keys.add(cells.get(KEY_OF[kind]) ?? '');
    const late = new Set(await send(rows));
    if (late.size > 0) waiting.push(...rows.filter(({ cells }) => late.has(cells.get(KEY_OF[kind]) ?? '')));
    if (waiting.length > MAX_WAITING)
      throw new FileError(
        basename(path),
        sentence('has more than {max} refunds before their sales.', { max: MAX_WAITING }),
      );
  };
  for await (const record of recordsOf(path)) {
    if (read === undefined) {
      head.push(...record.cells.map((cell) => readCell(cell.trim()) ?? ''));
      const wrong = columns && wrongMap(kind, head, columns);
      if (wrong !== undefined) throw new FileError(basename(path), wrong, 1);
      const names = guessFields(kind, head, columns).map((name) => name ?? '');
      read = rowReader(kind, basename(path), names);
      cutter = new Cutter(names.indexOf(KEY_OF[kind]));
      continue;
    }
    const part = cutter.add(record);
    if (part !== undefined) await sendRecords(part);
  }
  const rest = cutter.end();
  if (rest !== undefined) await sendRecords(rest);
  // Together again, each refund behind what it gives back.
  for (let at = 0; at < waiting.length; at += 500) {
    const rows = waiting.slice(at, at + 500);
    const elsewhere = rows
      .flatMap(({ cells }) => cells.get('refund_of') ?? [])
      .filter((key) => keys.has(key));
    await send(rows, { again: true, last: true, elsewhere });
  }
  return close(storage, now, request, addon);
}

async function open(storage: Storage, request: MoveRequest, sha256: string) {
  const { kind, path, source, company: wanted, site = null, dryRun, clock } = request;
  return storage.write(async (tx) => {
    const company = wanted ?? (await firstCompany(tx));
    const addon = company === undefined ? undefined : await firstAddon(tx, company);
    if (company === undefined || addon === undefined)
      throw new Error('There is no such company. Start Passbell once, or do: passbell company create.');
    const [id] = await tx.ids('import', 1);
    if (id === undefined) throw new Error('No id for an import.');
    const at = clock.now();
    const opened: MovedImport = {
      ...{ company_id: company, id, kind, source, file_name: basename(path), sha256, dry_run: dryRun },
      ...{
        site_id: site,
        state: 'open',
        parts: 0,
        records: 0,
        created: 0,
        unchanged: 0,
        waiting: 0,
        refused: 0,
      },
      ...{ problem_count: 0, problems: [], answer: null, ended_at: null, created_at: at, updated_at: at },
    };
    await imports.insert(tx, opened);
    if (!dryRun)
      await appendAudit(tx, { company, addon }, { serverTime: at }, [
        { ...openedAct(opened), actor: 'operator' },
      ]);
    return { opened, addon };
  });
}

async function close(
  storage: Storage,
  { company_id: company, id }: MovedImport,
  { clock }: MoveRequest,
  addon: Id,
) {
  return storage.write(async (tx) => {
    const before = await imports.getForUpdate(tx, company, id);
    if (before === undefined) throw new Error('The import is gone.');
    const at = clock.now();
    const closed: MovedImport = { ...before, state: 'done', ended_at: at, updated_at: at };
    await imports.update(tx, closed);
    if (!closed.dry_run)
      await appendAudit(tx, { company, addon }, { serverTime: at }, [
        { ...closedAct(closed), actor: 'operator' },
      ]);
    return closed;
  });
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new FileError(basename(path), sentence('cannot be read ({code}).', { code }));
  }
  return hash.digest('hex');
}

/** The records of a file, the head first, each with the line it begins in. */
async function* recordsOf(path: string): AsyncGenerator<FileRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const found: FileRecord[] = [];
  let parser: ReturnType<typeof parse> | undefined;
  let failure: unknown;
  const start = (text: string) => {
    parser = parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MAX_CELL * 10,
      on_record: (cells: string[], { lines }) => {
        if (cells.some((cell) => cell !== '')) found.push({ line, cells });
        line = lines + 1;
        return null;
      },
    });
    parser.on('error', (error) => {
      failure = error;
    });
    parser.resume();
    return parser;
  };
  const named = (error: unknown) => {
    if (error instanceof CsvError) return new FileError(basename(path), `${error.message}.`, line);
    if (error instanceof TypeError)
      return new FileError(basename(path), sentence('is not UTF-8. Save it as "CSV UTF-8".'));
    return error;
  };
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      (parser ?? start(text)).write(text);
      if (failure !== undefined) throw failure;
      yield* found.splice(0);
    }
    const last = parser ?? start('');
    const ended = new Promise((resolve) =>
      last.once('end', resolve).once('close', resolve).once('error', resolve),
    );
    last.end(decoder.decode());
    await ended;
    if (failure !== undefined) throw failure;
    yield* found.splice(0);
  } catch (error) {
    throw named(error);
  }
}
