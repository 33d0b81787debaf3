// Runs the tests, after checking types and style, with one PostgreSQL for all of them:
//
//   npm test                              everything
//   npm test -- src/edge tls.test.ts      some files: paths, folders, patterns or a part of the name
//   npm test -- --only 'a name'           only tests whose name matches the pattern
//   npm test -- --no-check                without types and style
//   npm test -- --times                   with the name of each test that takes longer than a second
//   npm run screens                       the browser tests, keeping their pictures in docs/screens
//
// Test files find the server's address in PASSBELL_TEST_POSTGRES and make databases of their own there. In the folder
// PASSBELL_TEST_PREPARED they keep an installation that others copy (test/harness/prepared.ts), and in
// PASSBELL_TEST_PROGRAM they find the program as they start it. The last lines printed are node:test's own counts.

import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect, parseArgs, styleText } from 'node:util';
import { type Postgres, startPostgres } from '#test/harness/postgres.ts';
import { programFolder } from './built.mjs';
import { makeTestFolder } from './test-folder.ts';
import { type Group, groupsOf } from './test-groups.ts';
import { isFile, Progress, type TestEnd, type TestEvent } from './test-progress.ts';

const root = dirname(import.meta.dirname);

const TEST_FILES = ['src/**/*.test.ts', 'clients/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'];
/** The files that take longest begin first: one that began last would run on alone. */
const LONG_FIRST = [
  /^test\/(?:process\/replay|fuzz\/|release|print-agent|webhooks-simulation|reports-crash)/,
  /^test\/browser\//,
  /^test\/(?:process|prove)\//,
  /^test\/api\//,
  /^(?:src|clients|web)\//,
];
/** Test files running at the same time. */
const CONCURRENCY = 3;
/** As many files are dealt to processes that run several. */
const GROUPED_FROM = 20;
/** How long one test may take, unless it says otherwise itself, in ms. */
const TEST_LIMIT_MS = 10 * 60_000;
/** A test that takes longer than this is named by --times, in ms. */
const LONG_MS = 1_000;
/** How long nothing at all may happen before the run is given up, in ms. */
const SILENCE_LIMIT_MS = TEST_LIMIT_MS + 60_000;
/** How long a file may take to end after the last of its tests, in ms. */
const END_LIMIT_MS = 20_000;

interface Options {
  readonly files: readonly string[];
  readonly check: boolean;
  readonly only: string | undefined;
  readonly pictures: boolean;
  readonly times: boolean;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    options: {
      'no-check': { type: 'boolean' },
      only: { type: 'string' },
      pictures: { type: 'boolean' },
      times: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const all = globSync(TEST_FILES, { cwd: root }).sort();
  all.sort((a, b) => rankOf(a) - rankOf(b));
  const files = positionals.length === 0 ? all : positionals.flatMap((text) => filesFor(text, all));
  return {
    files: [...new Set(files)],
    check: values['no-check'] !== true,
    only: values.only,
    pictures: values.pictures === true,
    times: values.times === true,
  };
}

/** The sooner a file should begin, the less. */
function rankOf(file: string): number {
  const rank = LONG_FIRST.findIndex((pattern) => pattern.test(file));
  return rank === -1 ? LONG_FIRST.length : rank;
}

/** The test files of an argument: a path, a folder, a pattern or a part of a name. */
function filesFor(text: string, all: readonly string[]): string[] {
  const path = relative(root, resolve(text));
  const stat = statSync(resolve(text), { throwIfNoEntry: false });
  if (stat?.isFile()) return [path];
  const found = stat?.isDirectory()
    ? all.filter((file) => path === '' || file.startsWith(`${path}/`))
    : globSync(text, { cwd: root }).filter((file) => file.endsWith('.test.ts'));
  const files = found.length > 0 ? found : all.filter((file) => file.includes(text));
  if (files.length === 0) throw new Error(`No test file matches ${text}.`);
  return files;
}

/** Types and style. A failure does not keep the tests from running, but the run fails in the end. */
function runCheck(signal: AbortSignal): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'check.ts')], { signal });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stdout, { end: false });
    child.once('error', () => settle(false));
    child.once('close', (code) => settle(code === 0));
  });
}

