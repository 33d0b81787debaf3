// Tries to make the service lose, double or invent something, and counts:
//
//   npm run prove                            two minutes of everything
//   npm run prove -- --minutes 30            longer
//   npm run prove -- --only kill,fleet       some parts
//   npm run prove -- --goals                 each part until it has reached its goals, within --minutes (default 180)
//   npm run prove -- --until crashes=5       each part until it has counted so much, within --minutes
//   npm run prove -- --record                writes the counts into docs/proof.md
//   npm run prove -- --seed 7                the random decisions of an earlier run
//   npm run fleet                            the same of a fleet with everything around it: several database servers, a pooler, back-ups
//
// It ends with 1 when a problem was found, or a wanted goal was not reached.

import { parseArgs } from 'node:util';
import { chanceOf } from '#test/harness/chance.ts';
import { tidyUp } from '#test/harness/process.ts';
import { alerts } from './alerts.ts';
import { failover } from './failover.ts';
import { fleet } from './fleet.ts';
import { hostile } from './hostile.ts';
import { kill } from './kill.ts';
import { leader } from './leader.ts';
import { moment } from './moment.ts';
import type { Finding, Goal, Part, PartContext } from './part.ts';
import { pooler } from './pooler.ts';
import { power } from './power.ts';
import { installLine, missing } from './programs.ts';
import { type Run, record, wordsOf } from './proof.ts';
import { seeds } from './seeds.ts';

const USUAL: readonly Part[] = [kill, power, fleet, seeds, hostile];
/** Of a fleet with programs around it, some of which have to be installed: `npm run fleet`. */
const FLEET: readonly Part[] = [pooler, leader, failover, moment, alerts];
const PARTS: readonly Part[] = [...USUAL, ...FLEET];

/** The longest run, in minutes. */
const MAX_MINUTES = 24 * 60;
const MINUTES = { usual: 2, goals: 180 };

interface Options {
  readonly parts: readonly Part[];
  readonly minutes: number;
  readonly seed: number;
  /** Ends a part before its time; undefined when it takes its time. */
  readonly goalsOf: ((part: Part) => readonly Goal[]) | undefined;
  readonly record: boolean;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      goals: { type: 'boolean', default: false },
      until: { type: 'string' },
      record: { type: 'boolean', default: false },
      fleet: { type: 'boolean', default: false },
    },
  });
  const until = values.until?.split(',').map(readGoal);
  const minutes = Number(values.minutes ?? (values.goals ? MINUTES.goals : MINUTES.usual));
  if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
    throw new Error(`--minutes must be a number above 0 and at most ${MAX_MINUTES}.`);
  }
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number from 0.');
  const names = values.only?.split(',') ?? (values.fleet ? FLEET : USUAL).map(({ name }) => name);
  const parts = names.map((name) => {
    const part = PARTS.find((each) => each.name === name);
    if (part !== undefined) return part;
    throw new Error(`--only takes ${PARTS.map((each) => each.name).join(', ')}; there is no part ${name}.`);
  });
  const goalsOf = until !== undefined ? () => until : values.goals ? (part: Part) => part.goals : undefined;
  return { parts, minutes, seed, goalsOf, record: values.record };
}

/** One of --until: the name of a count, and how much it is to be. */
function readGoal(text: string): Goal {
  const [, count, least] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`--until takes counts such as crashes=5, not ${text}.`);
  return { count, atLeast: Number(least) };
}

function reached(goals: readonly Goal[], counts: Readonly<Record<string, number>>): boolean {
  // A count that is known only at the end cannot end a part.
  const own = goals.filter(({ count }) => counts[count] !== undefined);
  return own.length > 0 && own.every(({ count, atLeast }) => (counts[count] ?? 0) >= atLeast);
}

/** Runs one part for some time. */
async function play(part: Part, ms: number, { seed, goalsOf }: Options): Promise<Run> {
  const begun = performance.now();
  const leftMs = () => Math.max(0, begun + ms - performance.now());
  const goals = goalsOf?.(part);
  const context: PartContext = {
    random: chanceOf(seed),
    isOver: (counts) => leftMs() === 0 || (goals !== undefined && reached(goals, counts)),
    leftMs,
    say: (text) => print(`  ${part.name}: ${text}`),
  };
  print(`${part.name}: ${part.words}`);
  const finding = await part
    .run(context)
    .catch((error: unknown): Finding => ({ counts: {}, problems: [String(error)], notes: [] }));
  const run = { part, finding, seed, seconds: (performance.now() - begun) / 1000 };
  for (const [count, value] of Object.entries(finding.counts)) print(`  ${wordsOf(count)}: ${value}`);
  for (const note of finding.notes) print(`  note: ${note}`);
  for (const problem of finding.problems) print(`  PROBLEM: ${problem}`);
  return run;
}

/** The parts whose programs are installed; says what is missing for the others. */
function installed(parts: readonly Part[]): Part[] {
  const wanted = missing([...new Set(parts.flatMap(({ needs = [] }) => needs))]);
  const left = parts.filter(({ needs = [] }) => missing(needs).length > 0);
  for (const { name, needs = [] } of left)
    print(`${name} is left out: ${missing(needs).join(', ')} not installed`);
  if (wanted.length > 0) {
    print(`On Debian and Ubuntu, as root: ${installLine(wanted)}`);
    print('Stop and disable the services that come along: each part starts its own programs.');
  }
  return parts.filter((part) => !left.includes(part));
}

/** Runs the selected parts; true when no problem was found. */
async function prove(options: Options): Promise<boolean> {
  print(`seed ${options.seed}, ${options.minutes} minutes at most`);
  const end = performance.now() + options.minutes * 60_000;
  const runs: Run[] = [];
  const parts = installed(options.parts);
  for (const [at, part] of parts.entries()) {
    const shares = parts.slice(at).reduce((sum, { share }) => sum + share, 0);
    const left = Math.max(0, end - performance.now());
    runs.push(await play(part, (left * part.share) / shares, options));
    if (options.record) {
      record(
        runs,
        PARTS.map(({ name }) => name),
        new Date(),
      );
    }
  }
  if (parts.length === 0) return false;
  const short = runs.filter(({ part, finding }) => !meets(options.goalsOf?.(part) ?? [], finding));
  for (const { part } of short) print(`${part.name} did not reach its goals`);
  const problems = runs.flatMap(({ finding }) => finding.problems);
  print(`problems: ${problems.length}`);
  return problems.length === 0 && short.length === 0;
}

function meets(goals: readonly Goal[], { counts }: Finding): boolean {
  return goals.every(({ count, atLeast }) => (counts[count] ?? 0) >= atLeast);
}

try {
  process.exitCode = (await prove(readOptions(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`prove: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
} finally {
  await tidyUp();
}
// A part that failed may have left registers that go on trying: nothing of it is waited for.
process.exit();
