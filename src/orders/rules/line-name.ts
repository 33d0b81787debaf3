/** A line of an order, as far as its name goes. */
interface NamedLine {
  readonly description?: string | null;
  readonly product: { readonly name: string };
}

/** The name of a line wherever people read it: its own description, else its product (reference: orders.68). */
export function lineName({ description, product }: NamedLine): string {
  return description ?? product.name;
}
