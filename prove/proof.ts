// docs/proof.md: the counts of the latest recorded run of each part.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Finding, Part } from './part.ts';

const root = dirname(import.meta.dirname);
const FILE = join(root, 'docs', 'proof.md');

const HEAD = `# Proof

What \`npm run prove\` counted when it was last recorded, part by part. It runs the real service and does to it what goes
wrong in a shop, then holds every order that was acknowledged against what is there: none lost, none doubled, stock what was
sold, invoice numbers and events without gaps, every event delivered to a receiver that checks signatures, none invented.

    npm run prove -- --minutes 10            # every part, ten minutes in all; this file is left alone
    npm run prove -- --only kill,power       # some parts
    npm run prove -- --only kill --until crashes=5,orders=30   # until it has counted so much
    npm run prove -- --goals --record        # until each part has reached its goals, written here

The words of the parts are theirs; "goal" is what a recorded run has to reach.
`;

/** One run of a part. */
export interface Run {
  readonly part: Part;
  readonly finding: Finding;
  readonly seed: number;
  readonly seconds: number;
}

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** How a count is written: \`deliveredAgain\` as "delivered again". */
export function wordsOf(count: string): string {
  return count.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The section about one run. */
export function section({ part, finding, seed, seconds }: Run, when: string, commit: string): string {
  const goals = new Map(part.goals.map(({ count, atLeast }) => [count, atLeast]));
  const rows = Object.entries(finding.counts).map(([count, value]) => {
    const goal = goals.get(count);
    return `| ${wordsOf(count)} | ${value.toLocaleString('en-US')} | ${goal?.toLocaleString('en-US') ?? ''} |`;
  });
  return [
    `## ${part.name}`,
    '',
    part.words,
    '',
    `${when}, commit ${commit}, seed ${seed}, ${Math.round(seconds / 60)} minutes, ${cpus().length} cores.`,
    '',
    ...['| count | | goal |', '|---|---:|---:|', ...rows],
    '',
    finding.problems.length === 0 ? 'Problems found: none.' : 'Problems found:',
    ...finding.problems.map((problem) => `- ${problem}`),
    ...finding.notes,
    '',
  ].join('\n');
}

/** The file with a section put in place of the part's earlier one, in the order of the parts. */
export function withSections(text: string, sections: ReadonlyMap<string, string>, order: readonly string[]) {
  const found = new Map<string, string>();
  for (const each of text.split(/^(?=## )/m).slice(1)) found.set(each.slice(3, each.indexOf('\n')), each);
  for (const [name, each] of sections) found.set(name, each);
  const all = order.flatMap((name) => found.get(name) ?? []);
  return [HEAD, ...all.map((each) => `${each.trim()}\n`)].join('\n');
}

/** Writes runs into docs/proof.md. */
export function record(runs: readonly Run[], order: readonly string[], now: Date): void {
  const dirty =
    git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/proof.md') === ''
      ? ''
      : ' with changes';
  const commit = `${git('rev-parse', '--short=12', 'HEAD')}${dirty}`;
  const when = now.toISOString().slice(0, 10);
  const sections = new Map(runs.map((run) => [run.part.name, section(run, when, commit)]));
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  writeFileSync(FILE, withSections(text, sections, order));
}
