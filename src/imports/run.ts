import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { companies, firstCompany, firstSite, lockExisting, taxes } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { type Act, appendAudit } from '../outbox/audit.ts';
import { tieInTurn } from '../products/store.ts';
import type { Storage, Writer } from '../storage/port.ts';
import { type ImportResult, importRows } from './catalogue.ts';
import { type CsvFile, FileError, readCsvFile } from './csv.ts';
import { readBook } from './names.ts';
import { holdsProducts, type ReadRows, readProducts, readSets } from './read-rows.ts';
import type { ProductRow, Rows, SetRow } from './rows.ts';

// What is imported, from a path: CSV files of a catalogue, or other data that the caller can read (docs/import.md).

/** The names of the files in a folder of CSV; the export writes the same. */
export const PRODUCTS_FILE = 'products.csv';
export const SETS_FILE = 'option_sets.csv';

/** Into what, and how. */
export interface ImportRequest {
  /** The first company, and its first site, unless they are named. */
  readonly company: Id | undefined;
  readonly site: Id | undefined;
  /** Says what would be done, and saves nothing. */
  readonly dryRun: boolean;
  /** Whether good rows are imported when there are bad ones. */
  readonly onError: 'abort' | 'skip';
}

/** The result of an import, or of one that was only tried. */
export interface ImportOutcome extends ImportResult {
  readonly records: number;
  readonly isSaved: boolean;
}

/** The act of an import; what it did in whole numbers. */
export const importAct = ({ records, created: made, changed, unchanged, problems }: ImportOutcome): Act => ({
  action: 'catalogue.imported',
  after: {
    records,
    created: made,
    changed,
    unchanged,
    refused: new Set(problems.map(({ line }) => line)).size,
  },
});

/** The same, with where it was done. */
export interface Imported extends ImportOutcome {
  readonly company: Id;
  readonly site: Id;
  /** Sentences about what else is to be known. */
  readonly remarks: readonly string[];
}

/** Rows with what could not be read of them. */
interface Found {
  readonly rows: Rows;
  readonly unread?: ReadRows<ProductRow>;
  readonly badSets?: ReadRows<SetRow>;
  readonly records: number;
  readonly remarks?: readonly string[];
}

/** Into what. */
export interface ImportTarget {
  readonly company: Id;
  readonly site: Id;
  /** The taxes of products that are new and say none. */
  readonly taxes: readonly Id[];
}

/** Reads the records of an import, once the company is known. */
type Source = (tx: Writer, target: ImportTarget) => Promise<Found>;

/** Data that is no catalogue's own. */
export interface OtherData {
  /** Its files, as a sentence names them. */
  readonly files: string;
  /** The files of a folder; undefined when there is none. */
  readonly read: (dir: string) => Promise<Source | undefined>;
}

/** Imports what a path holds, in one transaction. */
export async function importPath(
  storage: Storage,
  path: string,
  request: ImportRequest,
  now: Micros,
  others: readonly OtherData[] = [],
): Promise<Imported> {
  const source = await sourceOf(path, new LoopYielder(), others);
  try {
    return await storage.write(async (tx) => {
      const imported = await importSource(tx, source, request, now);
      if (!imported.isSaved) throw new Unsaved(imported);
      const { company } = imported;
      await appendAudit(tx, { company }, { serverTime: now }, [
        { ...importAct(imported), actor: 'operator' },
      ]);
      return imported;
    });
  } catch (error) {
    if (error instanceof Unsaved) return error.imported;
    throw error;
  }
}

/** Imports the rows of one file into a company, in the caller's transaction; what is not to be saved is undone. */
export async function importFile(
  tx: Writer,
  company: Id,
  file: CsvFile,
  how: Pick<ImportRequest, 'dryRun' | 'onError'>,
  now: Micros,
  pace: LoopYielder,
): Promise<ImportOutcome> {
  if (holdsProducts(file) === undefined) throw unusable(file);
  await tieInTurn(tx, company);
  // Of two imports at the same time the second waits, and finds the products of the first.
  await companies.getForUpdate(tx, company, company);
  let done: ImportOutcome | undefined;
  const unsaved = new Error('The import is not to be saved.');
  try {
    return await tx.savepoint(async () => {
      const found = await readFiles(tx, company, [file], pace);
      done = await importFound(tx, company, found, how, now, pace);
      if (!done.isSaved) throw unsaved;
      return done;
    });
  } catch (error) {
    if (error === unsaved && done !== undefined) return done;
    throw error;
  }
}

