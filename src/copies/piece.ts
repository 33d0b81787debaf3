// What the files of a generation hold: pieces of the log, each with what is needed to check it, and the copy of the database.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Transform } from '../backup/encryption.ts';
import type { Micros } from '../kernel/time.ts';
import { HEADER_BYTES } from './wal.ts';

/** The shape of the files; one that is read may not be newer. */
const FORMAT = 1;
/** Fast rather than small: it is done beside selling. */
const LEVEL = 1;
const LINE_FEED = 10;
/** Most bytes of a piece's first line. */
const MAX_LINE = 1_000_000;

/** A moment that can be restored: what was answered by then lies before the end of a frame. */
export interface Moment {
  readonly at: Micros;
  readonly frame: number;
}

/** A piece of the log. */
export interface Piece {
  readonly generation: string;
  /** The log of its generation, from 1. */
  readonly log: number;
  readonly first: number;
  /** The header of the log. */
  readonly header: Buffer;
  /** The moments within it, in order. */
  readonly moments: readonly Moment[];
  readonly frames: Buffer;
}

/** A piece, packed, and sealed where something seals. */
export function writePiece(piece: Piece, seal: Transform | undefined): AsyncIterable<Uint8Array> {
  const { generation, log, first, header, moments, frames } = piece;
  const line = JSON.stringify({
    passbell_copy: FORMAT,
    generation,
    log,
    first,
    header: header.toString('hex'),
    moments: moments.map(({ at, frame }) => [String(at), frame]),
    sha256: createHash('sha256').update(frames).digest('hex'),
  });
  return pack(Readable.from([Buffer.from(`${line}\n`), frames]), seal);
}

/** Reads a piece. Throws an error that says why where it is none, was changed, or is of another place than it should be. */
export async function readPiece(
  source: AsyncIterable<Uint8Array>,
  open: Transform | undefined,
  expected: Pick<Piece, 'generation' | 'log' | 'first'>,
): Promise<Piece> {
  const parts: Uint8Array[] = [];
  for await (const part of unpack(source, open)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const end = bytes.subarray(0, MAX_LINE).indexOf(LINE_FEED);
  if (end < 0) throw new Error('it has no first line');
  const line = JSON.parse(bytes.subarray(0, end).toString('utf8')) as Record<string, unknown>;
  if (Number(line.passbell_copy) > FORMAT)
    throw new Error('it was written by a newer Passbell: restore it with that one');
  const { generation, log, first } = expected;
  if (line.generation !== generation || line.log !== log || line.first !== first)
    throw new Error('it belongs to another place');
  const frames = bytes.subarray(end + 1);
  if (createHash('sha256').update(frames).digest('hex') !== line.sha256) throw new Error('it was changed');
  const moments = (line.moments as [string, number][]).map(([at, frame]) => ({ at: BigInt(at), frame }));
  const header = Buffer.from(String(line.header), 'hex');
  if (header.length !== HEADER_BYTES) throw new Error('it has no header');
  return { generation, log, first, header, moments, frames };
}

/** Packs bytes, and seals them where something seals. */
export async function* pack(source: Readable, seal: Transform | undefined): AsyncGenerator<Uint8Array> {
  const packed = createGzip({ level: LEVEL });
  source.once('error', (error) => packed.destroy(error));
  source.pipe(packed);
  yield* seal === undefined ? packed : seal(packed);
}

/** Opens bytes where they are sealed, and unpacks them. */
export async function* unpack(
  source: AsyncIterable<Uint8Array>,
  open: Transform | undefined,
): AsyncGenerator<Uint8Array> {
  const opened = Readable.from(open === undefined ? source : open(source), { objectMode: false });
  const unpacked = createGunzip();
  opened.once('error', (error) => unpacked.destroy(error));
  opened.pipe(unpacked);
  yield* unpacked;
}
