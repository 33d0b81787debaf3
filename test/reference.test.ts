// Holds docs/reference together: every citation in the repository names a clause that is there, clauses are numbered
// without gaps, links lead somewhere, and nothing points at documents that are not in the repository.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { describe, it } from 'node:test';
import { anchorsOf, citationsIn, clausesOf, formerCitations, linksOf } from './harness/citations.ts';

const ROOT = dirname(import.meta.dirname);
const REFERENCE = join(ROOT, 'docs/reference');
/** Where citations may stand. */
const FOLDERS = [
  'src',
  'web',
  'scripts',
  'test',
  'prove',
  'bench',
  'clients',
  'docs',
  'examples',
  'deploy',
  '.ci',
];
/** Text written by people: neither data nor generated from code. */
const FILES = /\.(?:[cm]?[jt]sx?|md|css|html|sh)$|(?:^|\/)\.ci\/[^.]+$/;
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist)\/|^test\/data\/|^docs\/screens\//;
/** The one that is about faults in citations. */
const OWN = ['test/reference.test.ts', 'test/harness/citations.ts'];

const slashed = (path: string) => path.split(sep).join('/');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const paths = [
  ...FOLDERS.flatMap((folder) => globSync(`${folder}/**/*`, { cwd: ROOT })),
  ...globSync('*.md', { cwd: ROOT }),
]
  .map(slashed)
  .filter((path) => FILES.test(path) && !LEFT_OUT.test(path))
  .sort();

const clausePages = globSync('*.md', { cwd: REFERENCE })
  .filter((file) => file !== 'README.md')
  .sort();
const pages = new Map(
  clausePages.map((file) => {
    const page = basename(file, '.md');
    return [page, clausesOf(page, readFileSync(join(REFERENCE, file), 'utf8'))];
  }),
);
const names = new Set(pages.keys());

function none(faults: readonly string[], advice: string): void {
  assert.deepEqual(faults, [], `${faults.join('\n')}\n${advice}`);
}

describe('the reference', () => {
  it('numbers the clauses of each page from 1, without gaps, each once', () => {
    assert.ok(pages.size > 10, 'docs/reference has too few pages: are they where they were?');
    none(
      [...pages].flatMap(([page, { faults }]) =>
        faults.map(({ line, what }) => `docs/reference/${page}.md:${line} ${what}`),
      ),
      'A new clause goes to the end of its page; one that no longer holds stays and says Withdrawn.',
    );
  });

  it('has every clause that is cited', () => {
    const faults: string[] = [];
    let count = 0;
    for (const path of paths.filter((each) => !OWN.includes(each))) {
      const found = citationsIn(read(path), names, path.endsWith('.md'));
      count += found.citations.length;
      faults.push(...found.faults.map(({ line, what }) => `${path}:${line} ${what}`));
      for (const { page, number, line } of found.citations) {
        if (pages.get(page)?.numbers.has(number) !== true) {
          faults.push(`${path}:${line} cites ${page}.${number}, which is not in docs/reference.`);
        }
      }
    }
    none(faults, 'docs/reference/README.md says how clauses are cited.');
    assert.ok(count > 300, `Only ${count} citations were found: is the test looking in the right places?`);
  });

  it('is what the repository points at, and nothing outside of it', () => {
    none(
      paths
        .filter((each) => !OWN.includes(each))
        .flatMap((path) => formerCitations(read(path)).map(({ line, what }) => `${path}:${line} ${what}`)),
      'Whoever has the repository has to be able to look up what the code keeps.',
    );
  });

  it('has links that lead somewhere, and a line for each page', () => {
    const faults: string[] = [];
    for (const file of globSync('*.md', { cwd: REFERENCE })) {
      const text = readFileSync(join(REFERENCE, file), 'utf8');
      for (const { target, line } of linksOf(text)) {
        const [path = '', anchor] = target.split('#');
        const to = path === '' ? join(REFERENCE, file) : join(REFERENCE, path);
        const where = `docs/reference/${file}:${line}`;
        if (!existsSync(to))
          faults.push(`${where} leads to ${slashed(relative(ROOT, to))}, which is not there.`);
        else if (anchor !== undefined && !anchorsOf(readFileSync(to, 'utf8')).has(anchor)) {
          faults.push(`${where} leads to #${anchor}, which ${slashed(relative(ROOT, to))} does not have.`);
        }
      }
    }
    const listed = new Set(
      linksOf(readFileSync(join(REFERENCE, 'README.md'), 'utf8')).map(({ target }) => target),
    );
    for (const file of clausePages)
      if (!listed.has(file)) faults.push(`docs/reference/README.md does not list ${file}.`);
    none(faults, 'Links are relative to docs/reference.');
  });
});

