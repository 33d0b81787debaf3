import { Keyring } from '../edge/secrets.ts';
import type { Random } from '../kernel/random.ts';
import { forgetKey, noteKey, readKeyChecks } from '../storage/key-checks.ts';
import type { Storage } from '../storage/port.ts';
import { keyProblem } from './admit.ts';
import { changingKeyFile, type KeyLine, keyFile, MAX_KEYS, newKeyLine } from './file.ts';
import { type KeyLoad, nameHashes, type Standing, standingOf } from './walk.ts';
import { loadWords, remedyWords, unopenedWords } from './words.ts';

// The steps of a change of the key: add, use, drop (reference: operations.30).

type Lines = readonly [KeyLine, ...KeyLine[]];

/** Adds a new key in the second place: every process is to know it before it is used. Answers its id. */
export function addKey(dataDir: string, random: Random): Promise<string> {
  return changingKeyFile(dataDir, ([first, ...others], write) => {
    if (others.length + 1 >= MAX_KEYS)
      throw new Error(
        `secret.key holds ${MAX_KEYS} keys. Drop those that nothing rests on first: passbell key`,
      );
    const made = newKeyLine(random);
    // Ids are short: one that there is already would be confused with it.
    if ([first, ...others].some(({ key }) => key.id === made.key.id))
      throw new Error('The new key has the id of another one by chance. Try again.');
    write([first, made, ...others]);
    return made.key.id;
  });
}

/** Puts a key first, so that it seals, signs and hashes from now on. The database knows it before the file changes. */
export function useKey(storage: Storage, dataDir: string, id: string): Promise<void> {
  return changingKeyFile(dataDir, async (lines, write) => {
    const chosen = lineOf(lines, id);
    const others = lines.filter((line) => line !== chosen);
    await storage.write(async (tx) => {
      const { origin, named } = await readKeyChecks(tx);
      // A database that an earlier program served names no key yet: then the one that it was made with is named as well.
      const made = named.size === 0 ? others.filter(({ key }) => key.check === origin) : [];
      const next = [...made, chosen].map(({ key }) => key);
      const checks = {
        origin,
        named: new Map([...named, ...next.map((key) => [key.id, key.check] as const)]),
      };
      const keys = [chosen, ...others].map(({ key }) => key);
      const isOther = origin !== undefined && named.size === 0 && !keys.some(({ check }) => check === origin);
      const problem = keyProblem(keyFile(dataDir), keys, isOther ? { origin, named } : checks);
      if (problem !== undefined) throw new Error(problem);
      for (const key of next) await noteKey(tx, key);
    });
    if (lines[0] !== chosen) write([chosen, ...others]);
  });
}

/**
 * Takes a key out of the database and the file. Refused while something is sealed with it and, unless forced, while a hash is
 * made with it or there are texts that no key opens. Answers what rested on it.
 */
export function dropKey(
  storage: Storage,
  dataDir: string,
  id: string,
  { isForced }: { readonly isForced: boolean },
): Promise<KeyLoad> {
  return changingKeyFile(dataDir, async (lines, write) => {
    const { key } = lineOf(lines, id);
    const [first] = lines;
    if (key === first.key)
      throw new Error(`Key ${id} is the first, so it seals. Put another one first: passbell key use <id>`);
    const keys = lines.map((line) => line.key);
    const checks = await storage.read(readKeyChecks);
    const problem = keyProblem(keyFile(dataDir), keys, checks);
    if (problem !== undefined) throw new Error(problem);
    const keyring = new Keyring(keys);
    refuseInUse(await standingOf(storage, keyring), id, isForced);
    // Hashes whose key is gone have to be known as such.
    if (key.check === checks.origin) await nameHashes(storage, id);
    await storage.write((tx) => forgetKey(tx, key, first.key));
    const standing = await standingOf(storage, keyring);
    try {
      refuseInUse(standing, id, isForced);
    } catch (error) {
      // A process has sealed with it meanwhile: nothing of that is lost, the key stays.
      await storage.write((tx) => noteKey(tx, key));
      throw error;
    }
    write(lines.filter((line) => line.key !== key));
    return loadOf(standing, id);
  });
}

function lineOf(lines: Lines, id: string): KeyLine {
  const line = lines.find(({ key }) => key.id === id);
  if (line !== undefined) return line;
  const known = lines.map(({ key }) => key.id).join(', ');
  throw new Error(`secret.key holds no key ${id}. It holds: ${known}`);
}

function loadOf(standing: Standing, id: string): KeyLoad {
  return standing.keys.find((load) => load.id === id) ?? { id, sealed: 0, hashes: new Map() };
}

function refuseInUse(standing: Standing, id: string, isForced: boolean): void {
  const load = loadOf(standing, id);
  if (load.sealed > 0) {
    throw new Error(
      `On key ${id} rest ${loadWords(load)}. Seal them with the first one: passbell key reseal. ` +
        'If there are new ones after that, a process does not know yet that another key is first.',
    );
  }
  if (isForced) return;
  const unopened = unopenedWords(standing);
  if (unopened !== undefined) {
    throw new Error(
      `${unopened} Put their key back into secret.key, if there is one; to drop ${id} all the same: --force`,
    );
  }
  if (load.hashes.size > 0) {
    throw new Error(
      `On key ${id} rest ${loadWords(load)}. They are renewed when they are entered, or end by themselves. ` +
        `To drop it all the same: --force. ${remedyWords(load.hashes)}`,
    );
  }
}
