import { id, idText, metadata, orNull, text, time } from './kinds.ts';
import { derived, field, fixed, hidden, sent } from './shape.ts';

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

/** The metadata that clients keep with a record (reference: conventions.49). */
export const NOTED = {
  metadata: field(
    metadata,
    'Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null removes one.',
    { initially: {} },
  ),
};

/** The external id that the calling add-on gave a record (reference: conventions.50). */
export const NAMED = {
  external_id: sent(
    orNull(text(255)),
    "Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it.",
    { shows: orNull(text(255)) },
  ),
};
