import type { Reader, Writer } from './port.ts';
import { sql } from './sql.ts';

// What a database keeps of the keys that it rests on, so that another key, and a missing one, are noticed (reference:
// operations.30).

/** The key of `meta` under which the check value of the key lies that the database was made with, or of one after it. */
const KEY_CHECK = 'key_check';
/** The same with the id of a key behind: each key that the database may rest on. */
const ONE_KEY = `${KEY_CHECK}.`;
/** The most that are read: far more than a secret.key holds. */
const MAX_CHECKS = 100;

/** The check values of the keys that a database may rest on. */
export interface KeyChecks {
  /** Of the key whose hashes and sealed texts name none; undefined when no service has been started on the database. */
  readonly origin: string | undefined;
  /** By the keys' ids. Empty until a program that gives keys names has been started on it. */
  readonly named: ReadonlyMap<string, string>;
}

/** A key, as far as a database knows it. */
interface CheckedKey {
  readonly id: string;
  readonly check: string;
}

export async function readKeyChecks(tx: Reader): Promise<KeyChecks> {
  const rows = await tx.all<{ key: string; value: string }>(
    sql`select key, value from meta where key = ${KEY_CHECK} or key like ${`${ONE_KEY}%`} order by key limit ${MAX_CHECKS}`,
  );
  const named = rows.filter(({ key }) => key.startsWith(ONE_KEY));
  return {
    origin: rows.find(({ key }) => key === KEY_CHECK)?.value,
    named: new Map(named.map(({ key, value }) => [key.slice(ONE_KEY.length), value])),
  };
}

/** Notes the key that a new database is made with; another process may have noted another one first. */
export async function noteOrigin(tx: Writer, { check }: CheckedKey): Promise<void> {
  await tx.run(
    sql`insert into meta (key, value) values (${KEY_CHECK}, ${check}) on conflict (key) do nothing`,
  );
}

/** Notes that a database rests on a key from now on. */
export async function noteKey(tx: Writer, { id, check }: CheckedKey): Promise<void> {
  await tx.run(
    sql`insert into meta (key, value) values (${ONE_KEY + id}, ${check})
        on conflict (key) do update set value = excluded.value`,
  );
}

/** Forgets a key that nothing rests on. What names no key is of `first` from now on. */
export async function forgetKey(tx: Writer, gone: CheckedKey, first: CheckedKey): Promise<void> {
  await tx.run(sql`delete from meta where key = ${ONE_KEY + gone.id}`);
  await tx.run(
    sql`update meta set value = ${first.check} where key = ${KEY_CHECK} and value = ${gone.check}`,
  );
}