/** The screens that the browser tests open, and the program that is started, are those of the sources. */
function build(signal: AbortSignal): Promise<boolean> {
  return new Promise((settle) => {
    const args = [join(import.meta.dirname, 'build.ts'), '--if-stale'];
    const child = spawn(process.execPath, args, { signal, stdio: 'inherit' });
    child.once('error', () => settle(false));
    child.once('close', (code) => settle(code === 0));
  });
}

/** Runs the test files and prints what failed, then node:test's counts. Answers whether all went well. */
async function runTests(options: Options, stop: AbortController, checked: boolean): Promise<boolean> {
  const groups = groupsFor(options);
  const events = run({
    files: groups.map(({ entry }) => entry),
    concurrency: CONCURRENCY,
    timeout: TEST_LIMIT_MS,
    signal: stop.signal,
    ...(options.only === undefined ? {} : { testNamePatterns: options.only }),
  });
  const failures: string[] = [];
  const counts: string[] = [];
  const progress = new Progress(groups);
  let success = false;
  const endOfTest = (data: TestEnd, ok: boolean) => {
    if (!progress.isOfGroup(data)) return progress.counted(data, data.details.type);
    const tests = progress.countOf(data.name);
    printFile(data.name, ok, tests, data.details.duration_ms);
    if (ok && tests === 0) failures.push(describeEmptyFile(data.name));
  };

  let silence: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(silence);
    const limit = progress.isIdle() ? END_LIMIT_MS : SILENCE_LIMIT_MS;
    silence = setTimeout(() => {
      failures.push(progress.describeSilence(limit));
      stop.abort();
    }, limit);
  };
  listen();
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:enqueue':
        progress.enqueued(data);
        break;
      case 'test:dequeue':
        if (isFile(data)) progress.fileBegan(data.name);
        break;
      case 'test:complete':
        progress.completed(data);
        break;
      case 'test:pass':
        endOfTest(data, true);
        if (options.times) printLong(data);
        // The file is reported in place of its tests when it had none to report.
        if (isFile(data) && options.only === undefined) failures.push(describeEmptyFile(data.name));
        break;
      case 'test:fail': {
        const { error } = data.details;
        endOfTest(data, false);
        // A test with subtests fails with them, each reported already; what we stopped has not failed.
        if (data.todo !== undefined || /subtestsFailed|testAborted/.test(failureType(error))) break;
        failures.push(describeFailure(data, progress, error));
        break;
      }
      case 'test:stdout':
      case 'test:stderr':
        process.stdout.write(data.message);
        break;
      case 'test:diagnostic':
        if (data.file === undefined) counts.push(data.message);
        else printSaid(data, failures);
        break;
      case 'test:summary':
        if (data.file === undefined) success = data.success;
        else if (!progress.isGroup(data.file))
          printFile(data.file, data.success, data.counts.tests, data.duration_ms);
        break;
    }
    listen();
  }
  clearTimeout(silence);
  const problems = [
    ...(checked ? [] : ['types or style failed: see the top']),
    ...(stop.signal.aborted ? ['stopped before the end'] : []),
  ];
  printEnd(failures, problems, counts);
  return success && failures.length === 0 && !stop.signal.aborted;
}

/** What failed, and the runner's own counts. */
function printEnd(failures: readonly string[], problems: readonly string[], counts: readonly string[]): void {
  const mark = styleText('red', '✖');
  for (const failure of failures) print(`\n${mark} ${failure}`);
  print('');
  for (const problem of problems) print(`${mark} ${problem}`);
  for (const line of counts) print(`ℹ ${line}`);
}

/**
 * The processes of a run. A few files, and a choice of tests, are run by themselves: what is looked at closely shares
 * nothing.
 */
function groupsFor({ files, only }: Options): Group[] {
  const paths = files.map((file) => join(root, file));
  if (only !== undefined || files.length < GROUPED_FROM)
    return paths.map((entry) => ({ entry, files: [entry] }));
  return groupsOf(root, paths, join(root, '.cache', 'test-groups'));
}

/** With --times: a test that took long. */
function printLong({ name, details: { type, duration_ms: ms } }: TestEnd): void {
  if (type !== 'suite' && ms > LONG_MS) print(`  ${(ms / 1000).toFixed(1)} s  ${name}`);
}

