import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The files that a release changes by itself: versions and the heading of the changelog.

/** Packages that have the version of the release. */
const PACKAGES = [
  'package.json',
  'web/packages/package.json',
  'clients/typescript/package.json',
  'clients/print-agent/package.json',
];
const LOCK = 'package-lock.json';
const CHANGELOG = 'CHANGELOG.md';
/** Where the names of packed files stand. */
const GUIDES = ['docs/operations.md', 'docs/printing.md', 'clients/print-agent/README.md'];

/** Numbers without zeros before them; what comes before a release is numbered behind a hyphen. */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(0|[1-9]\d*))?$/;

function partsOf(version: string): number[] | undefined {
  const found = VERSION.exec(version);
  // What comes before a release (0.2.0-1) stands before it.
  return found?.slice(1).map((part) => (part === undefined ? Number.POSITIVE_INFINITY : Number(part)));
}

/** Below zero when the first of two versions is the older one. */
export function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, place) => part !== right[place]);
  return at < 0 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1;
}

/** What speaks against releasing a version after the present one; undefined when nothing does. */
export function versionFault(version: string, present: string, tags: readonly string[]): string | undefined {
  if (partsOf(version) === undefined)
    return `${version} is no version such as 0.2.0, or 0.2.0-1 for one before it.`;
  if (tags.includes(`v${version}`)) return `${version} was released: there is a tag v${version}.`;
  const newest = tags
    .map((tag) => tag.slice(1))
    .filter((tag) => partsOf(tag) !== undefined)
    .sort(compareVersions)
    .at(-1);
  if (newest !== undefined && compareVersions(version, newest) < 0)
    return `${newest} was released, which is newer.`;
  // The first release has the version that was worked on.
  if (compareVersions(version, present) < 0 && partsOf(version)?.[3] === Number.POSITIVE_INFINITY)
    return `package.json has ${present}, which is newer.`;
  return undefined;
}

/** The changelog with the date of a release in place of "unreleased". */
export function datedChangelog(text: string, version: string, date: string): string {
  const heading = /^## .*\(unreleased\)$/m;
  if (!heading.test(text))
    throw new Error(`${CHANGELOG} has no heading "## ${version} (unreleased)" over what the release brings.`);
  return text.replace(heading, `## ${version} (${date})`);
}

/** A package.json with another version, and all else as it was. */
export function withVersion(text: string, version: string): string {
  return text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
}

/** A package-lock.json with another version of our own packages. */
export function lockWithVersion(text: string, version: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, { version?: string }> };
  lock.version = version;
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules') && entry.version !== undefined) entry.version = version;
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** The version that a tree has. */
export function versionOf(dir: string): string {
  return (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Writes version and date into a tree. Answers which files it wrote. */
export function writeVersion(dir: string, version: string, date: string): string[] {
  const present = versionOf(dir);
  const written: string[] = [];
  const change = (name: string, to: (text: string) => string): void => {
    const file = join(dir, name);
    if (!existsSync(file)) return;
    const [text, next] = [readFileSync(file, 'utf8'), to(readFileSync(file, 'utf8'))];
    if (next === text) return;
    writeFileSync(file, next);
    written.push(name);
  };
  change(CHANGELOG, (text) => datedChangelog(text, version, date));
  for (const name of PACKAGES) change(name, (text) => withVersion(text, version));
  change(LOCK, (text) => lockWithVersion(text, version));
  for (const name of GUIDES) change(name, (text) => text.replaceAll(`-${present}.tgz`, `-${version}.tgz`));
  return written;
}

/** The file with the version of the API, with a date. */
export function withApiDate(text: string, date: string): string {
  return text.replace(/(API_VERSION = )'[^']*'/, `$1'${date}'`);
}
