import { applyChange, type Change, changedFields } from '../edge/records.ts';
import { conflict, invalid } from '../kernel/errors.ts';
import { differenceOf } from '../kernel/event.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { type AuditActor, appendAudit } from '../outbox/audit.ts';
import { changedValues } from '../outbox/audit-fields.ts';
import type { Writer } from '../storage/port.ts';
import { firstUse, type RecordUse } from '../storage/uses.ts';
import { refuseCoins } from './rules/coins.ts';
import type { Company } from './shape.ts';
import { companies, lockExisting } from './store.ts';
import { companyView } from './view.ts';

/** The author of the change; the command line by its name. */
type AuditAuthor = AuditActor & { readonly name?: string };

/**
 * Saves what is given of a company that `before` has locked, and tells it; nothing when nothing changes. `now` is the
 * company's time, `uses` what counts days in its time zone: that one then stays (409). 400 names a contact who does not
 * exist. Answers the company as it is from now on (reference: company.15).
 */
export async function updateCompany(
  tx: Writer,
  before: Company,
  change: Change<Company>,
  { by, now, uses }: { readonly by: AuditAuthor; readonly now: Micros; readonly uses: readonly RecordUse[] },
): Promise<Company> {
  const { id } = before;
  const given = applyChange(before, change);
  const fields = changedFields(before, given);
  if (fields.length === 0) return before;
  if (fields.includes('cash_rounding')) refuseCoins(given.cash_rounding, given.currency);
  const contact = given.contact_staff_member;
  if (contact !== null && !(await lockExisting(tx, 'staff', id, [contact])).has(contact))
    throw invalid('contact_staff_member', sentence('{id} does not exist.', { id: contact }));
  const { keep_events_days: events, keep_deliveries_days: deliveries } = given;
  // A delivery has the body of its event.
  if (events !== null && events <= deliveries)
    throw invalid(
      'keep_events_days',
      sentence('must be more than keep_deliveries_days ({deliveries}).', { deliveries }),
    );
  if (given.timezone !== before.timezone) {
    // A first order that is being made right now keeps the company: it is waited for, and seen.
    await companies.getForUpdate(tx, id, id);
    const user = await firstUse(tx, uses);
    if (user !== undefined)
      throw conflict(sentence('The time zone cannot be changed any more: there are {user}.', { user }));
  }
  const company = { ...given, updated_at: now };
  await companies.update(tx, company);
  const after = companyView(company, now);
  const shown = companyView(before, now);
  await append(tx, id, now, [
    {
      topic: 'company/updated',
      resource: id,
      sites: [],
      ...differenceOf(shown, after),
      payload: JSON.stringify(after),
    },
  ]);
  const { name: actor } = by;
  const record = { kind: 'company', id } as const;
  const act = { action: 'company.changed', record, subject: company.name, ...changedValues(shown, after) };
  await appendAudit(tx, by, { now }, [actor === undefined ? act : { ...act, actor }]);
  return company;
}
