// Companies can lie on several PostgreSQL servers, each whole on one (reference: operations.25): the tables as the
// migrations make them keep to the rules for that, and statements that are about several companies are known by name.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  distributionFaults,
  readTableRules,
  sqlTexts,
  type TableRules,
  tablesOfSeveral,
} from '#test/harness/distribution.ts';
import { type Database, freshStorage } from '#test/harness/storage.ts';
import { migrate } from './migrate.ts';
import type { Storage } from './port.ts';
import { raw } from './sql.ts';

const root = dirname(dirname(import.meta.dirname));

/** Tables that are not spread by company, and why. Each server has them whole, or one server has them for all. */
const COMMON: Readonly<Record<string, string>> = {
  migrations: 'of the database itself',
  meta: 'of the installation: the check value of its key, and the like',
  processes: 'of the installation: who serves it, nothing of a company',
  screen_files: 'of the installation: what its releases are made of',
  users: 'a person may be a member of several companies, and signs in before one is chosen',
  sessions: 'of a person at a browser, before a company is chosen',
  known_browsers: 'of a person',
  passkeys: 'of a person',
  recovery_codes: 'of a person',
  second_factors: 'of a person',
  sign_in_steps: 'of a person who is signing in',
  sign_in_attempts: 'of addresses and names that somebody tries, which may be nobody',
  process_counts: 'of processes: also of addresses and clients that somebody tries, which may be nobody',
  one_time_links:
    'a link to a new password is of a person; an invitation is taken up by somebody without a company',
  addons:
    'a company lets in the add-ons of others, so that tokens, deliveries and the log of requests name them',
};

