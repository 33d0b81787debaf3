import { id, idText, time } from './kinds.ts';
import { derived, fixed, hidden } from './shape.ts';

// The fields that every record has.

/** The two spellings of a record's id (reference: conventions.12). */
export const IDS = {
  id: fixed(id, 'The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`.'),
  id_str: derived(idText, 'The id as text.', { from: 'id' }),
};

/** Whose it is. */
export const OWNER = { company_id: hidden(id, 'The company.') };

/** When a record was made and last changed. */
export const STAMPS = {
  created_at: fixed(time, 'When it was made.'),
  updated_at: fixed(time, 'When it last changed.'),
};
