// Customers and staff of another system into the company, in the caller's transaction (reference: imports.7).
import { STAFF_MEMBERS } from '../company/input.ts';
import type { StaffMember } from '../company/staff-shape.ts';
import { staffMembers } from '../company/store.ts';
import { customerInput } from '../customers/input.ts';
import { newCustomer } from '../customers/save.ts';
import type { Customer } from '../customers/shape.ts';
import { insertCustomers } from '../customers/store.ts';
import { parseInput } from '../edge/input.ts';
import { applyChange } from '../edge/records.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Writer } from '../storage/port.ts';
import { fold } from '../storage/sql.ts';
import { digestOf } from './moved-rows.ts';
import { addMovedNames, customersByEmail, type MovedName, movedNames } from './moving.store.ts';
import type { PartOptions, PartOutcome } from './past-sales.ts';
import type { MovedProblem, MovedRow, SaleRows } from './rules/past-facts.ts';

const ADDRESS = ['city', 'state', 'postal_code', 'country'] as const;

/** The body of a customer or staff member that a row makes. */
function bodyOf({ cells }: MovedRow, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((name) => (cells.has(name) ? [[name, cells.get(name)]] : [])));
}

const CUSTOMER_BODY = [
  ...['first_name', 'last_name', 'email', 'phone', 'mobile', 'company_name', 'tax_number', 'description'],
];

function customerOf(row: MovedRow, id: Id, { company, addon, now }: PartOptions): Customer {
  const street = row.cells.get('street');
  const address = { ...bodyOf(row, ADDRESS), ...(street === undefined ? {} : { address: street }) };
  const body = {
    ...bodyOf(row, CUSTOMER_BODY),
    ...(Object.keys(address).length === 0 ? {} : { primary_address: address }),
  };
  return newCustomer({ company, addon, now }, id, parseInput(customerInput, body).value);
}

function staffOf(row: MovedRow, id: Id, { company, now }: PartOptions): StaffMember {
  const { email, ...rest } = bodyOf(row, ['first_name', 'last_name', 'email', 'phone']);
  const body = { ...rest, ...(email === undefined ? {} : { primary_email_address: email }) };
  const change = parseInput(STAFF_MEMBERS.create, body).value;
  const blank = { ...STAFF_MEMBERS.initial, company_id: company, id, created_at: now, updated_at: now };
  return applyChange(blank as StaffMember, change);
}

/** The names in a file of fields that bodies call otherwise. */
function columnOf(field: string): string {
  if (field === 'primary_email_address') return 'email';
  if (field === 'primary_address.address') return 'street';
  return field.replace(/^primary_address\./, '');
}

/** The mistakes of a row, from the refusal of its body. */
function problemsOf({ line }: MovedRow, error: ApiError): MovedProblem[] {
  if (error.wrong.length === 0) return [{ line, column: undefined, sentence: error.description }];
  return error.wrong.map(({ field, sentence: why }) => ({ line, column: columnOf(field), sentence: why }));
}

/** How the records of a kind are made of rows, and saved. */
interface PeopleKind<T> {
  readonly record: 'customer' | 'staff';
  readonly make: (row: MovedRow, id: Id, options: PartOptions) => T;
  readonly save: (tx: Writer, company: Id, made: readonly T[]) => Promise<void>;
  /** Those who are there already, by the key of a row. */
  readonly find: (tx: Writer, company: Id, groups: readonly SaleRows[]) => Promise<ReadonlyMap<string, Id>>;
}

const CUSTOMERS: PeopleKind<Customer> = {
  record: 'customer',
  make: customerOf,
  save: insertCustomers,
  async find(tx, company, groups) {
    const emailOf = ({ rows }: SaleRows) => fold(rows[0]?.cells.get('email') ?? '');
    const emails = [...new Set(groups.map(emailOf).filter((email) => email !== ''))];
    const known = await customersByEmail(tx, company, emails);
    return new Map(
      groups.flatMap((group): [string, Id][] => {
        const id = known.get(emailOf(group));
        return id === undefined ? [] : [[group.key, id]];
      }),
    );
  },
};

const STAFF: PeopleKind<StaffMember> = {
  record: 'staff',
  make: staffOf,
  save: (tx, _company, made) => staffMembers.sendInserts(tx, made),
  find: () => Promise.resolve(new Map()),
};

/** Takes customers. One of the same e-mail address who is there already is the same one. */
export const importCustomers = (tx: Writer, groups: readonly SaleRows[], options: PartOptions) =>
  importPeople(tx, CUSTOMERS, groups, options);

/** Takes staff: they may sell, and have no PIN until one is set. */
export const importStaff = (tx: Writer, groups: readonly SaleRows[], options: PartOptions) =>
  importPeople(tx, STAFF, groups, options);

async function importPeople<T>(
  tx: Writer,
  { record, make, save, find }: PeopleKind<T>,
  groups: readonly SaleRows[],
  options: PartOptions,
): Promise<PartOutcome> {
  const { company, source, dryRun, pace } = options;
  const known = await movedNames(
    tx,
    company,
    record,
    source,
    groups.map(({ key }) => key),
  );
  const fresh = groups.filter(({ key }) => !known.has(key));
  const there = await find(tx, company, fresh);
  const ids = dryRun || fresh.length === 0 ? [] : await tx.ids(record, fresh.length);
  const made: T[] = [];
  const names: MovedName[] = [];
  const problems: MovedProblem[] = [];
  let refused = 0;
  for (const [at, group] of fresh.entries()) {
    await pace.yieldIfDue();
    const [row] = group.rows;
    const found = there.get(group.key);
    const id = ids[at] ?? 0n;
    if (row === undefined) continue;
    try {
      if (found === undefined) made.push(make(row, id, options));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(...problemsOf(row, error));
      refused++;
      continue;
    }
    names.push({ external_id: group.key, record_id: found ?? id, digest: digestOf(group) });
  }
  if (!dryRun) {
    await save(tx, company, made);
    await addMovedNames(tx, company, record, source, names);
  }
  const unchanged = groups.length - made.length - refused;
  return { created: made.length, unchanged, refused, problems, waiting: [] };
}
