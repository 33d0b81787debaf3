// Undoes the writes that a killed process never synced, from the journal that undo-writes.c kept.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'undo-writes.c');
const NEWLINE = 0x0a;

/** Compiles the library that is preloaded; undefined where there is no compiler. */
export function compileUndo(folder: string): string | undefined {
  const library = join(folder, 'undo-writes.so');
  const { status, error, stderr } = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, SOURCE], {
    encoding: 'utf8',
  });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(`${SOURCE} was not compiled: ${stderr}`);
  return library;
}

/** A write that was never synced. */
interface Write {
  readonly offset: number;
  readonly length: number;
  /** How long the file was before it. */
  readonly size: number;
  readonly old: Buffer;
}

/** The writes of each file since its last sync, oldest first. */
export function unsyncedWrites(journal: Buffer): Map<string, Write[]> {
  const files = new Map<string, Write[]>();
  for (let at = 0; at < journal.length; ) {
    const end = journal.indexOf(NEWLINE, at);
    // The process was killed while it wrote a record: the write itself had not begun.
    if (end < 0) break;
    const [kind, offset, length, size, kept, ...path] = journal.toString('utf8', at, end).split(' ');
    at = end + 1 + Number(kept);
    if (at > journal.length) break;
    const file = path.join(' ');
    if (kind === 'S') files.delete(file);
    else {
      const old = journal.subarray(end + 1, at);
      const write = { offset: Number(offset), length: Number(length), size: Number(size), old };
      const writes = files.get(file);
      if (writes === undefined) files.set(file, [write]);
      else writes.push(write);
    }
  }
  return files;
}

/** The effect of a power cut on the writes that were not synced. */
export interface Cut {
  readonly undone: number;
  readonly kept: number;
}

/**
 * Cuts the power: of the writes that were not synced some, or all, never reached the disk. `random` decides which;
 * a disk may keep a later write and lose an earlier one.
 */
export function cutPower(journal: string, random: () => number): Cut {
  if (!existsSync(journal)) return { undone: 0, kept: 0 };
  let undone = 0;
  let kept = 0;
  const all = random() < 0.5;
  for (const [file, writes] of unsyncedWrites(readFileSync(journal))) {
    if (!existsSync(file)) continue;
    const fd = openSync(file, 'r+');
    const before = Math.min(fstatSync(fd).size, writes[0]?.size ?? 0);
    // The file is as long as before its first lost write, unless one that stayed made it longer.
    let end = before;
    for (const { offset, length, old } of writes.toReversed()) {
      if (!all && random() < 0.5) {
        kept++;
        end = Math.max(end, offset + length);
        continue;
      }
      undone++;
      if (old.length > 0) writeSync(fd, old, 0, old.length, offset);
      end = Math.max(end, old.length === 0 ? 0 : offset + old.length);
    }
    ftruncateSync(fd, all ? before : end);
    closeSync(fd);
    // Shared memory is memory.
    rmSync(`${file.replace(/-wal$/, '')}-shm`, { force: true });
  }
  rmSync(journal);
  return { undone, kept };
}
