import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

// The memory of an agent that is killed: the documents it has begun to print, and those that are done. A line of JSON
// for each step, on the disk before the step is taken.

/** Where the journal lies. All three return only when it would survive a power cut, and throw when it would not. */
export interface JournalDisk {
  /** The whole text; empty when there is none yet. */
  read(): string;
  append(text: string): void;
  /** Replaces the whole text, or nothing. */
  replace(text: string): void;
}

/** How far a document is on one printer. `begun` may be on paper, `done` is. */
export type PartState = 'none' | 'begun' | 'done';

/** Jobs that are remembered after their report; the service hands one out again only on purpose. */
const MAX_TOLD = 500;
/** Most jobs that are remembered at all. */
const MAX_JOBS = 10_000;
/** Lines after which the journal is written anew, at the least. */
const MIN_LINES = 2_000;
/** Attempts of one job that are remembered. */
const MAX_ATTEMPTS = 1_000;

const entry = z.union([
  z.strictObject({ agent: z.string().min(1) }),
  z.strictObject({ job: z.string(), seen: z.int(), copy: z.boolean(), printers: z.array(z.string()) }),
  z.strictObject({
    job: z.string(),
    printer: z.string(),
    is: z.enum(['none', 'begun', 'done']),
    copy: z.boolean(),
  }),
  z.strictObject({ job: z.string(), told: z.literal(true) }),
]);
type Entry = z.infer<typeof entry>;

interface PrintedPart {
  state: PartState;
  copy: boolean;
}

/** An attempt that was handed out to this agent. */
export interface ReceivedAttempt {
  readonly job: string;
  readonly attempt: number;
  /** The service marked it as possibly on paper already. */
  readonly copy: boolean;
  /** The printers that have a part of it. */
  readonly printers: readonly string[];
}

interface JobRecord {
  /** Whether each attempt came marked as a copy. */
  readonly attempts: Map<number, boolean>;
  printers: readonly string[];
  readonly parts: Map<string, PrintedPart>;
  /** The service knows that it is printed. */
  told: boolean;
}

/** A job that the agent held, and whose report may not have arrived. */
export interface UnreportedJob {
  readonly job: string;
  /** The last attempt that was handed out to this agent. */
  readonly attempt: number;
  /** Whether it is on paper, on all printers that it was for. */
  readonly printed: 'yes' | 'maybe' | 'no';
  /** Part of it was printed as a copy. */
  readonly copy: boolean;
}

/** The memory of an agent. One agent at a time has it. */
export class Journal {
  readonly #disk: JournalDisk;
  readonly #jobs = new Map<string, JobRecord>();
  #agent = '';
  #lines = 0;

  private constructor(disk: JournalDisk) {
    this.#disk = disk;
  }

  /** Reads the journal; a new one is made for the agent `newAgent`. */
  static open(disk: JournalDisk, newAgent: string): Journal {
    const journal = new Journal(disk);
    const text = disk.read();
    // Text after the last line end was cut off while it was written: its step has not happened.
    for (const line of text.split('\n').slice(0, -1)) {
      const found = parse(line);
      if (found !== undefined) journal.#apply(found);
    }
    if (journal.#agent === '') journal.#agent = newAgent;
    journal.#rewrite();
    return journal;
  }

  /** The agent's name: the same for as long as the journal is. */
  get agent(): string {
    return this.#agent;
  }

  /** Records jobs that were handed out to this agent. */
  recordReceived(jobs: readonly ReceivedAttempt[]): void {
    this.#write(
      jobs.map(({ job, attempt, copy, printers }) => ({ job, seen: attempt, copy, printers: [...printers] })),
    );
  }

  /** True when every earlier attempt was handed out to this agent, and the first of them was not marked as a copy. */
  hasReceivedAllBefore(job: string, attempt: number): boolean {
    const attempts = this.#jobs.get(job)?.attempts;
    if (attempts?.get(1) !== false) return false;
    for (let before = 2; before < attempt; before++) if (!attempts.has(before)) return false;
    return true;
  }

  /** How far a job is on a printer. */
  stateOf(job: string, printer: string): PartState {
    return this.#jobs.get(job)?.parts.get(printer)?.state ?? 'none';
  }

  /** True when the service knows that a job was printed. */
  isReported(job: string): boolean {
    return this.#jobs.get(job)?.told === true;
  }

