import type { InstallationKey, Keyring } from '../edge/secrets.ts';
import type { Ticker } from '../kernel/time.ts';
import { type KeyChecks, noteKey, noteOrigin, readKeyChecks } from '../storage/key-checks.ts';
import type { Storage } from '../storage/port.ts';
import { KeySource, keyFile } from './file.ts';

// Which keys a process may serve a database with, at its start and while it runs (reference: operations.30).

/** How often a process looks whether secret.key has changed, in ms. */
const KEY_LOOK_MS = 5_000;

/** Why a database cannot be served with these keys, as a sentence that says what to do; undefined when it can. */
export function keyProblem(
  file: string,
  keys: readonly InstallationKey[],
  { origin, named }: KeyChecks,
): string | undefined {
  const wrong = `${file} is not the key that the database was made with. Copy the right one there.`;
  const [first] = keys;
  if (origin === undefined || first === undefined) return undefined;
  if (named.size === 0) {
    if (!keys.some(({ check }) => check === origin)) return wrong;
  } else if (!keys.some(({ id, check }) => named.get(id) === check)) return wrong;
  for (const [id, check] of named) {
    const key = keys.find((each) => each.id === id);
    if (key === undefined) {
      return (
        `The database has secrets sealed with key ${id}, which ${file} does not hold. ` +
        'Copy the file from where that key was made or put first, or from a back-up.'
      );
    }
    if (key.check !== check) return wrong;
  }
  const isUsed = named.size === 0 ? first.check === origin : named.has(first.id);
  if (isUsed) return undefined;
  return (
    `Key ${first.id} is the first in ${file}, but the database does not use it: it was dropped, or put first by hand. ` +
    `Copy the file from where the key was changed, or do: passbell key use ${first.id}`
  );
}

/** Notes in the database which keys it rests on, or throws the sentence that refuses them. */
export async function admitKeys(
  storage: Storage,
  file: string,
  keys: readonly [InstallationKey, ...InstallationKey[]],
): Promise<void> {
  const [first] = keys;
  const known = await storage.read(readKeyChecks);
  const isNoted = (checks: KeyChecks) => checks.origin !== undefined && checks.named.size > 0;
  const checks = isNoted(known)
    ? known
    : await storage.write(async (tx) => {
        // Of two that start together on a new database one notes its key, and the other one has to have the same.
        await noteOrigin(tx, first);
        const noted = await readKeyChecks(tx);
        if (keyProblem(file, keys, noted) !== undefined) return noted;
        await noteKey(tx, first);
        return readKeyChecks(tx);
      });
  const problem = keyProblem(file, keys, checks);
  if (problem !== undefined) throw new Error(problem);
}

/** The parts of a process that follows secret.key. */
export interface FollowParts {
  readonly storage: Storage;
  readonly keyring: Keyring;
  readonly dataDir: string;
  /** Called with the reason why changed keys are not taken; the ones before stay in use. */
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Takes what secret.key holds by now, when it has changed. */
class KeyFollower {
  readonly #parts: FollowParts;
  readonly #file: string;
  readonly #source: KeySource;
  #turn: Promise<void> = Promise.resolve();
  /** The fault at the last look: it is logged once. */
  #said = '';

  constructor(parts: FollowParts) {
    this.#parts = parts;
    this.#file = keyFile(parts.dataDir);
    this.#source = new KeySource(this.#file);
  }

  /** Looks now; the keys are in use when this has ended. */
  look(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#look());
    return this.#turn;
  }

  async #look(): Promise<void> {
    const { storage, keyring, warn } = this.#parts;
    try {
      const keys = this.#source.readChanged();
      if (keys === undefined) return;
      const problem = keyProblem(this.#file, keys, await storage.read(readKeyChecks));
      if (problem !== undefined) throw new Error(problem);
      keyring.replace(keys);
      this.#said = '';
    } catch (error) {
      // A database that was away for a moment is asked again.
      this.#source.again();
      const said = String(error);
      if (said === this.#said) return;
      this.#said = said;
      warn(error, 'What secret.key holds by now is not used; the keys before are.');
    }
  }
}

/** Looks every few seconds until it is ended. */
export function followKeys(parts: FollowParts, ticker: Ticker): () => void {
  const follower = new KeyFollower(parts);
  return ticker.every(KEY_LOOK_MS, () => void follower.look());
}
