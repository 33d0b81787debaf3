// The interface of the parts of `npm run prove`.

import type { Program } from './programs.ts';

/** A count that a recorded run has to reach. */
export interface Goal {
  readonly count: string;
  readonly atLeast: number;
}

/** The environment of a part. */
export interface PartContext {
  /** Decides everything that is left to chance. */
  readonly random: () => number;
  /** True when the part's time is over, or its goals are reached and nothing more was asked for. */
  isOver(counts: Readonly<Record<string, number>>): boolean;
  /** How long the part may still go on, in ms; at least 0. */
  leftMs(): number;
  /** Prints a line about how it goes. */
  say(text: string): void;
}

/** The result of a part. */
export interface Finding {
  /** Actions and observations, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Violations of a promise: none in a run that proves something. */
  readonly problems: readonly string[];
  /** Checks that this machine does not allow, in sentences. */
  readonly notes: readonly string[];
}

/** One way to try to make the service lose, double or invent something. */
export interface Part {
  readonly name: string;
  /** The part in a sentence, for docs/proof.md. */
  readonly words: string;
  /** Its share of the time of a run, relative to the others'. */
  readonly share: number;
  readonly goals: readonly Goal[];
  /** Programs that have to be installed; without them the part is left out. */
  readonly needs?: readonly Program[];
  run(context: PartContext): Promise<Finding>;
}

/** Most problems that are listed. */
export const MAX_PROBLEMS = 20;

/** A whole number from `least` to `most`. */
export function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of several. */
export function pick<T>(random: () => number, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new RangeError('There is nothing to choose from.');
  return one;
}
