import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { join, sql } from '../storage/sql.ts';
import { queueEvents } from './deliveries.ts';

/** A statement takes only so many values, and an import may append thousands of facts at once. */
const ROWS_PER_INSERT = 100;

/**
 * Writes facts to the company's event log, in the caller's transaction: numbered 1, 2, 3… without gaps, each with a
 * later time than the one before, queues them for the webhooks that want them and wakes the readers of the log
 * (reference: events.1). Called last, because from here on every other change of the company waits for this one to
 * commit.
 */
export async function append(tx: Writer, company: Id, now: Micros, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const refs = await Promise.all(facts.map((fact) => references(tx, company, fact.customer ?? null)));
  const count = BigInt(facts.length);
  const counter = await tx.get<{ last: bigint; last_at: bigint; webhooks: bigint; followed_until: Micros }>(
    sql`insert into event_counters (company_id, last, last_at) values (${company}, ${count}, ${now + count})
        on conflict (company_id) do update set last = event_counters.last + excluded.last,
          last_at = case when event_counters.last_at + ${count} > excluded.last_at
            then event_counters.last_at + ${count} else excluded.last_at end
        returning last, last_at, webhooks, followed_until`,
  );
  if (counter === undefined) throw new Error('The event counter gave no number.');
  const numberOf = (at: number) => counter.last - count + 1n + BigInt(at);
  const timeOf = (at: number) => counter.last_at - (counter.last - numberOf(at));
  let first = 0;
  const rows = facts.map((fact, at) => {
    // Facts of one change often show the same record: it is kept once, with the first of them.
    if (facts[first]?.payload !== fact.payload) first = at;
    const [sameAs, payload] = first < at ? [numberOf(first), ''] : [null, fact.payload];
    return sql`(${company}, ${numberOf(at)}, ${fact.topic}, ${fact.resource},
      ${JSON.stringify(fact.sites.map(String))}, ${JSON.stringify(fact.changed)}, ${refs[at] ?? null},
      ${timeOf(at)}, ${sameAs}, ${payload}, ${fact.previous ?? null}, ${fact.extra ?? null})`;
  });
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx.run(
      sql`insert into events (company_id, number, topic, resource_id, sites, changed, refs, created_at, same_as, payload,
            previous, extra)
          values ${join(rows.slice(at, at + ROWS_PER_INSERT))}`,
    );
  }
  if (counter.followed_until > now) tx.wake();
  if (counter.webhooks === 0n) return;
  const numbered = facts.map((fact, at) => ({ fact, number: numberOf(at), at: timeOf(at) }));
  await queueEvents(tx, company, now, numbered);
}

/**
 * Each add-on's reference_id of the customer in the payload, as it was when the event happened; null when none has
 * one.
 */
async function references(tx: Reader, company: Id, customer: Id | null): Promise<string | null> {
  if (customer === null) return null;
  const rows = await tx.all<{ addon_id: Id; reference_id: string }>(
    sql`select addon_id, reference_id from customer_references
        where company_id = ${company} and customer_id = ${customer}`,
  );
  if (rows.length === 0) return null;
  return JSON.stringify(Object.fromEntries(rows.map((row) => [String(row.addon_id), row.reference_id])));
}
