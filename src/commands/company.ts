import { companyUpdate as body } from '../company/input.ts';
import { companies, firstCompany } from '../company/store.ts';
import { updateCompany } from '../company/update.ts';
import { companyView } from '../company/view.ts';
import { parseInput } from '../edge/input.ts';
import { changedFields } from '../edge/records.ts';
import { openInstallation } from '../installation.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { companyTime } from '../outbox/company-time.ts';
import { USES } from '../routes.ts';
import { systemRuntime } from '../runtime.ts';
import type { Writer } from '../storage/port.ts';
import { existingInstallation, type Options, parseArguments, UsageError, withStorage } from './arguments.ts';
import {
  COMPANY_PATHS,
  companyBody,
  companyOption,
  type GivenFields,
  givenFields,
} from './company-fields.ts';

// Changes of a company from the command line (reference: company.19).

const OPTIONS: Options = {
  company: { type: 'string' },
  json: { type: 'boolean' },
  ...Object.fromEntries(COMPANY_PATHS.map((path) => [companyOption(path), { type: 'string' } as const])),
};

/** A refusal of the API in words of the options; other errors as they are. */
function named(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'conflict') return new Error(`--timezone: ${error.message}`);
  const told = error.fields.map(({ field, error_description: why }) => `--${companyOption(field)} ${why}`);
  return told.length === 0 ? error : new UsageError(told.join(' '));
}

/** Saves the fields and answers which of them changed, and the company as its GET shows it. */
async function change(tx: Writer, id: Id | undefined, fields: GivenFields) {
  const company = id ?? (await firstCompany(tx));
  const before = company === undefined ? undefined : await companies.getForUpdate(tx, company, company);
  if (before === undefined)
    throw new Error(id === undefined ? 'There is no company yet.' : `There is no company ${id}.`);
  const now = await companyTime(tx, before.id, systemRuntime.clock.now());
  const uses = USES.flatMap((each) => each.companies?.(before, now) ?? []);
  const after = await updateCompany(tx, before, parseInput(body, companyBody(before, fields)).value, {
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
  const fields = givenFields(given.text);
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
