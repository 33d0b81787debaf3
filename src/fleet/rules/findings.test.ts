import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../kernel/time.ts';
import type { Finding, ProcessRow, ServerFacts, StuckWork } from '../types.ts';
import { fleetFindings } from './fleet.ts';
import { serverFindings } from './server.ts';
import { stuckFindings } from './stuck.ts';
import { distanceOf } from './versions.ts';

const NOW = BigInt(Date.UTC(2026, 10, 26)) * 1000n;

function running(changes: Partial<ProcessRow> = {}): ProcessRow {
  return {
    id: 'a',
    version: '0.2.0',
    role: 'all',
    runs: 'web,deliveries,reports,mail',
    host: 'till',
    pid: 7n,
    migration: 57n,
    started_at: NOW - DAY,
    seen_at: NOW - 5n * SECOND,
    clock_apart: 0n,
    ...changes,
  };
}

const STEPS = [{ number: 55, beside: true }, { number: 56 }, { number: 57, beside: true }] as const;

const fleet = (...processes: ProcessRow[]) =>
  fleetFindings({ processes, now: NOW, goneAfter: MINUTE, migration: 57, steps: STEPS });

/** What is not good, as one line each. */
const told = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state !== 'good')
    .map(({ what, state, says }) => `${state} ${what}: ${says}`);

/** Exactly one thing is told, and it fits. */
function only(findings: readonly Finding[], fits: RegExp): void {
  const lines = told(findings);
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(lines[0] ?? '', fits);
}

describe('versions', () => {
  const CASES: readonly (readonly [a: string, b: string, distance: string])[] = [
    ['0.2.0', '0.2.0', 'same'],
    ['0.2.0', '0.2.1', 'one'],
    ['0.2.0', '0.3.0-1', 'one'],
    ['0.2.0', '0.4.0', 'more'],
    ['1.0.0', '0.9.3', 'one'],
    ['1.1.0', '0.9.3', 'more'],
    ['2.0.0', '0.9.3', 'more'],
    ['unknown', '0.9.3', 'more'],
  ];
  for (const [a, b, distance] of CASES) {
    it(`${a} and ${b}: ${distance}`, () => {
      assert.equal(distanceOf(a, b), distance);
      assert.equal(distanceOf(b, a), distance);
    });
  }
});

describe('the fleet', () => {
  it('is counted by role and version, and all is well', () => {
    const found = fleet(running(), running({ id: 'b' }), running({ id: 'c', role: 'api' }));
    assert.deepEqual(told(found), []);
    assert.equal(found[0]?.says, '2 of role all, version 0.2.0; 1 of role api, version 0.2.0');
    assert.equal(fleet()[0]?.says, 'none runs');
  });

  it('may run in two versions that are one release apart, for a while', () => {
    only(
      fleet(running(), running({ version: '0.1.0' })),
      /^warning versions: 0\.1\.0 and 0\.2\.0 run side by side\. .*stop the processes of the older one/,
    );
    only(
      fleet(running(), running({ version: '0.4.0' })),
      /^bad versions: 0\.2\.0 and 0\.4\.0 .*more than one release apart\. Stop/,
    );
    const old = running({ version: '0.4.0', seen_at: NOW - 2n * MINUTE });
    only(fleet(running(), old), /^warning process gone/);
  });

  it('has lost a process that was not seen for a minute, for a day', () => {
    const says =
      /^warning process gone: till, process 7 \(all, 0\.2\.0\) was last seen at 2026-11-25T23:59:00.000Z and did/;
    only(fleet(running({ seen_at: NOW - MINUTE })), says);
    assert.deepEqual(told(fleet(running({ seen_at: NOW - MINUTE + 1n }))), []);
    assert.deepEqual(told(fleet(running({ seen_at: NOW - DAY }))), []);
  });

  it('has clocks that are apart', () => {
    assert.deepEqual(told(fleet(running({ clock_apart: SECOND }))), []);
    assert.deepEqual(told(fleet(running({ clock_apart: null }))), []);
    only(
      fleet(running({ clock_apart: SECOND + 1n })),
      /^warning clocks: .* is 1\.0 s ahead of the database's\. Use NTP/,
    );
    only(
      fleet(running({ clock_apart: -5n * SECOND })),
      /^warning clocks: .* is 5\.0 s behind the database's/,
    );
    only(fleet(running({ clock_apart: -6n * SECOND })), /^bad clocks: .* is 6\.0 s behind/);
  });

  it('works with other tables than the database has', () => {
    only(
      fleet(running({ migration: 58n })),
      /^bad schema: .* version 58, the database has 57: .*Start that process/,
    );
    assert.deepEqual(told(fleet(running({ migration: 56n }))), []);
    only(
      fleet(running({ migration: 55n })),
      /^bad schema: .* up to version 55 only, .*beside version 56\. Stop it/,
    );
  });
});

const NOTHING: StuckWork = { deliveries: [], leases: [], reports: [], printJobs: [], imports: [], mails: [] };
const waiting = (company: bigint) => ({ company_id: company, count: 3n, since: NOW - DAY });

