// The chain of the audit log: its numbers under concurrency, and that what was changed by hand is found.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import type { Writer } from '#src/storage/port.ts';
import { type Sql, sql } from '#src/storage/sql.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { appendAudit, auditEnd, auditEntries, auditEntry, nextAudited, verifyAudit } from './audit.ts';
import { canonicalText } from './audit-chain.ts';
import { changedValues, keptFields } from './audit-fields.ts';

const BY = { company: 1n, addon: 2n } as const;
const act = (action: string) => ({ action, actor: 'Ann', after: { total: '1.50' } });

describe('what an entry keeps of values', () => {
  const cases: [what: string, values: object, kept: object][] = [
    ['numbers as they are written', { a: JSON.rawJSON('12.50'), b: 1 }, { a: '12.50', b: '1' }],
    [
      'no secrets',
      { pin: '1234', client_secret: 'x', has_pin: true },
      { pin: '(secret)', client_secret: '(secret)', has_pin: true },
    ],
    [
      'no stamps and twins',
      { id: 1, id_str: '1', tax_id: 2, tax_id_str: '2', updated_at: 'x' },
      { tax_id: '2' },
    ],
    [
      'long values as digests',
      { a: 'x'.repeat(3000) },
      {
        a: `sha256:${createHash('sha256')
          .update(JSON.stringify('x'.repeat(3000)))
          .digest('hex')}`,
      },
    ],
  ];
  for (const [what, values, kept] of cases)
    it(what, () => assert.deepEqual(JSON.parse(keptFields(values)), kept));

  it('holds at most so much together', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 'y'.repeat(1000)]));
    assert.ok(keptFields(many).length < 40_000);
  });

  it('is what differs', () => {
    assert.deepEqual(changedValues({ a: 1, b: 2, updated_at: 1 }, { a: 1, b: 3, updated_at: 2 }), {
      before: { b: 2 },
      after: { b: 3 },
    });
  });
});

