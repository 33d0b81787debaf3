// Copies the log of a database into one generation: piece by piece, none twice, each checked before it is written.

import type { Transform } from '../backup/encryption.ts';
import type { Micros } from '../kernel/time.ts';
import type { SqliteStorage } from '../storage/engines/sqlite.ts';
import type { LogPosition } from '../storage/engines/sqlite-log.ts';
import type { CopyFolder } from './folder.ts';
import type { Generation } from './generation.ts';
import { type Ending, type PieceName, pieceName } from './names.ts';
import { type Moment, type Piece, writePiece } from './piece.ts';
import {
  checkFrames,
  isNextLog,
  isSameLog,
  type LogHeader,
  placeOf,
  readHeader,
  type Sum,
  sumIn,
} from './wal.ts';

/** Most frames of a piece that is read at once, each of them a page. */
const PIECE_FRAMES = 256;

/** How far a generation has come. */
interface Place {
  readonly log: number;
  readonly header: LogHeader;
  readonly frame: number;
  readonly sum: Sum;
  /** The log is begun anew behind it, if it is. */
  readonly isEnd: boolean;
}

/** A generation cannot be gone on with: what followed it is not there any more. */
export class Broken extends Error {}

/** The parts of a feed. */
interface FeedParts {
  readonly storage: SqliteStorage;
  readonly folder: CopyFolder;
  readonly seal: Transform | undefined;
}

/** A piece that was read and is not written yet. */
interface Draft {
  readonly piece: Piece;
  readonly name: PieceName;
  /** The sum before it. */
  readonly before: Sum;
  /** Where the copy is when it is written. */
  readonly after: Place;
}

/** Copies the log into a generation. */
export class Feed {
  readonly generation: string;
  readonly #parts: FeedParts;
  #place: Place | undefined;
  /** The end of a log that was begun anew, which only memory has. */
  #rest: Draft | undefined;
  /** Pieces that can be merged, one behind the other, and the sum before the first. */
  #small: PieceName[] = [];
  #before: Sum = [0, 0];
  #lastAt: Micros = 0n;
  /** Bytes that were written. */
  bytes = 0;

  constructor(parts: FeedParts, generation: string) {
    this.#parts = parts;
    this.generation = generation;
  }

  /** Goes on with a generation, where the log on this disk does; undefined where it does not. */
  static resume(parts: FeedParts, { name, pieces }: Generation): Feed | undefined {
    const last = pieces.at(-1);
    const { log } = parts.storage;
    const { frames, header: bytes } = log.position();
    const header = readHeader(bytes);
    if (last === undefined || header === undefined || last.last < 1 || frames < last.last) return undefined;
    // A sum is over all of the log: where it is the same, so is what it was made of.
    const sum = sumIn(header, log.readLogNow(placeOf(header, last.last), header.frameBytes));
    if (sum === undefined || sum[0] !== last.sum[0] || sum[1] !== last.sum[1]) return undefined;
    const feed = new Feed(parts, name);
    feed.#place = { log: last.log, header, frame: last.last, sum, isEnd: false };
    feed.#lastAt = last.at;
    return feed;
  }

