import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, type Sql, sql } from '../storage/sql.ts';

// An add-on may be allowed to reach other companies than its own: its id alone says which it is, as ids of a
// kind are unique in the whole installation.

/** The signing secrets of an add-on's messages, sealed. */
export interface SigningRow {
  /** The add-on's own company. */
  readonly company_id: Id;
  readonly id: Id;
  readonly signing_secret: string;
  readonly old_signing_secret: string | null;
  readonly old_signing_until: Micros | null;
}

/** The signing secrets of add-ons, by id. */
export async function signingOf(tx: Reader, addons: readonly Id[], lock?: Sql): Promise<Map<Id, SigningRow>> {
  if (addons.length === 0) return new Map();
  const query = sql`select company_id, id, signing_secret, old_signing_secret, old_signing_until from addons
    where ${isIn('id', addons)}`;
  const rows = await tx.all<SigningRow>(lock === undefined ? query : sql`${query}${lock}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same of one, which stays as it is until the transaction ends. */
export async function lockSigning(tx: Writer, addon: Id): Promise<SigningRow | undefined> {
  return (await signingOf(tx, [addon], sql` for update`)).get(addon);
}

/** Puts a new secret in place of the present one, which goes on signing until a moment. */
export async function replaceSigning(
  tx: Writer,
  addon: SigningRow,
  sealed: string,
  until: Micros,
): Promise<void> {
  await tx.run(
    sql`update addons set old_signing_secret = signing_secret, old_signing_until = ${until}, signing_secret = ${sealed}
        where company_id = ${addon.company_id} and id = ${addon.id}`,
  );
}

/** Forgets old secrets whose time is over. */
export async function forgetOldSigning(tx: Writer, now: Micros): Promise<number> {
  return tx.run(
    sql`update addons set old_signing_secret = null, old_signing_until = null where old_signing_until <= ${now}`,
  );
}