/** Rolls back an import that is not to be saved. */
class Unsaved extends Error {
  readonly imported: Imported;
  constructor(imported: Imported) {
    super('The import is not to be saved.');
    this.imported = imported;
  }
}

async function importSource(
  tx: Writer,
  source: Source,
  { company: wanted, site: wantedSite, dryRun, onError }: ImportRequest,
  now: Micros,
): Promise<Imported> {
  const company = wanted ?? (await firstCompany(tx));
  if (company === undefined) {
    throw new Error('There is no company yet. Start Passbell once, or do: passbell company create.');
  }
  await tieInTurn(tx, company);
  // Of two imports at the same time the second waits, and finds the products of the first.
  if ((await companies.getForUpdate(tx, company, company)) === undefined) {
    throw new Error(`There is no company ${company}.`);
  }
  const site = wantedSite ?? (await firstSite(tx, company));
  if (site === undefined) throw new Error(`Company ${company} has no site.`);
  if (!(await lockExisting(tx, 'sites', company, [site])).has(site)) {
    throw new Error(`Company ${company} has no site ${site}.`);
  }
  // The prices of a menu include tax: the company's first tax, when it has one.
  const [tax] = await taxes.page(tx, company, 0n, 1);
  const target = { company, site, taxes: tax === undefined ? [] : [tax.id] };
  const found = await source(tx, target);
  const done = await importFound(tx, company, found, { dryRun, onError }, now, new LoopYielder());
  return { ...done, company, site, remarks: found.remarks ?? [] };
}

async function importFound(
  tx: Writer,
  company: Id,
  { rows, unread, badSets, records }: Found,
  { dryRun, onError }: Pick<ImportRequest, 'dryRun' | 'onError'>,
  now: Micros,
  pace: LoopYielder,
): Promise<ImportOutcome> {
  const skip = onError === 'skip';
  const result = await importRows(tx, company, rows, now, {
    skip,
    pace,
    ...(unread === undefined ? {} : { unread: unread.unread }),
  });
  const problems = [...(unread?.problems ?? []), ...(badSets?.problems ?? []), ...result.problems];
  problems.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? 1 : -1));
  const isSaved = !dryRun && (skip || problems.length === 0);
  return { ...result, problems, records, isSaved };
}

async function sourceOf(
  path: string,
  loopYielder: LoopYielder,
  others: readonly OtherData[],
): Promise<Source> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true)
    return csvSource(loopYielder, [await readCsvFile(path, basename(path), loopYielder)]);
  for (const { read } of others) {
    const source = await read(path);
    if (source !== undefined) return source;
  }
  const files: CsvFile[] = [];
  for (const name of [PRODUCTS_FILE, SETS_FILE]) {
    const file = join(path, name);
    if ((await stat(file).catch(() => undefined))?.isFile() === true) {
      files.push(await readCsvFile(file, name, loopYielder));
    }
  }
  if (files.length > 0) return csvSource(loopYielder, files);
  throw new Error(
    `${path} holds no menu: ${PRODUCTS_FILE} and ${SETS_FILE} are looked for there` +
      `${others.map(({ files }) => `, or ${files}`).join('')}; or name a CSV file.`,
  );
}

function csvSource(loopYielder: LoopYielder, files: readonly CsvFile[]): Source {
  for (const file of files) if (holdsProducts(file) === undefined) throw unusable(file);
  return (tx, { company }) => readFiles(tx, company, files, loopYielder);
}

function unusable({ file }: CsvFile): FileError {
  return new FileError(
    file,
    sentence(
      'has neither a column "sku", as products have, nor the columns "name" and "options", as option sets have.',
    ),
    1,
  );
}

async function readFiles(
  tx: Writer,
  company: Id,
  files: readonly CsvFile[],
  loopYielder: LoopYielder,
): Promise<Found> {
  const book = await readBook(tx, company);
  const product = files.find(holdsProducts);
  const set = files.find((file) => holdsProducts(file) === false);
  const unread = product === undefined ? undefined : await readProducts(product, book, loopYielder);
  const badSets = set === undefined ? undefined : await readSets(set, loopYielder);
  return {
    rows: { products: unread?.rows ?? [], sets: badSets?.rows ?? [] },
    ...(unread === undefined ? {} : { unread }),
    ...(badSets === undefined ? {} : { badSets }),
    records: (unread?.records ?? 0) + (badSets?.records ?? 0),
  };
}
