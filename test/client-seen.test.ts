// Which reads of the published client have to show what (reference: operations.27).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Seen } from '#clients/typescript/seen.ts';

const answered = (token: string | null) => ({ get: () => token });
const wanted = (seen: Seen) => seen.begin().headers['consistency-token'];

test('a read names the last position that an answer named, whichever came last', () => {
  const seen = new Seen();
  assert.equal(wanted(seen), undefined);
  const write = { headers: {}, told: 0 };
  seen.hear(answered('00000000000000FF'), write);
  seen.hear(answered('00000000000000A0'), write);
  seen.hear(answered(null), write);
  assert.equal(wanted(seen), '00000000000000FF');
});

test('what was told is asked for until a read has shown it', () => {
  const seen = new Seen();
  seen.tell();
  assert.equal(wanted(seen), 'latest');
  seen.hear(answered('0000000000000100'), { headers: {}, told: 0 });
  assert.equal(wanted(seen), 'latest');
  const first = seen.begin();
  seen.tell();
  seen.hear(answered('0000000000000200'), first);
  assert.equal(wanted(seen), 'latest');
  const second = seen.begin();
  seen.hear(answered(null), second);
  assert.equal(wanted(seen), 'latest');
  seen.hear(answered('0000000000000300'), second);
  assert.equal(wanted(seen), '0000000000000300');
});
