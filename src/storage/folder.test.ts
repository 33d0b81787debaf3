import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { makeFolder } from './folder.ts';

describe('a folder that is made', () => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-folder-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('has those above it, all for its owner alone, and may be there already', () => {
    const deep = join(dir, 'a', 'b', 'c');
    makeFolder(deep);
    makeFolder(deep);
    if (process.platform === 'win32') return;
    for (const each of ['a', 'a/b', 'a/b/c']) assert.equal(statSync(join(dir, each)).mode & 0o777, 0o700);
  });

  it('is not made over or below a file, nor behind a link that leads nowhere', () => {
    writeFileSync(join(dir, 'file'), '');
    symlinkSync(join(dir, 'gone'), join(dir, 'link'));
    for (const each of ['file', 'file/below', 'link'])
      assert.throws(() => makeFolder(join(dir, each)), /EEXIST|ENOTDIR/, each);
  });

  it('is refused, not tried for ever, where none can be made', () => {
    if (process.platform !== 'linux') return;
    for (const each of ['/proc/x', '/proc/x/y/z'])
      assert.throws(() => makeFolder(each), { code: 'ENOENT', path: '/proc/x' }, each);
  });
});
