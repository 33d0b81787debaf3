import type { IdKind } from '../port.ts';

/** How many ids are taken ahead of those that orders need; after a restart what is left of them is not used. */
export const AHEAD: Partial<Record<IdKind, number>> = { order: 200, order_part: 2_000, ticket: 200 };

/** Ids that were taken ahead, rising, by a transaction that has not been undone. */
export class IdsAhead {
  readonly #blocks = new Map<IdKind, { readonly ids: readonly bigint[]; next: number }>();

  /** The next ids of a kind; undefined when there are not as many left. */
  take(kind: IdKind, count: number): bigint[] | undefined {
    const block = this.#blocks.get(kind);
    if (block === undefined || block.next + count > block.ids.length) return undefined;
    block.next += count;
    return block.ids.slice(block.next - count, block.next);
  }

  /** Keeps ids for later, unless there are higher ones: none is given after a higher one. */
  keep(kind: IdKind, ids: readonly bigint[]): void {
    const [first, known] = [ids[0], this.#blocks.get(kind)?.ids[0]];
    if (first !== undefined && (known === undefined || known < first))
      this.#blocks.set(kind, { ids, next: 0 });
  }

  /** Gives them back where the transaction that took them was undone: others may get them. */
  forget(): void {
    this.#blocks.clear();
  }
}
