// The guide's pages of the API's resources: they are what the description says, and their links lead somewhere.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { it } from 'node:test';
import type { Description } from '#src/description/reading.ts';
import { PAGES_FOLDER, pageOf, pagesIn, resourcePages } from '../scripts/api-pages.ts';
import { descriptionText } from '../scripts/describe.ts';
import { anchorsOf, linksOf } from './harness/citations.ts';

const ROOT = dirname(import.meta.dirname);
const description = JSON.parse(descriptionText()) as Description;
const read = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
const slashed = (file: string) => relative(ROOT, file).split(sep).join('/');

it('docs/api has the pages that are made of the description, and no others', () => {
  const pages = resourcePages(description);
  assert.ok(pages.size > 20, 'There are too few pages.');
  const stale = [...pages].filter(([file, text]) => !existsSync(file) || read(file) !== text);
  assert.deepEqual(
    stale.map(([file]) => slashed(file)),
    [],
    'They are stale: npm run describe -- --keep makes them anew.',
  );
  const others = globSync('*.md', { cwd: PAGES_FOLDER }).filter(
    (file) => !pages.has(join(PAGES_FOLDER, file)),
  );
  assert.deepEqual(others, [], 'These are none of the pages: delete them.');
});

it('every operation is on one page, under a heading of its own', () => {
  const pages = pagesIn(description);
  const all = Object.values(description.paths).flatMap((item) => Object.values(item));
  const ids = pages.flatMap(({ placed }) => placed.map(({ operation }) => operation.operationId));
  assert.deepEqual(ids.sort(), all.map(({ operationId }) => operationId).sort());
  for (const [file, text] of resourcePages(description)) {
    const headings = [...text.matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
    assert.equal(new Set(headings).size, headings.length, `${slashed(file)} has a heading twice.`);
  }
});

it('what is said by hand is of a page that is there', () => {
  const names = new Set(pagesIn(description).map(({ name }) => name));
  const files = globSync('*.md', { cwd: join(ROOT, 'scripts/guide') }).map((file) =>
    file.replace(/\.md$/, ''),
  );
  assert.deepEqual(
    files.filter((name) => !names.has(name)),
    [],
  );
  for (const name of files) assert.match(read(join(ROOT, `scripts/guide/${name}.md`)), /^# \S.*\n\n\S/);
});

const C = '/v1/companies/{company_id}';
for (const [path, page] of [
  [C, 'company'],
  ['/v1/companies', 'company'],
  [`${C}/addresses`, 'company'],
  [`${C}/sites/{site_id}/status`, 'sites'],
  [`${C}/sites/{site_id}/orders/{order_id}`, 'orders'],
  [`${C}/orders/{order_id}/lines/{number}`, 'order-parts'],
  [`${C}/registers/{register_id}/sessions`, 'staff'],
  [`${C}/registers/{register_id}/heartbeat`, 'sites'],
  [`${C}/staff/me`, 'staff'],
  [`${C}/addons/{addon_id}/webhooks`, 'back-office'],
  [`${C}/sites/{site_id}/things/{thing_id}`, 'things'],
  [`${C}/new_things/{thing_id}/parts`, 'new-things'],
  ['/v1/token', 'tokens'],
] as const) {
  it(`${path} is on the page ${page}`, () => assert.equal(pageOf(path), page));
}

it('links of the guide, its pages and README lead somewhere', () => {
  const files = [
    'README.md',
    'CHANGELOG.md',
    ...globSync('docs/*.md', { cwd: ROOT }),
    ...globSync('docs/api/*.md', { cwd: ROOT }),
  ];
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? read(file);
    texts.set(file, text);
    return text;
  };
  let count = 0;
  const faults = files.flatMap((name) => {
    const file = join(ROOT, name);
    // Code is no prose: what looks like a link there is none.
    const prose = textOf(file).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
    return linksOf(prose).flatMap(({ target }) => {
      count++;
      const [path = '', anchor] = target.split('#');
      const to = path === '' ? file : join(dirname(file), path);
      if (!existsSync(to)) return [`${name} leads to ${slashed(to)}, which is not there.`];
      if (anchor === undefined || !to.endsWith('.md') || anchorsOf(textOf(to)).has(anchor)) return [];
      return [`${name} leads to #${anchor}, which ${slashed(to)} does not have.`];
    });
  });
  assert.deepEqual(faults, []);
  assert.ok(count > 500, `There are ${count} links alone.`);
});
