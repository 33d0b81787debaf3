import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Micros, SECOND } from '../../kernel/time.ts';
import { type Presence, presence } from './presence.ts';

const NOW = 1_000_000n * SECOND;

describe('a register', () => {
  const CASES: readonly [what: string, seen: Micros | null, expected: Presence][] = [
    ['never seen', null, 'offline'],
    ['seen now', NOW, 'online'],
    ['seen just under 30 s ago', NOW - 30n * SECOND + 1n, 'online'],
    ['seen 30 s ago', NOW - 30n * SECOND, 'offline'],
    ['seen long ago', 0n, 'offline'],
    ['seen by a clock that is a little ahead', NOW + 2n * SECOND, 'online'],
    ['seen by a clock that is far ahead', NOW + 3_600n * SECOND, 'offline'],
  ];
  for (const [what, seen, expected] of CASES) {
    it(`${what} is ${expected}`, () => assert.equal(presence(seen, NOW), expected));
  }
});
