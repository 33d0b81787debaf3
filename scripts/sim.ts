// The delivery engine in virtual time for as many seeds as wanted: npm run sim -- --seeds 10000
// A seed that fails is named; npm run sim -- --seed 7 plays that one alone.

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** More would run for days. */
const MAX_SEEDS = 1_000_000;

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { seeds: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
for (const [name, text] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > MAX_SEEDS) {
    process.stderr.write(`--${name} must be a whole number from 1 to ${MAX_SEEDS}.\n`);
    process.exit(2);
  }
}
const root = dirname(import.meta.dirname);
const run = spawnSync(
  process.execPath,
  [join(root, 'scripts/run.mjs'), 'scripts/test.ts', '--no-check', 'webhooks-simulation'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PASSBELL_SEEDS: values.seeds,
      ...(values.seed === undefined ? {} : { PASSBELL_SEED: values.seed }),
    },
  },
);
process.exitCode = run.status ?? 1;
