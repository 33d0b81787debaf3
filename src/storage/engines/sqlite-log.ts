// The log (WAL) of a database of SQLite while it is copied to another place (docs/decisions/062-continuous-copies.md): nothing is
// taken out of it before it was copied, by this process or another.

import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { Connection } from './sqlite-connection.ts';

/**
 * How long a log that is copied elsewhere may become, in pages of 8 KiB: half a GB. Then it is not waited for any more, so that it
 * does not fill the disk that sells.
 */
export const MOST_LOG_PAGES = 65_536;
/** Bytes of the header of a log. */
const HEADER_BYTES = 32;
const readAt = promisify(read);

/** How far a log is at one moment. */
export interface LogPosition {
  /** Its first 32 bytes; fewer when nothing was ever written. */
  readonly header: Buffer;
  /** Frames of committed transactions, which are on the disk. */
  readonly frames: number;
}

/** The result of a checkpoint. */
export interface LogRestart {
  /** The next write begins the log anew. */
  readonly done: boolean;
  /** How many frames the log had. */
  readonly frames: number;
}

/**
 * While it is held, a read transaction stands at the end of the log: SQLite then begins the log anew for nobody. The files
 * are read by descriptors that are kept open, since closing one of the database's would take SQLite's locks of this process away.
 */
export class SqliteLog {
  readonly #file: string;
  /** Asks how far the log is, and makes checkpoints. */
  readonly #looker: Connection;
  readonly #holder: Connection;
  readonly #database: number;
  #log: number | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#looker = new Connection(file, false);
    this.#looker.exec('pragma busy_timeout = 0; pragma wal_autocheckpoint = 0; pragma cache_size = -64');
    this.#looker.exec('pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on');
    this.#holder = new Connection(file, true);
    this.#holder.exec('pragma cache_size = -64');
    this.#database = openSync(file, 'r');
  }

  /** From here on the log is kept, until `release`. */
  hold(): void {
    if (this.#holder.isInTransaction) return;
    this.#holder.step('begin');
    this.#holder.prepare('select count(*) as count from sqlite_schema').get();
  }

  release(): void {
    if (this.#holder.isInTransaction) this.#holder.step('commit');
  }

  /** How far it is just now. */
  position(): LogPosition {
    const [, frames] = this.#checkpoint('noop');
    const header = Buffer.alloc(HEADER_BYTES);
    return { frames, header: header.subarray(0, readSync(this.#descriptor(), header, 0, HEADER_BYTES, 0)) };
  }

  /**
   * Copies the log into the database and lets the next write begin it anew, unless a read of it is under way. To be called
   * while no transaction of this process writes. Holds it again at once.
   */
  restart(): LogRestart {
    this.release();
    try {
      const [busy, frames, copied] = this.#checkpoint('restart');
      return { done: busy === 0 && copied === frames, frames };
    } finally {
      this.hold();
    }
  }

  /** Frames of the log as they are on the disk: `bytes` from a place on. */
  readLog(at: number, bytes: number): Promise<Buffer> {
    return readWhole(this.#descriptor(), at, bytes);
  }

  /** The same at once, while writes wait. */
  readLogNow(at: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(this.#descriptor(), buffer, 0, bytes, at));
  }

  /** The size of the database's file, in bytes. */
  databaseBytes(): number {
    return fstatSync(this.#database).size;
  }

  readDatabase(at: number, bytes: number): Promise<Buffer> {
    return readWhole(this.#database, at, bytes);
  }

  /** Ends what could write. What is left has the database open, so that the last other one to close is not the last. */
  closeWriter(): void {
    this.hold();
    this.#looker.close();
  }

  /** Ends the rest, behind every connection that could write: then the log stays where it is. */
  close(): void {
    this.release();
    this.#holder.close();
    if (this.#log !== undefined) closeSync(this.#log);
    closeSync(this.#database);
  }

  #descriptor(): number {
    this.#log ??= openSync(`${this.#file}-wal`, 'r');
    return this.#log;
  }

  #checkpoint(mode: 'noop' | 'restart'): [busy: number, frames: number, copied: number] {
    const row = this.#looker.prepare(`pragma wal_checkpoint(${mode})`).get() ?? {};
    return [Number(row.busy), Number(row.log), Number(row.checkpointed)];
  }
}

async function readWhole(descriptor: number, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let have = 0;
  while (have < bytes) {
    const { bytesRead } = await readAt(descriptor, buffer, have, bytes - have, at + have);
    if (bytesRead === 0) break;
    have += bytesRead;
  }
  return buffer.subarray(0, have);
}

/** Takes a log that was put beside a closed database into it, and removes it. Throws when it has not as many frames as expected. */
export function takeLogIn(file: string, frames: number): void {
  const connection = new Connection(file, false);
  try {
    connection.exec('pragma wal_autocheckpoint = 0');
    const row = connection.prepare('pragma wal_checkpoint(noop)').get() ?? {};
    if (Number(row.log) !== frames)
      throw new Error(`SQLite found ${String(row.log)} frames in a log that has ${frames}.`);
    connection.exec('pragma wal_checkpoint(truncate)');
  } finally {
    connection.close();
  }
}
