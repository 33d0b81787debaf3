// The interface of a known data set, and the reading of its files, within their bounds.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { z } from 'zod';
import { FileError } from '../imports/csv.ts';
import type { Dataset } from './dataset.ts';
import type { ImportedMenu } from './menu.ts';

/** A data set that is known, in a folder. */
export interface KnownData {
  /** The files that hold its menu, as a sentence names them. */
  readonly files: string;
  /** Whether a folder holds its menu. */
  readonly isIn: (dir: string) => Promise<boolean>;
  readonly menu: (dir: string) => Promise<ImportedMenu>;
  readonly orders: (dir: string) => Promise<Omit<Dataset, 'expected'>>;
  /** The sums of all its orders, as its publisher or its keeper counted. */
  readonly expected: (dir: string) => Promise<Dataset['expected']>;
}

/** The largest file that is read, unpacked, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const unpack = promisify(gunzip);

export async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

/** A whole file; a packed one (.gz) comes unpacked. */
export async function readWhole(file: string): Promise<Buffer> {
  const tooLarge = `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`;
  let bytes: Buffer;
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) throw new FileError(file, tooLarge);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new FileError(file, code === 'ENOENT' ? 'there is no such file.' : `cannot be read (${code}).`);
  }
  if (!file.endsWith('.gz')) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: MAX_FILE_BYTES });
  } catch (error) {
    const large = error instanceof RangeError;
    throw new FileError(file, large ? tooLarge : 'cannot be unpacked: it is damaged, or not a gzip file.');
  }
}

/** The sums of a folder's orders by its expected.json. */
export async function readExpected<T>(dir: string, schema: z.ZodType<T>): Promise<T> {
  const file = join(dir, 'expected.json');
  let value: unknown;
  try {
    value = JSON.parse((await readWhole(file)).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileError(file, `is not valid JSON: ${error.message}.`);
    throw error;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new FileError(file, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}.`);
}
