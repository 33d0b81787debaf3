import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { DAY } from '../kernel/time.ts';
import { isLetIn } from '../outbox/deliveries.ts';
import { type ChangedRow, ROW_TEXT, rowText } from '../outbox/order-texts.ts';
import type { Reader, SharedRead, Writer } from '../storage/port.ts';
import { readTogether } from '../storage/read-together.ts';
import { SharedStatement, type StatementKind } from '../storage/shared-statement.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import type { OrderText } from './route.ts';
import type { Role } from './scopes.ts';
import { hashSecret, sameHash } from './secrets.ts';

/** The state of a caller's company, by its counters. */
export interface SandboxColumns {
  readonly company_id: Id;
  /** How far its time is ahead. */
  readonly time_ahead: Micros;
  /** How many faults are set up for its calls. */
  readonly route_faults: bigint;
}

/** A bearer token as it is stored: only its hash is. */
export interface TokenRow extends SandboxColumns {
  readonly addon_id: Id;
  readonly scopes: string;
  readonly expires_at: Micros | null;
  readonly revoked_at: Micros | null;
  /** The scopes its add-on is registered for now. */
  readonly registered: string;
  /** 1 for a token of one of Passbell's own screens. */
  readonly builtin: bigint;
}

/** The columns of a company's counters about its sandbox, of `e`. */
const SANDBOX = raw('coalesce(e.time_ahead, 0) as time_ahead, coalesce(e.route_faults, 0) as route_faults');

/** The same with the user or device of a token of Passbell's own screens. */
export interface BearerRow extends TokenRow {
  readonly user_id: Id | null;
  readonly role: Role | null;
  readonly device_id: Id | null;
  /** When the user last proved who they are. */
  readonly proved_at: Micros | null;
}

/**
 * Finds a token by its hash. The row names the company, so the query cannot; the add-on may belong to another
 * company.
 */
export async function findToken(tx: Reader, hash: string): Promise<BearerRow | undefined> {
  return tx.get<BearerRow>(
    sql`select t.company_id, t.addon_id, t.scopes, t.expires_at, t.revoked_at, t.user_id, t.role, t.device_id, t.proved_at,
          a.scopes as registered, a.builtin, ${SANDBOX}
        from access_tokens t join addons a on a.id = t.addon_id
          left join event_counters e on e.company_id = t.company_id where t.token_hash = ${hash}`,
  );
}

/** Holds while the company of a session lets its add-on in. */
const LETS_ADDON_IN = isLetIn(raw('o.company_id'), raw('o.addon_id'));

/** A staff member's session as it is stored. */
export interface StaffTokenRow extends TokenRow {
  readonly expires_at: Micros;
  readonly staff_id: Id;
  readonly register_id: Id;
}

/**
 * Finds the session of a staff member by the hash of its token, as long as the company lets the add-on in by which they signed
 * in; the row names the company. A process that still believed a revoked token may have begun one since.
 */
export async function findStaffToken(tx: Reader, hash: string): Promise<StaffTokenRow | undefined> {
  return tx.get<StaffTokenRow>(
    sql`select o.company_id, o.addon_id, o.staff_id, o.register_id, o.scopes, o.expires_at, o.revoked_at,
          a.scopes as registered, a.builtin, ${SANDBOX}
        from operator_sessions o join addons a on a.id = o.addon_id
          left join event_counters e on e.company_id = o.company_id
        where o.token_hash = ${hash} and ${LETS_ADDON_IN}`,
  );
}

/** An add-on's credentials as they are stored. */
export interface ClientRow extends SandboxColumns {
  readonly id: Id;
  readonly name: string;
  /** Empty for a public client, which has no secret. */
  readonly secret_hash: string;
  /** The secret before the last rotation, and until when it is still taken. */
  readonly old_secret_hash: string | null;
  readonly old_secret_until: Micros | null;
  readonly is_public: bigint;
  readonly scopes: string;
  readonly redirect_uris: string;
}

/**
 * Finds an add-on by its client id; the row names the company. Passbell's own add-on and deleted ones are not found.
 */
export async function findClient(tx: Reader, clientId: string): Promise<ClientRow | undefined> {
  return tx.get<ClientRow>(
    sql`select a.company_id, a.id, a.name, a.secret_hash, a.old_secret_hash, a.old_secret_until, a.is_public, a.scopes,
          a.redirect_uris, ${SANDBOX}
        from addons a left join event_counters e on e.company_id = a.company_id
        where a.client_id = ${clientId} and a.builtin = 0 and a.deleted_at is null`,
  );
}

/** True for the client's secret, and for the one before it while both are taken. A public client has none. */
export function isClientSecret(client: ClientRow, secret: string, now: Micros): boolean {
  if (client.is_public !== 0n) return false;
  const hash = hashSecret(secret);
  const old =
    client.old_secret_hash !== null && client.old_secret_until !== null && client.old_secret_until > now;
  return sameHash(client.secret_hash, hash) || (old && sameHash(client.old_secret_hash ?? '', hash));
}

