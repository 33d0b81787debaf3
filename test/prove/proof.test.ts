import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Part } from '../../prove/part.ts';
import { section, withSections } from '../../prove/proof.ts';

const part: Part = {
  ...{ name: 'kill', words: 'It is killed.', share: 1, goals: [{ count: 'crashes', atLeast: 1000 }] },
  run: () => Promise.reject(new Error('not run here')),
};
const write = (problems: readonly string[]) =>
  section(
    {
      part,
      finding: { counts: { crashes: 1234, deliveredAgain: 5 }, problems, notes: [] },
      seed: 7,
      seconds: 600,
    },
    '2027-01-02',
    'abc',
  );

it('a section has the counts beside their goals, and what was found', () => {
  const text = write([]);
  assert.match(
    text,
    /^## kill\n\nIt is killed\.\n\n2027-01-02, commit abc, seed 7, 10 minutes, \d+ cores\.\n/,
  );
  assert.match(text, /\| crashes \| 1,234 \| 1,000 \|\n\| delivered again \| 5 \| {2}\|/);
  assert.match(text, /Problems found: none\./);
  assert.match(write(['An order is gone.']), /Problems found:\n- An order is gone\./);
});

it('a part takes the place of its own section and leaves the others', () => {
  const order = ['kill', 'power'];
  const first = withSections('', new Map([['power', '## power\n\nthe first\n']]), order);
  const both = withSections(first, new Map([['kill', '## kill\n\nnew\n']]), order);
  assert.ok(both.indexOf('## kill') < both.indexOf('## power'));
  assert.match(both, /the first/);
  const again = withSections(both, new Map([['power', '## power\n\nnewer\n']]), order);
  assert.doesNotMatch(again, /the first/);
  assert.equal(again.match(/^## /gm)?.length, 2);
});
