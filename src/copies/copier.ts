// Copies the database of SQLite to a folder while it is written to (reference: operations.31). Selling comes first: nothing waits for
// the folder, and nothing that fails here fails a request.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Transform } from '../backup/encryption.ts';
import {
  type Clock,
  DAY,
  formatTime,
  HOUR,
  type Micros,
  SECOND,
  type Ticker,
  type Timers,
} from '../kernel/time.ts';
import { CHECKPOINT_PAGES, type SqliteStorage } from '../storage/engines/sqlite.ts';
import { type LogPosition, MOST_LOG_PAGES } from '../storage/engines/sqlite-log.ts';
import { Broken, Feed } from './feed.ts';
import type { CopyFolder } from './folder.ts';
import { isWhole, readGenerations } from './generation.ts';
import { baseName, FILES_NAME, generationName, generationTime } from './names.ts';
import { pack } from './piece.ts';

/** How often the log is looked at, in ms. */
const COPY_EVERY_MS = 1_000;
/**
 * How long after a generation was given up another is begun, so that a full folder is not written to all the time; and how long
 * when the one before goes on meanwhile.
 */
const PAUSE: Micros = 60n * SECOND;
const LONG_PAUSE: Micros = HOUR;
/** How old a generation becomes: what is restored has a day of the log at most. */
const RENEW_AFTER: Micros = DAY;
/** How long a stop waits for the last piece, in ms. */
const STOP_MS = 3_000;
/** How often in one look the log is tried to be begun anew, since a read of it may be under way. */
const RESTART_TRIES = 20;
/** Bytes of the database that are read at once. */
const BASE_BYTES = 256 * 1024;

/** The parts of a copier. */
export interface CopierParts {
  readonly storage: SqliteStorage;
  readonly folder: CopyFolder;
  /** Whose generations they are, 8 hexadecimal digits: others in the folder are left alone. */
  readonly owner: string;
  /** Encrypts every file, where there are recipients. */
  readonly seal: Transform | undefined;
  /** How long a generation is kept after its end. */
  readonly keep: Micros;
  /** The files beside the database, by name; only what is sealed holds them. */
  readonly files: () => ReadonlyMap<string, Buffer>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly say: (sentence: string) => void;
  readonly alarm: (error: unknown, sentence: string) => void;
  /** Other limits, for tests. */
  readonly restartPages?: number;
  readonly mostLogPages?: number;
}

/** A generation that is being begun. */
interface Beginning {
  readonly generation: string;
  isReady: boolean;
  /** Set when it is given up. */
  isOff: boolean;
}

/** How copying goes. */
interface CopyState {
  /** How old the newest change may be that is not copied, in seconds. */
  readonly lagSeconds: number;
  readonly bytes: number;
  readonly failures: number;
  /** Why it does not go as it should; undefined when it does. */
  readonly trouble: string | undefined;
}

/** Keeps a folder up with a database. */
export class Copier {
  readonly #parts: CopierParts;
  readonly #mostPages: number;
  #feed: Feed | undefined;
  #beginning: Beginning | undefined;
  #building: Promise<void> | undefined;
  /** When the next generation may be begun. */
  #notBefore: Micros;
  #caughtUp: Micros;
  /** How long the log was at the last look. */
  #frames = 0;
  #bytes = 0;
  #failures = 0;
  #trouble: string | undefined;
  #isFirst = true;
  /** SQLite does not take the log into the database by itself. */
  #isKept = false;
  #sweepSoon = true;
  #running: Promise<void> | undefined;
  #stopped = false;
  #stopTicks: (() => void) | undefined;

  constructor(parts: CopierParts) {
    this.#parts = parts;
    this.#mostPages = parts.mostLogPages ?? MOST_LOG_PAGES;
    this.#notBefore = this.#caughtUp = parts.clock.now();
    this.#keepLog();
  }

  start(ticker: Ticker): void {
    this.#stopTicks = ticker.every(COPY_EVERY_MS, () => void this.look());
    void this.look();
  }

