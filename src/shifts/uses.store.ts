import { sentence } from '../kernel/words.ts';
import { raw, sql } from '../storage/sql.ts';
import { inTable, type RecordUse, type RecordUses, type UsedRecord } from '../storage/uses.ts';

function shiftsBy(column: 'register_id' | 'site_id' | 'staff_id') {
  return ({ company_id: company, id }: UsedRecord): readonly RecordUse[] => [
    inTable(sentence('shifts'), 'shifts', company, sql`${raw(column)} = ${id}`),
  ];
}

/** The columns of shifts that refer to records of the company. */
export const shiftUses: RecordUses = {
  sites: shiftsBy('site_id'),
  registers: shiftsBy('register_id'),
  staff: (record) => [
    ...shiftsBy('staff_id')(record),
    inTable(sentence('cash-ups'), 'cashups', record.company_id, sql`staff_id = ${record.id}`),
    inTable(
      sentence('cash in or out of a drawer'),
      'shift_movements',
      record.company_id,
      sql`staff_id = ${record.id}`,
    ),
  ],
};
