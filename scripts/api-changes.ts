// What has changed in the API, from version to version: npm run api-changes
//
// Compares the descriptions of the released versions (docs/api/released) with each other and the newest with the present
// one (docs/openapi.json), and writes docs/api-changelog.md. `npm run describe` does so as well.
//
//   npm run api-changes -- --check     writes nothing; ends with 1 when something breaks clients (reference: versions.3)
//                                      and is not declared, with its reason, in docs/api/breaking.json

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Difference, type Differences, differencesOf, keyOf, type Released } from './api-differences.ts';
import { releasedDescription, releasedVersions, stripped } from './api-released.ts';

const root = dirname(import.meta.dirname);

/** Where the changelog of the API lies. */
export const CHANGELOG_FILE = join(root, 'docs/api-changelog.md');
const DECLARED_FILE = join(root, 'docs/api/breaking.json');

/** Changes that break clients and were made nevertheless. */
export interface Declared {
  /** The version after which they were made. */
  readonly since: string;
  /** Why they had to be. */
  readonly reason: string;
  /** As the check names them; `*` stands for anything. */
  readonly changes: readonly string[];
}

/** A version with what is new in it. */
export interface Step {
  readonly since: string;
  /** Its date; undefined for what is not released yet. */
  readonly version: string | undefined;
  readonly differences: Differences;
}

/** The declared changes. */
export function readDeclared(): readonly Declared[] {
  return JSON.parse(readFileSync(DECLARED_FILE, 'utf8')) as readonly Declared[];
}

/** The steps from version to version, the newest first; `present` is the description as it is now. */
export function stepsTo(present: Released): Step[] {
  const versions = releasedVersions();
  const all = versions.map(releasedDescription);
  return [...all, present]
    .flatMap((now, at): Step[] => {
      const before = all[at - 1];
      const since = versions[at - 1];
      if (before === undefined || since === undefined) return [];
      const differences = differencesOf(before, now);
      const version = versions[at];
      // What is as it was released has nothing to be told.
      const isNothing = Object.values(differences).every((some) => some.length === 0);
      return version === undefined && isNothing ? [] : [{ since, version, differences }];
    })
    .reverse();
}

const everyOf = ({ operations, records, messages }: Differences) => [...operations, ...records, ...messages];

/** Whether a declared change is this one. */
function declares(change: string, difference: Difference): boolean {
  const parts = change.split('*');
  const key = keyOf(difference);
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return key === change;
  if (!key.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const next = key.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return key.length - last.length >= at && key.endsWith(last);
}

/** Why a breaking change was made; undefined where nobody says. */
function reasonOf(declared: readonly Declared[], since: string, difference: Difference): string | undefined {
  return declared.find(
    (each) => each.since === since && each.changes.some((change) => declares(change, difference)),
  )?.reason;
}

/** Breaking changes that are not declared, and declarations of changes that were not made. */
export function faultsIn(steps: readonly Step[], declared: readonly Declared[]): string[] {
  const undeclared = steps.flatMap(({ since, differences }) =>
    everyOf(differences)
      .filter((each) => each.breaking && reasonOf(declared, since, each) === undefined)
      .map((each) => `Breaks clients since ${since}: ${keyOf(each)}`),
  );
  const idle = declared.flatMap(({ since, changes }) => {
    const made = steps.filter((step) => step.since === since).flatMap((step) => everyOf(step.differences));
    return changes
      .filter((change) => !made.some((each) => each.breaking && declares(change, each)))
      .map((change) => `Is declared since ${since}, and nothing breaks by it: ${change}`);
  });
  return [...undeclared, ...idle];
}

/** Places that are named of a change that many have; how many more there are is said. */
const MAX_PLACES = 6;

/** A place, as it is named in a list; paths of a company without what they all begin with. */
const code = (place: string) => `\`${place.replace('/v1/companies/{company_id}/', '…/')}\``;

/** Begins what is told of something new, where it is not among what is new. */
const NEW = 'is new: ';

/** Lines of a list: what many places have in common is one. */
function lines(differences: readonly Difference[]): string[] {
  const byWhat = Map.groupBy(differences, ({ what }) => what);
  return [...byWhat].map(([what, some]) => {
    const places = some.map(({ place }) => code(place));
    const more = places.length - MAX_PLACES;
    const named = more > 1 ? [...places.slice(0, MAX_PLACES), `${more} more`] : places;
    return `- ${named.join(', ')}: ${what.replace(NEW, '')}`;
  });
}

function section(title: string, differences: readonly Difference[]): string[] {
  const some = differences.filter(({ breaking }) => !breaking);
  return some.length === 0 ? [] : [`### ${title}`, '', ...lines(some), ''];
}

function stepText({ since, version, differences }: Step, declared: readonly Declared[]): string[] {
  const { operations, records, messages } = differences;
  const isNew = ({ what }: Difference) => what.startsWith(NEW);
  const breaking = everyOf(differences).filter((each) => each.breaking);
  const reasons = Map.groupBy(breaking, (each) => reasonOf(declared, since, each) ?? 'Not declared.');
  return [
    `## ${version ?? 'Not released yet'}`,
    '',
    breaking.length === 0
      ? `Nothing has changed since ${since} that breaks clients.`
      : `Changes since ${since} that may break clients: ${breaking.length}.`,
    '',
    ...(breaking.length === 0 ? [] : ['### Breaking', '']),
    ...[...reasons].flatMap(([reason, some]) => [reason, '', ...lines(some), '']),
    ...section('New calls', operations.filter(isNew)),
    ...section(
      'Other calls',
      operations.filter((each) => !isNew(each)),
    ),
    ...section('Records and bodies', records),
    ...section('New messages', messages.filter(isNew)),
    ...section(
      'Other messages',
      messages.filter((each) => !isNew(each)),
    ),
  ];
}

/** The text of the changelog of the API. */
export function changelogText(steps: readonly Step[], declared: readonly Declared[]): string {
  const [first] = releasedVersions();
  return [
    '# What has changed in the API',
    '',
    'Made by `npm run describe` from the descriptions of the released versions. What breaks clients, and how old forms end, is in',
    '[the reference](reference/versions.md). Names of records and bodies are those of [openapi.json](openapi.json); `…` stands for',
    '`/v1/companies/{company_id}`.',
    '',
    ...steps.flatMap((step) => stepText(step, declared)),
    `## ${first ?? 'The first version'}`,
    '',
    'The first version that is kept.',
    '',
  ].join('\n');
}

/** The description as it is committed, without its words. */
export function presentDescription(): Released {
  const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8');
  const description = JSON.parse(text) as { info: { version: string } };
  return stripped(description, description.info.version);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  const present = presentDescription();
  const faults = faultsIn(stepsTo(present), readDeclared());
  if (values.check !== true) {
    writeFileSync(CHANGELOG_FILE, changelogText(stepsTo(present), readDeclared()));
    process.stdout.write(`Wrote ${CHANGELOG_FILE}\n`);
  }
  if (faults.length > 0) {
    process.stdout.write(
      `${faults.join('\n')}\nKeep the old form beside the new one (reference: versions.4), or declare it with a reason in ` +
        'docs/api/breaking.json.\n',
    );
    process.exitCode = 1;
  }
}
