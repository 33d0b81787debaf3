// Bodies in fewer bytes, for clients that ask for them (RFC 9110 8.4).

import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

/** An encoding of a body, as heads name it. */
export type Encoding = 'br' | 'gzip';
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** A body that many are sent: as it is, and in the encodings that make it smaller. */
export interface Packed {
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** How hard is tried for what is sent once, and for what is kept and sent often. */
const EFFORT = { once: { br: 4, gzip: 4 }, kept: { br: 9, gzip: 9 } } as const;

/** The bytes in an encoding. The work is done on other threads than the one that answers. */
export function encode(
  bytes: Buffer,
  encoding: Encoding,
  effort: keyof typeof EFFORT = 'once',
): Promise<Buffer> {
  const level = EFFORT[effort][encoding];
  if (encoding === 'gzip') return toGzip(bytes, { level });
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/** Packs a text that is kept. */
export async function pack(text: string | Buffer): Promise<Packed> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all(ENCODINGS.map((encoding) => encode(plain, encoding, 'kept')));
  return { plain, br, gzip: gzipped };
}

/** The encoding to answer in: the first of ours that the client names and does not refuse with q=0. */
export function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const accepted = new Set<string>();
  for (const part of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    if (!parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))) accepted.add(name);
  }
  return ENCODINGS.find((encoding) => accepted.has(encoding));
}

/** The longest body that is sent as it is, in bytes: it fits a packet (reference: conventions.56). */
export const LONGEST_PLAIN = 1_024;

/** Whether a body is long enough to be encoded. */
export function isLong(body: string | Buffer): boolean {
  return body.length > LONGEST_PLAIN || Buffer.byteLength(body) > LONGEST_PLAIN;
}

/** The same at once, for a short body. */
export function encodeNow(text: string, encoding: Encoding): Buffer {
  const level = EFFORT.once[encoding];
  if (encoding === 'gzip') return gzipSync(text, { level });
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}

/** Encodes a body while it is sent. */
export function encoder(encoding: Encoding): Transform {
  const level = EFFORT.once[encoding];
  if (encoding === 'gzip') return createGzip({ level });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}
