// The delivery engine in virtual time for as many seeds as wanted: npm run sim -- --seeds 10000
// A seed that fails is named; npm run sim -- --seed 7 plays that one alone, --from 1000 begins there.
// A Saturday evening of many sites is another one: npm run sim -- saturday --help

import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/** More would run for days. */
const MAX_SEEDS = 1_000_000;
/** Seeds played by one run of the test file: it may take a few minutes at most. */
const ROUND = 200;

const root = dirname(import.meta.dirname);

/** Plays some seeds; answers the exit code. */
function play(env: Readonly<Record<string, string>>): number {
  const only = ['--only', 'keeps its promises for'];
  const args = [
    join(root, 'scripts/run.mjs'),
    'scripts/test.ts',
    '--no-check',
    ...only,
    'webhooks-simulation',
  ];
  const run = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return run.status ?? 1;
}

/** Plays the seeds that the command line asks for. */
function playSeeds(): void {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      seeds: { type: 'string', default: '1000' },
      seed: { type: 'string' },
      from: { type: 'string', default: '1' },
    },
  });
  for (const [name, text] of Object.entries(values)) {
    if (!/^[1-9]\d*$/.test(text) || Number(text) > MAX_SEEDS) {
      process.stderr.write(`--${name} must be a whole number from 1 to ${MAX_SEEDS}.\n`);
      process.exit(2);
    }
  }
  if (values.seed !== undefined) process.exitCode = play({ PASSBELL_SEED: values.seed });
  else {
    const [from, seeds] = [Number(values.from), Number(values.seeds)];
    for (let played = 0; played < seeds && !process.exitCode; played += ROUND) {
      const count = Math.min(ROUND, seeds - played);
      process.exitCode = play({ PASSBELL_SEEDS: String(count), PASSBELL_FROM: String(from + played) });
    }
  }
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'saturday') await (await import('../bench/saturday/main.ts')).saturday(rest);
else playSeeds();
