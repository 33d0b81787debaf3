// The lines of a sale by what a line of a refund may name them by. A refund of every line of a long order looks at each
// of them once: those of which nothing is left are passed for good.
import type { Id } from '../../kernel/id.ts';
import type { Line, ModifierInput, Order } from '../types.ts';
import type { Remainder } from './remainder.ts';

/** The fields by which a line of a refund names the sold line. */
interface MeantLine {
  readonly product_id: Id;
  /** Undefined: whichever modifiers it has. */
  readonly modifiers?: readonly ModifierInput[] | undefined;
}

/** A line of the sale, and where it stands there. */
interface SoldLine {
  readonly line: Line;
  readonly at: number;
}

/** Lines in their order, of which those before `next` have nothing left. */
interface Queue {
  readonly lines: SoldLine[];
  next: number;
}

const keyOf = (product: Id, modifiers: readonly ModifierInput[]) =>
  `${product}:${modifiers.map(({ id, without }) => (without ? -id : id)).join()}`;

/** The lines of a sale that sold something. */
export class SoldLines {
  readonly #queues = new Map<string, Queue>();

  constructor({ lines }: Pick<Order, 'lines'>) {
    for (const [at, line] of lines.entries()) {
      if (line.quantity <= 0n) continue;
      const modifiers = line.modifiers.map(({ product: { id }, without }) => ({ id, without }));
      this.#add(String(line.product.id), { line, at });
      this.#add(keyOf(line.product.id, modifiers), { line, at });
    }
  }

  #add(key: string, sold: SoldLine): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, { lines: [sold], next: 0 });
    else queue.lines.push(sold);
  }

  #meant({ product_id: product, modifiers }: MeantLine): Queue | undefined {
    return this.#queues.get(modifiers === undefined ? String(product) : keyOf(product, modifiers));
  }

  /** Whether a line of a refund may mean one of them at all. */
  has(meant: MeantLine): boolean {
    return this.#meant(meant) !== undefined;
  }

  /** The first one that a line of a refund may mean of which something is left; what is passed never comes back. */
  next(meant: MeantLine, left: Remainder): SoldLine | undefined {
    const queue = this.#meant(meant);
    if (queue === undefined) return undefined;
    for (; queue.next < queue.lines.length; queue.next++) {
      const sold = queue.lines[queue.next];
      if (sold !== undefined && left.leftOfLine(sold.line) > 0n) return sold;
    }
    return undefined;
  }
}
