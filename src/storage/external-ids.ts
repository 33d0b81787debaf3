import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { type Reader, UniqueViolation, type Writer } from './port.ts';
import { every, isIn, type Sql, sql } from './sql.ts';

// What add-ons call records (reference: conventions.50): one table for every kind, so that a record has a name for each
// add-on and a name leads to one record. Stored answers and events show null; each reader gets its own put in.

/** The kinds of records that add-ons have names for. */
export type NamedKind = 'order' | 'customer' | 'product' | 'site';

/** The add-on that gave it. */
export interface Namer {
  readonly company: Id;
  readonly addon: Id;
}

/** The record that an add-on calls so. */
export async function findByExternalId(
  tx: Reader,
  { company, addon }: Namer,
  kind: NamedKind,
  externalId: string,
): Promise<Id | undefined> {
  const row = await tx.get<{ record_id: Id }>(
    sql`select record_id from external_ids where company_id = ${company} and kind = ${kind}
          and addon_id = ${addon} and external_id = ${externalId}`,
  );
  return row?.record_id;
}

/** The external ids that an add-on gave some records; those without one are missing. */
export async function externalIdsOf(
  tx: Reader,
  { company, addon }: Namer,
  kind: NamedKind,
  ids: readonly Id[],
): Promise<Map<Id, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ record_id: Id; external_id: string }>(
    sql`select record_id, external_id from external_ids where company_id = ${company} and kind = ${kind}
          and ${isIn('record_id', ids)} and addon_id = ${addon}
          and exists (select 1 from external_ids n where n.company_id = ${company} and n.kind = ${kind}
            and n.addon_id = ${addon})`,
  );
  return new Map(rows.map((row) => [row.record_id, row.external_id]));
}

/** The external id, as an SQL expression, of the record whose id an SQL expression gives; null without one. */
export function externalIdIn({ company, addon }: Namer, kind: NamedKind, id: Sql): Sql {
  return sql`(select n.external_id from external_ids n where n.company_id = ${company} and n.kind = ${kind}
    and n.record_id = ${id} and n.addon_id = ${addon})`;
}

/** The external id that an add-on gave a record. */
export async function externalIdOf(
  tx: Reader,
  by: Namer,
  kind: NamedKind,
  id: Id,
): Promise<string | undefined> {
  return (await externalIdsOf(tx, by, kind, [id])).get(id);
}

/** 409 that names the record which has the name already. */
function taken(existing: Id): ApiError {
  return new ApiError('conflict', sentence('external_id is that of {id} already.', { id: existing }), {
    extra: { existing_id: existing, existing_id_str: String(existing) },
  });
}

/** 409 when an add-on calls another record so already. */
export async function requireFreeName(
  tx: Reader,
  by: Namer,
  kind: NamedKind,
  sent: string | null | undefined,
): Promise<void> {
  const existing = sent ? await findByExternalId(tx, by, kind, sent) : undefined;
  if (existing !== undefined) throw taken(existing);
}

/** Most times that a name is tried to be taken: it is free each time and taken by another request right then. */
const MAX_TRIES = 5;

/**
 * Sets what an add-on calls a record; null or an empty text removes it, undefined leaves it. Answers whether it changed;
 * 409 when the add-on calls another record so. Of two that take a name at a time one gets it.
 */
export async function setExternalId(
  tx: Writer,
  by: Namer,
  kind: NamedKind,
  id: Id,
  sent: string | null | undefined,
): Promise<boolean> {
  if (sent === undefined) return false;
  const before = await externalIdOf(tx, by, kind, id);
  const after = sent === null || sent === '' ? undefined : sent;
  if (before === after) return false;
  const { company, addon } = by;
  if (before !== undefined) {
    await tx.run(
      sql`delete from external_ids where company_id = ${company} and kind = ${kind} and record_id = ${id}
            and addon_id = ${addon}`,
    );
  }
  if (after !== undefined) await addExternalId(tx, by, kind, id, after);
  return true;
}

/** Gives a record without a name from an add-on one; 409 when the add-on calls another record so. */
export async function addExternalId(
  tx: Writer,
  by: Namer,
  kind: NamedKind,
  id: Id,
  name: string,
): Promise<void> {
  const { company, addon } = by;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const added = await tx.run(
      sql`insert into external_ids (company_id, kind, addon_id, external_id, record_id)
          values (${company}, ${kind}, ${addon}, ${name}, ${id})
          on conflict (company_id, kind, addon_id, external_id) do nothing`,
    );
    if (added > 0) return;
    await requireFreeName(tx, by, kind, name);
  }
  throw new UniqueViolation();
}

/** Frees the names of a record that is deleted. */
export async function freeExternalIds(tx: Writer, company: Id, kind: NamedKind, id: Id): Promise<void> {
  await tx.run(
    sql`delete from external_ids where company_id = ${company} and kind = ${kind} and record_id = ${id}`,
  );
}

/** A record that may have names. */
export interface NamedRecord {
  readonly kind: NamedKind;
  readonly id: Id;
}

/** The external ids of some records: by the record (`order 7`), by the add-on. */
export async function allExternalIds(
  tx: Reader,
  company: Id,
  records: readonly NamedRecord[],
): Promise<Map<string, Map<Id, string>>> {
  const found = new Map<string, Map<Id, string>>();
  for (const [kind, some] of Map.groupBy(records, (record) => record.kind)) {
    const where: Sql[] = [
      sql`company_id = ${company}`,
      sql`kind = ${kind}`,
      isIn('record_id', [...new Set(some.map(({ id }) => id))]),
    ];
    const rows = await tx.all<{ record_id: Id; addon_id: Id; external_id: string }>(
      sql`select record_id, addon_id, external_id from external_ids where ${every(where)}`,
    );
    for (const [id, own] of Map.groupBy(rows, (row) => row.record_id)) {
      found.set(`${kind} ${id}`, new Map(own.map((row) => [row.addon_id, row.external_id])));
    }
  }
  return found;
}

const NONE = '"external_id":null';

/**
 * The JSON of a record with what the reader calls it, where it shows null. In the texts of a record the quotes are
 * escaped, so what is found is the record's own field.
 */
export function withExternalId(json: string, own: string | undefined): string {
  if (own === undefined) return json;
  const field = `"external_id":${JSON.stringify(own)}`;
  const at = json.indexOf(NONE);
  if (at < 0) return `${json.slice(0, -1)},${field}}`;
  return json.slice(0, at) + field + json.slice(at + NONE.length);
}
