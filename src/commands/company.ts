import { companyUpdate as body } from '../company/input.ts';
import { LEDGER_CODES } from '../company/money-shape.ts';
import { RETENTION_FIELDS } from '../company/retention-shape.ts';
import type { Company } from '../company/shape.ts';
import { companies, firstCompany } from '../company/store.ts';
import { updateCompany } from '../company/update.ts';
import { companyView } from '../company/view.ts';
import { parseInput } from '../edge/input.ts';
import { changedFields } from '../edge/records.ts';
import { openInstallation } from '../installation.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { jsonDecimal } from '../kernel/json.ts';
import { companyTime } from '../outbox/company-time.ts';
import { COMMAND_LINE } from '../people/links.ts';
import { systemRuntime } from '../runtime.ts';
import type { Writer } from '../storage/port.ts';
import { USES } from '../uses.ts';
import { existingInstallation, type Options, parseArguments, UsageError, withStorage } from './arguments.ts';

// Changes of a company from the command line (reference: company.19).

const ADDRESSES = ['postal_address', 'shipping_address'] as const;
const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'] as const;
/** The fields that have parts. */
const PARTED = [...ADDRESSES, 'cash_rounding', 'ledger_codes'] as const;
const FIELDS = [
  'name',
  'legal_name',
  'business_number',
  'tax_number',
  'website',
  'image',
  'contact_staff_member',
  'timezone',
  'receipt_header',
  'receipt_footer',
  'tax_rounding',
  'rounding_mode',
  'discounts_include_tax',
  'negative_prices',
  'invoice_numbers',
  'receipt_qr',
  'require_second_factor',
  ...RETENTION_FIELDS,
] as const;
/** The fields that options set: a part of a field by its path. */
const PATHS: readonly string[] = [
  ...FIELDS,
  ...ADDRESSES.flatMap((address) => ADDRESS_PARTS.map((part) => `${address}.${part}`)),
  ...['increment', 'methods'].map((part) => `cash_rounding.${part}`),
  ...Object.keys(LEDGER_CODES.fields).map((part) => `ledger_codes.${part}`),
];

/** The option of a field: `postal-city` of `postal_address.city`, `ledger-sales` of `ledger_codes.sales`. */
function optionOf(path: string): string {
  const [field = '', part = ''] = path.split('.');
  if (field === 'ledger_codes') return `ledger-${part}`;
  // What is wrong with one of a list's items is wrong with the option.
  if (field === 'cash_rounding')
    return part.startsWith('methods') ? 'cash-rounding-methods' : 'cash-rounding';
  const name = part === '' || part === 'address' ? field : field.replace('address', part);
  return name === 'postal_postal_code' ? 'postal-code' : name.replaceAll('_', '-');
}

const OPTIONS: Options = {
  company: { type: 'string' },
  json: { type: 'boolean' },
  ...Object.fromEntries(PATHS.map((path) => [optionOf(path), { type: 'string' } as const])),
};

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);
/** The fields that are either. */
const FLAGS: readonly string[] = [
  'discounts_include_tax',
  'negative_prices',
  'invoice_numbers',
  'receipt_qr',
  'require_second_factor',
];

/**
 * A value as the API takes it: an empty one unsets the field, `\n` in a text of receipts begins a line, and a list has
 * commas. What means nothing is handed on as it is, so that the API says why.
 */
function taken(path: string, given: string): unknown {
  if (given === '' && path !== 'name' && path !== 'timezone') return null;
  if (FLAGS.includes(path)) return YES_OR_NO.get(given) ?? given;
  if (path.startsWith('receipt_')) return given.replaceAll('\\n', '\n');
  if (path === 'cash_rounding.methods') return given.split(',').map((method) => method.trim());
  const isWhole = RETENTION_FIELDS.some((field) => field === path);
  if (isWhole && /^\d{1,9}$/.test(given)) return Number(given);
  if (path === 'cash_rounding.increment' && /^\d+(\.\d+)?$/.test(given)) return Number(given);
  return given;
}

/** A refusal of the API in words of the options; other errors as they are. */
function named(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'conflict') return new Error(`--timezone: ${error.message}`);
  const faults = error.fields.map(({ field, error_description: why }) => `--${optionOf(field)} ${why}`);
  return faults.length === 0 ? error : new UsageError(faults.join(' '));
}

/** The parts of a field, as the API takes them. */
function partsOf(before: Company, field: string): object {
  const known = before[field as (typeof PARTED)[number]];
  return known !== null && 'increment' in known
    ? { ...known, increment: jsonDecimal(known.increment) }
    : { ...known };
}

/** Whether parts are those of none: no address without any part, and nothing is rounded to nothing. */
function isNone(field: string, parts: object): boolean {
  if (field === 'cash_rounding') return Reflect.get(parts, 'increment') === null;
  return Object.values(parts).every((part) => part === null);
}

/** Saves the fields and answers which of them changed, and the company as its GET shows it. */
async function change(tx: Writer, id: Id | undefined, fields: ReadonlyMap<string, unknown>) {
  const company = id ?? (await firstCompany(tx));
  const before = company === undefined ? undefined : await companies.getForUpdate(tx, company, company);
  if (before === undefined)
    throw new Error(id === undefined ? 'There is no company yet.' : `There is no company ${id}.`);
  const wanted: Record<string, unknown> = {};
  for (const [path, value] of fields) {
    const [field = '', part] = path.split('.');
    if (part === undefined) wanted[field] = value;
    // The other parts stay.
    else wanted[field] = { ...(wanted[field] ?? partsOf(before, field)), [part]: value };
  }
  for (const field of PARTED) {
    const parts = wanted[field];
    if (typeof parts === 'object' && isNone(field, parts ?? {})) wanted[field] = null;
  }
  const now = await companyTime(tx, before.id, systemRuntime.clock.now());
  const uses = USES.flatMap((each) => each.companies?.(before, now) ?? []);
  const after = await updateCompany(tx, before, parseInput(body, wanted).value, {
    by: { company: before.id, name: COMMAND_LINE.actor },
    now,
    uses,
  });
  const changed = changedFields(before, after).filter((field) => field !== 'updated_at');
  return { id: before.id, changed, shown: companyView(after, now) };
}

/** `company update`: changes fields of a company, with the limits and the event of PUT /companies/<c>. */
export async function companyUpdate(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, OPTIONS, 0);
  const id = parseId(given.text('company') ?? '');
  if (id === undefined && given.text('company') !== undefined)
    throw new UsageError('--company must be an id.');
  const fields = new Map<string, unknown>();
  for (const path of PATHS) {
    const value = given.text(optionOf(path));
    if (value !== undefined) fields.set(path, taken(path, value));
  }
  if (given.text('image')?.startsWith('data:') === true)
    throw new UsageError('--image must be an address: pictures are uploaded in the back office.');
  if (fields.size === 0)
    throw new UsageError('Say what is to be changed, such as --name or --receipt-footer.');
  const { storage } = await openInstallation(existingInstallation(given.config()), systemRuntime.random);
  const done = await withStorage(storage, async () => {
    try {
      return await storage.write((tx) => change(tx, id, fields));
    } catch (error) {
      throw named(error);
    }
  });
  const said =
    done.changed.length === 0
      ? `Company ${done.id}: nothing to change.`
      : `Company ${done.id}: changed ${done.changed.join(', ')}.`;
  process.stdout.write(`${given.has('json') ? JSON.stringify(done.shown) : said}\n`);
  return 0;
}
