import type { Counter } from '../port.ts';
import type { Sql } from '../sql.ts';

/** Numbers of one counter that are waited for. */
interface Wanted {
  readonly take: Counter['take'];
  readonly waiting: {
    readonly resolve: (number: bigint) => void;
    readonly reject: (error: unknown) => void;
  }[];
}

/** Takes from several counters at once; answers the last number of each. */
type TakeAll = (statements: readonly Sql[]) => Promise<readonly bigint[]>;

/**
 * Numbers that no transaction holds: they are taken by statements of their own, at most once at a time, for all who wait
 * by then. Who does not use a number leaves a gap.
 */
export class Numbers {
  readonly #takeAll: TakeAll;
  #wanted = new Map<string, Wanted>();
  #isTaking = false;

  constructor(takeAll: TakeAll) {
    this.#takeAll = takeAll;
  }

  /** The next number of a counter. */
  next({ key, take }: Counter): Promise<bigint> {
    return new Promise((resolve, reject) => {
      const wanted = this.#wanted.get(key) ?? { take, waiting: [] };
      wanted.waiting.push({ resolve, reject });
      this.#wanted.set(key, wanted);
      if (!this.#isTaking) void this.#takeWanted();
    });
  }

  async #takeWanted(): Promise<void> {
    this.#isTaking = true;
    // What comes in the same turn of the loop goes along.
    await Promise.resolve();
    while (this.#wanted.size > 0) {
      const all = [...this.#wanted.values()];
      this.#wanted = new Map();
      try {
        const ends = await this.#takeAll(all.map(({ take, waiting }) => take(BigInt(waiting.length))));
        for (const [at, { waiting }] of all.entries()) {
          const first = (ends[at] ?? 0n) - BigInt(waiting.length) + 1n;
          for (const [more, { resolve }] of waiting.entries()) resolve(first + BigInt(more));
        }
      } catch (error) {
        for (const { reject } of all.flatMap(({ waiting }) => waiting)) reject(error);
      }
    }
    this.#isTaking = false;
  }
}

/** The numbers of one work, which has the same ones when it is run again. */
export class WorkNumbers {
  readonly #numbers: Numbers;
  readonly #taken = new Map<string, Promise<bigint>[]>();
  #used = new Map<string, number>();

  constructor(numbers: Numbers) {
    this.#numbers = numbers;
  }

  /** The work begins, for the first time or once more. */
  restart(): void {
    this.#used = new Map();
  }

  /** The next number of a counter. */
  next(counter: Counter): Promise<bigint> {
    const { key } = counter;
    const taken = this.#taken.get(key) ?? [];
    this.#taken.set(key, taken);
    const at = this.#used.get(key) ?? 0;
    this.#used.set(key, at + 1);
    const known = taken[at];
    if (known !== undefined) return known;
    const number = this.#numbers.next(counter);
    taken[at] = number;
    // Of one that failed another is taken.
    number.catch(() => taken.splice(taken.indexOf(number), 1));
    return number;
  }
}
