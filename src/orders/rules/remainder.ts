// The quantities of a sale that were refunded, and the rest. A line of a refund names the line that it gives back from,
// or a product with modifiers, or a product alone: the less it names, the more lines of the sale it may mean. Each is
// counted against all that it may mean, so that together they can never be more than the quantities sold.
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Line, LineModifier, Order } from '../types.ts';

/** A line of a sale with its refunded quantity. */
interface LineGivenBack {
  readonly line: Line;
  readonly quantity: Decimal;
}

/** Lines of one product with the same modifiers. */
function kindOf(product: Id, modifiers: readonly Pick<LineModifier, 'product' | 'without'>[]): string {
  return `${product}:${modifiers.map(({ product: { id }, without }) => (without ? -id : id)).join()}`;
}

const kindOfLine = ({ product, modifiers }: Line) => kindOf(product.id, modifiers);

/** An option that was left out: nothing was sold with it, and nothing comes back to the stock. */
const isLeftOut = (line: Line) => line.instructions === 'No';

/** Quantities under keys; 0 under a missing one. */
class Quantities<K> {
  readonly #counts = new Map<K, Decimal>();

  of(key: K): Decimal {
    return this.#counts.get(key) ?? 0n;
  }
  add(key: K, quantity: Decimal): void {
    this.#counts.set(key, this.of(key) + quantity);
  }
  has(key: K): boolean {
    return this.#counts.has(key);
  }
}

function least(...amounts: readonly Decimal[]): Decimal {
  let smallest = amounts[0] ?? 0n;
  for (const amount of amounts) if (amount < smallest) smallest = amount;
  return smallest < 0n ? 0n : smallest;
}

/** The quantities of a sale that can be refunded still: sold, less its own returns, less its refunds. */
export class Remainder {
  /** The lines that sold something, in their order. */
  readonly sold: readonly Line[];
  readonly #ofLine = new Quantities<Id>();
  readonly #ofKind = new Quantities<string>();
  readonly #ofProduct = new Quantities<Id>();
  /** Quantities refunded by lines that name a line of the sale, for the shares of its amounts. */
  readonly #byLine = new Quantities<Id>();
  /** Quantities refunded without naming the line, or even the modifiers. */
  readonly #byKind = new Quantities<string>();
  readonly #byProduct = new Quantities<Id>();

  constructor(sale: Order, refunds: readonly Order[]) {
    this.sold = sale.lines.filter((line) => line.quantity > 0n);
    for (const line of this.sold) {
      this.#ofLine.add(line.line_id, line.quantity);
      if (isLeftOut(line)) continue;
      this.#ofKind.add(kindOfLine(line), line.quantity);
      this.#ofProduct.add(line.product.id, line.quantity);
    }
    for (const each of [sale, ...refunds]) {
      for (const line of each.lines) if (line.quantity < 0n) this.count(line);
    }
  }

  /** Counts a line that gives back, whether there was so much left or not. */
  count(line: Line): void {
    const quantity = -line.quantity;
    const { id } = line.product;
    const from = line.returned?.line_id;
    const namesLine = from !== undefined && this.#ofLine.has(from);
    if (namesLine) {
      this.#ofLine.add(from, -quantity);
      this.#byLine.add(from, quantity);
    }
    if (isLeftOut(line) || !this.sells(id)) return;
    const kind = kindOfLine(line);
    const namesKind = namesLine || (line.modifiers.length > 0 && this.#ofKind.has(kind));
    if (namesKind) this.#ofKind.add(kind, -quantity);
    this.#ofProduct.add(id, -quantity);
    if (!namesKind) this.#byProduct.add(id, quantity);
    else if (!namesLine) this.#byKind.add(kind, quantity);
  }

  /** The quantity of a line refunded by returns that name it. */
  givenBackByLine(line: Line): Decimal {
    return this.#byLine.of(line.line_id);
  }

  /** The quantity of one line of the sale that can be refunded still. */
  leftOfLine(line: Line): Decimal {
    const own = this.#ofLine.of(line.line_id);
    if (isLeftOut(line)) return least(own);
    return least(own, this.#ofKind.of(kindOfLine(line)), this.#ofProduct.of(line.product.id));
  }

  /** Whether the sale has a product. */
  sells(product: Id): boolean {
    return this.#ofProduct.has(product);
  }

  /** Whether the sale has a product with these modifiers. */
  sellsWith({ product, modifiers }: Line): boolean {
    return this.#ofKind.has(kindOf(product.id, modifiers));
  }

  /** The quantity left of a line's product, and with its modifiers when it has some. */
  leftLike(line: Line): Decimal {
    const ofProduct = this.#ofProduct.of(line.product.id);
    return line.modifiers.length === 0
      ? least(ofProduct)
      : least(ofProduct, this.#ofKind.of(kindOfLine(line)));
  }

  /** The refunded quantity of each line that sold something; a return without a line counts to the first it may mean. */
  lines(): LineGivenBack[] {
    const kinds = new Quantities<string>();
    const products = new Quantities<Id>();
    const given = new Map<Line, Decimal>();
    const take = (line: Line, pool: Decimal): Decimal => {
      const already = given.get(line) ?? 0n;
      const taken = least(line.quantity - already, pool);
      given.set(line, already + taken);
      return taken;
    };
    for (const line of this.sold) take(line, this.#byLine.of(line.line_id));
    const counted = this.sold.filter((line) => !isLeftOut(line));
    for (const line of counted) {
      const kind = kindOfLine(line);
      kinds.add(kind, take(line, this.#byKind.of(kind) - kinds.of(kind)));
    }
    // A product without a word of modifiers is rather one that has none.
    const plainFirst = [
      ...counted.filter((line) => line.modifiers.length === 0),
      ...counted.filter((line) => line.modifiers.length > 0),
    ];
    for (const line of plainFirst) {
      const { id } = line.product;
      products.add(id, take(line, this.#byProduct.of(id) - products.of(id)));
    }
    return this.sold.map((line) => ({ line, quantity: given.get(line) ?? 0n }));
  }
}
