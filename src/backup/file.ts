import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ExactNumber, parseExact } from '../kernel/json.ts';
import type { Transform } from './encryption.ts';

// The file of a backup: JSON by lines, packed by gzip, so that it can be read with gunzip. It begins with a line that
// names its format and ends with one that has the number of rows, so that half a file is noticed.

/** The shape of the file; one that is read may not be newer. */
export const FORMAT = 1;

/** The first line. */
interface BackupHeader {
  readonly passbell_backup: number;
  readonly migration: number;
  readonly engine: string;
  readonly made_at: string;
}

/** A line of a backup: a `table` is followed by its rows, as lists of values. */
export type BackupLine =
  | BackupHeader
  | { readonly file: string; readonly content: string }
  | { readonly id_kind: string; readonly last: bigint }
  | { readonly table: string; readonly columns: readonly string[] }
  | readonly (string | bigint | number | null)[]
  | { readonly end: true; readonly rows: number };

/** A whole number keeps all its digits. */
function write(line: BackupLine): string {
  return JSON.stringify(line, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
  );
}

const asItIs: Transform = (source) => source;

/** Writes lines to a file that only its owner can read, and puts it on the disk; `encrypt` is done to it at last. */
export async function writeLines(
  file: string,
  lines: AsyncIterable<BackupLine>,
  encrypt: Transform = asItIs,
): Promise<void> {
  async function* texts() {
    for await (const line of lines) yield `${write(line)}\n`;
  }
  const out = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(texts, createGzip({ level: 6 }), encrypt, out);
}

/** Why a backup cannot be restored, without what stands in it: that may be a secret. */
export class Damage extends Error {}

const WHOLE = /^-?\d+$/;

/** A value of a row: text, a whole number, or null. */
export function cell(value: unknown): string | bigint | null {
  if (value === null || typeof value === 'string') return value;
  // A number beyond the exact doubles has come as an ExactNumber.
  const text = value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : '';
  if (WHOLE.test(text)) return BigInt(text);
  throw new Damage('it holds a value that no table can have');
}

/** The lines of a file, as they were written, which `open` opens; `cell` makes exact values of those of a row. */
export async function* readLines(
  file: string,
  open: Transform = asItIs,
): AsyncGenerator<Record<string, unknown> | unknown[]> {
  let count = 0;
  for await (const text of textLines(file, open)) {
    const line = parseLine(text, ++count);
    if (Array.isArray(line)) yield line;
    else if (typeof line === 'object' && line !== null) yield line as Record<string, unknown>;
    else throw new Damage(`its line ${count} is none`);
  }
}

/** A parser's own words repeat what it reads. */
function parseLine(text: string, count: number): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new Damage(`its line ${count} cannot be read`);
  }
}

/** A line ends with a line feed and nothing else: a text may hold other characters that end lines elsewhere. */
async function* textLines(file: string, open: Transform): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding('utf8');
  // What fails before it fails the reading of what is unpacked.
  pipeline(createReadStream(file), open, unpacked).catch((error: Error) => unpacked.destroy(error));
  let rest = '';
  try {
    for await (const part of unpacked) {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw new Damage('its end is missing');
    throw code.startsWith('Z_') ? new Damage('it cannot be unpacked') : error;
  }
  if (rest !== '') yield rest;
}
