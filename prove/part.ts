// What every part of `npm run prove` is given and answers.

/** A number that a recorded run has to reach, with what it counts. */
export interface Goal {
  readonly count: string;
  readonly atLeast: number;
}

/** What a part works with. */
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

/** What a part found. */
export interface Finding {
  /** What was done and seen, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** What must not be: none in a run that proves something. */
  readonly problems: readonly string[];
  /** What could not be done here, in sentences. */
  readonly notes: readonly string[];
}

/** One way to try to make the service lose, double or invent something. */
export interface Part {
  readonly name: string;
  /** What it does, as a sentence for docs/proof.md. */
  readonly words: string;
  /** Its share of the time of a run, relative to the others'. */
  readonly share: number;
  readonly goals: readonly Goal[];
  run(ground: PartContext): Promise<Finding>;
}

/** Problems are listed up to this many; more of them say no more. */
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
