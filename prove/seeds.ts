import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Finding, Part } from './part.ts';

const root = dirname(import.meta.dirname);
/** Seeds played by one run of the simulation. */
const ROUND = 200;
/** Seeds of a round that there is little time for: a round is never cut. */
const SHORT_ROUND = 10;
const SHORT_MS = 120_000;

/** Plays seeds of the delivery engine's simulation; answers its output when one failed. */
function play(first: number, seeds: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(root, 'scripts/sim.ts'), '--seeds', String(seeds), '--from', String(first)],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? undefined : output));
  });
}

/** The delivery engine in virtual time. */
export const seeds: Part = {
  name: 'seeds',
  words:
    'The delivery engine is played in virtual time by seed: several processes, hot records with backlogs, crashes and stops at every step, slow and failing receivers.',
  share: 1,
  goals: [{ count: 'seeds', atLeast: 10_000 }],
  async run(context): Promise<Finding> {
    let played = 0;
    const problems: string[] = [];
    const first = 1 + Math.floor(context.random() * 1_000_000);
    do {
      const isShort = context.leftMs() < SHORT_MS;
      const round = isShort ? SHORT_ROUND : ROUND;
      const begins = Array.from(
        { length: isShort ? 1 : availableParallelism() },
        (_, at) => played + at * round,
      );
      const failures = await Promise.all(begins.map((begin) => play(first + begin, round)));
      for (const [at, failure] of failures.entries()) {
        if (failure === undefined) played += round;
        else problems.push(`Of the seeds from ${first + (begins[at] ?? 0)} on: ${failure.slice(-2_000)}`);
      }
      context.say(`${played} seeds`);
    } while (problems.length === 0 && !context.isOver({ seeds: played }));
    return { counts: { seeds: played, firstSeed: first }, problems, notes: [] };
  },
};
