// npm run check finds every regular expression that takes longer than its input is long.

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { withoutEnd } from '#src/kernel/text.ts';
import { ROUTES } from '#src/routes.ts';
import { checkExpressions, findAll, findExpressions } from '../scripts/expressions.ts';

/** Files with what has to be found in them: the texts of expressions, and how many places are refused. */
const FILES: readonly [what: string, text: string, sources: readonly string[], problems: number][] = [
  ['a literal', 'text.replace(/a+b/g, "");', ['a+b'], 0],
  ['a literal after a division', 'const a = 4 / 2; const b = /x\\/y/u.test(c) ? 1 / 2 : 3;', ['x\\/y'], 0],
  ['a literal in a type assertion', 'const a = (<T,>(x: T) => x)(/q/);', ['q'], 0],
  ['no literal in texts and comments', '// /a+/\nconst a = "/b+/"; const c = `/d+/`; /* /e+/ */', [], 0],
  ['a literal inside a template', 'const a = `$\x7bb.replace(/c/, "")}`;', ['c'], 0],
  ['one made of a text', "new RegExp('a+', 'g');", ['a+'], 0],
  ['one made without new', "RegExp('a+');", ['a+'], 0],
  [
    'one made of constants',
    `const A = 'x'; const B = /y/; new RegExp(\`^\${A + 'z'}\` + B.source);`,
    ['y', '^xzy'],
    0,
  ],
  ['one made of input', 'new RegExp(input);', [], 1],
  ['flags of input', "new RegExp('a', input);", [], 1],
  ['a text that is matched', "text.match('a+$');", ['a+$'], 0],
  ['RegExp under another name', 'const R = RegExp; new R(input);', [], 1],
  ['a type, and a question', 'function f(a: RegExp): a is RegExp { return a instanceof RegExp; }', [], 0],
  ['a file that is none', 'const = 1;', [], 1],
];

for (const [what, text, sources, problems] of FILES) {
  test(`in a file there is ${what}`, () => {
    const found = findExpressions('src/a/b.ts', text);
    assert.deepEqual(
      found.expressions.map(({ source }) => source),
      sources,
    );
    assert.equal(found.problems.length, problems, found.problems.join('\n'));
  });
}

const SLOW = ['^(.*?)\\s+(ex|inc)$', '[\\d -]+$', '(a+)+b', '\\s+$', '^(a|aa)+$'];
const FINE = ['^[a-z]{1,20}$', '\\s(ex|inc)$', '\\d+', '^(?:[^=]*=)?(.*)$'];

test('slow expressions are found, and fine ones are not', async () => {
  const at = (sources: readonly string[]) =>
    sources.map((source, line) => ({ source, flags: '', file: 'src/a/b.ts', line: line + 1 }));
  const faults = await checkExpressions(at([...SLOW, ...FINE]));
  assert.equal(faults.length, SLOW.length, faults.join('\n'));
  for (const [line, source] of SLOW.entries()) {
    const start = `src/a/b.ts:${line + 1} /${source}/ takes more than linear time`;
    assert.ok(
      faults.some((fault) => fault.startsWith(start)),
      `${source} was not found`,
    );
  }
});

test('the sources hold expressions, and none that cannot be checked', () => {
  const { expressions, problems } = findAll(dirname(import.meta.dirname));
  assert.deepEqual(problems, []);
  assert.ok(expressions.length > 200, `Only ${expressions.length}: are the sources where they were?`);
});

test('what routes demand of a segment takes no longer than the segment is long', async () => {
  const sources = new Set(
    ROUTES.flatMap(({ path }) => [...path.matchAll(/:\w+\(([^/]+)\)/g)].map(([, own = '']) => own)),
  );
  assert.ok(sources.has('^\\d+$'), [...sources].join(' '));
  const faults = await checkExpressions(
    [...sources].map((source, line) => ({ source, flags: '', file: 'src/routes.ts', line: line + 1 })),
  );
  assert.deepEqual(faults, []);
});

test('the end of a text is taken off in one go', () => {
  assert.equal(withoutEnd('https://a//', '/'), 'https://a');
  assert.equal(withoutEnd('12 - 3a45 -6', '0123456789 -'), '12 - 3a');
  assert.equal(withoutEnd('', '/'), '');
  assert.equal(withoutEnd('///', '/'), '');
});