/** Statements that do not name one company in their own words, by what they are for: the file and the table. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'finds whose a secret or a person is, before a company is known': [
    'edge/store.ts access_tokens',
    'edge/store.ts event_counters',
    'edge/store.ts operator_sessions',
    'oauth/grants.store.ts authorization_codes',
    'oauth/grants.store.ts refresh_tokens',
    'oauth/grants.store.ts grants',
    'oauth/grants.store.ts access_tokens',
    'access/store.ts device_keys',
    'access/store.ts access_tokens',
    'people/store.ts memberships',
    'people/store.ts companies',
    'people/store.ts access_tokens',
  ],
  'looks for what is due: deliveries, mail, reports': [
    'webhooks/queue.store.ts deliveries',
    'webhooks/stalls.store.ts deliveries',
    'webhooks/stalls.store.ts delivery_stalls',
    'mail/store.ts mails',
    'reports/store.ts event_counters',
    'reports/store.ts report_positions',
    'reports/store.ts past_counters',
    'outbox/log.ts event_counters',
  ],
  'sweeps what time has ended': [
    'checkins/store.ts checkins',
    'company/approvals.store.ts approvals',
    'company/sessions.store.ts operator_sessions',
    'edge/store.ts idempotency_keys',
    'edge/usage.store.ts company_usage',
    'company/retention.store.ts companies',
    'company/retention.store.ts idempotency_keys',
    'access/requests.store.ts request_log',
    'webhooks/purge.store.ts companies',
    'webhooks/purge.store.ts deliveries',
    'reports/event-cut.store.ts companies',
    'reports/event-cut.store.ts event_counters',
    'reports/event-cut.store.ts events',
    'reports/event-cut.store.ts report_positions',
    'orders/row/history-cut.store.ts companies',
    'orders/row/history-cut.store.ts event_counters',
    'orders/row/history-cut.store.ts history_cuts',
    'orders/row/history-cut.store.ts orders',
    'outbox/audit.ts audit_entries',
    'outbox/audit.ts event_counters',
    'outbox/company-time.ts event_counters',
    'payment-requests/store.ts payment_requests',
    'people/store.ts audit_log',
    'printing/store.ts print_jobs',
    'printing/store.ts tickets',
    'products/short.store.ts products',
  ],
  'asks for the quotas of companies that have called lately': ['edge/usage.store.ts company_quotas'],
  'ends an add-on in every company that let it in': [
    'access/addons.store.ts access_tokens',
    'access/addons.store.ts refresh_tokens',
    'access/addons.store.ts grants',
    'access/addons.store.ts operator_sessions',
    'access/addons.store.ts webhooks',
    'access/addons.store.ts event_counters',
    'access/addons.store.ts deliveries',
  ],
  'tells of the installation: doctor, figures, the first start': [
    'storage/inspect.ts event_counters',
    'storage/inspect.ts orders',
    'storage/inspect.ts companies',
    'reports/positions.store.ts report_positions',
    'reports/positions.store.ts event_counters',
    'company/store.ts companies',
    'fleet/server.store.ts event_counters',
    'fleet/stuck.store.ts deliveries',
    'fleet/stuck.store.ts mails',
    'fleet/stuck.store.ts event_counters',
    'fleet/stuck.store.ts report_positions',
    'fleet/stuck.store.ts print_jobs',
    'fleet/stuck.store.ts imports',
  ],
  'is about one company, which a part of it names': [
    'access/addons.store.ts addon_uses',
    'access/keys.store.ts addon_uses',
    'orders/row/filter.store.ts order_terms',
    'orders/row/filter.store.ts orders',
    'orders/row/lists.store.ts orders',
    'orders/row/lists.store.ts order_terms',
    'orders/row/groups.store.ts orders',
    // And on SQLite alone, where the table ends.
    'orders/row/texts.store.ts orders',
    'orders/row/tables.store.ts order_terms',
    'orders/row/tables.store.ts orders',
    'outbox/log-rows.ts events',
    'outbox/order-texts.ts events',
    'outbox/order-texts.ts orders',
    'printing/store.ts registers',
    'products/categories.store.ts site_products',
    'storage/external-ids.ts external_ids',
    'webhooks/store.ts deliveries',
    'webhooks/store.ts delivery_attempts',
  ],
};

describe('tables on several servers', () => {
  let database: Database;
  let storage: Storage;
  let tables: readonly TableRules[];
  const common = new Set(Object.keys(COMMON));
  before(async () => {
    database = await freshStorage('postgres');
    storage = database.open();
    await migrate(storage);
    tables = await storage.read(readTableRules);
  });
  after(() => database?.remove());

  it('keep each company whole on one of them', () => {
    assert.ok(tables.length > 70, `${tables.length} tables`);
    assert.deepEqual(
      distributionFaults(tables, common),
      [],
      'Put company_id into it, or say in COMMON why the table is of the whole installation.',
    );
    assert.deepEqual(
      [...common].filter((name) => !tables.some(({ table }) => table === name)),
      [],
      'is no table',
    );
  });

  it('are common where they have to be, and nowhere else', () => {
    const spreadable = tables.filter(
      ({ table, keys }) =>
        common.has(table) && keys.every(({ columns }) => columns[0] === 'company_id') && keys.length > 0,
    );
    assert.deepEqual(
      spreadable.map(({ table }) => table),
      [],
    );
  });

  const DAMAGES: readonly [what: string, statements: readonly string[], found: readonly RegExp[]][] = [
    ['no company', ['create table odd (id bigint primary key)'], [/^odd: has no company_id$/]],
    ['no key', ['create table odd (company_id bigint, id bigint)'], [/^odd: has no primary key$/]],
    [
      'a key that begins with something else',
      ['create table odd (company_id bigint, id bigint, primary key (id, company_id))'],
      [/^odd: its key does not begin with company_id$/],
    ],
    [
      'what is unique in all companies',
      ['create unique index orders_odd on orders (saleid)'],
      [/^orders: the unique index orders_odd is without company_id$/],
    ],
    [
      'a unique constraint',
      ['create table odd (company_id bigint, id bigint unique, primary key (company_id, id))'],
      [/^odd: the unique index odd_id_key is without company_id$/],
    ],
    [
      'a counter that all companies share',
      ['create table odd (company_id bigint, id bigserial, primary key (company_id, id))'],
      [/^odd: id has a default that is worked out: nextval\('odd_id_seq'::regclass\)$/],
    ],
    [
      'references',
      [
        'create table odder (company_id bigint, id bigint, primary key (company_id, id))',
        'create table odd (company_id bigint, id bigint, user_id bigint references users, primary key (company_id, id))',
        'alter table odd add constraint whole foreign key (company_id, id) references orders',
        'alter table odd add constraint crossed foreign key (id, company_id) references sites (company_id, id)',
        'alter table users add constraint out foreign key (id, created_at) references odder',
      ],
      [
        /^odd: crossed refers to sites without company_id on both sides$/,
        /^users: out refers to odder, of which no server has all rows$/,
      ],
    ],
    [
      'a trigger',
      [
        "create function nothing() returns trigger language plpgsql as 'begin return new; end'",
        'create trigger odd before insert on orders for each row execute function nothing()',
      ],
      [/^orders: has the trigger odd$/],
    ],
  ];
  for (const [what, statements, found] of DAMAGES) {
    it(`show a fault: ${what}`, async () => {
      const undone = new Error('It is undone.');
      let faults: string[] = [];
      await storage
        .write(async (tx) => {
          for (const statement of statements) await tx.run(raw(statement));
          faults = distributionFaults(await readTableRules(tx), common);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      assert.equal(faults.length, found.length, faults.join('\n'));
      for (const [at, says] of found.entries()) assert.match(faults[at] ?? '', says);
    });
  }

  it('are asked about several companies at once in known places alone', () => {
    const isSpread = (name: string) => !common.has(name) && tables.some(({ table }) => table === name);
    const found = globSync('src/**/*.ts', { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.test\.ts$|^src\/storage\/migrations\//.test(path))
      .flatMap((path) =>
        sqlTexts(readFileSync(join(root, path), 'utf8'))
          .flatMap((text) => tablesOfSeveral(text, isSpread))
          .map((table) => `${path.slice('src/'.length)} ${table}`),
      );
    const known = Object.values(SEVERAL).flat();
    assert.deepEqual(
      [...new Set(found)].filter((place) => !known.includes(place)),
      [],
      'Name the company, or say in SEVERAL what the statement is for, and in docs/operations.md what it means.',
    );
    assert.deepEqual(
      known.filter((place) => !found.includes(place)),
      [],
      'is no such place any more',
    );
  });

  it('are found in statements', () => {
    // With <…> for ${…}.
    const cases: [source: string, tables: string[]][] = [
      ['sql`select 1 from orders where company_id = <company> and id = <id>`', []],
      ['sql`select 1 from orders where id = <id>`', ['orders']],
      ['sql`select 1 from users where id = <id>`', []],
      ['sql`insert into orders (company_id) values (<company>)`', []],
      [
        'sql`delete from orders where <isIn(`a`, { b: 1 })> and 1 = 1`; sql`update sites set x = 1`',
        ['orders', 'sites'],
      ],
    ];
    const isSpread = (name: string) => name === 'orders' || name === 'sites';
    for (const [text, expected] of cases) {
      const source = text.replaceAll('<', '$'.concat('{')).replaceAll('>', '}');
      assert.deepEqual(
        sqlTexts(source).flatMap((text) => tablesOfSeveral(text, isSpread)),
        expected,
        source,
      );
    }
  });
});
