// Makes a release: npm run release -- 0.2.0 --dry-run, and then without --dry-run
//
// All of it happens in a clone of HEAD: the version in every package and in the lock, the date in CHANGELOG.md, the description
// of the API and the database kept for tests (docs/api/released, test/data/released-databases), a commit, a tag; then the two
// packages, a list of what is in them (SBOM, CycloneDX) and their digests. Only when everything is made do commit and tag come
// into this repository, and the rest into dist/release. Nothing is pushed or published. No network is needed, except by docker
// for the image it builds on: where docker does not run, or has no network, there is no image, and a line says so.
//
//   --dry-run        makes the same and throws it away
//   --no-packages    without packages and SBOM
//   --no-image       without image
//   --date D         another date than today's (UTC)

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { MIGRATIONS } from '#src/storage/migrate.ts';
import { keptVersions, readReleased, stepsOf } from '#test/harness/released.ts';
import { compareVersions, versionFault, versionOf, withApiDate, writeVersion } from './release-files.ts';

const root = dirname(import.meta.dirname);
const API_VERSION_FILE = 'src/edge/version.ts';
/** Where what was made lies in the repository. */
const MADE = 'dist/release';

interface Release {
  readonly version: string;
  readonly date: string;
  /** The clone. */
  readonly dir: string;
  say(line: string): void;
}

/** Runs a program in a folder; what it says is shown when it fails. */
function run(dir: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: dir,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const git = (dir: string, ...args: string[]): string => run(dir, 'git', args).trim();

/** npm, as it started us or as it is found. */
function npm(dir: string, ...args: string[]): string {
  const script = process.env.npm_execpath;
  return script === undefined ? run(dir, 'npm', args) : run(dir, process.execPath, [script, ...args]);
}

const node = (dir: string, ...args: string[]): string => run(dir, process.execPath, args);

/** A clone of HEAD, with the packages that are installed here. */
function cloneHead(dir: string): void {
  run(root, 'git', ['clone', '--quiet', '--no-hardlinks', root, dir]);
  for (const name of ['user.name', 'user.email']) {
    const { status, stdout } = spawnSync('git', ['config', name], { cwd: root, encoding: 'utf8' });
    if (status === 0) git(dir, 'config', name, stdout.trim());
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'), 'junction');
  // A link is not what .gitignore has as a folder.
  writeFileSync(join(dir, '.git/info/exclude'), 'node_modules\n', { flag: 'a' });
}

/** Keeps the description of the API under its date, which becomes that of the release when it has changed since. */
function releaseApi({ dir, date, say }: Release): void {
  const keep = () =>
    spawnSync(process.execPath, ['scripts/describe.ts', '--keep', '--release'], {
      cwd: dir,
      encoding: 'utf8',
    });
  const first = keep();
  if (first.status === 0) {
    say('API: its version is kept, or was before');
    return;
  }
  if (!/is another already/.test(first.stderr)) throw new Error(first.stderr);
  const file = join(dir, API_VERSION_FILE);
  writeFileSync(file, withApiDate(readFileSync(file, 'utf8'), date));
  const second = keep();
  if (second.status !== 0) throw new Error(second.stderr);
  say(`API: it has changed, its version is ${date} now`);
}

/** The migrations since the release before, and whether its processes may run beside those of this one. */
function tellMigrations({ version, say }: Release): void {
  const before = keptVersions()
    .filter((kept) => compareVersions(kept, version) < 0)
    .at(-1);
  if (before === undefined) return;
  const known = stepsOf(readReleased(before));
  const later = MIGRATIONS.filter((step) => !known.includes(step));
  const names = later.map(
    ({ number, name, beside }) => `${number} (${name}${beside === true ? ', side by side' : ''})`,
  );
  const way = later.every(({ beside }) => beside === true)
    ? 'side by side on PostgreSQL'
    : 'by stopping first';
  say(`Migrations since ${before}: ${names.join(', ') || 'none'}; its processes are replaced ${way}`);
}

/** Everything that the commit of a release has. */
export function prepare(release: Release): void {
  const { dir, version, date, say } = release;
  say(`Version ${version}: ${writeVersion(dir, version, date).join(', ')}`);
  tellMigrations(release);
  releaseApi(release);
  node(dir, 'scripts/api-changes.ts', '--check');
  const kept = node(dir, 'scripts/released-database.ts', version).trim().split('\n');
  say(`Database: ${kept.length} files for tests of upgrades`);
  git(dir, 'add', '--all');
  git(
    dir,
    'commit',
    '--quiet',
    '--message',
    `Release: ${version}`,
    '--message',
    `As of ${date}; see CHANGELOG.md.`,
  );
  git(dir, 'tag', '--annotate', `v${version}`, '--message', `Passbell ${version}`);
  say(`Commit and tag v${version}:\n${git(dir, 'show', '--stat=100', '--format=', 'HEAD')}`);
}

/** The packages, what is in them, and their digests, in a folder. */
function pack({ dir, version, say }: Release): void {
  const made = join(dir, MADE);
  mkdirSync(made, { recursive: true });
  node(dir, 'scripts/pack.ts');
  node(dir, 'scripts/print-agent.ts');
  npm(dir, 'pack', '--silent', '--ignore-scripts', '--pack-destination', made, '.', './clients/print-agent');
  const sbom = npm(
    dir,
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--omit',
    'dev',
    '--package-lock-only',
  );
  writeFileSync(join(made, `passbell-${version}.cdx.json`), sbom);
  const files = readdirSync(made).sort();
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(made, name)))
      .digest('hex');
  writeFileSync(join(made, 'SHA256SUMS'), files.map((name) => `${digest(name)}  ${name}\n`).join(''));
  const size = (name: string) => `${(readFileSync(join(made, name)).length / 2 ** 20).toFixed(1)} MiB`;
  say(`Packages: ${files.map((name) => `${name} (${size(name)})`).join(', ')}`);
}

