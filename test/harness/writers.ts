import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Reader } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';

/** A process that runs writer.ts. */
export interface WriterProcess {
  /** Numbers it was answered for. */
  readonly saved: readonly number[];
  /** Names of errors by the numbers they were told for. */
  readonly refused: ReadonlyMap<number, string>;
  /** Resolves when it has saved that many, or has ended. */
  whenSaved(count: number): Promise<void>;
  /** Ends it the way a crash does. */
  kill(): void;
  /** How it ended, once all it printed has been read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** How a writer is to run. */
export interface WriterOptions {
  readonly file: string;
  readonly first: number;
  readonly count: number;
  readonly bytes: number;
  /** How large a file it may make before the system refuses to write, in blocks of 512 or 1024 bytes. */
  readonly fileBlocks?: number;
}

/** Starts a process that saves rows of its own in an SQLite file. */
export function startWriter({ file, first, count, bytes, fileBlocks }: WriterOptions): WriterProcess {
  const args = [join(import.meta.dirname, 'writer.ts'), file, String(first), String(count), String(bytes)];
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const child: ChildProcess =
    fileBlocks === undefined
      ? spawn(process.execPath, args, { stdio })
      : spawn('/bin/sh', ['-c', `ulimit -f ${fileBlocks}; exec "$0" "$@"`, process.execPath, ...args], {
          stdio,
        });
  if (child.stdout === null) throw new Error('The writer has no output.');
  const saved: number[] = [];
  const refused = new Map<number, string>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const [word, number, error = ''] = line.split(' ');
    if (word === 'saved') saved.push(Number(number));
    if (word === 'refused') refused.set(Number(number), error);
    for (const each of waiting) if (saved.length >= each.count) each.resolve();
  });
  const allRead = once(lines, 'close');
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await allRead;
    for (const each of waiting) each.resolve();
    return { code, signal };
  });
  return {
    saved,
    refused,
    ended,
    kill: () => void child.kill('SIGKILL'),
    whenSaved: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ count: wanted, resolve });
        if (saved.length >= wanted || child.exitCode !== null) resolve();
      }),
  };
}

/** What writers have left in a database: rows and events, each by its number, and the log's own numbers. */
export async function writtenRows(tx: Reader) {
  const rows = await tx.all<{ id: bigint }>(sql`select id from words order by id`);
  const events = await tx.all<{ number: bigint; resource_id: bigint; created_at: bigint; payload: string }>(
    sql`select number, resource_id, created_at, payload from events order by number`,
  );
  const counter = await tx.get<{ last: bigint; last_at: bigint }>(
    sql`select last, last_at from event_counters where company_id = 1`,
  );
  return {
    rows: rows.map((row) => Number(row.id)),
    events: events.map((event) => Number(event.resource_id)),
    payloads: events.map((event) => (JSON.parse(event.payload) as { number: number }).number),
    numbers: events.map((event) => Number(event.number)),
    times: events.map((event) => event.created_at),
    last: Number(counter?.last ?? 0n),
  };
}
