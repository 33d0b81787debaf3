import type { Id } from './id.ts';
import { jsonInteger } from './json.ts';
import { formatTime, type Micros } from './time.ts';

/** The two spellings of a record's id (reference: conventions.12). */
export function ids(id: Id): { id: unknown; id_str: string } {
  return { id: jsonInteger(id), id_str: id.toString() };
}

/** An id that may be unset. */
export function optionalId(id: Id | null): unknown {
  return id === null ? null : jsonInteger(id);
}

/** When a record was made and last changed. */
export function stamps(record: { created_at: Micros; updated_at: Micros }): {
  created_at: string;
  updated_at: string;
} {
  return { created_at: formatTime(record.created_at), updated_at: formatTime(record.updated_at) };
}
