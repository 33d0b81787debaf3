// Asks the API whatever its description leads to, for as long as wanted.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `npm run fuzz -- [--minutes 5] [--engine sqlite|postgres] [--seed 1] [--only createOrder] [--rules]

  --minutes   how long (5)
  --engine    on which database; both, one after the other, unless given
  --seed      the seed to begin with (1): each goes once through every operation, and a fault is printed with its own
  --only      that operation alone
  --rules     list what was good by the description and refused nevertheless
`;

/** Ends with a sentence about what was asked for. */
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

function readOptions() {
  const options = {
    minutes: { type: 'string', default: '5' },
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    rules: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: process.argv.slice(2), options }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

const { minutes, engine, seed, only, rules, help } = readOptions();
if (help) {
  process.stdout.write(HELP);
  process.exit();
}
if (!/^[1-9]\d{0,3}$/.test(minutes)) refuse('--minutes must be a whole number from 1 to 9999.');
if (!/^\d{1,9}$/.test(seed)) refuse('--seed must be a whole number of up to nine digits.');
if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
  refuse('--engine must be sqlite or postgres.');

const root = dirname(import.meta.dirname);
const args = [join(root, 'scripts/run.mjs'), 'scripts/test.ts', '--no-check', 'test/fuzz/fuzz.test.ts'];
const env = {
  ...process.env,
  FUZZ_MINUTES: minutes,
  FUZZ_SEED: seed,
  ...(engine === undefined ? {} : { FUZZ_ENGINE: engine }),
  ...(only === undefined ? {} : { FUZZ_ONLY: only }),
  ...(rules ? { FUZZ_RULES: '1' } : {}),
};
const run = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
process.exitCode = run.status ?? 1;
