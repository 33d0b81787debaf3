import { sentence } from '../kernel/words.ts';
import { sql } from '../storage/sql.ts';
import { inTable, type RecordUses } from '../storage/uses.ts';

/** The columns of floors that refer to records of the company; tables stand on floors. */
export const tableUses: RecordUses = {
  sites: ({ company_id: company, id }) => [
    inTable(sentence('floors'), 'floors', company, sql`site_id = ${id}`),
  ],
};
