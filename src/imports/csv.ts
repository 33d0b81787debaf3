// CSV files as people keep catalogues in them, read whole within bounds (docs/import.md). What is written is in
// kernel/csv.ts: a spreadsheet neither runs what stands in a cell nor changes it.
import { readFile, stat } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { readCell } from '../kernel/csv.ts';
import type { LoopYielder } from '../kernel/loop-yielder.ts';
import { ENGLISH, type Sentence, sentence, type Telling } from '../kernel/words.ts';

export { BYTE_ORDER_MARK, readCell, writeCell, writeLine } from '../kernel/csv.ts';

/**
 * The largest file, in bytes; the most records of one, its head left out, and the most columns; the longest cell,
 * in characters.
 */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_RECORDS = 200_000;
export const MAX_COLUMNS = 2_000;
export const MAX_CELL = 50_000;
/** Characters that are read between two rests. */
const SLICE = 16_384;

/** The characters that may separate cells; the head line decides between them. */
const DELIMITERS = [',', ';', '\t'] as const;

/** A file that cannot be used at all; the message names it, and the line where that makes sense. */
export class FileError extends Error {
  /** The message without the file. */
  readonly sentence: Telling;
  constructor(file: string, why: Telling, line?: number) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${ENGLISH.tell(why)}`);
    this.name = 'FileError';
    this.sentence = line === undefined ? why : sentence('line {line}: {why}', { line, why });
  }
}

/** One record below the head. */
export interface CsvRecord {
  /** The line its first cell begins in; the head is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file with its head. */
export interface CsvFile {
  readonly file: string;
  readonly head: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** Reads a file within its bounds. */
export async function readCsvFile(path: string, named: string, pace: LoopYielder): Promise<CsvFile> {
  let bytes: Buffer;
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES) {
      throw new FileError(
        named,
        sentence('is larger than {size} MiB: split it.', { size: MAX_FILE_BYTES / 1024 / 1024 }),
      );
    }
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new FileError(named, sentence('cannot be read ({code}).', { code }));
  }
  return readCsv(bytes, named, pace);
}

/**
 * Reads the bytes of a file: UTF-8 with or without a byte order mark; commas, semicolons or tabs. The event loop is
 * given back in between.
 */
export async function readCsv(
  bytes: Uint8Array,
  file: string,
  pace: LoopYielder,
  most = MAX_RECORDS,
): Promise<CsvFile> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(file, sentence('is not UTF-8. Save it as "CSV UTF-8".'));
  }
  if (text.includes('\u0000')) throw new FileError(file, sentence('holds NUL characters: is it a CSV file?'));
  const { records, count } = await readRecords(text, file, pace, most);
  const [head, ...rest] = records;
  if (head === undefined)
    throw new FileError(file, sentence('is empty: its first line has to name the columns.'));
  if (head.cells.length > MAX_COLUMNS) {
    throw new FileError(
      file,
      sentence('has more than {max} columns: leave out those you do not need.', { max: MAX_COLUMNS }),
      1,
    );
  }
  if (count > MAX_RECORDS + 1)
    throw new FileError(file, sentence('has more than {max} records: split it.', { max: MAX_RECORDS }));
  if (rest.length > most) {
    throw new FileError(
      file,
      sentence('has more than {most} rows: split it, or use the command line.', { most }),
    );
  }
  return { file, head: head.cells.map((cell) => readCell(cell.trim()) ?? ''), records: rest };
}

/** The records of a text, the head first, and how many lines there are; what is more than enough is not read. */
async function readRecords(text: string, file: string, pace: LoopYielder, most: number) {
  const records: CsvRecord[] = [];
  let count = 0;
  let line = 1;
  let failure: unknown;
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    on_record: (cells: string[], { lines }) => {
      count++;
      // An empty line is a record of one empty cell; a spreadsheet leaves lines of empty cells.
      if (cells.some((cell) => cell !== '')) records.push({ line, cells });
      line = lines + 1;
      return null;
    },
  });
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve).once('close', resolve);
    parser.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  parser.resume();
  const isEnough = () => records.length > most + 1 || count > MAX_RECORDS + 1;
  for (let at = 0; at < text.length && failure === undefined && !isEnough(); at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    await pace.yieldIfDue();
  }
  if (isEnough()) parser.destroy();
  else parser.end();
  await ended;
  if (failure === undefined) return { records, count };
  if (!(failure instanceof CsvError)) throw failure;
  throw new FileError(file, explain(failure, line));
}

function explain(error: CsvError, line: number): Sentence {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return sentence('A quote (") in the record that begins in line {line} is never closed.', { line });
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE') {
    return sentence(
      'A quote (") in the record that begins in line {line} stands inside a cell: put the whole cell in quotes and double the quotes in it.',
      { line },
    );
  }
  return sentence('{why} in the record that begins in line {line}.', { why: error.message, line });
}

/** The most frequent separator in the head line; quoted text does not count. */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((each) => [each, 0]));
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (char === '\n' || char === '\r') break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
