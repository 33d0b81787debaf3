import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { contains, type Sql, sql } from '../storage/sql.ts';
import { inTable, type RecordUse, type RecordUses, type UsedRecord } from '../storage/uses.ts';

/** The condition that a role of a staff member names a record. */
const withRole = (field: 'role_id' | 'site_id', id: Id): Sql =>
  sql`roles like ${contains(`"${field}":"${id}"`)} escape '!'`;

/** The columns of the company's records that refer to each other. */
export const companyUses: RecordUses = {
  sites: ({ company_id: company, id }) => [
    inTable(sentence('registers'), 'registers', company, sql`site_id = ${id}`),
    inTable(sentence('staff who have a role there'), 'staff', company, withRole('site_id', id)),
  ],
  registers: ({ company_id: company, id }) => [
    inTable(
      sentence('a site, as its pass-thru register'),
      'sites',
      company,
      sql`default_pass_thru_register_id = ${id}`,
    ),
  ],
  staff: ({ company_id: company, id }, now) => [
    inTable(
      sentence('a register, where they are signed in'),
      'operator_sessions',
      company,
      sql`staff_id = ${id} and revoked_at is null and expires_at > ${now}`,
    ),
    inTable(sentence('a register'), 'registers', company, sql`current_staff_member = ${id}`),
    inTable(sentence('the company, as its contact'), 'companies', company, sql`contact_staff_member = ${id}`),
  ],
  // Ids lie in JSON lists as strings, so a whole one is found with its quotes.
  roles: ({ company_id: company, id }) => [
    inTable(sentence('staff who have it'), 'staff', company, withRole('role_id', id)),
  ],
  taxes: ({ company_id: company, id }) => [
    inTable(
      sentence('tax groups'),
      'tax_groups',
      company,
      sql`tax_ids like ${contains(`"${id}"`)} escape '!'`,
    ),
  ],
  price_lists: ({ company_id: company, id }) => [
    inTable(sentence('a site'), 'sites', company, sql`price_list_id = ${id}`),
    inTable(sentence('a price list below it'), 'price_lists', company, sql`parent_id = ${id}`),
  ],
};

/** The use of a register by sessions that have not ended. */
export function signedInAt({ company_id: company, id }: UsedRecord, now: Micros): RecordUse {
  const where = sql`register_id = ${id} and revoked_at is null and expires_at > ${now}`;
  return inTable(sentence('staff who are signed in'), 'operator_sessions', company, where);
}
