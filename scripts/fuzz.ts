// Asks the API whatever its description leads to, for as long as wanted: npm run fuzz -- --minutes 5 --engine sqlite
// Each seed goes once through every operation; --seed 7 begins there. What a fault was found with is printed with it;
// --only createOrder asks that operation alone. --rules lists what the description allows and the service refused.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: 'string', default: '5' },
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    rules: { type: 'boolean', default: false },
  },
});
const { minutes, engine, seed, only, rules } = values;

/** Ends with a sentence about what was asked for. */
function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
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