onEachStorage('the audit log', [], (ground) => {
  const write = (work: (tx: Writer) => Promise<void>) => ground().storage.write(work);
  const add = (action: string, company = 1n) =>
    write((tx) => appendAudit(tx, { ...BY, company }, { serverTime: 5_000_000n }, [act(action)]));
  const verify = () => ground().storage.read((tx) => verifyAudit(tx, 1n));
  beforeEach(async () => {
    await write(async (tx) => {
      await tx.run(sql`delete from audit_entries`);
      await tx.run(sql`delete from event_counters`);
    });
  });

  it('numbers acts without gaps, each with the hash of the one before', async () => {
    await write((tx) => appendAudit(tx, BY, { serverTime: 5_000_123n }, [act('a'), act('b')]));
    await add('c');
    const rows = await ground().storage.read((tx) => auditEntries(tx, 1n, {}, undefined, 10, true));
    assert.deepEqual(
      rows.map(({ id, action }) => [id, action]),
      [
        [1n, 'a'],
        [2n, 'b'],
        [3n, 'c'],
      ],
    );
    let previous = '0'.repeat(64);
    for (const row of rows) {
      assert.equal(row.previous_hash, previous);
      // As the reference describes it, so that others can check an export.
      const text = JSON.stringify([
        ...[
          'passbell-audit-1',
          '1',
          String(row.id),
          '1970-01-01T00:00:05.000Z',
          row.action,
          'Ann',
          '2',
          null,
        ],
        ...[null, null, null, null, null, null, null, '{"total":"1.50"}', null, null, previous],
      ]);
      assert.equal(canonicalText(row), text);
      assert.equal(row.hash, createHash('sha256').update(text).digest('hex'));
      previous = row.hash;
    }
    assert.deepEqual(await verify(), { good: 3n });
    assert.deepEqual(await ground().storage.read((tx) => auditEnd(tx, 1n)), { last: 3n, hash: previous });
  });

  it('has times that never fall', async () => {
    await add('a');
    await write((tx) => appendAudit(tx, BY, { serverTime: 1_000_000n }, [act('b')]));
    const row = await ground().storage.read((tx) => auditEntry(tx, 1n, 2n));
    assert.equal(row?.created_at, 5_000_000n);
  });

  it('numbers acts at the same time without gaps; those that are rolled back leave none', async () => {
    const failed = new Error('undone');
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        write(async (tx) => {
          await appendAudit(tx, BY, { serverTime: BigInt(at) * 1000n }, [act(`act ${at}`)]);
          if (at % 5 === 0) throw failed;
          if (at % 5 === 1) tx.undo();
        }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 10);
    assert.deepEqual(await verify(), { good: 30n });
  });

  it('keeps the chains of companies apart', async () => {
    await add('a');
    await add('b', 3n);
    const company = await ground().storage.read((tx) => nextAudited(tx, 1n));
    assert.equal(company, 3n);
    assert.deepEqual(await ground().storage.read((tx) => verifyAudit(tx, 3n)), { good: 1n });
    assert.equal(await ground().storage.read((tx) => nextAudited(tx, 3n)), undefined);
  });

  const copied = sql`insert into audit_entries (company_id, id, created_at, action, actor, previous_hash, hash)
    select 1, 6, created_at, action, actor, hash, hash from audit_entries where id = 5`;
  const broken: [what: string, statements: readonly Sql[], number: bigint, kind: string][] = [
    [
      'a changed field',
      [sql`update audit_entries set after = '{"total":"1.40"}' where id = 2`],
      2n,
      'changed',
    ],
    ['a changed actor', [sql`update audit_entries set actor = 'Bob' where id = 4`], 4n, 'changed'],
    ['a changed time', [sql`update audit_entries set created_at = 6000000 where id = 4`], 4n, 'changed'],
    ['a row taken out', [sql`delete from audit_entries where id = 3`], 3n, 'missing'],
    ['the first row taken out', [sql`delete from audit_entries where id = 1`], 1n, 'missing'],
    [
      'a row taken out, and the numbers closed up',
      [sql`delete from audit_entries where id = 3`, sql`update audit_entries set id = id - 1 where id = 4`],
      3n,
      'changed',
    ],
    [
      'two rows that changed places',
      [
        sql`update audit_entries set id = 99 where id = 2`,
        sql`update audit_entries set id = 2 where id = 3`,
        sql`update audit_entries set id = 3 where id = 99`,
      ],
      2n,
      'changed',
    ],
    ['a tail cut off', [sql`delete from audit_entries where id >= 4`], 4n, 'cut'],
    ['all of it gone', [sql`delete from audit_entries`], 1n, 'cut'],
    ['a row put behind', [copied], 6n, 'changed'],
    ['another hash of the end', [sql`update event_counters set audit_hash = 'x'`], 5n, 'changed'],
    ['another end', [sql`update event_counters set audit_last = 4`], 5n, 'added'],
  ];
  for (const [what, statements, number, kind] of broken) {
    it(`notices ${what}`, async () => {
      for (const action of ['a', 'b', 'c', 'd', 'e']) await add(action);
      assert.deepEqual(await verify(), { good: 5n });
      await write(async (tx) => {
        for (const statement of statements) await tx.run(statement);
      });
      const { broken: found } = await verify();
      assert.deepEqual(found, { number, what: kind });
    });
  }

  it('notices a row that was put in with a hash of its own', async () => {
    for (const action of ['a', 'b', 'c']) await add(action);
    const row = await ground().storage.read((tx) => auditEntry(tx, 1n, 2n));
    assert.ok(row);
    const forged = { ...row, actor: 'Eve' };
    const hash = createHash('sha256').update(canonicalText(forged)).digest('hex');
    await write(async (tx) => {
      await tx.run(sql`update audit_entries set actor = 'Eve', hash = ${hash} where id = 2`);
    });
    assert.deepEqual((await verify()).broken, { number: 3n, what: 'unchained' });
  });

  it('forgets network addresses without breaking the chain', async () => {
    await write((tx) => appendAudit(tx, BY, { serverTime: 1n }, [{ ...act('a'), address: '192.0.2.1' }]));
    await write(async (tx) => {
      await tx.run(sql`update audit_entries set address = null`);
    });
    assert.deepEqual(await verify(), { good: 1n });
  });
});
