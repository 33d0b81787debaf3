// What a run of the tests has come to: which files are under way, and which test is part of which.

import { dirname, relative } from 'node:path';
import type { Group } from './test-groups.ts';

const root = dirname(import.meta.dirname);

/** The fields of every event about a test. */
export interface TestEvent {
  readonly name: string;
  readonly nesting: number;
  readonly testId?: number;
  readonly parentId?: number;
  /** Where the test is written, which may be a suite that several files run. */
  readonly file?: string;
  readonly line?: number;
  /** The file that was started. */
  readonly entryFile?: string;
}

/** A test or a suite that has ended. */
export interface TestEnd extends TestEvent {
  readonly details: { readonly type?: string | undefined; readonly duration_ms: number };
}

/** True for the entry that stands for a whole file. */
export function isFile(data: TestEvent): boolean {
  return data.nesting === 0 && data.name === data.file;
}

/** Which files and tests are under way, and which test is part of which. */
export class Progress {
  /** The files of the groups by their entries. */
  readonly #groups: ReadonlyMap<string, readonly string[]>;
  /** How many tests have ended, by their file. */
  readonly #counts = new Map<string, number>();
  /** For each running file, the tests that have not ended; undefined before the first is known. */
  readonly #waiting = new Map<string, Set<number | undefined> | undefined>();
  readonly #tests = new Map<string, TestEvent>();

  constructor(groups: readonly Group[]) {
    const dealt = groups.filter(({ entry, files }) => files[0] !== entry);
    this.#groups = new Map(dealt.map(({ entry, files }) => [entry, files]));
  }

  /** The files of a process. */
  filesIn(entry: string): readonly string[] {
    return this.#groups.get(entry) ?? [entry];
  }

  /** True for the process of files that were dealt to it. */
  isGroup(entry: string | undefined): boolean {
    return entry !== undefined && this.#groups.has(entry);
  }

  /** True for the suite that stands for a file of a group. */
  isOfGroup(event: TestEvent): boolean {
    return event.nesting === 0 && this.isGroup(event.entryFile) && !isFile(event);
  }

  /** The file that a test is of. */
  fileOf(event: TestEvent): string {
    const { entryFile = '' } = event;
    return this.isGroup(entryFile) ? (this.#lineOf(event)[0]?.name ?? entryFile) : entryFile;
  }

  counted(event: TestEvent, kind: string | undefined): void {
    if (kind === 'suite' || !this.isGroup(event.entryFile)) return;
    const file = this.fileOf(event);
    this.#counts.set(file, this.countOf(file) + 1);
  }

  countOf(file: string): number {
    return this.#counts.get(file) ?? 0;
  }

  fileBegan(file: string): void {
    this.#waiting.set(file, undefined);
  }

  enqueued(event: TestEvent): void {
    if (isFile(event) || event.entryFile === undefined) return;
    this.#tests.set(`${event.entryFile} ${event.testId}`, event);
    const waiting = this.#waiting.get(event.entryFile) ?? new Set();
    this.#waiting.set(event.entryFile, waiting.add(event.testId));
  }

  completed(event: TestEvent): void {
    if (isFile(event)) this.#waiting.delete(event.name);
    else if (event.entryFile !== undefined) this.#waiting.get(event.entryFile)?.delete(event.testId);
  }

  /** A test behind the suites that it is in, outermost first. */
  #lineOf(event: TestEvent): TestEvent[] {
    const line = [event];
    const parentOf = (each: TestEvent) => this.#tests.get(`${event.entryFile} ${each.parentId}`);
    for (let parent = parentOf(event); parent !== undefined; parent = parentOf(parent)) line.unshift(parent);
    return line;
  }

  /** The names that lead to a test, outermost first. */
  pathOf(event: TestEvent): string {
    const line = this.#lineOf(event).filter((each) => !this.isOfGroup(each));
    return line.map(({ name }) => name).join(' › ');
  }

  /** True when every running file is through with its tests and only has to end. */
  isIdle(): boolean {
    return this.#waiting.size > 0 && [...this.#waiting.values()].every((tests) => tests?.size === 0);
  }

  /** The files of a process that tests wait in; all of it where none is known to. */
  #filesOf(entry: string, tests: ReadonlySet<number | undefined> = new Set()): string[] {
    const events = [...tests].flatMap((id) => this.#tests.get(`${entry} ${id}`) ?? []);
    const files = new Set(events.map((event) => this.fileOf(event)));
    return [...(files.size === 0 ? [entry] : files)].map((file) => relative(root, file));
  }

  describeSilence(limit: number): string {
    const files = [...this.#waiting].flatMap(([entry, tests]) => this.#filesOf(entry, tests)).join(' and ');
    return this.isIdle()
      ? `${files}\n  The tests are over, but a server, connection or timer that they left keeps the file running.`
      : `${files}\n  Nothing happened for ${limit / 1000} s: see what a test there waits for.`;
  }
}
