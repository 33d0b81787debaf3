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
const MANY_REQUESTS = 60;
const FIXED_SEED = 1;

/** The seeds that are played, one after the other. */
function* seeds(): Generator<number> {
  if (FUZZ_MINUTES === undefined) {
    yield FIXED_SEED;
    if (FUZZ_SEED !== undefined) yield Number(FUZZ_SEED);
    return;
  }
  const end = Date.now() + Number(FUZZ_MINUTES) * 60_000;
  for (let seed = Number(FUZZ_SEED ?? 1); Date.now() < end; seed++) yield seed;
}

/** A line for a person who waits. */
const say = (text: string) => process.stdout.write(`${text}\n`);

async function play(engine: Engine): Promise<void> {
  const all = new Report();
  let isWhole = false;
  for (const seed of seeds()) {
    const requests = FUZZ_MINUTES === undefined ? REQUESTS : MANY_REQUESTS;
    const before = all.faults.size;
    await fuzz({ engine, seed, requests, only: FUZZ_ONLY }, all);
    isWhole = true;
    if (FUZZ_MINUTES !== undefined)
      say(`${engine}, seed ${seed}: ${all.requests} requests, ${all.faults.size} faults`);
    if (all.faults.size > before) say(`FUZZ_SEED=${seed} on ${engine} asks it again.`);
  }
  if (FUZZ_RULES !== undefined) {
    say(`${all.requests} requests over ${all.starts + 1} companies`);
    for (const [rule, count] of [...all.rules].sort()) say(`${count} ${rule}`);
    say(JSON.stringify([...all.statuses].sort()));
  }
  assert.ok(isWhole, 'Nothing was asked.');
  if (all.faults.size > 0) assert.fail(`${all.faults.size} faults\n\n${all.text}`);
  const never = fuzzOperations().filter(({ id, route }) => route !== undefined && !all.succeeded.has(id));
  if (FUZZ_ONLY === undefined)
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
