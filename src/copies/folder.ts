// The folder that copies are written to, as the copier sees it; tests have one that fails.

import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT } from './names.ts';

/** A file of a generation. */
export interface CopyFile {
  readonly name: string;
  readonly bytes: number;
}

/** A folder of generations. Everything rejects while it is away. */
export interface CopyFolder {
  /** The names of its folders, sorted. */
  generations(): Promise<string[]>;
  /** Makes a generation. */
  make(generation: string): Promise<void>;
  /** The files of a generation, sorted, without those that are not whole. */
  files(generation: string): Promise<CopyFile[]>;
  /** Writes a file: whole, on the disk and under its name when this resolves. `name` is asked for at the end. Answers its bytes. */
  write(generation: string, name: () => string, source: AsyncIterable<Uint8Array>): Promise<number>;
  read(generation: string, name: string): AsyncIterable<Uint8Array>;
  remove(generation: string, name: string): Promise<void>;
  removeGeneration(generation: string): Promise<void>;
}

/** A folder of this machine's file system. It is not made: where a disk is not mounted, nothing is written in its place. */
export class DiskFolder implements CopyFolder {
  readonly #dir: string;
  #drafts = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async generations(): Promise<string[]> {
    const entries = await readdir(this.#dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  }

  async make(generation: string): Promise<void> {
    await mkdir(join(this.#dir, generation), { mode: 0o700 });
    await this.#sync(this.#dir);
  }

  async files(generation: string): Promise<CopyFile[]> {
    const folder = join(this.#dir, generation);
    const names = (await readdir(folder)).filter((name) => !name.endsWith(DRAFT)).sort();
    const files: CopyFile[] = [];
    for (const name of names) {
      // One that is merged meanwhile is gone.
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found !== undefined) files.push({ name, bytes: found.size });
    }
    return files;
  }

  async write(generation: string, name: () => string, source: AsyncIterable<Uint8Array>): Promise<number> {
    const folder = join(this.#dir, generation);
    const draft = join(folder, `${process.pid}-${++this.#drafts}${DRAFT}`);
    let bytes = 0;
    try {
      const file = await open(draft, 'w', 0o600);
      try {
        for await (const part of source) {
          await file.writeFile(part);
          bytes += part.length;
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, name()));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await this.#sync(folder);
    return bytes;
  }

  read(generation: string, name: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#dir, generation, name));
  }

  async remove(generation: string, name: string): Promise<void> {
    await rm(join(this.#dir, generation, name), { force: true });
  }

  async removeGeneration(generation: string): Promise<void> {
    await rm(join(this.#dir, generation), { recursive: true, force: true });
  }

  /** A new name is safe from a power cut only when its folder is written too; Windows does it by itself. */
  async #sync(folder: string): Promise<void> {
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } catch (error) {
      // Some file systems, as of shares, have no such thing for folders.
      if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error;
    } finally {
      await handle.close();
    }
  }
}
