// Pages say what there is: links lead somewhere, and every setting, metric, check, error, report, page and path of the API
// that they name is one, and is named where all of them have to be.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, it } from 'node:test';
import { RIGHTS } from '#src/company/rules/rights.ts';
import { SETTINGS } from '#src/config.ts';
import { ERROR_STATUS } from '#src/kernel/errors.ts';
import { TOPICS } from '#src/kernel/event.ts';
import { ROUTES } from '#src/routes.ts';
import { anchorsOf, linksOf } from './harness/citations.ts';

const ROOT = dirname(import.meta.dirname);
const slashed = (path: string) => path.split(sep).join('/');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');

/** Every page; those that the guide of the API is made of have links as they are from its folder. */
const pages = globSync(
  ['*.md', '.github/**/*.md', 'bench/*.md', '{docs,clients,examples,scripts,web,deploy}/**/*.md'],
  { cwd: ROOT },
)
  .map(slashed)
  .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
  .sort();
const placeOf = (page: string) => (page.startsWith('scripts/guide/') ? 'docs/api' : dirname(page));

/** The lines of a page with what is found on them. */
function* found(page: string, what: RegExp): Generator<{ where: string; match: RegExpMatchArray }> {
  for (const [at, line] of read(page).split('\n').entries())
    for (const match of line.matchAll(what)) yield { where: `${page}:${at + 1}`, match };
}

function none(faults: readonly string[], advice: string): void {
  assert.deepEqual(faults, [], `${faults.join('\n')}\n${advice}`);
}

describe('pages', () => {
  it('have links that lead somewhere', () => {
    assert.ok(pages.length > 150, `Only ${pages.length} pages: are they where they were?`);
    const faults: string[] = [];
    for (const page of pages) {
      for (const { target, line } of linksOf(read(page))) {
        const [path = '', anchor] = target.split('#');
        const to = path === '' ? join(ROOT, page) : join(ROOT, placeOf(page), path);
        const name = slashed(relative(ROOT, to));
        if (!existsSync(to)) faults.push(`${page}:${line} leads to ${name}, which is not there.`);
        else if (anchor !== undefined && to.endsWith('.md') && !anchorsOf(read(name)).has(anchor))
          faults.push(`${page}:${line} leads to #${anchor}, which ${name} does not have.`);
      }
    }
    none(faults, 'Links are relative to the page.');
  });

  it('name files that are there', () => {
    const faults: string[] = [];
    const file =
      /`((?:src|web|test|docs|scripts|examples|bench|prove|clients|deploy|locales|\.ci)\/[\w./-]+)`/g;
    for (const page of pages.filter((each) => !/CHANGELOG|api-changelog|docs\/decisions/.test(each)))
      for (const { where, match } of found(page, file))
        if (!existsSync(join(ROOT, match[1] ?? ''))) faults.push(`${where}: there is no ${match[1]}`);
    none(faults, 'A file that was moved is named where it is now.');
  });
});

