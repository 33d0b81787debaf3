import { refuseLost } from '../installation.ts';
import { admitKeys } from '../keys/admit.ts';
import { addKey, dropKey, useKey } from '../keys/change.ts';
import { keyFile, openKeyring } from '../keys/file.ts';
import { reseal, standingOf } from '../keys/walk.ts';
import { loadWords, lostWords, remedyWords, unopenedWords } from '../keys/words.ts';
import { systemRuntime } from '../runtime.ts';
import { openWithoutTimeLimit } from '../storage/open.ts';
import {
  existingInstallation,
  type ParsedArguments,
  parseArguments,
  UsageError,
  withStorage,
} from './arguments.ts';

// The installation's keys: what rests on each, and the steps from one to the next (reference: operations.30). No key is ever
// shown, only ids.

/** passbell key […] */
export async function runKey(args: readonly string[]): Promise<number> {
  const [step = '', ...rest] = args;
  switch (step) {
    case 'add':
      return add(parseArguments(rest, {}, 0));
    case 'use':
      return use(parseArguments(rest, {}, 'any'));
    case 'reseal':
      return resealAll(parseArguments(rest, {}, 0));
    case 'drop':
      return drop(parseArguments(rest, { force: { type: 'boolean' } }, 'any'));
    default:
      if (step !== '' && !step.startsWith('-'))
        throw new UsageError('There is: key, key add, key use <id>, key reseal, key drop <id>.');
      return show(parseArguments(args, {}, 0));
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The id of a key that was given. */
function idIn({ words }: ParsedArguments): string {
  const [id = ''] = words;
  if (words.length !== 1 || !/^[0-9a-f]{8}$/.test(id))
    throw new UsageError('It needs the id of one key: eight digits, as passbell key shows them.');
  return id;
}

/** Opens the installation for a step. */
async function opened(given: ParsedArguments) {
  const config = existingInstallation(given.config());
  const { dataDir } = config;
  const storage = await openWithoutTimeLimit(config, () => refuseLost(config));
  return { dataDir, storage };
}

async function show(given: ParsedArguments): Promise<number> {
  const { dataDir, storage } = await opened(given);
  return withStorage(storage, async () => {
    const file = keyFile(dataDir);
    const keyring = openKeyring(file);
    const standing = await standingOf(storage, keyring);
    say(`${file} holds ${standing.keys.length === 1 ? 'one key' : `${standing.keys.length} keys`}:`);
    for (const [at, load] of standing.keys.entries()) {
      const words = loadWords(load);
      // One that was added is none of old, and neither is one that nothing rests on any more.
      const other = words === '' ? 'not used' : 'old ';
      say(`  ${load.id}  ${at === 0 ? 'used' : other}  ${words === '' ? 'nothing rests on it' : words}`);
    }
    for (const words of [unopenedWords(standing), lostWords(standing)]) if (words !== undefined) say(words);
    return standing.unopened.size > 0 ? 1 : 0;
  });
}

async function add(given: ParsedArguments): Promise<number> {
  const { dataDir } = existingInstallation(given.config());
  const id = await addKey(dataDir, systemRuntime.random);
  say(
    `Key ${id} is in ${keyFile(dataDir)}, in the second place: nothing is sealed with it yet. Back the file up. ` +
      `Copy it to every other process of the fleet. When all of them have had it for ten seconds: passbell key use ${id}`,
  );
  return 0;
}

async function use(given: ParsedArguments): Promise<number> {
  const id = idIn(given);
  const { dataDir, storage } = await opened(given);
  return withStorage(storage, async () => {
    await useKey(storage, dataDir, id);
    say(
      `Key ${id} is the first in ${keyFile(dataDir)}, and seals from now on. Copy the file to every other process of the ` +
        'fleet. When all of them have had it for ten seconds: passbell key reseal',
    );
    return 0;
  });
}

async function resealAll(given: ParsedArguments): Promise<number> {
  const { dataDir, storage } = await opened(given);
  return withStorage(storage, async () => {
    const file = keyFile(dataDir);
    const keyring = openKeyring(file);
    await admitKeys(storage, file, keyring.keys);
    const { sealed, unopened, named, isWhole } = await reseal(storage, keyring, systemRuntime.random);
    const hashes = named === 0 ? '' : ` ${named} hashes name their key now.`;
    say(`${sealed} texts are sealed anew with key ${keyring.first.id}.${hashes}`);
    if (unopened > 0)
      say(`${unopened} texts are opened by no key in ${file} and stay as they are: passbell key`);
    if (!isWhole)
      say(
        'Others are sealed with another key all the while: a process does not know yet which one is first.',
      );
    if (isWhole && keyring.keys.length > 1)
      say(
        'When nothing rests on an old key any more (passbell key): passbell key drop <its id>. ' +
          'Addresses of receipts and of next pages that were made with it end then.',
      );
    return unopened > 0 || !isWhole ? 1 : 0;
  });
}

async function drop(given: ParsedArguments): Promise<number> {
  const id = idIn(given);
  const { dataDir, storage } = await opened(given);
  return withStorage(storage, async () => {
    const load = await dropKey(storage, dataDir, id, { isForced: given.has('force') });
    say(
      `Key ${id} is gone from ${keyFile(dataDir)}. Copy the file to every other process of the fleet. ` +
        'Keep the key with back-ups that were made before: they need it.',
    );
    const words = loadWords(load);
    if (words !== '') say(`Of no use from now on: ${words}. ${remedyWords(load.hashes)}`);
    return 0;
  });
}
