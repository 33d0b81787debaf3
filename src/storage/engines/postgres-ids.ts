import type { IdKind } from '../port.ts';
import { AHEAD } from './ids-ahead.ts';

/** Takes ids of a kind, rising, in a transaction that has committed when they are answered. */
type TakeIds = (kind: IdKind, count: number) => Promise<readonly bigint[]>;

/** A work that waits for ids. */
interface Waiting {
  readonly count: number;
  readonly resolve: (ids: bigint[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Ids of a kind. */
interface Stock {
  /** Rising. */
  ids: readonly bigint[];
  /** Where those begin that nobody has yet. */
  next: number;
  readonly waiting: Waiting[];
  isTaking: boolean;
}

/**
 * Ids that are taken ahead of the works that need them, by statements of their own, at most one at a time of a kind, for all
 * who wait by then; some before the last ones are given, so that as a rule nobody waits. Nobody gets an id before that it was
 * taken is committed: until then a follower that takes over might give it again.
 */
export class PostgresIds {
  readonly #takeIds: TakeIds;
  #stocks = new Map<IdKind, Stock>();

  constructor(takeIds: TakeIds) {
    this.#takeIds = takeIds;
  }

  /** True for kinds that are taken ahead. */
  has(kind: IdKind): boolean {
    return AHEAD[kind] !== undefined;
  }

  /** The next ids of a kind, rising, and higher than all that were given before. */
  next(kind: IdKind, count: number): Promise<bigint[]> {
    return new Promise((resolve, reject) => {
      const stock = this.#stocks.get(kind) ?? { ids: [], next: 0, waiting: [], isTaking: false };
      this.#stocks.set(kind, stock);
      stock.waiting.push({ count, resolve, reject });
      give(stock);
      const isLow = stock.ids.length - stock.next < (AHEAD[kind] ?? 0) / 4;
      if (!stock.isTaking && (isLow || stock.waiting.length > 0)) void this.#refill(kind, stock);
    });
  }

  /** Ids that were taken are given to nobody: others follow than those of before. */
  forget(): void {
    this.#stocks = new Map();
  }

  async #refill(kind: IdKind, stock: Stock): Promise<void> {
    stock.isTaking = true;
    // What comes in the same turn of the loop goes along.
    await Promise.resolve();
    do {
      const wanted = stock.waiting.reduce((sum, { count }) => sum + count, 0);
      try {
        const more = await this.#takeIds(kind, wanted + (AHEAD[kind] ?? 0));
        stock.ids = [...stock.ids.slice(stock.next), ...more];
        stock.next = 0;
        give(stock);
      } catch (error) {
        // Those that come later ask anew.
        for (const { reject } of stock.waiting.splice(0)) reject(error);
      }
    } while (stock.waiting.length > 0);
    stock.isTaking = false;
  }
}

/** Gives ids to those that wait, in turn, as long as there are enough. */
function give(stock: Stock): void {
  for (let first = stock.waiting[0]; first !== undefined; first = stock.waiting[0]) {
    const end = stock.next + first.count;
    if (end > stock.ids.length) return;
    stock.waiting.shift();
    first.resolve(stock.ids.slice(stock.next, end));
    stock.next = end;
  }
}
