import type { Logger } from 'pino';
import { hasCompany, isOnlyCompany } from './company/store.ts';
import { type Config, placeOf } from './config.ts';
import { createBusiness, makeSecrets } from './founding.ts';
import { type Installation, updateSandboxFile, writeSandboxFile } from './installation.ts';
import { type Id, parseId } from './kernel/id.ts';
import type { Random } from './kernel/random.ts';
import type { Clock, Micros } from './kernel/time.ts';
import { getMeta, SANDBOX_COMPANY, setMeta } from './oauth/store.ts';
import { makeSetupLink } from './people/links.ts';
import type { Passwords } from './people/password.ts';
import { hasUser } from './people/store.ts';
import type { Foundation } from './people/types.ts';
import type { FolderLock } from './storage/lock.ts';
import type { Reader, Storage, Writer } from './storage/port.ts';

// The first start: it makes the sandbox or a set-up link. Also whether the sandbox is still the only company.

/** An installation that this process serves. */
export interface LockedInstallation extends Installation {
  readonly lock: FolderLock;
}

/** The environment of a first start. */
interface FirstStartRuntime {
  readonly clock: Clock;
  readonly random: Random;
  /** Prints a line on the console. */
  readonly print?: (line: string) => void;
}

/** Makes the sandbox over an empty database, and keeps the address in its file true. */
export async function prepareSandbox(
  config: Config,
  { storage, keyring, lock }: LockedInstallation,
  runtime: FirstStartRuntime,
  { passwords, url, logger }: { passwords: Passwords; url: string; logger: Logger },
): Promise<void> {
  const { dataDir } = config;
  const known = await storage.read((tx) => getMeta(tx, 'started'));
  if (known === undefined) {
    // Only a first start needs what makes a sandbox.
    const { createSandbox, FIRST_SANDBOX } = await import('./demo/sandbox.ts');
    const secrets = await makeSecrets(runtime.random, passwords);
    const own = `${runtime.clock.now()} ${runtime.random.bytes(9).toString('base64url')}`;
    const made = await storage.write(async (tx) => {
      // Taken before anything is read: of processes that start together the others wait here, and then
      // find that it is not theirs.
      await setMeta(tx, 'started', own);
      if ((await getMeta(tx, 'started')) !== own || !config.sandbox || (await hasCompany(tx))) return false;
      const parts = { now: runtime.clock.now(), random: runtime.random, keyring };
      const plan = { ...FIRST_SANDBOX, isBare: config.bareSandbox };
      const { company, card } = await createSandbox(tx, secrets, parts, plan);
      await setMeta(tx, SANDBOX_COMPANY, String(company));
      // Before the commit: a sandbox whose secrets were lost would be of no use.
      writeSandboxFile(dataDir, { ...placeOf(config, url), ...card });
      return true;
    });
    if (made) return;
  }
  // Where processes share the folder, the address is that of the first that answers requests.
  if (!lock.isKeeper) return;
  try {
    updateSandboxFile(dataDir, url);
  } catch (error) {
    // A full disk must not keep the service from starting.
    logger.warn({ err: error }, 'The address in sandbox.json could not be brought up to date.');
  }
}

/** While there is no account and no company: a one-time link on the console that founds the first one. */
export async function offerSetup(storage: Storage, runtime: FirstStartRuntime, url: string): Promise<void> {
  const now = runtime.clock.now();
  const isNew = await storage.read(async (tx) => !(await hasUser(tx)) && !(await hasCompany(tx)));
  if (!isNew || runtime.print === undefined) return;
  const path = await storage.write((tx) => makeSetupLink(tx, { now, random: runtime.random }));
  runtime.print(
    `There is no company yet. Set one up within a day, by this link that works once: ${url}${path}`,
  );
}

/** A company with one site for the user of the set-up link. */
export async function foundCompany(tx: Writer, plan: Foundation, now: Micros): Promise<Id> {
  const methods = [{ name: 'Cash', kind: 'cash', ledger_code: null }] as const;
  return (await createBusiness(tx, { ...plan, siteName: plan.name, taxes: [], methods }, now)).id;
}

/**
 * The sandbox's company while it is the only one: its deliveries may reach this machine. With a company beside it
 * this is no developer's machine any more, and the sandbox's secrets must not give access to its network.
 */
export async function sandboxAlone({ sandbox }: Config, tx: Reader): Promise<Id | undefined> {
  if (!sandbox) return undefined;
  const company = parseId((await getMeta(tx, SANDBOX_COMPANY)) ?? '');
  return company !== undefined && (await isOnlyCompany(tx, company)) ? company : undefined;
}
