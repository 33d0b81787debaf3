import { readFileSync } from 'node:fs';
import { MENUS } from '../demo/demo.ts';
import { exportTo } from '../imports/export.ts';
import { moveFile } from '../imports/moving-file.ts';
import { effectLines, movedLines, movedSummary, problemLines, summary } from '../imports/report.ts';
import { type ColumnMap, MOVED_KINDS, type MovedKind } from '../imports/rules/fields.ts';
import { importPath } from '../imports/run.ts';
import { refuseLost } from '../installation.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { systemRuntime } from '../runtime.ts';
import { openStorage } from '../storage/open.ts';

import {
  existingInstallation,
  type Options,
  type ParsedArguments,
  parseArguments,
  UsageError,
  withStorage,
} from './arguments.ts';

// The catalogue as files.

function idOption(given: ParsedArguments, option: string): Id | undefined {
  const text = given.text(option);
  const id = text === undefined ? undefined : parseId(text);
  if (text !== undefined && id === undefined) throw new UsageError(`--${option} must be an id.`);
  return id;
}

const COMPANY_AND_SITE: Options = { company: { type: 'string' }, site: { type: 'string' } };

/** The exit code of an import that saved the good rows and left out bad ones. */
const SOME_LEFT_OUT = 3;

/** The fields of a file's columns, from a JSON file such as {"Receipt": "sale", "Colour": null}. */
function columnMap(path: string | undefined): ColumnMap | undefined {
  if (path === undefined) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UsageError(`--map: ${path} cannot be read, or is no JSON.`);
  }
  const isMap = typeof read === 'object' && read !== null && !Array.isArray(read);
  const entries: [string, unknown][] = isMap ? Object.entries(read as object) : [];
  const map = new Map(entries.flatMap(([name, field]) => (isField(field) ? [[name, field]] : [])));
  if (entries.length === 0 || map.size < entries.length)
    throw new UsageError('--map: the file has to be like {"Receipt no.": "sale", "Colour": null}.');
  return map;
}

const isField = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Customers, staff and sales of another system (docs/moving-in.md). */
async function runMove(kind: MovedKind, args: readonly string[]): Promise<number> {
  const given = parseArguments(
    args,
    {
      ...COMPANY_AND_SITE,
      ...{ 'dry-run': { type: 'boolean' }, source: { type: 'string' }, map: { type: 'string' } },
    },
    1,
  );
  const columns = columnMap(given.text('map'));
  const config = existingInstallation(given.config());
  const storage = await openStorage(config, () => refuseLost(config));
  const done = await withStorage(storage, () =>
    moveFile(storage, {
      kind,
      path: given.words[0] ?? '',
      source: given.text('source') ?? 'file',
      company: idOption(given, 'company'),
      site: idOption(given, 'site'),
      dryRun: given.has('dry-run'),
      ...(columns && { columns }),
      clock: systemRuntime.clock,
    }),
  );
  for (const line of movedLines(done)) process.stderr.write(`${line}\n`);
  process.stdout.write(`${movedSummary(done)}\n`);
  if (done.refused === 0) return 0;
  return done.dry_run ? 1 : SOME_LEFT_OUT;
}

export async function runImport(args: readonly string[]): Promise<number> {
  const kind = MOVED_KINDS.find((each) => each === args[0]);
  if (kind !== undefined) return runMove(kind, args.slice(1));
  const given = parseArguments(
    args,
    { ...COMPANY_AND_SITE, 'dry-run': { type: 'boolean' }, 'on-error': { type: 'string' } },
    1,
  );
  const onError = given.text('on-error') ?? 'abort';
  if (onError !== 'abort' && onError !== 'skip') throw new UsageError('--on-error must be abort or skip.');
  const dryRun = given.has('dry-run');
  const request = {
    company: idOption(given, 'company'),
    site: idOption(given, 'site'),
    dryRun,
    onError,
  } as const;
  const config = existingInstallation(given.config());
  const storage = await openStorage(config, () => refuseLost(config));
  const done = await withStorage(storage, () =>
    importPath(storage, given.words[0] ?? '', request, systemRuntime.clock.now(), MENUS),
  );
  const bad = done.problems.length > 0;
  for (const line of problemLines(done)) process.stderr.write(`${line}\n`);
  if (dryRun) for (const line of effectLines(done)) process.stdout.write(`${line}\n`);
  for (const remark of done.remarks) process.stdout.write(`${remark}\n`);
  (bad && !done.isSaved && !dryRun ? process.stderr : process.stdout).write(`${summary(done)}\n`);
  if (!bad) return 0;
  return onError === 'skip' ? SOME_LEFT_OUT : 1;
}

export async function runExport(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { ...COMPANY_AND_SITE, out: { type: 'string' } }, 0);
  const folder = given.text('out') ?? '';
  if (folder === '') throw new UsageError('--out is needed, with the folder to write to.');
  const request = { company: idOption(given, 'company'), site: idOption(given, 'site') };
  const config = existingInstallation(given.config());
  const storage = await openStorage(config, () => refuseLost(config));
  const done = await withStorage(storage, () => exportTo(storage, folder, request));
  process.stdout.write(
    `Company ${done.company}: ${done.products} products and ${done.sets} option sets in ${folder}.\n`,
  );
  return 0;
}
