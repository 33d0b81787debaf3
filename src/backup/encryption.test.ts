import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { encryptFor, isEncrypted, newKey, openBy } from './encryption.ts';
import { type BackupLine, readLines, writeLines } from './file.ts';

const folder = mkdtempSync(join(tmpdir(), 'passbell-encryption-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const MADE_AT = '2026-03-07T18:30:00.000Z';

const noise = (row: number, part: number) => createHash('sha256').update(`${row} ${part}`).digest('base64');
/** Several chunks of the format, each of which is 64 KiB, also packed. */
const ROWS: readonly BackupLine[] = Array.from({ length: 2_500 }, (_, row) => [
  BigInt(row),
  `naughty "\u2028" ☃ ${[1, 2, 3].map((part) => noise(row, part)).join(' ')}`,
  null,
]);
async function* lines(): AsyncGenerator<BackupLine> {
  yield { file: 'secret.key', content: 'c2VjcmV0' };
  yield* ROWS;
}
async function read(file: string, key?: string): Promise<number> {
  let count = 0;
  for await (const line of readLines(file, key === undefined ? undefined : await openBy(key)))
    if (Array.isArray(line)) count++;
  return count;
}

describe('an encrypted backup (reference: operations.28)', () => {
  it('is opened by the key of each of its recipients, and by no other', async () => {
    const [mine, yours] = [await newKey(at('mine'), MADE_AT), await newKey(at('yours'), MADE_AT)];
    await newKey(at('other'), MADE_AT);
    assert.match(mine, /^age1[a-z0-9]{58}$/);
    assert.equal(statSync(at('mine')).mode & 0o777, 0o600);
    assert.match(
      readFileSync(at('mine'), 'utf8'),
      new RegExp(`^# created: ${MADE_AT}\n# public key: ${mine}\nAGE-SECRET-KEY-1`),
    );
    await writeLines(at('saved'), lines(), await encryptFor(`${mine}, ${yours}`));
    assert.equal(statSync(at('saved')).mode & 0o777, 0o600);
    assert.equal(await isEncrypted(at('saved')), true);
    for (const key of ['mine', 'yours']) assert.equal(await read(at('saved'), at(key)), ROWS.length);
    // A file of several keys, with what else such files have.
    const both = ['# two keys', '', readFileSync(at('other'), 'utf8'), readFileSync(at('mine'), 'utf8')];
    writeFileSync(at('both'), both.join('\r\n'));
    assert.equal(await read(at('saved'), at('both')), ROWS.length);
    await assert.rejects(read(at('saved'), at('other')), /encrypted for another key than that of .*other/);
    await assert.rejects(read(at('saved')), /it cannot be unpacked/);
    await assert.rejects(newKey(at('mine'), MADE_AT), /EEXIST/);
  });

  it('that was changed or cut anywhere is refused', async () => {
    const recipient = await newKey(at('key'), MADE_AT);
    await writeLines(at('whole'), lines(), await encryptFor(recipient));
    const whole = readFileSync(at('whole'));
    assert.ok(whole.length > 3 * 65_536, `${whole.length} bytes`);
    const places = [30, 60, 150, 200, 240, 65_000, 70_000, 140_000, whole.length - 20, whole.length - 1];
    for (const place of places) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(at('changed'), bytes);
      await assert.rejects(
        read(at('changed'), at('key')),
        /The backup is (damaged|encrypted for another key)/,
        `${place}`,
      );
      writeFileSync(at('cut'), whole.subarray(0, place));
      await assert.rejects(read(at('cut'), at('key')), /The backup is damaged/, `cut at ${place}`);
    }
    // Whole chunks that are left out are noticed as well.
    const chunk = 65_536 + 16;
    writeFileSync(at('cut'), whole.subarray(0, whole.length - (whole.length % chunk)));
    await assert.rejects(read(at('cut'), at('key')), /The backup is damaged/);
  });

  it('needs recipients and keys that are some, and repeats no key in what it says', async () => {
    for (const recipient of ['', 'age1', 'age1nonsense', 'AGE-SECRET-KEY-1QQQ', 'age1x,'])
      await assert.rejects(encryptFor(recipient), /^Error: --encrypt: .* no recipient of age/);
    for (const text of ['', '# nothing\n', 'AGE-SECRET-KEY-1NONSENSE', 'a secret']) {
      writeFileSync(at('wrong'), text);
      await assert.rejects(
        openBy(at('wrong')),
        ({ message }: Error) => /holds no key of age/.test(message) && !/NONSENSE|a secret/.test(message),
      );
    }
    await assert.rejects(openBy(at('missing')), /--key: there is no file/);
    writeFileSync(at('short'), 'age');
    assert.equal(await isEncrypted(at('short')), false);
  });
});