/** The image, where docker runs. */
function buildImage({ dir, version, say }: Release): void {
  const docker = (args: readonly string[]) => spawnSync('docker', args, { cwd: dir, encoding: 'utf8' });
  if (docker(['info']).status !== 0) {
    say('Image: none, as docker does not run here');
    return;
  }
  const { status, stderr } = docker(['build', '--quiet', '--tag', `passbell:${version}`, '.']);
  const why = stderr.trim().split('\n').at(-1) ?? '';
  say(status === 0 ? `Image: passbell:${version}` : `Image: none, as docker could not build it: ${why}`);
}

/** What a release cannot be made of. */
function faultOf(version: string, isDry: boolean): string | undefined {
  const tags = git(root, 'tag', '--list', 'v*')
    .split('\n')
    .filter((tag) => tag !== '');
  const fault = versionFault(version, versionOf(root), tags);
  if (fault !== undefined) return fault;
  if (!isDry && git(root, 'status', '--porcelain') !== '') return 'There are changes that are not committed.';
  return undefined;
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      'no-packages': { type: 'boolean', default: false },
      'no-image': { type: 'boolean', default: false },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    },
  });
  const [version = ''] = positionals;
  const isDry = values['dry-run'];
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (!/^\d{4}-\d\d-\d\d$/.test(values.date)) throw new Error('--date is written as 2026-12-01.');
  const fault = faultOf(version, isDry);
  if (fault !== undefined) throw new Error(fault);
  const place = mkdtempSync(join(tmpdir(), 'passbell-release-'));
  try {
    const release: Release = { version, date: values.date, dir: join(place, 'passbell'), say };
    cloneHead(release.dir);
    prepare(release);
    if (!values['no-packages']) pack(release);
    // What is thrown away needs no image.
    if (isDry || values['no-image']) say('Image: none in a dry run, nor with --no-image');
    else buildImage(release);
    if (isDry) {
      say('Nothing was kept: it was a dry run.');
      return;
    }
    // The commit first: where somebody has committed meanwhile, there is no tag either.
    git(root, 'fetch', '--quiet', '--no-tags', release.dir, 'HEAD');
    git(root, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
    git(root, 'fetch', '--quiet', '--no-tags', release.dir, `refs/tags/v${version}:refs/tags/v${version}`);
    if (!values['no-packages']) cpSync(join(release.dir, MADE), join(root, MADE), { recursive: true });
    say(
      `Released ${version}. What was made is in ${MADE}. To publish: git push --follow-tags, and the files.`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nNothing was changed.\n`);
    process.exitCode = 1;
  }
}
