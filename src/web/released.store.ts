import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, sql } from '../storage/sql.ts';

// Files of screens as each release built them, under names that have a hash of their content: a name never means anything else.

/** A file, packed with Brotli. */
export interface ScreenFile {
  readonly name: string;
  readonly packed: Buffer;
}

/** How long a file is kept after a process last had it in its own build. */
const KEPT: Micros = 30n * DAY;
/** Most files that are kept, those that were seen last: some fifteen builds. */
const MAX_FILES = 2_000;
const ROWS_PER_INSERT = 32;

/** Those of the names whose files are there. */
export async function keptNames(tx: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ name: string }>(
    sql`select name from screen_files where ${isIn('name', names)} order by name`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Says that these files are of a release that runs. */
export async function seeFiles(tx: Writer, names: readonly string[], now: Micros): Promise<void> {
  await tx.run(
    sql`update screen_files set seen_at = ${now} where ${isIn('name', names)} and seen_at < ${now}`,
  );
}

/** Adds files; one that is there already stays. */
export async function addFiles(tx: Writer, files: readonly ScreenFile[], now: Micros): Promise<void> {
  for (let at = 0; at < files.length; at += ROWS_PER_INSERT) {
    const rows = files
      .slice(at, at + ROWS_PER_INSERT)
      .map(({ name, packed }) => sql`(${name}, ${packed.toString('base64')}, ${now})`);
    await tx.run(
      sql`insert into screen_files (name, bytes, seen_at) values ${join(rows)} on conflict (name) do nothing`,
    );
  }
}

/** The file with a name, packed with Brotli. */
export async function findFile(tx: Reader, name: string): Promise<Buffer | undefined> {
  const row = await tx.get<{ bytes: string }>(sql`select bytes from screen_files where name = ${name}`);
  return row && Buffer.from(row.bytes, 'base64');
}

/** Deletes up to `limit` files that no release has had for 30 days, and the oldest of too many. Answers how many went. */
export async function sweepScreenFiles(tx: Writer, now: Micros, limit: number): Promise<number> {
  const old = await tx.run(
    sql`delete from screen_files where name in (
          select name from screen_files where seen_at <= ${now - KEPT} order by seen_at limit ${limit})`,
  );
  const beyond = await tx.run(
    sql`delete from screen_files where name in (
          select name from screen_files order by seen_at desc, name limit ${limit} offset ${MAX_FILES})`,
  );
  return old + beyond;
}
