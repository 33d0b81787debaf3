// Makes a database of what a folder of copies holds, as it was at a moment.

import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Transform } from '../backup/encryption.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { takeLogIn } from '../storage/engines/sqlite-log.ts';
import type { CopyFolder } from './folder.ts';
import { type Generation, isWhole } from './generation.ts';
import { FILES_NAME, type PieceName } from './names.ts';
import { type Piece, readPiece, unpack } from './piece.ts';
import { checkFrames, HEADER_BYTES, type LogHeader, placeOf, readHeader, type Sum } from './wal.ts';

/** The source of a restore. */
interface RestoreParts {
  readonly folder: CopyFolder;
  /** Opens what is encrypted. */
  readonly open: Transform | undefined;
}

/** The result of a restore. */
export interface Restored {
  readonly generation: string;
  /** The moment it is of: everything that was answered by then is there. */
  readonly to: Micros;
  /** The piece at which it had to stop, and why; undefined when it came as far as was asked for. */
  readonly stopped: { readonly piece: string; readonly why: string } | undefined;
}

/** The generation to restore from: the newest that goes back to a moment, or of all. Throws where there is none. */
export function chooseGeneration(generations: readonly Generation[], at: Micros | undefined): Generation {
  const whole = generations.filter(isWhole);
  const chosen = whole.findLast(({ from }) => at === undefined || (from !== undefined && from <= at));
  if (chosen !== undefined) return chosen;
  const first = whole[0]?.from;
  if (first === undefined)
    throw new Error('There is no whole copy in this folder. Is it the one that COPY_DIR names?');
  throw new Error(
    `The copies go back to ${formatTime(first)} only. Name a later time: --at ${formatTime(first)}.`,
  );
}

/** Makes the file of the database as it was at a moment, or as far as the generation goes. `file` must not be there. */
export async function restoreGeneration(
  parts: RestoreParts,
  generation: Generation,
  at: Micros | undefined,
  file: string,
): Promise<Restored> {
  await writeBase(parts, generation, file);
  const playing = new Playing(file);
  let stopped: Restored['stopped'];
  try {
    for (const piece of generation.pieces) {
      if (at !== undefined && piece.from > at) {
        playing.isPast = true;
        break;
      }
      const why = await playing.add(piece, at, parts, generation.name);
      if (why === undefined) continue;
      stopped = { piece: piece.name, why };
      break;
    }
    if (stopped === undefined && generation.hasGap && !playing.isPast) {
      const piece = generation.pieces.at(-1)?.name ?? '';
      stopped = { piece, why: 'the one behind it is missing' };
    }
    await playing.finish();
  } finally {
    await playing.close();
  }
  const { reached: to } = playing;
  if (to === undefined)
    throw new Error(
      `The first piece of the generation ${generation.name} is damaged (${stopped?.why}): nothing of it can be restored. ` +
        `Name a time before it: --at ${formatTime(generation.begun)}.`,
    );
  return { generation: generation.name, to, stopped };
}

async function writeBase(
  { folder, open }: RestoreParts,
  { name, base, begun }: Generation,
  file: string,
): Promise<void> {
  if (base === undefined) throw new Error(`The generation ${name} has no base.`);
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const part of unpack(folder.read(name, base?.name ?? ''), open)) {
      hash.update(part);
      yield part;
    }
  }
  const broken = (cause?: unknown) =>
    new Error(
      `The base of the generation ${name} is damaged: nothing of it can be restored. Name a time before it: --at ${formatTime(begun)}.`,
      { cause },
    );
  try {
    await pipeline(
      Readable.from(hashed()),
      createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
    );
  } catch (error) {
    // Of another key nothing can be said but that.
    if (error instanceof Error && /another key/.test(error.message)) throw error;
    throw broken(error);
  }
  if (!hash.digest('hex').startsWith(base.hash)) throw broken();
}

/** A log that is put together again beside the file of a database. */
class Playing {
  readonly #file: string;
  #log: FileHandle | undefined;
  #number = 0;
  #header: LogHeader | undefined;
  #frame = 0;
  #sum: Sum = [0, 0];
  /** The last frame of the log that belongs to a moment. */
  #good = 0;
  /** Whether the next frames are behind the wanted moment. */
  isPast = false;
  /** The last moment that was reached. */
  reached: Micros | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds a piece; answers why not. */
  async add(
    name: PieceName,
    at: Micros | undefined,
    { folder, open }: RestoreParts,
    generation: string,
  ): Promise<string | undefined> {
    let piece: Piece;
    try {
      piece = await readPiece(folder.read(generation, name.name), open, {
        generation,
        log: name.log,
        first: name.first,
      });
    } catch (error) {
      return error instanceof Error
        ? error.message.replace(/\. Nothing was restored\.$/, '').replace(/\.$/, '')
        : String(error);
    }
    if (name.log !== this.#number) {
      await this.finish();
      const header = readHeader(piece.header);
      if (header === undefined) return 'its header is none';
      await this.#begin(name.log, header);
    }
    return this.#take(piece, at);
  }

  async #begin(number: number, header: LogHeader): Promise<void> {
    this.#log = await openFile(`${this.#file}-wal`, 'w', 0o600);
    await this.#log.write(header.bytes, 0, HEADER_BYTES, 0);
    this.#number = number;
    this.#header = header;
    this.#sum = header.sum;
    this.#frame = this.#good = 0;
  }

  async #take(piece: Piece, at: Micros | undefined): Promise<string | undefined> {
    const header = this.#header;
    if (header === undefined || this.#log === undefined) return 'its log has not begun';
    if (!piece.header.equals(header.bytes)) return 'it is of another log';
    const count = piece.frames.length / header.frameBytes;
    const { good, sum } = checkFrames(header, this.#sum, piece.frames);
    if (good !== count) return `its frame ${piece.first + good} does not follow the one before`;
    await this.#log.write(piece.frames, 0, piece.frames.length, placeOf(header, piece.first));
    this.#frame += count;
    this.#sum = sum;
    for (const moment of piece.moments) {
      if (at !== undefined && moment.at > at) {
        this.isPast = true;
        break;
      }
      if (moment.frame > this.#frame) return 'it says more than it holds';
      this.#good = moment.frame;
      this.reached = moment.at;
    }
    return undefined;
  }

  /** Has SQLite take the log into the database, up to the last moment. */
  async finish(): Promise<void> {
    if (this.#log === undefined || this.#header === undefined) return;
    await this.#log.truncate(placeOf(this.#header, this.#good + 1));
    await this.close();
    if (this.#good === 0) rmSync(`${this.#file}-wal`, { force: true });
    else takeLogIn(this.#file, this.#good);
  }

  async close(): Promise<void> {
    await this.#log?.close();
    this.#log = undefined;
  }
}

/** The files beside the database, of an encrypted generation; none of another. */
export async function restoreFiles(
  { folder, open }: RestoreParts,
  { name }: Generation,
): Promise<Map<string, Buffer>> {
  const files = await folder.files(name);
  if (!files.some((file) => file.name === FILES_NAME)) return new Map();
  const parts: Uint8Array[] = [];
  for await (const part of unpack(folder.read(name, FILES_NAME), open)) parts.push(part);
  const content = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, string>;
  return new Map(Object.entries(content).map(([file, text]) => [file, Buffer.from(text, 'base64')]));
}

/** Throws where a folder of copies is not there. */
export function checkFolder(dir: string): void {
  if (!existsSync(dir)) throw new Error(`There is no folder ${dir}.`);
}
