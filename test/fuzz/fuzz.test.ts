// The API asked whatever its description leads to, by a seed: the same asks the same. FUZZ_SEED=7 npm test -- test/fuzz
// plays another one beside the fixed one; npm run fuzz plays many of them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ENGINES, type Engine } from '#test/harness/service.ts';
import { fuzzOperations } from './operations.ts';
import { fuzz, Report } from './runner.ts';

const { FUZZ_SEED, FUZZ_MINUTES, FUZZ_ENGINE, FUZZ_ONLY, FUZZ_RULES } = process.env;
/** Requests of each operation, for the fixed seed and for the one of the environment. */
const REQUESTS = 10;
/** The same in a run of its own. */
const MANY_REQUESTS = 30;
const FIXED_SEED = 1;
/** Between two lines of a long run. */
const BETWEEN_LINES_MS = 20_000;

/** The seeds that are played, one after the other. */
function* seeds(end: number): Generator<number> {
  if (FUZZ_MINUTES === undefined) {
    yield FIXED_SEED;
    if (FUZZ_SEED !== undefined) yield Number(FUZZ_SEED);
    return;
  }
  for (let seed = Number(FUZZ_SEED ?? FIXED_SEED); Date.now() < end; seed++) yield seed;
}

/** A line for a person who waits. */
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Tells how far a long run is, once in a while: a run that says nothing is given up. */
function tellNowAndThen(name: string): (report: Report) => void {
  let told = 0;
  return ({ requests, faults }) => {
    if (Date.now() - told < BETWEEN_LINES_MS) return;
    told = Date.now();
    say(`${name}: ${requests} requests, ${faults.size} faults`);
  };
}

async function play(engine: Engine): Promise<void> {
  const all = new Report();
  const end = Date.now() + Number(FUZZ_MINUTES ?? 0) * 60_000;
  for (const seed of seeds(end)) {
    const requests = FUZZ_MINUTES === undefined ? REQUESTS : MANY_REQUESTS;
    const before = all.faults.size;
    const isLong = FUZZ_MINUTES !== undefined;
    const progress = isLong ? tellNowAndThen(`${engine}, seed ${seed}`) : undefined;
    await fuzz({ engine, seed, requests, only: FUZZ_ONLY, end: isLong ? end : undefined, progress }, all);
    if (all.faults.size > before) say(`FUZZ_SEED=${seed} on ${engine} asks it again.`);
  }
  if (FUZZ_RULES !== undefined) {
    say(`${all.requests} requests over ${all.starts + 1} companies`);
    for (const [rule, count] of [...all.rules].sort()) say(`${count} ${rule}`);
    say(JSON.stringify([...all.statuses].sort()));
  }
  assert.ok(all.requests > 0, 'Nothing was asked.');
  if (all.faults.size > 0) assert.fail(`${all.faults.size} faults\n\n${all.text}`);
  const never = fuzzOperations().filter(
    ({ id, route }) => route !== undefined && !all.succeeded.has(id) && !all.closed.has(id),
  );
  if (FUZZ_ONLY === undefined && all.rounds > 0)
    assert.deepEqual(
      never.map(({ id }) => id),
      [],
    );
}

describe('the API keeps to its description', () => {
  for (const engine of ENGINES) {
    if (FUZZ_ENGINE !== undefined && FUZZ_ENGINE !== engine) continue;
    const timeout = (Number(FUZZ_MINUTES ?? 0) + 5) * 60_000;
    it(`whatever it is asked (${engine})`, { timeout }, () => play(engine));
  }
});
