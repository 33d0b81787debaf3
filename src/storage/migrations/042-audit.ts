import { createHash } from 'node:crypto';
import { formatTime } from '../../kernel/time.ts';
import type { Migration } from '../migration.ts';
import type { Writer } from '../port.ts';
import { sql } from '../sql.ts';

/** Lines that are taken over in one go. */
const AT_ONCE = 500;

interface Line {
  readonly company_id: bigint;
  readonly id: bigint;
  readonly user_id: bigint | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly address: string | null;
  readonly created_at: bigint;
}

/** The last entry of a chain that is being made. */
interface Chain {
  readonly company: bigint;
  readonly last: bigint;
  readonly hash: string;
  readonly at: bigint;
}

const begin = (company: bigint): Chain => ({ company, last: 0n, hash: '0'.repeat(64), at: 0n });

/** The first form of the text that is hashed, as it stays for what was taken over. */
function hashOf(number: bigint, at: bigint, line: Line, previous: string): string {
  const text = (value: bigint | null) => (value === null ? null : String(value));
  const who = [line.actor, null, text(line.user_id), null, null, null];
  const what = [null, null, line.subject, null, null, null, null];
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...['passbell-audit-1', text(line.company_id), text(number), formatTime(at), line.action],
        ...who,
        ...what,
        previous,
      ]),
    )
    .digest('hex');
}

async function add(tx: Writer, chain: Chain, line: Line): Promise<Chain> {
  const number = chain.last + 1n;
  const sent = line.created_at - (line.created_at % 1000n);
  const at = sent > chain.at ? sent : chain.at;
  const hash = hashOf(number, at, line, chain.hash);
  await tx.run(
    sql`insert into audit_entries (company_id, id, created_at, action, actor, user_id, subject, address, previous_hash, hash)
        values (${line.company_id}, ${number}, ${at}, ${line.action}, ${line.actor}, ${line.user_id}, ${line.subject},
          ${line.address}, ${chain.hash}, ${hash})`,
  );
  return { company: line.company_id, last: number, hash, at };
}

async function finish(tx: Writer, { company, last, hash, at }: Chain): Promise<void> {
  if (last === 0n) return;
  await tx.run(
    sql`insert into event_counters (company_id, last, last_at, audit_last, audit_hash, audit_at)
        values (${company}, 0, 0, ${last}, ${hash}, ${at})
        on conflict (company_id) do update set audit_last = excluded.audit_last, audit_hash = excluded.audit_hash,
          audit_at = excluded.audit_at`,
  );
}

/** Takes the lines of companies over in their order; those of the installation, its sign-ins, stay. */
async function takeOver(tx: Writer): Promise<void> {
  let chain = begin(0n);
  let after = { company_id: 0n, created_at: -1n, id: 0n };
  for (;;) {
    const lines = await tx.all<Line>(
      sql`select company_id, id, user_id, actor, action, subject, address, created_at from audit_log
          where company_id > 0 and (company_id, created_at, id) > (${after.company_id}, ${after.created_at}, ${after.id})
          order by company_id, created_at, id limit ${AT_ONCE}`,
    );
    for (const line of lines) {
      if (line.company_id !== chain.company) {
        await finish(tx, chain);
        chain = begin(line.company_id);
      }
      chain = await add(tx, chain, line);
    }
    const last = lines.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await finish(tx, chain);
  await tx.run(sql`delete from audit_log where company_id > 0`);
}

/**
 * Acts that matter to money and to who may do what, each entry chained to the one before. The log that there was is taken
 * over as the beginning of each company's chain.
 */
export const audit: Migration = {
  number: 42,
  name: 'audit',
  statements: () => [
    `create table audit_entries (
      company_id bigint not null, id bigint not null, created_at bigint not null, action text not null,
      actor text not null, addon_id bigint, user_id bigint, staff_id bigint, register_id bigint, site_id bigint,
      record_kind text, record_id bigint, subject text, before text, after text, reason text, approved_by bigint,
      address text, previous_hash text not null, hash text not null,
      primary key (company_id, id))`,
    `create index audit_by_action on audit_entries (company_id, action, id)`,
    `create index audit_by_staff on audit_entries (company_id, staff_id, id) where staff_id is not null`,
    `create index audit_by_user on audit_entries (company_id, user_id, id) where user_id is not null`,
    `create index audit_by_record on audit_entries (company_id, record_kind, record_id, id)
      where record_kind is not null`,
    `create index audit_by_time on audit_entries (company_id, created_at, id)`,
    `create index audit_by_address on audit_entries (created_at) where address is not null`,
    `alter table event_counters add column audit_last bigint not null default 0`,
    `alter table event_counters add column audit_hash text`,
    `alter table event_counters add column audit_at bigint not null default 0`,
  ],
  fill: takeOver,
};
