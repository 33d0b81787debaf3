import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { hashSecret, InstallationKey, Keyring, newSecret, sameHash, UnknownKey } from './secrets.ts';

const random = { bytes: (count: number) => randomBytes(count) };
const MASTER = Buffer.alloc(32, 3);

describe('secrets (reference: authentication.14)', () => {
  it('carry 256 bits behind a prefix that says what leaked', () => {
    for (const prefix of ['pb_at_', 'pb_cs_', 'pb_ss_'] as const) {
      const secret = newSecret(prefix, random);
      assert.ok(secret.startsWith(prefix));
      assert.equal(Buffer.from(secret.slice(prefix.length), 'base64url').length, 32);
      assert.notEqual(newSecret(prefix, random), secret);
    }
  });

  it('are stored as SHA-256', () => {
    assert.equal(hashSecret('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });

  it('are compared by their hashes', () => {
    const hash = hashSecret('abc');
    assert.ok(sameHash(hash, hashSecret('abc')));
    for (const other of ['', hash.slice(1), `${hash}x`, hash.toLowerCase(), hashSecret('abd')]) {
      assert.ok(!sameHash(hash, other), other);
    }
  });
});

describe('sealed texts', () => {
  const keyring = new Keyring(MASTER);

  it('come back as they were, and look different every time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        const sealed = keyring.seal(text, context, random);
        assert.match(sealed, /^v2\.[0-9a-f]{8}\.[\w-]+$/);
        assert.notEqual(keyring.seal(text, context, random), sealed);
        assert.equal(keyring.open(sealed, context), text);
        assert.equal(new Keyring(Buffer.from(MASTER)).open(sealed, context), text);
      }),
    );
  });

  it('do not open with another key or context', () => {
    const sealed = keyring.seal('whsec', 'webhook 1', random);
    assert.throws(() => keyring.open(sealed, 'webhook 2'));
    assert.throws(() => new Keyring(Buffer.alloc(32, 4)).open(sealed, 'webhook 1'));
  });

  it('do not open with any bit changed or any byte missing', () => {
    const sealed = keyring.seal('whsec', 'webhook 1', random);
    const [, id = '', content = ''] = sealed.split('.');
    const bytes = Buffer.from(content, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ (1 << (at % 8));
      for (const form of ['v1', `v2.${id}`]) {
        assert.throws(() => keyring.open(`${form}.${other.toString('base64url')}`, 'webhook 1'));
        assert.throws(() =>
          keyring.open(`${form}.${bytes.subarray(0, at).toString('base64url')}`, 'webhook 1'),
        );
      }
    }
    for (const text of [
      '',
      'v1.',
      'v2.',
      `v2.${id}.`,
      'whsec',
      content,
      `v2.${content}`,
      `v3.${id}.${content}`,
    ]) {
      assert.throws(() => keyring.open(text, 'webhook 1'), text);
    }
  });

  it('need a key of 32 bytes, which is not the one that signs cursors', () => {
    assert.throws(() => new Keyring(Buffer.alloc(31)));
    assert.equal(keyring.cursors.first.length, 32);
    assert.notDeepEqual(keyring.cursors.first, MASTER);
    assert.deepEqual(keyring.cursors, new Keyring(MASTER).cursors);
    assert.notDeepEqual(keyring.cursors, new Keyring(Buffer.alloc(32, 4)).cursors);
  });
});

describe('several keys (reference: operations.30)', () => {
  const [old, next, gone] = [3, 4, 5].map((fill) => new InstallationKey(Buffer.alloc(32, fill)));
  assert.ok(old && next && gone);
  const before = new Keyring([old]);
  const ring = new Keyring([next, old]);
  /** As it was sealed before texts named their key. */
  const unnamed = (sealed: string) => `v1.${sealed.split('.')[2]}`;

  it('are named by ids that tell nothing of them', () => {
    assert.deepEqual(
      [old, next, gone].map(({ id }) => id),
      ['b0945691', '53df1996', '0d006553'],
    );
  });

  it('open what each of them sealed, with and without its name; the first seals', () => {
    const sealed = before.seal('whsec', 'here', random);
    for (const text of [sealed, unnamed(sealed)]) {
      assert.deepEqual(ring.openWith(text, 'here'), { text: 'whsec', key: old });
      assert.throws(() => ring.open(text, 'there'), /was changed|belongs to another place/);
    }
    const made = ring.seal('whsec', 'here', random);
    assert.equal(ring.openWith(made, 'here').key, next);
    assert.throws(
      () => before.open(made, 'here'),
      (error: unknown) =>
        error instanceof UnknownKey && error.id === next.id && !error.message.includes('whsec'),
    );
    assert.throws(() => before.open(unnamed(made), 'here'), /with a key that secret\.key does not hold/);
  });

  it('do not stand in for each other: a name is not changed', () => {
    const sealed = ring.seal('whsec', 'here', random);
    assert.throws(() => ring.open(sealed.replace(next.id, old.id), 'here'));
  });

  it('tell a PIN by whichever hashed it, and that it is to be hashed anew', () => {
    const named = before.hashPin('1234', '1/2');
    const bare = old.hash('1234', '1/2');
    assert.equal(named, `h2.${old.id}.${bare}`);
    assert.equal(before.matchPin(named, '1234', '1/2'), 'right');
    assert.equal(before.matchPin(bare, '1234', '1/2'), 'renew', 'it is to name its key');
    for (const stored of [named, bare]) {
      assert.equal(ring.matchPin(stored, '1234', '1/2'), 'renew');
      assert.equal(ring.matchPin(stored, '1235', '1/2'), 'wrong');
      assert.equal(ring.matchPin(stored, '1234', '1/3'), 'wrong');
      assert.equal(new Keyring([gone]).matchPin(stored, '1234', '1/2'), 'wrong');
    }
    assert.equal(ring.matchPin(ring.hashPin('1234', '1/2'), '1234', '1/2'), 'right');
    assert.ok(ring.knowsHash(named) && ring.knowsHash(bare));
    assert.ok(!new Keyring([gone]).knowsHash(named));
    assert.ok(ring.hashesOf('1234', '1/2').includes(named));
    assert.ok(ring.hashesOf('1234', '1/2').includes(bare));
  });

  it('are looked for once more when a name is met that is not known', () => {
    const late = new Keyring([old]);
    let looks = 0;
    late.learnFrom(() => {
      looks++;
      return [next, old];
    });
    assert.equal(late.open(ring.seal('a', 'here', random), 'here'), 'a');
    assert.equal(late.open(ring.seal('b', 'here', random), 'here'), 'b');
    assert.equal(looks, 1);
    assert.equal(late.first, old, 'which one is first is not learned that way');
    assert.throws(() => late.open(new Keyring([gone]).seal('c', 'here', random), 'here'), UnknownKey);
  });

  it('show nothing of themselves', () => {
    const shown =
      inspect([ring, next], { depth: 10, showHidden: true }) + JSON.stringify([ring, next, ring.keys]);
    for (const secret of [MASTER, Buffer.alloc(32, 4), next.cursors, next.receipts, old.cursors])
      for (const form of ['hex', 'base64', 'base64url'] as const)
        assert.ok(!shown.includes(secret.toString(form)));
  });
});
