import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hashSecret, Keyring, newSecret, sameHash } from './secrets.ts';

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
        assert.match(sealed, /^v1\.[\w-]+$/);
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
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ (1 << (at % 8));
      assert.throws(() => keyring.open(`v1.${other.toString('base64url')}`, 'webhook 1'));
      assert.throws(() => keyring.open(`v1.${bytes.subarray(0, at).toString('base64url')}`, 'webhook 1'));
    }
    for (const text of ['', 'v1.', 'whsec', sealed.slice(3), `v2.${sealed.slice(3)}`]) {
      assert.throws(() => keyring.open(text, 'webhook 1'), text);
    }
  });

  it('need a key of 32 bytes, which is not the one that signs cursors', () => {
    assert.throws(() => new Keyring(Buffer.alloc(31)));
    assert.equal(keyring.cursors.length, 32);
    assert.notDeepEqual(keyring.cursors, MASTER);
    assert.deepEqual(keyring.cursors, new Keyring(MASTER).cursors);
    assert.notDeepEqual(keyring.cursors, new Keyring(Buffer.alloc(32, 4)).cursors);
  });
});
