import type { Id } from '../kernel/id.ts';
import { MINUTE, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, sql } from '../storage/sql.ts';

// Second factors, passkeys and the steps of sign-ins. They belong to people and so to the installation: no query names a
// company.

/** How long a sign-in waits for its second step, and a challenge for its passkey. */
export const STEP_LIFETIME: Micros = 5n * MINUTE;
/**
 * Steps of one person that are open at a time; of more the oldest are void. So many that who only has the password cannot
 * end its owner's step by beginning others.
 */
const MAX_STEPS = 1_000;
/** Passkeys of one person. */
export const MAX_PASSKEYS = 20;

/** The authenticator app of a person. */
interface FactorRow {
  /** Sealed. */
  readonly secret: string;
  readonly created_at: Micros;
  /** Null until its first code was typed. */
  readonly confirmed_at: Micros | null;
  /** The step of the last code that was taken. */
  readonly last_step: bigint;
}

/** The app of a person, whether it was confirmed or not. */
export async function findFactor(tx: Reader, user: Id): Promise<FactorRow | undefined> {
  return tx.get<FactorRow>(
    sql`select secret, created_at, confirmed_at, last_step from second_factors where user_id = ${user}`,
  );
}

/** The second factors of a person: what proves more than a password does (reference: authentication.29). */
export interface Factors {
  readonly hasApp: boolean;
  readonly hasPasskey: boolean;
}

/** Which of them a person has. */
export async function factorsOf(tx: Reader, user: Id): Promise<Factors> {
  const row = await tx.get<{ app: bigint; passkeys: bigint }>(
    sql`select (select count(*) from second_factors where user_id = ${user} and confirmed_at is not null) as app,
               (select count(*) from passkeys where user_id = ${user}) as passkeys`,
  );
  return { hasApp: (row?.app ?? 0n) > 0n, hasPasskey: (row?.passkeys ?? 0n) > 0n };
}

/** True where a company asks its people for a second factor and one of them has none (reference: authentication.32). */
export async function lacksFactor(tx: Reader, company: Id, user: Id): Promise<boolean> {
  const row = await tx.get<{ wanted: bigint }>(
    sql`select require_second_factor as wanted from companies where company_id = ${company} and id = ${company}`,
  );
  if (row?.wanted !== 1n) return false;
  const { hasApp, hasPasskey } = await factorsOf(tx, user);
  return !hasApp && !hasPasskey;
}

/** Begins to set an app up, in place of one that was not confirmed. False when there is a confirmed one. */
export async function offerFactor(tx: Writer, user: Id, secret: string, now: Micros): Promise<boolean> {
  const done = await tx.run(
    sql`insert into second_factors (user_id, secret, created_at, confirmed_at, last_step)
        values (${user}, ${secret}, ${now}, null, 0)
        on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
        where second_factors.confirmed_at is null`,
  );
  return done > 0;
}

/** Confirms an app by the step of its first code; false when another call did so first. */
export async function confirmFactor(
  tx: Writer,
  user: Id,
  { secret, step }: { readonly secret: string; readonly step: bigint },
  now: Micros,
): Promise<boolean> {
  const done = await tx.run(
    sql`update second_factors set confirmed_at = ${now}, last_step = ${step}
        where user_id = ${user} and confirmed_at is null and secret = ${secret}`,
  );
  return done > 0;
}

/** Uses the code of a step up: true for one caller only, however many have the same code. */
export async function takeStep(tx: Writer, user: Id, step: bigint): Promise<boolean> {
  const done = await tx.run(
    sql`update second_factors set last_step = ${step}
        where user_id = ${user} and confirmed_at is not null and last_step < ${step}`,
  );
  return done > 0;
}

/** Removes the app of a person and their recovery codes. False when there was none. */
export async function deleteFactor(tx: Writer, user: Id): Promise<boolean> {
  await tx.run(sql`delete from recovery_codes where user_id = ${user}`);
  return (await tx.run(sql`delete from second_factors where user_id = ${user}`)) > 0;
}

