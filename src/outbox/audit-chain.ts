import { createHash } from 'node:crypto';
import type { Id } from '../kernel/id.ts';
import { formatTime, type Micros } from '../kernel/time.ts';

// How entries of the audit log hang together: what of each is hashed, and what a broken chain looks like (reference:
// audit.4). Nothing here reads or writes.

/** The value in the place of a hash before the first entry. */
const NO_HASH = '0'.repeat(64);
/** The form of the text; another one has another name, so that what was written stays as it was. */
const FORM = 'passbell-audit-1';

/** An entry as it is stored. */
export interface AuditRow {
  readonly company_id: Id;
  /** Its number: 1, 2, 3… without gaps. */
  readonly id: Id;
  readonly created_at: Micros;
  readonly action: string;
  /** The name of the author at that time. */
  readonly actor: string;
  readonly addon_id: Id | null;
  readonly user_id: Id | null;
  readonly staff_id: Id | null;
  readonly register_id: Id | null;
  readonly site_id: Id | null;
  readonly record_kind: string | null;
  readonly record_id: Id | null;
  readonly subject: string | null;
  /** JSON, an object of what changed. */
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly approved_by: Id | null;
  /** Not hashed, as it is deleted after a time. */
  readonly address: string | null;
  readonly previous_hash: string;
  readonly hash: string;
}

/** The columns of an entry: those that are hashed, in the order in which they are, then its hash and what is not hashed. */
export const AUDIT_COLUMNS = [
  ...(['company_id', 'id', 'created_at', 'action', 'actor', 'addon_id', 'user_id', 'staff_id'] as const),
  ...(['register_id', 'site_id', 'record_kind', 'record_id', 'subject', 'before', 'after'] as const),
  ...(['reason', 'approved_by', 'previous_hash', 'hash', 'address'] as const),
] as const satisfies readonly (keyof AuditRow)[];

const idText = (id: Id | null): string | null => (id === null ? null : String(id));

/** The text that the hash of an entry is made of: a JSON list of texts and nulls without spaces. */
export function canonicalText(row: Omit<AuditRow, 'hash' | 'address'>): string {
  return JSON.stringify([
    ...[FORM, idText(row.company_id), idText(row.id), formatTime(row.created_at), row.action],
    ...[row.actor, idText(row.addon_id), idText(row.user_id), idText(row.staff_id), idText(row.register_id)],
    ...[idText(row.site_id), row.record_kind, idText(row.record_id), row.subject, row.before, row.after],
    ...[row.reason, idText(row.approved_by), row.previous_hash],
  ]);
}

/** The hash of an entry: SHA-256 in lower-case hexadecimal digits. */
export function hashEntry(row: Omit<AuditRow, 'hash' | 'address'>): string {
  return createHash('sha256').update(canonicalText(row)).digest('hex');
}

/** The last entry that was looked at. */
export interface ChainEnd {
  readonly last: Id;
  readonly hash: string;
}

/** Before the first one. */
export const BEGINNING: ChainEnd = { last: 0n, hash: NO_HASH };

/** The fault of a chain, and its place. */
export interface Break {
  readonly number: Id;
  readonly what: 'missing' | 'changed' | 'unchained' | 'cut' | 'added';
}

/** Takes the next entry of a chain, or says what is wrong with it. */
export function follow(end: ChainEnd, row: AuditRow): ChainEnd | Break {
  const number = end.last + 1n;
  if (row.id !== number) return { number, what: 'missing' };
  if (hashEntry(row) !== row.hash) return { number, what: 'changed' };
  if (row.previous_hash !== end.hash) return { number, what: 'unchained' };
  return { last: number, hash: row.hash };
}

/** The fault at the end of a chain by its counter; undefined when there is none. */
export function checkEnd(end: ChainEnd, counted: ChainEnd): Break | undefined {
  if (end.last < counted.last) return { number: end.last + 1n, what: 'cut' };
  if (end.last > counted.last) return { number: counted.last + 1n, what: 'added' };
  return end.hash === counted.hash ? undefined : { number: end.last, what: 'changed' };
}