function printFile(file: string, ok: boolean, tests: number, ms: number): void {
  const mark = ok ? styleText('green', '✔') : styleText('red', '✖');
  print(`${mark} ${relative(root, file)} (${tests} ${tests === 1 ? 'test' : 'tests'}, ${Math.round(ms)} ms)`);
}

function failureType(error: Error): string {
  return 'failureType' in error ? String(error.failureType) : '';
}

function describeEmptyFile(file: string): string {
  return `${relative(root, file)}\n  This file ended before any of its tests did.`;
}

function describeBrokenFile(files: readonly string[]): string {
  const names = files.map((file) => relative(root, file)).join(' or ');
  return `${names}\n  It failed outside of its tests, and printed why above. By itself it names the test.`;
}

function describeFailure(data: TestEvent, progress: Progress, error: Error): string {
  if (isFile(data)) return describeBrokenFile(progress.filesIn(data.name));
  const { file = '', line = 1 } = data;
  const own = progress.fileOf(data) || file;
  const place = `${relative(root, file)}:${line}${own === file ? '' : ` (in ${relative(root, own)})`}`;
  // A file of a group that could not be loaded.
  const where = progress.isOfGroup(data) ? relative(root, data.name) : place;
  const cause = error.cause ?? error;
  const text = isAssertion(cause) ? cause.stack : inspect(cause, { colors: process.stdout.isTTY });
  // Lines from inside Node do not help to find the fault.
  const lines = (text ?? '').split('\n').filter((each) => !/^\s+at .*(node:|<anonymous>\)$)/.test(each));
  return [`${where} ${progress.pathOf(data)}`.trimEnd(), ...lines.map((each) => `  ${each}`)].join('\n');
}

/** What a test says; that of a failed one stands with its error at the end, as what is printed before may be cut off. */
function printSaid(data: { file?: string; line?: number; message: string }, failures: string[]): void {
  const place = `${relative(root, data.file ?? '')}:${data.line ?? 1} `;
  const index = failures.findLastIndex((failure) => failure.startsWith(place));
  if (index === -1) print(`  ${data.message}`);
  else failures[index] += `\n  ${data.message.replaceAll('\n', '\n  ')}`;
}

/** An assertion's message shows both values already; inspect would print them whole once more. */
function isAssertion(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_ASSERTION';
}

async function main(): Promise<number> {
  const options = readOptions();
  const stop = new AbortController();
  let signalCode = 0;
  const onSignal = (code: number) => () => {
    signalCode = code;
    stop.abort();
  };
  process.on('SIGINT', onSignal(130));
  process.on('SIGTERM', onSignal(143));
  process.on('SIGHUP', onSignal(129));
  // The parent process is gone, and with it the reader of the output.
  process.on('disconnect', onSignal(143));
  process.channel?.unref();
  process.stdout.on('error', () => stop.abort());

  const folder = makeTestFolder();
  // Of this process and of all that it starts.
  process.env.TMPDIR = folder.path;
  const [checked, postgres, built] = await Promise.allSettled([
    options.check ? runCheck(stop.signal) : Promise.resolve(true),
    startPostgres(),
    build(stop.signal),
  ]);
  if (options.pictures) process.env.PASSBELL_SCREENS = '1';
  if (postgres.status === 'rejected') {
    folder.remove();
    throw postgres.reason;
  }
  const server: Postgres = postgres.value;
  const prepared = join(folder.path, 'prepared');
  mkdirSync(prepared);
  try {
    if (stop.signal.aborted) return signalCode;
    const program = programFolder();
    if (program !== undefined && existsSync(program)) process.env.PASSBELL_TEST_PROGRAM = program;
    process.env.PASSBELL_TEST_POSTGRES = server.url;
    process.env.PASSBELL_TEST_PREPARED = prepared;
    const style = checked.status === 'fulfilled' && checked.value;
    const passed = await runTests(options, stop, style);
    if (signalCode !== 0) return signalCode;
    const whole = built.status === 'fulfilled' && built.value;
    if (!whole) print(`${styleText('red', '✖')} the screens or the program were not built: see the top`);
    return passed && style && whole ? 0 : 1;
  } finally {
    await server.stop();
    folder.remove();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`test: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