/** Replaces the recovery codes of a person. */
export async function replaceCodes(
  tx: Writer,
  user: Id,
  hashes: readonly string[],
  now: Micros,
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${user}`);
  for (const hash of hashes) {
    await tx.run(
      sql`insert into recovery_codes (user_id, code_hash, created_at, used_at) values (${user}, ${hash}, ${now}, null)`,
    );
  }
}

/** Uses a recovery code up, which one of the hashes is of: true for one caller only. */
export async function takeRecoveryCode(
  tx: Writer,
  user: Id,
  hashes: readonly string[],
  now: Micros,
): Promise<boolean> {
  const done = await tx.run(
    sql`update recovery_codes set used_at = ${now}
        where user_id = ${user} and ${isIn('code_hash', hashes)} and used_at is null`,
  );
  return done > 0;
}

/** How many recovery codes a person has left. */
export async function countCodes(tx: Reader, user: Id): Promise<number> {
  const row = await tx.get<{ unused: bigint }>(
    sql`select count(*) as unused from recovery_codes where user_id = ${user} and used_at is null`,
  );
  return Number(row?.unused ?? 0n);
}

/** A passkey of a person. */
export interface PasskeyRow {
  readonly credential_id: string;
  readonly user_id: Id;
  readonly name: string;
  /** COSE, in base64url. */
  readonly public_key: string;
  readonly counter: bigint;
  /** A JSON list. */
  readonly transports: string;
  readonly created_at: Micros;
  readonly used_at: Micros | null;
}

/** The passkeys of a person, the oldest first. */
export async function passkeysOf(tx: Reader, user: Id): Promise<PasskeyRow[]> {
  return tx.all<PasskeyRow>(
    sql`select credential_id, user_id, name, public_key, counter, transports, created_at, used_at from passkeys
        where user_id = ${user} order by created_at, credential_id limit ${MAX_PASSKEYS}`,
  );
}

/** The passkey of a credential. */
export async function findPasskey(tx: Reader, credential: string): Promise<PasskeyRow | undefined> {
  return tx.get<PasskeyRow>(
    sql`select credential_id, user_id, name, public_key, counter, transports, created_at, used_at from passkeys
        where credential_id = ${credential}`,
  );
}

/** Stores a new passkey; false when the credential is known already. */
export async function insertPasskey(tx: Writer, row: PasskeyRow): Promise<boolean> {
  const done = await tx.run(
    sql`insert into passkeys (credential_id, user_id, name, public_key, counter, transports, created_at, used_at)
        values (${row.credential_id}, ${row.user_id}, ${row.name}, ${row.public_key}, ${row.counter},
          ${row.transports}, ${row.created_at}, null)
        on conflict (credential_id) do nothing`,
  );
  return done > 0;
}

/** Stores that a passkey was used; false when its counter has not gone on, as that of a copy would not. */
export async function usePasskey(
  tx: Writer,
  { credential_id: id, counter: before }: PasskeyRow,
  counter: bigint,
  now: Micros,
): Promise<boolean> {
  const done = await tx.run(
    sql`update passkeys set counter = ${counter}, used_at = ${now}
        where credential_id = ${id} and counter = ${before}`,
  );
  return done > 0;
}

/** Removes a passkey of a person; its name, or undefined when they have none of this id. */
export async function deletePasskey(tx: Writer, user: Id, credential: string): Promise<string | undefined> {
  const row = await tx.get<{ name: string }>(
    sql`delete from passkeys where user_id = ${user} and credential_id = ${credential} returning name`,
  );
  return row?.name;
}

/** Removes all of a person's; answers how many there were. */
export async function deletePasskeys(tx: Writer, user: Id): Promise<number> {
  return tx.run(sql`delete from passkeys where user_id = ${user}`);
}

/** The kind of step: the code after a password, a passkey that signs in, one that proves, or a new one. */
export type StepKind = 'code' | 'signin' | 'proof' | 'passkey';

/** Begins a step; only the hash of what brings it back is kept. */
export async function insertStep(
  tx: Writer,
  hash: string,
  kind: StepKind,
  user: Id | null,
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`insert into sign_in_steps (token_hash, kind, user_id, created_at, expires_at)
        values (${hash}, ${kind}, ${user}, ${now}, ${now + STEP_LIFETIME})`,
  );
  if (user === null) return;
  await tx.run(
    sql`delete from sign_in_steps where user_id = ${user} and token_hash in (
          select token_hash from sign_in_steps where user_id = ${user}
          order by created_at desc, token_hash limit ${MAX_STEPS} offset ${MAX_STEPS})`,
  );
}

/** The user of a step that goes on; undefined when it is over or of another kind. */
export async function findStep(
  tx: Reader,
  hash: string,
  kind: StepKind,
  now: Micros,
): Promise<{ readonly user_id: Id | null } | undefined> {
  return tx.get<{ user_id: Id | null }>(
    sql`select user_id from sign_in_steps where token_hash = ${hash} and kind = ${kind} and expires_at > ${now}`,
  );
}

/** Ends a step: for one caller only it is what `findStep` answers. */
export async function takeStepOf(
  tx: Writer,
  hash: string,
  kind: StepKind,
  now: Micros,
): Promise<{ readonly user_id: Id | null } | undefined> {
  return tx.get<{ user_id: Id | null }>(
    sql`delete from sign_in_steps where token_hash = ${hash} and kind = ${kind} and expires_at > ${now}
        returning user_id`,
  );
}

/** Deletes up to `limit` steps that are over. Answers how many went. */
export async function sweepSteps(tx: Writer, now: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`delete from sign_in_steps where token_hash in (
          select token_hash from sign_in_steps where expires_at <= ${now} order by expires_at limit ${limit})`,
  );
}
