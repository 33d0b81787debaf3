// The event log: numbered without gaps, in order, without another add-on's private fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '#src/kernel/event.ts';
import { sql } from '#src/storage/sql.ts';
import { onEachStorage, rejection } from '#test/harness/storage.ts';
import { append } from './append.ts';
import { queueCallback } from './deliveries.ts';
import { eventsAfter, payloadFor } from './log.ts';

const NOW = 1_800_000_000_000_000n;
const CUSTOMER = 9_007_199_254_740_993n; // above 2^53

function fact(resource: bigint, more: Partial<Fact> = {}): Fact {
  const topic = 'orders/completed';
  return { topic, resource, sites: [], changed: [], payload: `{"id":${resource}}`, ...more };
}

onEachStorage('the event log', [], (ground) => {
  const eventsOf = (company: bigint, after = 0n, topic?: string, limit = 10_000) =>
    ground().storage.read((tx) => eventsAfter(tx, company, after, topic === undefined ? [] : [topic], limit));

  test('numbers have no gaps and times rise, whoever fails in between and whatever the clock does', async () => {
    const { storage, other } = ground();
    const companies = [1n, 2n] as const;
    const kept = new Map<bigint, string[]>(companies.map((company) => [company, []]));
    const writes = Array.from({ length: 100 }, async (_, at) => {
      const company = companies[at % 2] ?? 1n;
      const facts = Array.from({ length: at % 4 }, (__, part) => fact(BigInt(at * 10 + part)));
      // The clock stands still, and goes back half way through.
      const now = at < 50 ? NOW : NOW - 1_000_000n;
      const work = (at % 4 < 2 ? storage : other).write(async (tx) => {
        if (at % 7 === 0) await append(tx, company, now, [fact(1n)]);
        if (at % 5 === 0) {
          await rejection(
            tx.savepoint(async () => {
              await append(tx, company, now, [fact(2n), fact(3n)]);
              throw new Error('undone');
            }),
          );
        }
        await append(tx, company, now, facts);
        if (at % 3 === 0) throw new Error('no');
      });
      const outcome = await work.then(
        () => true,
        () => false,
      );
      assert.equal(outcome, at % 3 !== 0);
      if (!outcome) return;
      if (at % 7 === 0) kept.get(company)?.push('1');
      kept.get(company)?.push(...facts.map((each) => String(each.resource)));
    });
    await Promise.all(writes);
    for (const company of companies) {
      const events = await eventsOf(company);
      const resources = events.map((event) => String(event.resource_id));
      assert.deepEqual(resources.toSorted(), kept.get(company)?.toSorted());
      assert.deepEqual(
        events.map((event) => event.number),
        events.map((_, at) => BigInt(at + 1)),
      );
      for (const [at, event] of events.entries()) {
        assert.ok(event.created_at >= NOW - 1_000_000n);
        assert.ok(at === 0 || event.created_at > (events[at - 1]?.created_at ?? 0n));
        // The facts of one change follow each other.
        const part = Number(event.resource_id) % 10;
        if (event.resource_id > 3n && part > 0)
          assert.equal(events[at - 1]?.resource_id, event.resource_id - 1n);
      }
    }
  });

  test('members of its own stand before what a payload shares with another', async () => {
    const payload = '{"id":5}';
    const facts = [fact(5n, { payload }), fact(5n, { payload, extra: '"kitchen":[1]' })];
    await ground().storage.write((tx) => append(tx, 40n, NOW, facts));
    const [plain, more] = await eventsOf(40n);
    assert.equal(plain && payloadFor(plain, 1n), payload);
    assert.equal(more && payloadFor(more, 1n), '{"kitchen":[1],"id":5}');
  });

  test('what was appended comes back exactly', async () => {
    const exact = fact(CUSTOMER, {
      topic: 'customers/updated',
      sites: [1n, CUSTOMER],
      changed: ['first_name', 'e-mail'],
      previous: '{"first_name":"Zoe"}',
      payload: '{"amount":0.10,"id":9007199254740993,"name":"Zoë 🍕"}',
    });
    await ground().storage.write((tx) => append(tx, 3n, NOW, [exact]));
    await ground().storage.write((tx) => append(tx, 3n, NOW, []));
    const [event, ...others] = await eventsOf(3n);
    assert.deepEqual(others, []);
    assert.ok(event !== undefined && event.created_at >= NOW);
    assert.deepEqual(
      { ...event, created_at: NOW },
      {
        number: 1n,
        topic: 'customers/updated',
        resource_id: CUSTOMER,
        sites: '["1","9007199254740993"]',
        changed: '["first_name","e-mail"]',
        refs: null,
        previous: '{"first_name":"Zoe"}',
        extra: null,
        created_at: NOW,
        payload: exact.payload,
      },
    );
    assert.equal(payloadFor(event, 1n), exact.payload);
  });

  test('so does text that arrays have a meaning for', async () => {
    const texts = [
      'null',
      'NULL',
      '',
      ' a ',
      '"',
      '\\',
      '{1,2}',
      'a,b',
      "it's",
      '$1',
      'a\nb\r\tc',
      '\u{1f355}\u0301\u200f',
    ];
    const facts = texts.map((text, at) =>
      fact(BigInt(at), { changed: [text], previous: text, extra: text, payload: JSON.stringify({ text }) }),
    );
    await ground().storage.write((tx) => append(tx, 8n, NOW, facts));
    assert.deepEqual(
      (await eventsOf(8n)).map(({ changed, previous, extra, payload }) => ({
        changed,
        previous,
        extra,
        payload,
      })),
      facts.map(({ changed, previous, extra, payload }) => ({
        changed: JSON.stringify(changed),
        previous,
        extra,
        payload,
      })),
    );
  });

  test('works that share a commit are numbered each in a row, and messages are about their own events', async () => {
    const { storage, other } = ground();
    const company = 9n;
    const completed = 'orders/completed';
    await storage.write(async (tx) =>
      tx.run(sql`insert into webhooks (company_id, id, addon_id, topic, address, target, format, filter, created_at, updated_at)
        values (${company}, 1, 1, ${completed}, 'https://hooks.example/', 't', 'json', '{}', 0, 0)`),
    );
    // One, two or three facts of a record each, the second of which shows what the first does.
    const works = Array.from({ length: 60 }, (_, at) => {
      const resource = BigInt(at + 1);
      const topics = [completed, 'orders/kitchen_print', 'orders/updated'] as const;
      return topics
        .slice(0, 1 + (at % 3))
        .map((topic, part) => fact(resource, { topic, payload: `{"at":${at},"of":${part >> 1}}` }));
    });
    const outcomes = await Promise.allSettled(
      works.map((facts, at) =>
        (at % 4 === 0 ? other : storage).write(
          async (tx) => {
            await append(tx, company, NOW + BigInt(at % 5), facts);
            // The moment of a message to a callback is behind those of the events.
            if (at % 6 === 0)
              await queueCallback(tx, {
                ...{ company, addon: 1n, order: BigInt(at + 1), body: '{}' },
                ...{ address: 'https://hooks.example/', now: NOW + 1_000n },
              });
            if (at % 10 === 9) throw new Error('no');
          },
          { shares: String(company) },
        ),
      ),
    );
    const saved = works.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    assert.equal(saved.length, 54);
    const events = await eventsOf(company);
    assert.deepEqual(
      events.map(({ number }) => number),
      events.map((_, at) => BigInt(at + 1)),
    );
    assert.ok(
      events.every(({ created_at: time }, at) => at === 0 || time > (events[at - 1]?.created_at ?? time)),
    );
    const rows = events.map(({ resource_id: resource, topic, payload }) => `${resource} ${topic} ${payload}`);
    for (const facts of saved) {
      const own = facts.map(({ resource, topic, payload }) => `${resource} ${topic} ${payload}`);
      const first = rows.indexOf(own[0] ?? '');
      assert.deepEqual(rows.slice(first, first + own.length), own);
    }
    assert.equal(events.length, saved.flat().length);
    const deliveries = await storage.read(async (tx) =>
      tx.all<{ resource_id: bigint; event_number: bigint; message_at: bigint }>(
        sql`select resource_id, event_number, message_at from deliveries where company_id = ${company} order by event_number`,
      ),
    );
    assert.deepEqual(
      deliveries,
      events
        .filter(({ topic }) => topic === completed)
        .map((event) => ({
          resource_id: event.resource_id,
          event_number: event.number,
          message_at: event.created_at,
        })),
    );
  });

  test('facts that show the same record each come back whole', async () => {
    const [one, two] = ['{"id":1}', '{"id":2}'];
    const payloads = [one, one, two, one, one, one];
    const facts = payloads.map((payload, at) =>
      fact(1n, { payload, topic: at % 2 === 0 ? 'orders/completed' : 'orders/kitchen_print' }),
    );
    await ground().storage.write((tx) => append(tx, 7n, NOW, facts));
    await ground().storage.write((tx) => append(tx, 7n, NOW, facts.slice(0, 1)));
    const shown = (events: readonly { readonly payload: string }[]) => events.map((event) => event.payload);
    assert.deepEqual(shown(await eventsOf(7n)), [...payloads, one]);
    assert.deepEqual(shown(await eventsOf(7n, 4n)), [one, one, one]);
    assert.deepEqual(shown(await eventsOf(7n, 1n, 'orders/kitchen_print')), [one, one, one]);
  });

  test('an import may tell thousands of facts at once, and they are read page by page', async () => {
    const facts = Array.from({ length: 5_001 }, (_, at) =>
      fact(BigInt(at + 1), { topic: at % 2 === 0 ? 'products/created' : 'products/updated' }),
    );
    await ground().storage.write((tx) => append(tx, 4n, NOW, facts));
    const seen: bigint[] = [];
    for (let after = 0n; ; ) {
      const page = await eventsOf(4n, after, undefined, 1_000);
      seen.push(...page.map((event) => event.number));
      const last = page.at(-1);
      if (last === undefined) break;
      assert.equal(last.resource_id, last.number);
      after = last.number;
    }
    assert.deepEqual(
      seen,
      facts.map((each) => each.resource),
    );
    const created = await eventsOf(4n, 4_990n, 'products/created');
    assert.deepEqual(
      created.map((event) => event.number),
      [4_991n, 4_993n, 4_995n, 4_997n, 4_999n, 5_001n],
    );
  });

  test("each add-on sees its own reference_id of a customer, as it was then, and nobody else's", async () => {
    const { storage } = ground();
    const refer = (company: bigint, addon: bigint, reference: string) => sql`
      insert into customer_references (company_id, addon_id, customer_id, reference_id)
      values (${company}, ${addon}, ${CUSTOMER}, ${reference})
      on conflict (company_id, addon_id, customer_id) do update set reference_id = excluded.reference_id`;
    const order =
      '{"id":1,"customer":{"id":9007199254740993,"reference_id":"","x":1.5},"total":9876543210.12345678}';
    const own = '{"id":9007199254740993,"reference_id":"","tags":[]}';
    const nobody = '{"id":2,"customer":null}';
    const facts = [
      fact(1n, { payload: order, customer: CUSTOMER }),
      fact(CUSTOMER, { topic: 'customers/updated', payload: own, customer: CUSTOMER }),
      fact(2n, { payload: nobody, customer: null }),
      fact(3n, { payload: nobody, customer: CUSTOMER }),
    ];
    await storage.write(async (tx) => {
      await tx.run(refer(5n, 10n, 'ten "1"'));
      await tx.run(refer(5n, CUSTOMER, 'eleven'));
      await tx.run(refer(6n, 12n, 'foreign'));
      await append(tx, 5n, NOW, facts);
      await tx.run(refer(5n, 10n, 'later'));
    });
    const events = await eventsOf(5n);
    const seenBy = (addon: bigint) => events.map((event) => payloadFor(event, addon));
    const withReference = (reference: string) => [
      order.replace('""', JSON.stringify(reference)),
      own.replace('""', JSON.stringify(reference)),
      nobody,
      nobody,
    ];
    assert.deepEqual(seenBy(10n), withReference('ten "1"'));
    assert.deepEqual(seenBy(CUSTOMER), withReference('eleven'));
    assert.deepEqual(seenBy(12n), [order, own, nobody, nobody]);
    assert.deepEqual(seenBy(13n), [order, own, nobody, nobody]);
  });
});
