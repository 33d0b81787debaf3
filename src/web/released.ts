import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { encode } from '../edge/encoding.ts';
import { type Clock, DAY, MINUTE, type Micros } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { type Asset, assetOf, isCode, type WebFiles } from './files.ts';
import { addFiles, findFile, keptNames, type ScreenFile, seeFiles } from './released.store.ts';

/** The dependencies of the files of all releases. */
interface ReleasedParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** How often a process says that it has its files, and how soon it tries again after it could not. */
const SAY_EVERY: Micros = DAY;
const RETRY_AFTER: Micros = MINUTE;
/** Most bytes of a file of another release. */
const MAX_BYTES = 4 * 1024 * 1024;

const unpack = promisify(brotliDecompress);

/**
 * The scripts and styles of screens of every release that served a page of this database in the last 30 days, so that a page finds its files
 * whichever process answers: one that was opened before an upgrade, and one of a new process that asks an old one (reference: operations.32).
 */
export class ReleasedFiles {
  readonly #parts: ReleasedParts;
  #nextAt: Micros | undefined;
  #keeping: Promise<void> | undefined;

  constructor(parts: ReleasedParts) {
    this.#parts = parts;
  }

  /**
   * Keeps the files of a build, once a day. Resolves when they are there, before its first page is answered; never rejects: where it failed, that is
   * said and tried again a minute later.
   */
  async keep(files: WebFiles): Promise<void> {
    const { clock, warn } = this.#parts;
    const now = clock.now();
    if (this.#nextAt !== undefined && now < this.#nextAt) return this.#keeping;
    this.#nextAt = now + SAY_EVERY;
    this.#keeping = this.#keep(files, now).catch((error: unknown) => {
      this.#nextAt = now + RETRY_AFTER;
      warn(
        error,
        'The files of the screens could not be kept for pages of other releases; it is tried again in a minute.',
      );
    });
    return this.#keeping;
  }

  async #keep(files: WebFiles, now: Micros): Promise<void> {
    const own: ScreenFile[] = [];
    for (const [name, { plain, br }] of files.code())
      own.push({ name, packed: br ?? (await encode(plain, 'br')) });
    const names = own.map(({ name }) => name);
    await this.#parts.storage.write(async (tx) => {
      await seeFiles(tx, names, now);
      const kept = await keptNames(tx, names);
      const missing = own.filter(({ name }) => !kept.has(name));
      await addFiles(tx, missing, now);
    });
  }

  /** A file of another release. */
  async find(name: string): Promise<Asset | undefined> {
    if (!isCode(name)) return undefined;
    const packed = await this.#parts.storage.read((tx) => findFile(tx, name));
    if (packed === undefined) return undefined;
    return assetOf(name, {
      plain: await unpack(packed, { maxOutputLength: MAX_BYTES }),
      br: packed,
      gzip: undefined,
    });
  }
}
