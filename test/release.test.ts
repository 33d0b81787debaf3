// A release by one command, in a clone of this repository: packages apart, which test/install.test.ts and others pack.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { MIGRATIONS } from '#src/storage/migrate.ts';
import {
  compareVersions,
  datedChangelog,
  lockWithVersion,
  versionFault,
  withApiDate,
  withVersion,
} from '../scripts/release-files.ts';
import { makeFolder } from './harness/process.ts';
import { keptVersions, readReleased, stepsChanged } from './harness/released.ts';

const root = dirname(import.meta.dirname);

const FAULTS: readonly (readonly [
  version: string,
  present: string,
  tags: string[],
  fault: RegExp | undefined,
])[] = [
  ['0.1.0', '0.1.0', [], undefined],
  ['0.1.0', '0.1.0', ['v0.1.0-1'], undefined],
  ['0.2.0', '0.1.0', ['v0.1.0'], undefined],
  ['0.2.0-1', '0.1.0', ['v0.1.0'], undefined],
  ['0.10.0', '0.9.0', ['v0.9.0'], undefined],
  ['0.1.0', '0.1.0', ['v0.1.0'], /there is a tag v0\.1\.0/],
  ['0.1.1', '0.1.0', ['v0.1.0', 'v0.2.0', 'vase'], /0\.2\.0 was released, which is newer/],
  ['0.2.0-1', '0.2.0', ['v0.2.0'], /0\.2\.0 was released/],
  ['0.0.9', '0.1.0', [], /package\.json has 0\.1\.0/],
  ['v0.2.0', '0.1.0', [], /no version/],
  ['0.2', '0.1.0', [], /no version/],
  ['', '0.1.0', [], /no version/],
];
for (const [version, present, tags, fault] of FAULTS) {
  it(`${version || 'nothing'} after ${present} with ${tags.join(', ') || 'no tags'} ${fault === undefined ? 'can' : 'cannot'} be released`, () => {
    const found = versionFault(version, present, tags);
    if (fault === undefined) assert.equal(found, undefined);
    else assert.match(found ?? '', fault);
  });
}

it('versions are in their order', () => {
  const versions = ['0.1.0-1', '0.1.0-2', '0.1.0', '0.1.1', '0.2.0', '0.10.0', '1.0.0'];
  assert.deepEqual(versions.toReversed().sort(compareVersions), versions);
});

it('files get a version and a date, and are otherwise as they were', () => {
  assert.equal(
    datedChangelog(
      '# Changelog\n\n## 0.2.0 (unreleased)\n\n- It.\n\n## 0.1.0 (2026-12-01)\n',
      '0.2.0',
      '2027-01-01',
    ),
    '# Changelog\n\n## 0.2.0 (2027-01-01)\n\n- It.\n\n## 0.1.0 (2026-12-01)\n',
  );
  assert.throws(
    () => datedChangelog('## 0.1.0 (2026-12-01)\n', '0.2.0', '2027-01-01'),
    /"## 0\.2\.0 \(unreleased\)"/,
  );
  const manifest = '{\n  "name": "a",\n  "version": "0.1.0",\n  "x": { "version": "0.1.0" }\n}\n';
  assert.equal(withVersion(manifest, '0.2.0'), manifest.replace('0.1.0', '0.2.0'));
  assert.equal(
    withApiDate("export const API_VERSION = '2026-11-23';\n", '2027-01-01'),
    "export const API_VERSION = '2027-01-01';\n",
  );
  const lock = {
    version: '0.1.0',
    packages: {
      '': { version: '0.1.0' },
      'web/packages': { version: '0.1.0' },
      'node_modules/a': { version: '0.1.0' },
    },
  };
  const text = lockWithVersion(JSON.stringify(lock), '0.2.0');
  assert.deepEqual(JSON.parse(text), {
    version: '0.2.0',
    packages: {
      '': { version: '0.2.0' },
      'web/packages': { version: '0.2.0' },
      'node_modules/a': { version: '0.1.0' },
    },
  });
  const present = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { version } = JSON.parse(present) as { version: string };
  assert.equal(lockWithVersion(present, version), present, 'as npm writes it');
});

it('a release is made whole, once, by one command, and a dry run keeps nothing', () => {
  const dir = join(makeFolder(), 'passbell');
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: dir, encoding: 'utf8' });
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = run('git', ...args);
    assert.equal(status, 0, stderr);
    return stdout.trim();
  };
  const release = (...args: string[]) =>
    run(
      process.execPath,
      'scripts/release.ts',
      ...args,
      '--no-packages',
      '--no-image',
      '--date',
      '2031-02-03',
    );
  assert.equal(spawnSync('git', ['clone', '--quiet', root, dir]).status, 0);
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@example.com');
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'), 'junction');
  appendFileSync(join(dir, '.git/info/exclude'), 'node_modules\n');
  const head = git('rev-parse', 'HEAD');

  const dry = release('9.1.0', '--dry-run');
  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, /Version 9\.1\.0: CHANGELOG\.md, package\.json, .*package-lock\.json/);
  assert.match(
    dry.stdout,
    /Migrations since .+: .+; its processes are replaced (?:side by side|by stopping)/,
  );
  assert.match(dry.stdout, /Nothing was kept/);
  assert.deepEqual(
    [git('rev-parse', 'HEAD'), git('tag', '--list', 'v9*'), git('status', '--porcelain')],
    [head, '', ''],
  );

  writeFileSync(join(dir, 'left.txt'), 'not committed');
  const dirty = release('9.1.0');
  assert.equal(dirty.status, 1);
  assert.match(dirty.stderr, /not committed\.\nNothing was changed/);
  git('clean', '--quiet', '--force', 'left.txt');

  const made = release('9.1.0');
  assert.equal(made.status, 0, made.stderr);
  assert.equal(git('rev-parse', 'v9.1.0^{commit}'), git('rev-parse', 'HEAD'));
  assert.equal(git('rev-parse', 'HEAD~1'), head);
  assert.equal(git('status', '--porcelain'), '');
  assert.match(readFileSync(join(dir, 'CHANGELOG.md'), 'utf8'), /^## 9\.1\.0 \(2031-02-03\)$/m);
  const api = /API_VERSION = '(.+)'/.exec(readFileSync(join(dir, 'src/edge/version.ts'), 'utf8'))?.[1];
  assert.ok(existsSync(join(dir, `docs/api/released/${api}.json`)), String(api));
  const kept = join(dir, 'test/data/released-databases');
  assert.equal(keptVersions(kept).at(-1), '9.1.0');
  assert.deepEqual(stepsChanged(readReleased('9.1.0', kept), MIGRATIONS), []);

  const again = release('9.1.0', '--dry-run');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /there is a tag v9\.1\.0\.\nNothing was changed/);
});