describe('citations are read', () => {
  const known = new Set(['orders', 'money']);
  const shown = (text: string, isProse = false) => {
    const { citations, faults } = citationsIn(text, known, isProse);
    return [
      ...citations.map(({ page, number, line }) => `${line} ${page}.${number}`),
      ...faults.map(({ line }) => `${line} fault`),
    ];
  };
  const table: [text: string, found: string[]][] = [
    ['/** One (reference: orders.4). */', ['1 orders.4']],
    ['// Two (reference: orders.4, money.12; RFC 9110 15.5)', ['1 orders.4', '1 money.12']],
    ['// All between (reference: money.3 to money.9).', ['1 money.3', '1 money.9']],
    ['// Behind something else (RFC 6749 4.1.3; reference: orders.4)', ['1 orders.4']],
    ['// Over the end (reference:\n// orders.4,\n// money.1)', ['2 orders.4', '3 money.1']],
    ['/**\n * Over the end (reference: orders.4,\n * orders.5)\n */', ['2 orders.4', '3 orders.5']],
    ["describe('title (reference: orders.4)', () => {", ['1 orders.4']],
    ['// An unknown page (reference: order.4)', ['1 order.4']],
    ["  'money.6: 52.50 inc 12 %',", ['1 money.6']],
    ['| `orders.12` | see orders.4. |', ['1 orders.12', '1 orders.4']],
    ['const x: { reference: string } = await find(reference: any);', []],
    ['import "./orders.1.ts"; const a = my.orders.4; "orders.2024-01-01"; orders.length', []],
    ['// No clause (reference: orders 4)', ['1 fault']],
    ['// Not a clause (reference: orders.4, the rest)', ['1 orders.4', '1 fault']],
    ['// Backwards (reference: money.9 to money.3)', ['1 money.9', '1 money.3', '1 fault']],
    ['// Two pages (reference: money.3 to orders.9)', ['1 money.3', '1 orders.9', '1 fault']],
    ['// Cut off (reference: orders.)', ['1 fault']],
  ];
  for (const [text, found] of table) it(JSON.stringify(text), () => assert.deepEqual(shown(text), found));

  it('in prose, where every "reference:" is one', () => {
    assert.deepEqual(shown('Well (reference: some day)', true), ['1 fault']);
    assert.deepEqual(shown('Well (reference: some day)'), []);
  });
});

describe('clauses are counted', () => {
  const faultsOf = (text: string) => clausesOf('orders', text).faults.map(({ line }) => line);
  const table: [what: string, text: string, lines: number[]][] = [
    ['in order', '# Orders\n\n### orders.1 One\n\nText.\n\n### orders.2 Two\n\nText.\n', []],
    ['a gap', '### orders.1 One\nText.\n### orders.3 Three\nText.', [3]],
    ['a first that is not 1', '### orders.2 Two\nText.', [1]],
    ['twice', '### orders.1 One\nText.\n### orders.1 One\nText.', [3]],
    ['out of order', '### orders.2 Two\nText.\n### orders.1 One\nText.', [1, 3]],
    ['of another page', '### money.1 One\nText.', [1]],
    ['no number', '### One\nText.', [1]],
    ['no title', '### orders.1\nText.', [1]],
    ['another level', '## orders.1 One\nText.', [1]],
    ['a leading zero', '### orders.01 One\nText.', [1]],
    ['nothing said', '### orders.1 One\n\n### orders.2 Two\nText.', [1]],
  ];
  for (const [what, text, lines] of table) it(what, () => assert.deepEqual(faultsOf(text), lines));
});

describe('what pointed outside is found', () => {
  // Put together here, so that this file does not say it.
  const [agreement, short] = ['contr'.concat('act'), 'sp'.concat('ec')];
  const table: [text: string, lines: number[]][] = [
    [`/** (${agreement} 6, Stock) */`, [1]],
    [`a\n// ${agreement.toUpperCase()} 6`, [2]],
    [`// (${short}: Order)\n// (${short}: Limits)`, [1, 2]],
    [`// (des${'ign'}: Storage)`, [1]],
    [`the ${agreement} of a test; a ${short}; special: no`, []],
  ];
  for (const [text, lines] of table) {
    it(JSON.stringify(text), () =>
      assert.deepEqual(
        formerCitations(text).map(({ line }) => line),
        lines,
      ),
    );
  }
});

describe('links are read', () => {
  it('relative ones, with their lines', () => {
    const text = 'See [a](../api.md) and [b](https://example.com).\n[c](money.md#money1-exact) [d](#here)';
    assert.deepEqual(
      linksOf(text).map(({ target, line }) => `${line} ${target}`),
      ['1 ../api.md', '2 money.md#money1-exact', '2 #here'],
    );
  });

  it('to headings, as pages show them', () => {
    assert.deepEqual(
      [...anchorsOf('# Ready, and stopping\n\n### money.1 Exact decimals\n')],
      ['ready-and-stopping', 'money1-exact-decimals'],
    );
  });
});
