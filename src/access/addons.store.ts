import type { EndedSession } from '../company/sessions.store.ts';
import { clearEnded } from '../company/sessions.ts';
import type { AddonScope } from '../edge/scopes.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { CALLBACK } from '../outbox/deliveries.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { ADDON, type Addon } from './shape.ts';

// The add-ons of a company, and their records elsewhere: an add-on's id is unique in the installation, so that grants
// of other companies are found by it alone.

/** An add-on as it is read: when it last called lies elsewhere. */
const own = tableOf('addons', ADDON);

const SHOWN = sql`a.company_id, a.id, a.name, a.client_id, a.is_public, a.scopes, a.redirect_uris, a.signing_secret,
  a.old_signing_secret, a.old_signing_until, a.old_secret_until, a.created_at,
  (select u.last_used_at from addon_uses u where u.company_id = a.company_id and u.addon_id = a.id) as last_used_at`;
const OWN = sql`a.builtin = 0 and a.deleted_at is null`;

/** Up to `limit` add-ons that a company made, after an id, ascending by id. */
export async function listAddons(tx: Reader, company: Id, after: Id, limit: number): Promise<Addon[]> {
  const rows = await tx.all(
    sql`select ${SHOWN} from addons a where a.company_id = ${company} and ${OWN} and a.id > ${after}
        order by a.id limit ${limit}`,
  );
  return rows.map(own.decode);
}

async function one(tx: Reader, company: Id, id: Id, lock: Sql): Promise<Addon | undefined> {
  const row = await tx.get(
    sql`select ${SHOWN} from addons a where a.company_id = ${company} and ${OWN} and a.id = ${id}${lock}`,
  );
  return row === undefined ? undefined : own.decode(row);
}

/** One of them. */
export async function getAddon(tx: Reader, company: Id, id: Id): Promise<Addon | undefined> {
  return one(tx, company, id, sql``);
}

/** The same, locked until the transaction ends. */
export async function lockAddon(tx: Writer, company: Id, id: Id): Promise<Addon | undefined> {
  return one(tx, company, id, sql` for update`);
}

/** How many add-ons a company made. */
export async function countAddons(tx: Reader, company: Id): Promise<bigint> {
  const row = await tx.get<{ count: bigint }>(
    sql`select count(*) as count from addons a where a.company_id = ${company} and ${OWN}`,
  );
  return row?.count ?? 0n;
}

/** Saves the registration of an add-on. */
export async function updateAddon(
  tx: Writer,
  addon: {
    readonly company_id: Id;
    readonly id: Id;
    readonly name: string;
    readonly scopes: readonly AddonScope[];
    readonly redirect_uris: readonly string[];
  },
): Promise<void> {
  await tx.run(
    sql`update addons set name = ${addon.name}, scopes = ${JSON.stringify(addon.scopes)},
          redirect_uris = ${JSON.stringify(addon.redirect_uris)}
        where company_id = ${addon.company_id} and id = ${addon.id}`,
  );
}

/** Revokes every access token of an add-on, of all companies. Answers how many. */
export async function revokeAccessOf(tx: Writer, addon: Id, now: Micros): Promise<number> {
  return tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where addon_id = ${addon} and revoked_at is null and (expires_at is null or expires_at > ${now})`,
  );
}

/** Deletes an add-on, with its grants and tokens in all companies and its undelivered messages. */
export async function deleteAddon(tx: Writer, company: Id, addon: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update addons set deleted_at = ${now} where company_id = ${company} and id = ${addon} and deleted_at is null`,
  );
  await revokeAccessOf(tx, addon, now);
  await tx.run(
    sql`update refresh_tokens set revoked_at = ${now} where revoked_at is null and (company_id, grant_id) in (
          select company_id, id from grants where addon_id = ${addon})`,
  );
  await tx.run(sql`update grants set revoked_at = ${now} where addon_id = ${addon} and revoked_at is null`);
  const ended = await tx.all<EndedSession>(
    sql`update operator_sessions set revoked_at = ${now}, updated_at = ${now}
        where addon_id = ${addon} and revoked_at is null and expires_at > ${now}
        returning company_id, register_id, staff_id`,
  );
  await endMessages(tx, addon, sql`addon_id = ${addon}`, now);
  await clearEnded(tx, ended, now);
}

/** Ends an add-on's webhooks in one company, and its undelivered messages there. Answers how many webhooks. */
export async function endWebhooks(tx: Writer, company: Id, addon: Id, now: Micros): Promise<number> {
  return endMessages(tx, addon, sql`addon_id = ${addon} and company_id = ${company}`, now);
}

/** A message in flight is sent to its end, and its result is not recorded. */
async function endMessages(tx: Writer, addon: Id, where: Sql, now: Micros): Promise<number> {
  const ended = sql`state = 'dead', lane = 2, ended_at = ${now}, lease = null, lease_until = null`;
  // What has not ended is in two indexes, of first attempts and of retries: the log is not walked through.
  const open = [raw('lane <= 0'), raw('lane = 1')];
  const hooks = sql`select company_id, id from webhooks where ${where}`;
  const callbacks = sql`webhook_id = ${CALLBACK} and ${where}`;
  // The counters first: a transaction that queues a message for the add-on has committed before it is ended.
  await tx.all(
    sql`select company_id from event_counters where company_id in (
          select company_id from webhooks where ${where} union ${join(
            open.map((lane) => sql`select company_id from deliveries where ${lane} and ${callbacks}`),
            ' union ',
          )})
        order by company_id for update`,
  );
  const end = (which: Sql) =>
    tx.run(
      // In the order in which the engine holds those of one record.
      sql`update deliveries set ${ended} where (company_id, id) in (
            select company_id, id from deliveries where ${which} order by +company_id, +id for update)`,
    );
  for (const lane of open) {
    await end(sql`${lane} and (company_id, webhook_id) in (${hooks})`);
    await end(sql`${lane} and ${callbacks}`);
  }
  await tx.run(
    sql`update event_counters set webhooks = webhooks - (
          select count(*) from webhooks w where w.company_id = event_counters.company_id and w.addon_id = ${addon})
        where company_id in (select company_id from webhooks where ${where})`,
  );
  return tx.run(sql`delete from webhooks where ${where}`);
}

/** How many messages of each webhook were given up; those without any are left out. */
export async function deadOf(tx: Reader, company: Id, webhooks: readonly Id[]): Promise<Map<Id, bigint>> {
  if (webhooks.length === 0) return new Map();
  const rows = await tx.all<{ webhook_id: Id; count: bigint }>(
    sql`select webhook_id, count(*) as count from deliveries
        where company_id = ${company} and state = 'dead' and ${isIn('webhook_id', webhooks)} group by webhook_id`,
  );
  return new Map(rows.map((row) => [row.webhook_id, row.count]));
}