describe('docs/operations.md', () => {
  const operations = read('docs/operations.md');
  const known = Object.values(SETTINGS).map(({ env }) => env as string);

  it('has a line for each setting, and for nothing else', () => {
    const [table = ''] = /^\| Setting [\s\S]*?\n\n/m.exec(operations) ?? [];
    const rows = [...table.matchAll(/^\| ([A-Z][A-Z_, ]+) \|/gm)];
    const named = rows.flatMap(([, names = '']) => names.split(', '));
    assert.deepEqual([...named].sort(), [...known].sort());
    // Where help says a default, in brackets at the end, the table has the same.
    for (const { env, meaning } of Object.values(SETTINGS)) {
      const [, said = ''] = / \(([^()]+)\)$/.exec(meaning) ?? [];
      const [, shown = ''] =
        new RegExp(`^\\| (?:[A-Z_]+, )?${env}(?:, [A-Z_]+)? \\| ([^|]+) \\|`, 'm').exec(table) ?? [];
      if (said !== '') assert.equal(shown, said, env);
    }
  });

  it('and the others set what there is', () => {
    const faults: string[] = [];
    for (const page of pages.filter((each) =>
      /^(?:README|CONTRIBUTING|SECURITY|docs\/[a-z-]+)\.md$/.test(each),
    ))
      for (const { where, match } of found(page, /^ {4}((?:[A-Z][A-Z_]+=\S+ )+)(?:npm start|passbell)/g))
        for (const [, name = ''] of (match[1] ?? '').matchAll(/([A-Z][A-Z_]+)=/g))
          if (!known.includes(name)) faults.push(`${where}: ${name} is no setting.`);
    none(faults, 'src/config.ts has the settings.');
  });

  it('has every metric, and alerts and dashboard use no others', () => {
    const code = globSync('src/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => read(slashed(file)));
    const metrics = code
      .flatMap((text) => [...text.matchAll(/\bmetric\(\s*'([a-z_]+)'/g)].map(([, name = '']) => name))
      .map((name) => (name.startsWith('process_') ? name : `passbell_${name}`));
    assert.ok(metrics.length > 30, `Only ${metrics.length} metrics were found.`);
    const [table = ''] = /^\| Metric [\s\S]*?\n\n/m.exec(operations) ?? [];
    const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/(?:passbell|process)_[a-z_]+/g) ?? [],
    );
    assert.deepEqual([...named].sort(), [...new Set(metrics)].sort());
    const shown = `${read('deploy/alerts.yml')}${read('deploy/grafana.json')}`;
    for (const [name] of shown.matchAll(/\bpassbell_[a-z_]+/g))
      assert.ok(metrics.includes(name.replace(/_(?:bucket|count|sum)$/, '')), name);
  });

  it('has every check of /readyz', () => {
    const [, section = ''] = /^## Ready, and stopping\n([\s\S]*?)^SIGTERM/m.exec(operations) ?? [];
    const code = globSync('src/*.ts', { cwd: ROOT }).map((file) => read(slashed(file)));
    const checks = code.flatMap((text) =>
      [...text.matchAll(/readiness\.(?:register|note)\(\s*'([a-z]+)'/g)].map(([, name = '']) => name),
    );
    assert.ok(checks.length >= 6, checks.join());
    for (const check of checks) assert.ok(section.includes(`\`${check}\``), check);
  });
});

it('events.3 has every topic, and no other', () => {
  const [, clause = ''] =
    /^### events\.3 [^\n]*\n([\s\S]*?)^### /m.exec(read('docs/reference/events.md')) ?? [];
  const named = [...clause.matchAll(/`([a-z_]+\/[a-z_]+)`/g)].map(([, topic = '']) => topic);
  assert.deepEqual([...named].sort(), [...TOPICS].sort());
});

it('staff.15 has every permission that binds', () => {
  const [, clause = ''] =
    /^### staff\.15 [^\n]*\n([\s\S]*?)^### /m.exec(read('docs/reference/staff.md')) ?? [];
  for (const right of RIGHTS) assert.ok(clause.includes(`\`${right}\``), right);
});

describe('docs/api.md', () => {
  const guide = read('docs/api.md');

  it('leads to the page of every resource', () => {
    const linked = new Set(linksOf(guide).map(({ target }) => target));
    for (const file of globSync('*.md', { cwd: join(ROOT, 'docs/api') }))
      assert.ok(linked.has(`api/${file}`), `docs/api.md does not lead to api/${file}`);
  });

  it('has every code of a refusal', () => {
    const [, section = ''] = /^## Errors\n([\s\S]*?)^## /m.exec(guide) ?? [];
    // Those of the token endpoint stand where that is told of.
    for (const code of Object.keys(ERROR_STATUS).filter((each) => !/client$|grant|scope$/.test(each)))
      assert.ok(section.includes(`\`${code}\``), code);
  });

  it('has every report', () => {
    const [, section = ''] = /^## Reports\n([\s\S]*?)^## /m.exec(guide) ?? [];
    const { paths } = JSON.parse(read('docs/openapi.json'));
    const reports = Object.keys(paths).flatMap((path) => /\/reports\/([a-z_]+)$/.exec(path)?.[1] ?? []);
    assert.ok(reports.length > 15, reports.join());
    for (const report of reports) assert.match(section, new RegExp(`[\`/]${report}[\`?]`), report);
  });
});

describe('paths of the API', () => {
  /** Pages that tell of calls. */
  const guides = pages.filter((page) =>
    /^(?:README\.md|examples\/|clients\/|docs\/[a-z-]+\.md|docs\/reference\/)/.test(page),
  );
  /** Beside the API, and `PUT /products`, which stands for what has an id behind it. */
  const OTHERS = /^\/(?:healthz|readyz|metrics|session\b|oauth\/|v1\/token|\.well-known\/)|^\/products$/;
  const patterns = ROUTES.map(({ method, path }) => ({ method: String(method), parts: partsOf(path) }));

  /** A path without what stands before and behind what tells it apart. */
  function partsOf(path: string): string[] {
    return path
      .replace(/\?.*$/, '')
      .replace(/^\/v1/, '')
      .replace(/^\/companies\/(?:me|<c>|<company>|:company_id)(?=\/|$)/, '')
      .replace(/\.(?:json|csv|pdf|jsonl|xml)$/, (end) => (end === '.json' ? '' : `/${end.slice(1)}`))
      .split('/');
  }

  it('are routes', () => {
    const faults: string[] = [];
    let count = 0;
    for (const page of guides.filter((each) => !each.includes('changelog'))) {
      for (const { where, match } of found(page, /\b(GET|POST|PUT|PATCH|DELETE) `?(\/[^\s`",;)]*)/g)) {
        const [, method = '', path = ''] = match;
        if (OTHERS.test(path)) continue;
        count += 1;
        const parts = partsOf(path.replace(/[.:]$/, ''));
        const isThere = patterns.some(
          (each) =>
            each.method === method &&
            each.parts.length === parts.length &&
            each.parts.every((part, at) => part === parts[at] || part.startsWith(':')),
        );
        if (!isThere) faults.push(`${where}: ${method} ${path}`);
      }
    }
    none(faults, 'src/routes.ts has the paths there are.');
    assert.ok(count > 150, `Only ${count} calls were found: is the test looking in the right places?`);
  });
});

it('what examples and agents leave in the folder they are started in is nothing of git', () => {
  const ignored = read('.gitignore');
  const names = globSync('examples/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(slashed(file)).matchAll(/= '([a-z]+\.(?:sqlite|json|csv))'/g)].map(([, name = '']) => name),
  );
  assert.ok(names.length >= 5, names.join());
  for (const name of names) assert.match(ignored, new RegExp(`^/${name.replace(/\..*/, '\\.')}`, 'm'), name);
  assert.match(ignored, /^\/print-agent-\*\.journal$/m);
});

it('figures that are from the proof are those of its newest run', () => {
  const parts = new Map(
    read('docs/proof.md')
      .split(/^## /m)
      .map((text) => [text.split('\n')[0] ?? '', text]),
  );
  const faults: string[] = [];
  let count = 0;
  for (const { where, match } of found(
    'docs/topologies.md',
    /^\|(.+)\| [^|]*\[proof\]\(proof\.md\), (\w+)[^|]*\|$/g,
  )) {
    const [, cells = '', part = ''] = match;
    const shown = [...(parts.get(part)?.matchAll(/\| ([\d,]+) \|/g) ?? [])].map(([, figure = '']) => figure);
    const seconds = shown.map((figure) => (Number(figure.replaceAll(',', '')) / 1000).toFixed(1));
    const counts = cells.matchAll(/([\d,]*\d)(?: kills| cuts| times| were killed| orders)/g);
    for (const [, figure = ''] of counts) {
      count += 1;
      if (!shown.includes(figure)) faults.push(`${where}: ${part} has no ${figure}`);
    }
    if (part !== 'failover') continue;
    for (const [, figure = ''] of cells.matchAll(/(\d+\.\d) s/g)) {
      count += 1;
      if (!seconds.includes(figure)) faults.push(`${where}: ${part} has no ${figure} s`);
    }
  }
  none(faults, 'docs/proof.md is written by npm run prove and npm run fleet.');
  assert.ok(count > 10, `Only ${count} figures were found.`);
});
