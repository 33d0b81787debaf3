import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '../kernel/time.ts';
import { base32, codeAt, keyUri, stepAt, stepOf } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

/** RFC 6238, appendix B, SHA-1. */
const VECTORS: readonly [seconds: bigint, code: string][] = [
  [59n, '94287082'],
  [1111111109n, '07081804'],
  [1111111111n, '14050471'],
  [1234567890n, '89005924'],
  [2000000000n, '69279037'],
  [20000000000n, '65353130'],
];

describe('codes of an authenticator app', () => {
  for (const [seconds, code] of VECTORS) {
    it(`at ${seconds} is the one of RFC 6238`, () => {
      assert.equal(codeAt(SECRET, stepAt(seconds * SECOND), 8), code);
      assert.equal(codeAt(SECRET, stepAt(seconds * SECOND)), code.slice(2));
    });
  }

  it('are taken one step early or late, and never twice', () => {
    const now = 1111111111n * SECOND;
    const at = stepAt(now);
    for (const [step, last, taken] of [
      [at, 0n, true],
      [at - 1n, 0n, true],
      [at + 1n, 0n, true],
      [at - 2n, 0n, false],
      [at + 2n, 0n, false],
      [at, at, false],
      [at - 1n, at, false],
      [at + 1n, at, true],
    ] as const) {
      assert.equal(stepOf(SECRET, codeAt(SECRET, step), now, last), taken ? step : undefined);
    }
  });

  it('are six digits and nothing else', () => {
    const code = codeAt(SECRET, 1n);
    for (const typed of [
      '',
      code.slice(1),
      `${code}0`,
      ` ${code}`,
      '１２３４５６',
      'abcdef',
      `-${code.slice(1)}`,
    ])
      assert.equal(stepOf(SECRET, typed, 30n * SECOND, 0n), undefined, typed);
  });
});

describe('a secret for an app', () => {
  it('is base32 as RFC 4648 has it', () => {
    for (const [text, encoded] of [
      ['', ''],
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foo', 'MZXW6'],
      ['foob', 'MZXW6YQ'],
      ['fooba', 'MZXW6YTB'],
      ['foobar', 'MZXW6YTBOI'],
    ] as const)
      assert.equal(base32(Buffer.from(text)), encoded);
  });

  it('comes with whose it is', () => {
    assert.equal(
      keyUri(SECRET, 'ann+1@example.com', 'Passbell pos.example.com'),
      'otpauth://totp/Passbell%20pos.example.com:ann%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Passbell%20pos.example.com',
    );
  });
});