  /** Copies what is new up to a position, which was read at `at`. Throws Broken, or what the folder refuses with. */
  async copy(position: LogPosition, at: Micros): Promise<void> {
    if (this.#rest !== undefined) {
      await this.#write(this.#rest);
      this.#rest = undefined;
    }
    const place = this.#placeIn(position);
    if (place === undefined) return;
    if (position.frames < place.frame) throw new Broken('The log is shorter than what was copied of it.');
    const moment = this.#moment(at);
    for (let from = place; from.frame < position.frames; ) {
      const count = Math.min(PIECE_FRAMES, position.frames - from.frame);
      const { frameBytes } = from.header;
      const bytes = await this.#parts.storage.log.readLog(
        placeOf(from.header, from.frame + 1),
        count * frameBytes,
      );
      const draft = this.#draft(
        from,
        bytes,
        count,
        moment,
        from.frame + count === position.frames ? 'moment' : 'part',
      );
      await this.#write(draft);
      from = draft.after;
    }
    await this.#merge();
  }

  /**
   * Begins the log anew when all of it is copied: what is not yet, a little at most, is kept in memory until it is written. To be
   * called while nothing writes. False when it is too early, or a read of the log is under way.
   */
  restart(at: Micros): boolean {
    const { log } = this.#parts.storage;
    const position = log.position();
    const place = this.#placeIn(position);
    if (this.#rest !== undefined || place === undefined) return false;
    if (place.isEnd && position.frames === place.frame) return true;
    const count = position.frames - place.frame;
    if (count > PIECE_FRAMES) return false;
    const bytes = log.readLogNow(placeOf(place.header, place.frame + 1), count * place.header.frameBytes);
    const draft = this.#draft(place, bytes, count, this.#moment(at), 'end');
    const { done, frames } = log.restart();
    // Of a process that wrote meanwhile there is more than was read.
    if (!done || frames !== draft.after.frame) return false;
    this.#rest = draft;
    return true;
  }

  /** Where the copy is, in the log as it is now; undefined while nothing was written to that. */
  #placeIn({ header: bytes }: LogPosition): Place | undefined {
    const place = this.#place;
    const header = readHeader(bytes);
    if (header === undefined) {
      if (bytes.length === 0 && place === undefined) return undefined;
      throw new Broken('The log has no header.');
    }
    if (place === undefined) return { log: 1, header, frame: 0, sum: header.sum, isEnd: false };
    if (isSameLog(place.header, header)) return place;
    if (!place.isEnd || !isNextLog(place.header, header))
      throw new Broken('The log was begun anew before all of it was copied.');
    this.#small = [];
    return { log: place.log + 1, header, frame: 0, sum: header.sum, isEnd: false };
  }

  /** Times in a generation are of ms, and do not go back as a clock may. */
  #moment(at: Micros): Micros {
    const ms = (at / 1000n) * 1000n;
    if (ms > this.#lastAt) this.#lastAt = ms;
    return this.#lastAt;
  }

  #draft(from: Place, frames: Buffer, count: number, at: Micros, ending: Ending): Draft {
    const { header, log } = from;
    const { good, sum } = checkFrames(header, from.sum, frames);
    if (good < count)
      throw new Broken(`Frame ${from.frame + good + 1} of the log is not as SQLite wrote it.`);
    const [first, last] = [from.frame + 1, from.frame + count];
    const { generation } = this;
    const moments = ending === 'part' ? [] : [{ at, frame: last }];
    const name = pieceName({ log, first, last, sum, from: at, at, ending }, this.#parts.seal !== undefined);
    return {
      piece: { generation, log, first, header: header.bytes, moments, frames },
      name,
      before: from.sum,
      after: { log, header, frame: last, sum, isEnd: ending === 'end' },
    };
  }

  async #write({ piece, name, before, after }: Draft): Promise<void> {
    const { folder, seal } = this.#parts;
    this.bytes += await folder.write(this.generation, () => name.name, writePiece(piece, seal));
    this.#place = after;
    if (this.#small.length === 0) this.#before = before;
    this.#small.push(name);
    // The next write may begin the log anew: nothing is read from it any more.
    if (after.isEnd) this.#small = [];
  }

  /** Makes one file of many small ones, before the log they are of is begun anew. */
  async #merge(): Promise<void> {
    const [first, last] = [this.#small[0], this.#small.at(-1)];
    if (first === undefined || last === undefined || last.last - first.first + 1 < PIECE_FRAMES) return;
    const small = this.#small;
    this.#small = [];
    const header = this.#place?.header;
    if (small.length < 2 || header === undefined || first.log !== last.log) return;
    const { folder, seal, storage } = this.#parts;
    const count = last.last - first.first + 1;
    const frames = await storage.log.readLog(placeOf(header, first.first), count * header.frameBytes);
    if (checkFrames(header, this.#before, frames).good < count)
      throw new Broken('The log is not what was copied of it.');
    const moments: Moment[] = small
      .filter(({ ending }) => ending !== 'part')
      .map(({ at, last: frame }) => ({ at, frame }));
    const { generation } = this;
    const piece = { generation, log: first.log, first: first.first, header: header.bytes, moments, frames };
    const name = pieceName({ ...last, first: first.first, from: first.from }, seal !== undefined);
    this.bytes += await folder.write(generation, () => name.name, writePiece(piece, seal));
    for (const each of small) await folder.remove(generation, each.name);
  }
}