  /** True when part of the job was printed as a copy. */
  isCopy(job: string): boolean {
    return [...(this.#jobs.get(job)?.parts.values() ?? [])].some(({ copy }) => copy);
  }

  /** The first byte of a job is about to go to a printer. */
  begin(job: string, printer: string, copy: boolean): void {
    this.#write([{ job, printer, is: 'begun', copy }]);
  }

  /** Nothing went to the printer after all. */
  undo(job: string, printer: string): void {
    this.#write([{ job, printer, is: 'none', copy: false }]);
  }

  /** The printer has printed a job. */
  finish(job: string, printer: string, copy: boolean): void {
    this.#write([{ job, printer, is: 'done', copy }]);
  }

  /** The service asks for a job that it knows to be printed: all of it prints as a copy. */
  reopen(job: string): void {
    const parts = [...(this.#jobs.get(job)?.parts.keys() ?? [])];
    this.#write(parts.map((printer) => ({ job, printer, is: 'begun' as const, copy: true })));
  }

  /** The service knows. */
  markReported(job: string): void {
    this.#write([{ job, told: true }]);
  }

  /** Jobs that were held, and of which the report may not have arrived. */
  unreported(): UnreportedJob[] {
    return [...this.#jobs].flatMap(([job, { parts, attempts, printers, told }]) => {
      if (told || attempts.size === 0) return [];
      const isDone = printers.length > 0 && printers.every((printer) => parts.get(printer)?.state === 'done');
      const some = [...parts.values()].some(({ state }) => state !== 'none');
      const attempt = Math.max(...attempts.keys());
      return [{ job, attempt, copy: this.isCopy(job), printed: isDone ? 'yes' : some ? 'maybe' : 'no' }];
    });
  }

  #write(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.#disk.append(textOf(entries));
    for (const each of entries) this.#apply(each);
    if (this.#lines > Math.max(MIN_LINES, this.#jobs.size * 8)) this.#rewrite();
  }

  #apply(each: Entry): void {
    this.#lines++;
    if ('agent' in each) {
      this.#agent = each.agent;
      return;
    }
    const known = this.#jobs.get(each.job) ?? {
      attempts: new Map(),
      printers: [],
      parts: new Map(),
      told: false,
    };
    // The latest are at the end, so that the first are those to forget.
    this.#jobs.delete(each.job);
    this.#jobs.set(each.job, known);
    if ('seen' in each) {
      known.attempts.set(each.seen, each.copy);
      known.printers = each.printers;
      // The first shows whether it was marked as a copy; of the others the latest are of use.
      const [, second] = known.attempts.keys();
      if (known.attempts.size > MAX_ATTEMPTS && second !== undefined) known.attempts.delete(second);
    } else if ('told' in each) known.told = true;
    else {
      known.told = false;
      known.parts.set(each.printer, { state: each.is, copy: each.copy });
    }
  }

  #rewrite(): void {
    const told = [...this.#jobs].filter(([, known]) => known.told).map(([job]) => job);
    for (const job of told.slice(0, -MAX_TOLD)) this.#jobs.delete(job);
    for (const job of [...this.#jobs.keys()].slice(0, -MAX_JOBS)) this.#jobs.delete(job);
    const entries = [...this.#jobs].flatMap(([job, { attempts, printers, parts, told: isTold }]): Entry[] => [
      ...[...attempts].map(([seen, copy]) => ({ job, seen, copy, printers: [...printers] })),
      ...[...parts].map(([printer, { state, copy }]) => ({ job, printer, is: state, copy })),
      ...(isTold ? [{ job, told: true as const }] : []),
    ]);
    this.#disk.replace(textOf([{ agent: this.#agent }, ...entries]));
    this.#lines = entries.length + 1;
  }
}

function textOf(entries: readonly Entry[]): string {
  return entries.map((each) => `${JSON.stringify(each)}\n`).join('');
}

function parse(line: string): Entry | undefined {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** A journal in a file. */
export class JournalFile implements JournalDisk {
  readonly #path: string;
  #handle: number | undefined;
  /** The last line may have no end. */
  #torn = false;

  constructor(path: string) {
    this.#path = path;
  }

  read(): string {
    return existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '';
  }

  append(text: string): void {
    this.#handle ??= openSync(this.#path, 'a', 0o600);
    const whole = this.#torn ? `\n${text}` : text;
    this.#torn = true;
    appendFileSync(this.#handle, whole);
    fsyncSync(this.#handle);
    this.#torn = false;
  }

  replace(text: string): void {
    const draft = `${this.#path}.new`;
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    renameSync(draft, this.#path);
    this.#torn = false;
    syncFolder(dirname(this.#path));
  }
}

/** A new name is safe from a power cut only when its folder is written too; Windows does it by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
