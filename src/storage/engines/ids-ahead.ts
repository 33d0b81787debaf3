import type { IdKind } from '../port.ts';

/** How many ids are taken ahead of those that orders need; after a restart what is left of them is not used. */
const AHEAD: Partial<Record<IdKind, number>> = { order: 200, order_part: 2_000, ticket: 200 };
/** How many take their own ids alone while somebody takes some ahead; behind them that one counts as undone. */
const MOST_WAITING = 64;

/** Ids that were taken ahead, rising, by a transaction that has not been undone. */
export class IdsAhead {
  readonly #blocks = new Map<IdKind, { readonly ids: readonly bigint[]; next: number }>();
  /** Kinds that somebody takes ids of ahead, with how many have taken their own since. */
  readonly #taking = new Map<IdKind, number>();

  /** The next ids of a kind; undefined when there are not as many left. */
  take(kind: IdKind, count: number): bigint[] | undefined {
    const block = this.#blocks.get(kind);
    if (block === undefined || block.next + count > block.ids.length) return undefined;
    block.next += count;
    return block.ids.slice(block.next - count, block.next);
  }

  /** How many ids to take ahead by who finds none: of those that find none at the same time the first takes them for all. */
  toTake(kind: IdKind): number {
    const waiting = this.#taking.get(kind);
    const isTaken = waiting !== undefined && waiting < MOST_WAITING;
    this.#taking.set(kind, isTaken ? waiting + 1 : 0);
    return isTaken ? 0 : (AHEAD[kind] ?? 0);
  }

  /** Keeps ids for later, unless there are higher ones: none is given after a higher one. */
  keep(kind: IdKind, ids: readonly bigint[]): void {
    this.#taking.delete(kind);
    const [first, known] = [ids[0], this.#blocks.get(kind)?.ids[0]];
    if (first !== undefined && (known === undefined || known < first))
      this.#blocks.set(kind, { ids, next: 0 });
  }

  /** What took them was undone: others may get them. */
  forget(): void {
    this.#blocks.clear();
    this.#taking.clear();
  }
}
