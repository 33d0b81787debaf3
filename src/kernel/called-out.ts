/** A number of an add-on's own that is longer is a key, which nobody calls out. */
const LONGEST_OWN = 10;

/** The numbers that a kitchen's ticket has of its order. */
interface Numbers {
  readonly order_number: string | null;
  readonly sale_number: string | null;
  readonly saleid: string;
}

/** The name by which a kitchen calls an order out (reference: printing.24). */
interface CalledOut {
  readonly number: string;
  /** The number that its add-on calls it by, such as one that a courier asks for. */
  readonly own: string | undefined;
}

/** By its number of the day; an order from before there were any by its sale number, else its sale ID. */
export function calledOut({ order_number: number, sale_number: sale, saleid }: Numbers): CalledOut {
  if (number === null) return { number: sale ?? saleid, own: undefined };
  return { number, own: sale !== null && sale.length <= LONGEST_OWN ? sale : undefined };
}