  /** Copies what is new. While a look lasts, others join it. Never rejects. */
  look(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#running ??= this.#lookOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves when no generation is being begun any more. */
  async built(): Promise<void> {
    await this.#building;
  }

  get state(): CopyState {
    const lag = this.#parts.clock.now() - this.#caughtUp;
    return {
      lagSeconds: lag > 0n ? Number(lag) / 1e6 : 0,
      bytes: this.#bytes + (this.#feed?.bytes ?? 0),
      failures: this.#failures,
      trouble: this.#trouble,
    };
  }

  /** Copies the last of it, as long as that does not take too long. */
  async stop(): Promise<void> {
    this.#stopTicks?.();
    if (this.#beginning !== undefined) this.#beginning.isOff = true;
    let off: (() => void) | undefined;
    const late = new Promise<void>((resolve) => {
      off = this.#parts.timers.after(STOP_MS, resolve);
    });
    const last = (async () => {
      await this.#running;
      await this.#building;
      this.#stopped = true;
      if (this.#feed !== undefined) await this.#try(() => this.#copy(this.#position()));
    })();
    await Promise.race([last, late]);
    this.#stopped = true;
    off?.();
  }

  async #lookOnce(): Promise<void> {
    await this.#try(async () => {
      const position = this.#position();
      this.#frames = position.frames.frames;
      if (this.#isFirst) await this.#resume(position);
      this.#takeOver();
      await this.#copy(position);
      await this.#restartLog(position);
    });
    const isLate = this.#beginning !== undefined || this.#trouble !== undefined;
    if (isLate && this.#isKept && this.#frames > this.#mostPages) this.#giveUp('The log became too long.');
    this.#renew();
  }

  #position(): { readonly frames: LogPosition; readonly at: Micros } {
    // One moment: whatever was answered before is in it.
    const at = this.#parts.clock.now();
    return { frames: this.#parts.storage.log.position(), at };
  }

  /** Counts and tells what fails, once until it goes well again. */
  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (this.#feed === undefined) return;
      if (this.#trouble !== undefined) this.#parts.say('Copying goes on.');
      this.#trouble = undefined;
    } catch (error) {
      this.#failures++;
      if (error instanceof Broken) {
        this.#giveUp(error.message);
        return;
      }
      const sentence = 'COPY_DIR cannot be written: what is sold now is on this disk alone.';
      if (this.#trouble === undefined) this.#parts.alarm(error, sentence);
      this.#trouble = sentence;
    }
  }

  async #resume({ frames, at }: { frames: LogPosition; at: Micros }): Promise<void> {
    const { folder, owner } = this.#parts;
    const last = (await readGenerations(folder, owner)).findLast(isWhole);
    this.#isFirst = false;
    if (last === undefined) return;
    this.#caughtUp = last.to ?? at;
    if (last.hasGap || frames.frames === 0) return;
    this.#feed = Feed.resume(this.#parts, last);
    if (this.#feed !== undefined) this.#parts.say(`Copying goes on with the generation ${last.name}.`);
  }

  /** The generation whose base is whole takes the place of the one before. */
  #takeOver(): void {
    const beginning = this.#beginning;
    if (beginning?.isReady !== true) return;
    this.#beginning = undefined;
    this.#bytes += this.#feed?.bytes ?? 0;
    this.#feed = new Feed(this.#parts, beginning.generation);
    this.#parts.say(`Copying has begun the generation ${beginning.generation}.`);
    this.#sweepSoon = true;
  }

  async #copy({ frames, at }: { frames: LogPosition; at: Micros }): Promise<void> {
    const feed = this.#feed;
    if (feed === undefined) return;
    // Noticed while nothing is sold as well.
    if (!(await this.#parts.folder.generations()).includes(feed.generation))
      throw new Broken(`The folder ${feed.generation} is gone.`);
    await feed.copy(frames, at);
    this.#caughtUp = at;
    if (!this.#sweepSoon) return;
    this.#sweepSoon = false;
    await this.#sweep(at);
  }

  /** Has the log begun anew when it is long, as SQLite itself would do; never while a base is copied, which needs all of it. */
  async #restartLog({ frames, at }: { frames: LogPosition; at: Micros }): Promise<void> {
    const feed = this.#feed;
    const least = this.#parts.restartPages ?? CHECKPOINT_PAGES;
    if (feed === undefined || this.#beginning !== undefined || frames.frames < least) return;
    for (let count = 0; count < RESTART_TRIES; count++) {
      if (await this.#parts.storage.between(() => feed.restart(at))) return;
      await turn();
    }
  }

  /** Begins a generation where there is none, or the one there is has become old. */
  #renew(): void {
    const { clock, owner } = this.#parts;
    const now = clock.now();
    if (this.#isFirst || this.#beginning !== undefined || this.#building !== undefined) return;
    if (this.#stopped || now < this.#notBefore) return;
    if (this.#feed !== undefined && now - this.#begun(this.#feed) < RENEW_AFTER) return;
    this.#keepLog();
    const generation = generationName(now, owner);
    const beginning: Beginning = { generation, isReady: false, isOff: false };
    this.#beginning = beginning;
    this.#building = this.#try(() => this.#build(beginning)).finally(() => {
      this.#building = undefined;
      if (beginning.isReady) return;
      if (this.#beginning === beginning) this.#beginning = undefined;
      this.#notBefore = this.#parts.clock.now() + (this.#feed === undefined ? PAUSE : LONG_PAUSE);
    });
  }

  #begun(feed: Feed): Micros {
    return generationTime(feed.generation) ?? 0n;
  }

  /** Writes the base of a generation: the database's file, which nobody changes while the log is held. */
  async #build(beginning: Beginning): Promise<void> {
    const { folder, seal, storage, clock, files } = this.#parts;
    const { generation } = beginning;
    await folder.make(generation);
    if (seal !== undefined) {
      const content = [...files()].map(([name, bytes]) => [name, bytes.toString('base64')]);
      const text = Buffer.from(JSON.stringify(Object.fromEntries(content)));
      const sealed = seal(Readable.from([gzipSync(text)]));
      this.#bytes += await folder.write(generation, () => FILES_NAME, sealed);
    }
    const hash = createHash('sha256');
    const size = storage.log.databaseBytes();
    async function* database() {
      for (let at = 0; at < size; at += BASE_BYTES) {
        if (beginning.isOff) throw new Error('The copy of the database was given up.');
        const part = await storage.log.readDatabase(at, Math.min(BASE_BYTES, size - at));
        hash.update(part);
        yield part;
        // Encrypting has no thread of its own: requests come in between.
        await turn();
      }
    }
    const name = () => baseName(clock.now(), hash.digest('hex'), seal !== undefined);
    this.#bytes += await folder.write(generation, name, pack(Readable.from(database()), seal));
    beginning.isReady = !beginning.isOff;
  }

  /** The log is kept, until it is copied. */
  #keepLog(): void {
    const { storage } = this.#parts;
    this.#isKept = true;
    storage.log.hold();
    storage.checkpointAt(this.#mostPages);
  }

  /** Lets SQLite take the log into the database as ever. */
  #giveUp(why: string): void {
    const { storage, clock, alarm } = this.#parts;
    if (this.#beginning !== undefined) this.#beginning.isOff = true;
    this.#beginning = undefined;
    this.#bytes += this.#feed?.bytes ?? 0;
    this.#feed = undefined;
    this.#isKept = false;
    storage.log.release();
    storage.checkpointAt();
    this.#notBefore = clock.now() + PAUSE;
    this.#trouble = `Copying was given up, and begins anew by itself. ${why}`;
    alarm(
      undefined,
      `${this.#trouble} The last moment that can be restored is ${formatTime(this.#caughtUp)}.`,
    );
  }

  /** Deletes what is too old, but the last whole generation; and what was never whole. */
  async #sweep(now: Micros): Promise<void> {
    const { folder, keep, owner } = this.#parts;
    const current = [this.#feed?.generation, this.#beginning?.generation];
    for (const { name, base, to, doubled } of await readGenerations(folder, owner)) {
      for (const piece of doubled) await folder.remove(name, piece.name);
      if (current.includes(name)) continue;
      if (base !== undefined && to !== undefined && to >= now - keep) continue;
      // Without its base it is none, should this be broken off.
      if (base !== undefined) await folder.remove(name, base.name);
      await folder.removeGeneration(name);
    }
  }
}
