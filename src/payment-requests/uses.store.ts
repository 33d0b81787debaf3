import { sentence } from '../kernel/words.ts';
import { raw, sql } from '../storage/sql.ts';
import { inTable, type RecordUse, type RecordUses, type UsedRecord } from '../storage/uses.ts';

function requestsBy(column: 'register_id' | 'site_id' | 'staff_id') {
  return ({ company_id: company, id }: UsedRecord): readonly RecordUse[] => [
    inTable(sentence('payment requests'), 'payment_requests', company, sql`${raw(column)} = ${id}`),
  ];
}

/** The columns of payment requests that refer to records of the company. */
export const requestUses: RecordUses = {
  sites: requestsBy('site_id'),
  registers: requestsBy('register_id'),
  staff: requestsBy('staff_id'),
};
