// An order that is split into several: by lines, by seats, or by share (reference: tables.7).
import { conflict, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { allocate, type Decimal, formatDecimal, minorStep } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { ChosenSet, Held, Line, Order } from '../types.ts';
import { discountLeft } from './discounts.ts';
import { figuresOf } from './figures.ts';
import { rootOf } from './joined-lines.ts';
import { LAST_DIGIT, MAX_PARTS } from './limits.ts';
import { blockOf, renumber } from './lines.ts';
import { dividedDiscounts } from './merged-discounts.ts';
import { amountsOf, divided, type LineAmounts, Remainders, settledTo } from './settled.ts';
import { isFinal } from './status.ts';
import { sumUses, usesOf } from './stock.ts';

/** A line that goes along, or so much of it. */
export interface TakenLine {
  readonly number: number;
  readonly quantity?: Decimal | null | undefined;
}

/** 409 for an order that is neither split nor merged: it is closed, or gives back (reference: tables.6). */
export function refuseRegroup(order: Order): void {
  const { id } = order;
  if (order.deleted) throw conflict(sentence('Order {id} is deleted.', { id }));
  if (isFinal(order.status))
    throw conflict(sentence('Order {id} is {status}.', { id, status: order.status }));
  if (order.original_order_id !== null || order.lines.some((line) => line.returned !== null))
    throw conflict(sentence('Order {id} is a refund.', { id }));
  if (order.pass_thru !== null && order.pass_thru.printed_at === null)
    throw conflict(sentence('Order {id} waits to be printed.', { id }));
  const [open] = order.requests;
  if (open !== undefined) {
    throw conflict(
      sentence('Order {id} waits for payment request {request}: cancel it, or wait for its answer.', {
        id,
        request: open.id,
      }),
    );
  }
}

/** 409 for an order with payments: money is not cut along with lines. */
export function refusePaid(order: Order): void {
  if (order.payments.length === 0) return;
  throw conflict(
    sentence(
      'An order with payments is not split: take further payments for the rest of it, or give them back first.',
    ),
  );
}

/** How much of each own line goes to whom: 0 is what stays, then the parts. */
export type Division = ReadonlyMap<Line, readonly Decimal[]>;

/** The quantities of the lines that each part gets; 400 naming the item that does not fit. */
export function divideByLines(order: Order, parts: readonly (readonly TakenLine[])[]): Division {
  const taken = new Map<Line, Decimal[]>();
  for (const line of order.lines) {
    if (line.part_of === null) taken.set(line, [line.quantity, ...parts.map(() => 0n)]);
  }
  for (const [part, items] of parts.entries()) {
    for (const [at, { number, quantity }] of items.entries()) {
      const field = `parts[${part}].lines[${at}].`;
      const line = order.lines[number - 1];
      if (line === undefined)
        throw invalid(`${field}number`, sentence('there is no line {number}.', { number }));
      const shares = taken.get(line);
      if (shares === undefined)
        throw invalid(
          `${field}number`,
          sentence('line {number} belongs to an option set: name the line it belongs to.', { number }),
        );
      const left = shares[0] ?? 0n;
      const wanted = quantity ?? left;
      if (quantity != null && quantity <= 0n && line.quantity > 0n)
        throw invalid(`${field}quantity`, sentence('must be above 0.'));
      const isTooMuch = line.quantity < 0n ? wanted >= 0n || wanted < left : wanted <= 0n || wanted > left;
      if (isTooMuch)
        throw invalid(
          `${field}quantity`,
          sentence('only {left} of line {number} is left.', { left: formatDecimal(left), number }),
        );
      shares[0] = left - wanted;
      shares[part + 1] = (shares[part + 1] ?? 0n) + wanted;
    }
  }
  refuseEmpty(taken, sentence('leave nothing in the order: leave one of them out, what is not named stays.'));
  return taken;
}

function refuseEmpty(division: Division, why: ReturnType<typeof sentence>): void {
  if ([...division.values()].every(([left]) => left === 0n)) throw invalid('parts', why);
}

/**
 * An order for each seat; lines without a seat stay. Where every line has one of them, those of the lowest seat stay. 400
 * for a seat that nothing is for, and where nothing is left to split.
 */
export function divideBySeats(order: Order, wanted: readonly number[] | undefined): Division {
  const own = order.lines.filter((line) => line.part_of === null);
  const known = [...new Set(own.flatMap(({ seat }) => seat ?? []))].sort((a, b) => a - b);
  for (const [at, seat] of (wanted ?? []).entries()) {
    if (!known.includes(seat))
      throw invalid(`seats[${at}]`, sentence('no line is for seat {seat}.', { seat }));
  }
  const seats = known.filter((seat) => wanted === undefined || wanted.includes(seat));
  const isAll = own.every(({ seat }) => seat !== null && seats.includes(seat));
  const parts = isAll ? seats.slice(1) : seats;
  if (parts.length === 0)
    throw invalid('seats', sentence('leave nothing to split: no line, or every line, is for one of them.'));
  if (parts.length > MAX_PARTS)
    throw invalid('seats', sentence('at most {max} at a time.', { max: MAX_PARTS }));
  return new Map(
    own.map((line) => {
      const part = line.seat === null ? -1 : parts.indexOf(line.seat);
      return [line, [-1, ...parts.keys()].map((place) => (place === part ? line.quantity : 0n))];
    }),
  );
}

/**
 * Every line in as many parts as there are shares, of which the order keeps the first; quantities by largest remainder in
 * their last digit. 400 where so little of every line is left that a part would have nothing.
 */
export function divideByShares(order: Order, shares: readonly bigint[]): Division {
  const own = order.lines.filter((line) => line.part_of === null);
  const division = new Map(own.map((line) => [line, allocate(line.quantity, shares, LAST_DIGIT)]));
  const isEmpty = (at: number) => [...division.values()].every((quantities) => quantities[at] === 0n);
  if (shares.some((_, at) => isEmpty(at)))
    throw invalid('shares', sentence('leave nothing for one of them: there is too little in the order.'));
  return division;
}

/** How many lines are made anew: of a line that several have, all but one copy. */
export function countCopies(order: Order, division: Division): number {
  let copies = 0;
  for (const [line, quantities] of division) {
    const holders = quantities.filter((each) => each !== 0n).length;
    copies += (holders - 1) * blockOf(order.lines, line).length;
  }
  return copies;
}

interface Part {
  readonly lines: Line[];
  /** New ids of lines, by the ones they had. */
  readonly ids: Map<Id, Id>;
  readonly amounts: Map<Id, LineAmounts>;
}

/** The shares by which all lines of an order are divided. */
interface Deal {
  readonly order: Order;
  readonly amounts: ReadonlyMap<Id, LineAmounts>;
  readonly parts: readonly Part[];
  /** The share that each part has of every line, where that is not its quantity. */
  readonly weights: readonly bigint[] | undefined;
  readonly remainders: Remainders | undefined;
  readonly nextId: () => Id;
}

/** Puts a line with the lines of its options into the parts that have some of it. */
function deal(block: readonly Line[], quantities: readonly Decimal[], by: Deal): void {
  const { order, amounts, parts, nextId } = by;
  const holders = [...quantities.keys()].filter((at) => quantities[at] !== 0n);
  const shares = holders.map((at) => quantities[at] ?? 0n);
  const weights = by.weights === undefined ? shares : holders.map((at) => by.weights?.[at] ?? 0n);
  const step = minorStep(order.minor_units);
  for (const line of block) {
    const fixed = line.price_fixed_variation;
    const unit = fixed !== null && fixed % step === 0n ? step : 1n;
    const variations = fixed === null ? [] : allocate(fixed, weights, unit);
    const came = amounts.get(line.line_id);
    const dealt = came === undefined ? [] : divided(came, weights, order, by.remainders?.of(holders));
    for (const [nth, holder] of holders.entries()) {
      const part = parts[holder];
      if (part === undefined) throw new Error('A line goes to a part that is not there.');
      const id = nth === 0 ? line.line_id : nextId();
      part.ids.set(line.line_id, id);
      const share = dealt[nth];
      if (share !== undefined) part.amounts.set(id, share);
      const variation = variations[nth] || null;
      part.lines.push({
        ...line,
        ...discountLeft({ ...line, price_fixed_variation: variation }),
        line_id: id,
        divided_from: nth === 0 ? line.divided_from : rootOf(line),
        part_of: line.part_of === null ? null : (part.ids.get(line.part_of) ?? line.part_of),
        quantity: shares[nth] ?? line.quantity,
        // Nothing of it is no variation.
        price_fixed_variation: variation,
      });
    }
  }
}

/** Sets with the new ids of their lines. */
function withIds(set: ChosenSet, ids: ReadonlyMap<Id, Id>): ChosenSet {
  return {
    ...set,
    line_id: ids.get(set.line_id) ?? set.line_id,
    options: set.options.map((choice) => ({
      line_id: ids.get(choice.line_id) ?? choice.line_id,
      option_sets: choice.option_sets.map((each) => withIds(each, ids)),
    })),
  };
}

/** The orders with the contents of the parts, each priced so that it comes to what its lines came to. */
function withContents(order: Order, parts: readonly Part[]): Order[] {
  const variations = parts.map(({ amounts }) =>
    [...amounts.values()].reduce((sum, { share }) => sum + share, 0n),
  );
  const discounts = dividedDiscounts(order, variations, minorStep(order.minor_units));
  return parts.map((part, at) => {
    const content = {
      ...order,
      lines: renumber(part.lines),
      options: order.options.filter((set) => part.ids.has(set.line_id)).map((set) => withIds(set, part.ids)),
      // A factor is that of all of them.
      ...(order.price_variation === null ? discounts[at] : {}),
    };
    return settledTo(content, part.amounts);
  });
}

/** The stock that each of the orders holds: what its lines need, as far as the whole held it. */
function dealHeld(whole: Order, orders: readonly Order[]): Held[][] {
  const needed = sumUses(usesOf(whole.lines));
  const left = new Map(whole.held.map(({ product_id, quantity }) => [product_id, quantity]));
  const isFull = (product: Id) =>
    needed.get(product) === whole.held.find((each) => each.product_id === product)?.quantity;
  const full = new Set([...left.keys()].filter(isFull));
  const [rest, ...parts] = orders;
  // What stays comes last: it has what was not counted when it was taken.
  const held = [...parts, ...(rest === undefined ? [] : [rest])].map((order, at, all) => {
    const own: Held[] = [];
    const uses = sumUses(usesOf(order.lines));
    for (const [product, has] of left) {
      const needs = uses.get(product) ?? 0n;
      const within = has < 0n ? needs <= 0n && needs >= has : needs >= 0n && needs <= has;
      const some = within ? needs : needs < 0n === has < 0n && needs !== 0n ? has : 0n;
      const quantity = at === all.length - 1 ? has : full.has(product) ? needs : some;
      left.set(product, has - quantity);
      if (quantity !== 0n) own.push({ product_id: product, quantity });
    }
    return own;
  });
  return [held.at(-1) ?? [], ...held.slice(0, -1)];
}

/**
 * What stays of an order, and the parts it is split into. Totals and taxes of all of them add up to the order's, and so
 * does a service that is an amount (reference: tables.8). `weights` are the shares of an order that is split by share.
 */
export function splitOrder(
  order: Order,
  division: Division,
  nextId: () => Id,
  weights?: readonly bigint[],
): { readonly rest: Order; readonly parts: readonly Order[] } {
  const amounts = amountsOf(order);
  const count = Math.max(1, ...[...division.values()].map((quantities) => quantities.length));
  const dealt = Array.from(
    { length: count },
    (): Part => ({ lines: [], ids: new Map(), amounts: new Map() }),
  );
  const remainders = weights && new Remainders(weights);
  const by: Deal = { order, amounts, parts: dealt, weights, remainders, nextId };
  for (const [line, quantities] of division) deal(blockOf(order.lines, line), quantities, by);
  const contents = withContents(order, dealt);
  const held = dealHeld(order, contents);
  const service = order.tip_service_amount;
  const totals = contents.map((each) => figuresOf(each).priced.total);
  const services = service === null ? [] : allocate(service, totals, minorStep(order.minor_units));
  const [rest = order, ...parts] = contents.map((each, at) => ({
    ...each,
    held: held[at] ?? [],
    tip_service_amount: services[at] || null,
  }));
  return { rest, parts };
}
