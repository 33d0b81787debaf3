import { sentence } from '../kernel/words.ts';
import { sql } from '../storage/sql.ts';
import { inTable, type RecordUses } from '../storage/uses.ts';

/** The references of devices to records of the company. */
export const accessUses: RecordUses = {
  registers: ({ company_id: company, id }) => [
    inTable(
      sentence('a device that is let in for it'),
      'devices',
      company,
      sql`register_id = ${id} and revoked_at is null`,
    ),
  ],
};
