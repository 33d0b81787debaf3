import { countRows } from '../access/rows.store.ts';
import { companies } from '../company/store.ts';
import { QUOTAS, type Quota } from '../edge/quotas.ts';
import { type QuotaChange, readQuotas, resolved, saveCount, setQuotas } from '../edge/usage.store.ts';
import { openInstallation } from '../installation.ts';
import { parseId } from '../kernel/id.ts';
import { systemRuntime } from '../runtime.ts';
import type { Writer } from '../storage/port.ts';
import { existingInstallation, type Options, parseArguments, UsageError, withStorage } from './arguments.ts';

// The quotas of a company, by the operator (reference: limits.16).

const OPTION_OF: Readonly<Record<Quota, string>> = {
  requests: 'requests-per-day',
  bytes: 'bytes-per-day',
  rows: 'rows',
};
const OPTIONS: Options = {
  ...Object.fromEntries(Object.values(OPTION_OF).map((name) => [name, { type: 'string' } as const])),
  json: { type: 'boolean' },
};
const NUMBER = /^[1-9]\d{0,14}$/;

/** The quota that an option sets. */
function taken(option: string, given: string): bigint | 'none' | 'default' {
  if (given === 'none' || given === 'default') return given;
  if (NUMBER.test(given)) return BigInt(given);
  throw new UsageError(
    `--${option} must be a whole number from 1 of up to 15 digits, none, or default, which is as the settings say.`,
  );
}

/** Sets quotas, and answers those that hold then, with the company's name. */
async function change(tx: Writer, id: bigint, wanted: QuotaChange, defaults: Parameters<typeof resolved>[1]) {
  const company = await companies.get(tx, id, id);
  if (company === undefined) throw new Error(`There is no company ${id}.`);
  if (Object.keys(wanted).length > 0) await setQuotas(tx, id, wanted);
  const [found] = await readQuotas(tx, [id]);
  const quotas = resolved(found?.own, defaults);
  const { made = 0 } = found ?? {};
  const rows = await countRows(tx, id);
  // From here on the services know how many there are.
  if (quotas.rows !== undefined) await saveCount(tx, id, { rows, made, now: systemRuntime.clock.now() });
  return { name: company.name, quotas, rows };
}

/** `company quota <company>`: sets the quotas of a company, or says what they are. */
export async function companyQuota(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, OPTIONS, 'any');
  const [word = '', ...more] = given.words;
  const id = parseId(word);
  if (id === undefined || more.length > 0)
    throw new UsageError('Say which company by its id, such as: company quota 7 --rows 100000.');
  const wanted: QuotaChange = Object.fromEntries(
    QUOTAS.flatMap((quota) => {
      const text = given.text(OPTION_OF[quota]);
      return text === undefined ? [] : [[quota, taken(OPTION_OF[quota], text)]];
    }),
  );
  const config = given.config();
  const { storage } = await openInstallation(existingInstallation(config), systemRuntime.random);
  const { name, quotas, rows } = await withStorage(storage, () =>
    storage.write((tx) => change(tx, id, wanted, config.quotas)),
  );
  const shown = {
    company_id: String(id),
    requests_per_day: quotas.requests ?? null,
    bytes_per_day: quotas.bytes ?? null,
    rows: quotas.rows ?? null,
    rows_used: rows,
  };
  const said = (limit: number | undefined) => (limit === undefined ? 'no quota' : String(limit));
  const text = `Company ${id} (${name}): requests per day ${said(quotas.requests)}, bytes per day ${said(quotas.bytes)}, rows ${said(quotas.rows)} (${rows} used).`;
  process.stdout.write(`${given.has('json') ? JSON.stringify(shown) : text}\n`);
  return 0;
}
