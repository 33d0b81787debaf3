import { sentence } from '../kernel/words.ts';
import { sql } from '../storage/sql.ts';
import { inTable, type RecordUses } from '../storage/uses.ts';

/** The columns of check-ins that refer to records of the company. */
export const checkinUses: RecordUses = {
  sites: ({ company_id: company, id }, now) => [
    inTable(
      sentence('guests who are checked in'),
      'checkins',
      company,
      sql`site_id = ${id} and expires_at > ${now}`,
    ),
  ],
};