/** The first answer to an idempotency key. */
export interface StoredReply {
  readonly fingerprint: string;
  readonly status: bigint;
  readonly headers: string;
  readonly body: string;
}

/** An idempotency key in its scope: company and add-on (reference: conventions.38). */
export interface KeyScope {
  readonly company: Id;
  readonly addon: Id;
  readonly key: string;
}

/** The stored answer to a key; it is there until its company's time for keys is over, and it is swept away. */
export async function findReply(tx: Reader, scope: KeyScope): Promise<StoredReply | undefined> {
  return (await readTogether(tx, REPLIES, scope)).find(({ key }) => key === scope.key);
}

/** The stored answers to keys of an add-on. */
const REPLIES: SharedRead<KeyScope, (StoredReply & { readonly key: string })[]> = {
  keyOf: ({ company, addon }) => `${company} ${addon}`,
  sizeOf: () => 1,
  tables: ['idempotency_keys', 'orders'],
  read: async (tx, scopes) => {
    const { company = 0n, addon = 0n } = scopes[0] ?? {};
    const keys = scopes.map(({ key }) => key);
    return tx.all(
      sql`select k.key, k.fingerprint, k.status, k.headers, coalesce(${ROW_TEXT} || k.tail, k.body) as body
          from idempotency_keys k left join orders o on o.company_id = k.company_id and o.id = k.order_id
          where k.company_id = ${company} and k.addon_id = ${addon} and ${isIn('k.key', keys)}`,
    );
  },
};

/** An answer that is to be kept: its body, or the end of the order's text that it is. */
export interface NewReply extends StoredReply {
  readonly ofRow?: OrderText;
}

/**
 * Stores the answer to a key. Fails where there is one already: two transactions of one key may both have found none.
 */
export async function saveReply(tx: Writer, scope: KeyScope, now: Micros, reply: NewReply): Promise<void> {
  await tx.send(
    sql`insert into idempotency_keys (company_id, addon_id, key, fingerprint, created_at, status, headers, body,
          order_id, tail)
        values (${scope.company}, ${scope.addon}, ${scope.key}, ${reply.fingerprint}, ${now}, ${reply.status},
          ${reply.headers}, ${reply.body}, ${reply.ofRow?.order ?? null}, ${reply.ofRow?.tail ?? null})
        on conflict (company_id, addon_id, key) do update set fingerprint = null`,
  );
}

const REPLY_TEXTS: StatementKind<ChangedRow> = {
  keyOf: ({ company }) => String(company),
  statement: (parts) => {
    const orders = parts.map(({ order }) => order);
    const company = parts[0]?.company ?? 0n;
    const text = rowText(company, raw('idempotency_keys.order_id'));
    return sql`update idempotency_keys set order_id = null, tail = null, body = ${text} || tail
        where company_id = ${company} and ${isIn('order_id', orders)}`;
  },
};

/** Gives the answers that show an order as its row has it the whole of their text: called before the row changes. */
export async function keepReplies(tx: Writer, changed: ChangedRow): Promise<void> {
  await tx.send(SharedStatement.of(REPLY_TEXTS, changed));
}

/** The name under which the database keeps the time by which keys age. */
const KEY_TIME = 'key_time';

/** The time by which keys age; of a database that has none yet it begins at the newest key, else at `now`. */
export async function beginKeyTime(tx: Writer, now: Micros): Promise<Micros> {
  const known = await keptKeyTime(tx);
  if (known !== undefined) return known;
  const newest = await tx.get<{ at: Micros | null }>(sql`select max(created_at) as at from idempotency_keys`);
  await tx.run(
    sql`insert into meta (key, value) values (${KEY_TIME}, ${String(newest?.at ?? now)})
        on conflict (key) do nothing`,
  );
  return readKeyTime(tx);
}

/** Advances the time by which keys age, never back, and answers it. */
export async function advanceKeyTime(tx: Writer, to: Micros): Promise<Micros> {
  await tx.run(
    sql`update meta set value = ${String(to)} where key = ${KEY_TIME} and cast(value as bigint) < ${to}`,
  );
  return readKeyTime(tx);
}

async function keptKeyTime(tx: Reader): Promise<Micros | undefined> {
  const row = await tx.get<{ value: string }>(sql`select value from meta where key = ${KEY_TIME}`);
  return row === undefined ? undefined : BigInt(row.value);
}

/** The time by which keys age. */
export async function readKeyTime(tx: Reader): Promise<Micros> {
  const known = await keptKeyTime(tx);
  if (known === undefined) throw new Error('The database has lost the time by which its keys age.');
  return known;
}

/** Deletes up to `limit` tokens that have expired. Answers how many went. */
export async function sweepTokens(tx: Writer, now: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`delete from access_tokens where (company_id, token_hash) in (
          select company_id, token_hash from access_tokens where expires_at <= ${now - DAY}
          order by expires_at limit ${limit})`,
  );
}

/** The names of add-ons, whichever company made them: those that acted in a company are known to it. */
export async function addonNames(tx: Reader, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ id: Id; name: string }>(
    sql`select id, name from addons where ${isIn('id', ids)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
