import { companies } from '../company/store.ts';
import { type Config, placeOf } from '../config.ts';
import { createSandbox } from '../demo/sandbox.ts';
import { createCompany, makeSecrets } from '../founding.ts';
import { openInstallation } from '../installation.ts';
import { parseId } from '../kernel/id.ts';
import { minorUnits } from '../kernel/money.ts';
import { isTimeZone } from '../kernel/time.ts';
import { removeFactors } from '../people/factors.ts';
import { COMMAND_LINE, makeInvitation, makeResetLink } from '../people/links.ts';
import { Passwords } from '../people/password.ts';
import { findUser } from '../people/store.ts';
import { isRole, ROLES } from '../people/types.ts';
import { isEmail } from '../people/welcome.ts';
import { systemRuntime } from '../runtime.ts';
import type { Writer } from '../storage/port.ts';

import {
  existingInstallation,
  knownAddress,
  type ParsedArguments,
  parseArguments,
  UsageError,
  withStorage,
} from './arguments.ts';

// Companies, users and their links.

/** The longest name of a company, as for every other name. */
const MAX_NAME = 255;

/** The e-mail address that was given. */
function emailOf(given: ParsedArguments): string {
  const email = given.text('email')?.trim() ?? '';
  if (!isEmail(email)) throw new UsageError('--email is needed, with an e-mail address.');
  return email;
}

/** Prints a one-time link that `make` answers the path of. */
async function printLink(config: Config, make: (tx: Writer) => Promise<string>): Promise<number> {
  const { storage } = await openInstallation(config, systemRuntime.random);
  const path = await withStorage(storage, () => storage.write(make));
  process.stdout.write(`${knownAddress(config)}${path}\n`);
  return 0;
}

export async function resetPassword(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { email: { type: 'string' } }, 0);
  const email = emailOf(given);
  return printLink(existingInstallation(given.config()), async (tx) => {
    const path = await makeResetLink(tx, email, COMMAND_LINE, {
      now: systemRuntime.clock.now(),
      random: systemRuntime.random,
    });
    if (path === undefined) throw new Error(`Nobody here has the e-mail address ${email}.`);
    return path;
  });
}

/** For a user who has lost everything but the password, or whose password a thief has: sessions end as well (reference: authentication.31). */
export async function resetSecondFactor(args: readonly string[]): Promise<number> {
  const given = parseArguments(args, { email: { type: 'string' } }, 0);
  const email = emailOf(given);
  const { storage } = await openInstallation(existingInstallation(given.config()), systemRuntime.random);
  const now = systemRuntime.clock.now();
  const done = await withStorage(storage, () =>
    storage.write((tx) => removeFactors(tx, email, COMMAND_LINE, now)),
  );
  if (done === undefined) throw new Error(`Nobody here has the e-mail address ${email}.`);
  const app = done.hadApp ? 'the authenticator app is removed' : 'there was no authenticator app';
  process.stdout.write(`${email}: ${app}, passkeys removed: ${done.passkeys}, every session has ended.\n`);
  return 0;
}

export async function inviteMember(args: readonly string[]): Promise<number> {
  const given = parseArguments(
    args,
    { company: { type: 'string' }, email: { type: 'string' }, role: { type: 'string' } },
    0,
  );
  const email = emailOf(given);
  const company = parseId(given.text('company') ?? '');
  if (company === undefined) throw new UsageError('--company is needed, with an id.');
  const role = given.text('role') ?? 'owner';
  if (!isRole(role)) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  return printLink(existingInstallation(given.config()), async (tx) => {
    if ((await companies.get(tx, company, company)) === undefined) {
      throw new Error(`There is no company ${company}.`);
    }
    const makers = { now: systemRuntime.clock.now(), random: systemRuntime.random };
    return makeInvitation(tx, { company, email, role }, COMMAND_LINE, makers);
  });
}

export async function companyCreate(args: readonly string[]): Promise<number> {
  const given = parseArguments(
    args,
    {
      name: { type: 'string' },
      currency: { type: 'string' },
      timezone: { type: 'string' },
      email: { type: 'string' },
      json: { type: 'boolean' },
      sandbox: { type: 'boolean' },
    },
    0,
  );
  const ownerEmail = given.text('email') === undefined ? undefined : emailOf(given);
  const name = given.text('name')?.trim() ?? '';
  const currency = given.text('currency') ?? '';
  const timezone = given.text('timezone') ?? '';
  if (name === '' || name.length > MAX_NAME) {
    throw new UsageError(`--name is needed, with 1 to ${MAX_NAME} characters.`);
  }
  if (minorUnits(currency) === undefined) {
    throw new UsageError('--currency is needed, with an ISO 4217 code in capitals such as AUD.');
  }
  if (!isTimeZone(timezone)) {
    throw new UsageError('--timezone is needed, with a name such as Australia/Sydney.');
  }
  const config = given.config();
  const { storage, keyring } = await openInstallation(config, systemRuntime.random);
  const made = await withStorage(storage, async () => {
    const secrets = await makeSecrets(systemRuntime.random, new Passwords(systemRuntime.random));
    return storage.write(async (tx) => {
      if (ownerEmail !== undefined && (await findUser(tx, ownerEmail)) !== undefined) {
        throw new Error(
          `${ownerEmail} has an account already. Leave --email out, and then do: passbell invite.`,
        );
      }
      const common = {
        name,
        currency,
        timezone,
        addonName: `${name} add-on`,
        ...(ownerEmail === undefined ? {} : { ownerEmail }),
      };
      const parts = { now: systemRuntime.clock.now(), random: systemRuntime.random, keyring };
      if (given.has('sandbox')) return createSandbox(tx, secrets, parts, { ...common, isBare: false });
      return createCompany(
        tx,
        {
          ...common,
          siteName: name,
          taxes: [],
          methods: [{ name: 'Cash', kind: 'cash', ledger_code: null }],
        },
        secrets,
        parts,
      );
    });
  });
  const card = { ...placeOf(config, knownAddress(config)), ...made.card };
  if (given.has('json')) process.stdout.write(`${JSON.stringify(card)}\n`);
  else {
    process.stdout.write(`${name} is company ${made.company}. These secrets are shown only now:\n`);
    process.stdout.write(`${JSON.stringify(card, null, 2)}\n`);
  }
  return 0;
}