describe('work that stands', () => {
  it('is none', () => {
    assert.deepEqual(stuckFindings(NOTHING, []), [
      { what: 'work', state: 'good', says: 'none stands still' },
    ]);
  });

  it('is told by its kind, with what to do', () => {
    for (const kind of Object.keys(NOTHING) as (keyof StuckWork)[]) {
      const stuck = { ...NOTHING, [kind]: [waiting(4n)] };
      only(stuckFindings(stuck, [running()]), /company 4: 3 since 2026-11-25T00:00:00\.000Z\)\. [A-Z].*\.$/);
      const isOurs = kind !== 'printJobs' && kind !== 'imports';
      const without = told(stuckFindings(stuck, [running({ runs: 'web' })]))[0] ?? '';
      assert.equal(without.includes('No running process does that: start one with'), isOurs, without);
    }
  });

  it('names five companies', () => {
    const [found] = stuckFindings({ ...NOTHING, mails: [1n, 2n, 3n, 4n, 5n, 6n].map(waiting) }, [running()]);
    assert.match(found?.says ?? '', /company 5: 3 since \S+; and others\)/);
    assert.doesNotMatch(found?.says ?? '', /company 6/);
  });
});

const SERVER: ServerFacts = {
  connections: 40n,
  maxConnections: 97n,
  autovacuum: true,
  age: 1_000_000n,
  transactions: [],
  blocked: [],
  counters: [],
  followers: [{ name: 'standby', state: 'streaming', bytes: 100n }],
  slots: [{ name: 'kept', bytes: 5n, lost: 0n }],
  dead: [],
  invalidIndexes: [],
};

describe('PostgreSQL', () => {
  const MEGABYTE = 1_000_000n;
  const open = { pid: 9n, username: 'backup', application: 'pg_dump', state: 'active', seconds: 90 };
  const idle = { ...open, state: 'idle in transaction' };
  const CASES: readonly (readonly [changes: Partial<ServerFacts>, fits: RegExp])[] = [
    [{ connections: 80n }, /^warning connections: 80 of 97 are in use\. Lower/],
    [{ connections: 93n }, /^bad connections: 93 of 97/],
    [
      { transactions: [open] },
      /^warning transactions: .* connection 9 \(pg_dump of backup\) has been open for 90 s: /,
    ],
    [{ transactions: [idle] }, /^warning transactions: .* open for 90 s and does nothing: /],
    [{ transactions: [{ ...idle, seconds: 301 }] }, /^bad transactions: .* for 5 min and does nothing: /],
    [
      { blocked: [{ pid: 3n, seconds: 8, by: '4, 5' }] },
      /^warning locks: connection 3 has waited for 8 s .*4, 5 has locked/,
    ],
    [
      { counters: [{ company_id: 2n, pid: 4n, seconds: 9 }] },
      /^warning company counters: connection 4 .* company 2 .*9 s/,
    ],
    [
      { counters: [{ company_id: 2n, pid: 4n, seconds: 61 }] },
      /^bad company counters: .*pg_terminate_backend\(4\)$/,
    ],
    [
      { followers: [{ name: 'b', state: 'catchup', bytes: 0n }] },
      /^warning replication: the follower b does not stream/,
    ],
    [
      { followers: [{ name: 'b', state: 'streaming', bytes: 90n * MEGABYTE }] },
      /^warning replication: .* is 90 MB of log/,
    ],
    [
      { slots: [{ name: 's', bytes: 2_000n * MEGABYTE, lost: 0n }] },
      /^warning replication: the slot s .* 2000 MB of log/,
    ],
    [{ slots: [{ name: 's', bytes: null, lost: 1n }] }, /^bad replication: the slot s has lost log/],
    [{ autovacuum: false }, /^bad vacuum: autovacuum is off\. Switch it on/],
    [{ age: 600_000_000n }, /^warning vacuum: transaction numbers of 600000000/],
    [{ age: 1_600_000_000n }, /^bad vacuum: transaction numbers/],
    [
      { dead: [{ name: 'orders', live: 10n, dead: 20_000n, vacuumed: null }] },
      /^warning vacuum: the table orders has 20000 dead rows beside 10, it was never/,
    ],
    [
      { invalidIndexes: ['orders_x'] },
      /^warning indexes: orders_x is not valid.*reindex index concurrently orders_x/,
    ],
  ];
  it('is well', () => {
    const [found] = serverFindings(SERVER);
    assert.deepEqual(found, {
      what: 'database server',
      state: 'good',
      says: '40 of 97 connections, followers: 1',
    });
  });
  for (const [changes, fits] of CASES) {
    it(`tells of ${Object.keys(changes).join()}: ${fits.source.slice(1, 30)}`, () =>
      only(serverFindings({ ...SERVER, ...changes }), fits));
  }
  it('may hide its followers from us', () => {
    const hidden = [{ name: null, state: null, bytes: null }];
    assert.deepEqual(told(serverFindings({ ...SERVER, followers: hidden })), []);
  });
});
