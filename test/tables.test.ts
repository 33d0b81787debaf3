// Holds the line of folders where imports do not show: in SQL. Each table belongs to a folder, and only that folder and
// those behind it in the line (test/structure.test.ts) name it. And no files import each other in a circle.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { blank, importsOf } from './harness/imports.ts';
import { LINE, TOOLS } from './harness/line.ts';

const root = dirname(import.meta.dirname);

/** The tables of each folder. */
const TABLES: Readonly<Record<string, string>> = {
  storage: 'id_counters meta external_ids',
  outbox: 'events event_counters deliveries webhooks sandbox_faults audit_entries',
  edge: 'addons access_tokens idempotency_keys operator_sessions process_counts company_usage company_quotas',
  company:
    'companies sites registers staff roles taxes tax_groups price_lists prices payment_methods images ' +
    'approvals approval_failures',
  mail: 'mails mail_attempts mail_hours',
  customers: 'customers customer_references customer_grams customer_tags',
  products:
    'products product_categories product_grams product_modifiers product_option_sets product_tags categories ' +
    'option_sets option_set_options site_products stock_movements',
  checkins: 'checkins',
  printing: 'print_jobs tickets',
  'payment-requests': 'payment_requests',
  shifts: 'shifts shift_movements shift_takings cashups',
  tables: 'floors dining_tables',
  discounts: 'discounts',
  orders:
    'orders order_terms order_history invoice_counters order_numbers past_orders past_counters history_cuts',
  reports: 'report_positions report_sums past_completions',
  webhooks: 'delivery_attempts delivery_stalls',
  people:
    'users memberships sessions one_time_links sign_in_attempts known_browsers audit_log ' +
    'second_factors recovery_codes passkeys sign_in_steps',
  oauth: 'authorization_codes grants refresh_tokens addon_uses',
  access: 'devices device_keys request_log',
  imports: 'imports imported_names import_figures',
  fleet: 'processes',
  web: 'screen_files',
};

/** What names a table of a later folder all the same, and why. There must not be more. */
const KNOWN: Readonly<Record<string, string>> = {
  'src/storage/inspect.ts event_counters': 'doctor says when a database was last used',
  'src/storage/inspect.ts orders': 'doctor says when a database was last used',
  'src/storage/inspect.ts companies': 'doctor says when a database was last used',
  'src/outbox/order-texts.ts orders': 'an event shows what the row of its order has, until that changes',
  'src/edge/store.ts orders':
    'an answer that is kept shows what the row of its order has, until that changes',
  'src/outbox/deliveries.ts addons': 'a delivery goes out only while its add-on is let in',
  'src/outbox/deliveries.ts grants': 'a delivery goes out only while its add-on is let in',
  'src/outbox/append.ts customer_references': 'each add-on is told its own reference of a customer',
  'src/outbox/audit.ts staff': 'an entry names who acted, as they were called then',
  'src/outbox/audit.ts users': 'an entry names who acted, as they were called then',
  'src/outbox/audit.ts addons': 'an entry names who acted, as they were called then',
  'src/company/sessions.store.ts devices': 'a device that is taken back ends who is signed in at it',
};

/** A table named in SQL: behind a word that takes one, or as the name of a Table or a use. */
const NAMED =
  /\b(?:from|into|update|join|table)\s+([a-z_]+)\b|(?:new Table[^(]*|inTable)\([^)]*?'([a-z_]+)'/g;

function ownerOf(table: string): string | undefined {
  return Object.keys(TABLES).find((folder) => TABLES[folder]?.split(' ').includes(table));
}

/** The tables of later folders that a file names, each as "file table". */
function breaches(path: string, text: string): string[] {
  const folder = path.split('/')[1] ?? '';
  if (!LINE.includes(folder)) return [];
  const found = new Set<string>();
  for (const [, word, quoted] of text.matchAll(NAMED)) {
    const table = word ?? quoted ?? '';
    const owner = ownerOf(table);
    if (owner !== undefined && LINE.indexOf(owner) > LINE.indexOf(folder)) found.add(`${path} ${table}`);
  }
  return [...found];
}

/** Circles of files that import each other, each once, from its first file on. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]): void => {
    const begin = way.indexOf(path);
    if (begin >= 0) {
      const circle = way.slice(begin);
      const first = circle.indexOf(circle.toSorted()[0] ?? '');
      found.add([...circle.slice(first), ...circle.slice(0, first)].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return [...found].sort();
}

function read(pattern: string): Map<string, string> {
  return new Map(
    globSync(pattern, { cwd: root }).map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(join(root, path), 'utf8'),
    ]),
  );
}

describe('tables', () => {
  it('belong to a folder each', () => {
    const found = (pattern: RegExp) =>
      [...read('src/storage/migrations/*.ts').values()].flatMap((text) =>
        [...text.matchAll(pattern)].map(([, name = '']) => name),
      );
    const made = found(/create table (?:if not exists )?([a-z_]+)/g);
    const dropped = new Set(found(/drop table ([a-z_]+)/g));
    assert.ok(made.length > 30);
    assert.deepEqual(
      [...new Set(made)].filter((table) => ownerOf(table) === undefined && !dropped.has(table)),
      [],
    );
    assert.deepEqual(
      Object.keys(TABLES).filter((folder) => !LINE.includes(folder)),
      [],
    );
  });

  it('are named by their folder and those behind it alone', () => {
    const files = [...read('src/**/*.ts')].filter(
      ([path]) =>
        !path.endsWith('.test.ts') &&
        !path.startsWith('src/storage/migrations/') &&
        !TOOLS.includes(path.split('/')[1] ?? ''),
    );
    const found = files.flatMap(([path, text]) => breaches(path, text));
    assert.deepEqual(
      found.filter((each) => !Object.hasOwn(KNOWN, each)),
      [],
      'Declare what refers to an earlier folder in a uses.store.ts of the later one, or move the question there.',
    );
    assert.deepEqual(
      Object.keys(KNOWN).filter((each) => !found.includes(each)),
      [],
      'is no breach any more',
    );
  });

  it('of later folders are noticed', () => {
    const cases: [text: string, found: string[]][] = [
      ['sql`select 1 from orders where 1 = 1`', ['src/company/a.ts orders']],
      ['sql`update\n  orders set x = 1`', ['src/company/a.ts orders']],
      ["inTable('orders', 'orders', company, where)", ['src/company/a.ts orders']],
      ["export const x = new Table<X>('devices', {})", ['src/company/a.ts devices']],
      ['sql`select 1 from sites`', []],
      ["import { a } from './orders.ts';", []],
    ];
    for (const [text, found] of cases) assert.deepEqual(breaches('src/company/a.ts', text), found, text);
  });
});

describe('imports', () => {
  it('go round in no circle', () => {
    const files = new Map(
      ['src', 'web', 'clients', 'bench', 'scripts', 'prove'].flatMap((folder) => [
        ...read(`${folder}/**/*.{ts,tsx}`),
      ]),
    );
    assert.ok(files.size > 400);
    const imports = new Map(
      [...files].map(([path, text]) => [
        path,
        importsOf(path, text, blank(text)).flatMap(({ target }) =>
          target !== undefined && files.has(target) ? [target] : [],
        ),
      ]),
    );
    assert.deepEqual(circles(imports), []);
  });

  it('in circles are noticed', () => {
    const imports = new Map([
      ['b', ['a', 'd']],
      ['a', ['c']],
      ['c', ['b', 'c']],
      ['d', []],
    ]);
    assert.deepEqual(circles(imports), ['a -> c -> b', 'c']);
  });
});
