import type { Right } from '../../company/rules/rights.ts';
import { markUsed } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import { MOST_IGNORED } from '../../edge/input.ts';
import { created, noContent, ok, type Reply, type WriteHandler } from '../../edge/route.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import type { Place } from '../row/store.ts';
import { paymentViews } from '../row/view.ts';
import { countChoices, numberedSets } from '../rules/choices.ts';
import { addPayment, changePayment, refusePayment } from '../rules/decide.ts';
import { discountsNamed, NO_DISCOUNTS } from '../rules/discounts.ts';
import { addLines, changeLine, fieldsOf, moreIsSold, removeLine } from '../rules/lines.ts';
import type { Offer } from '../rules/offer.ts';
import { addSet, removeSet, replacementOf, replaceSet } from '../rules/sets.ts';
import {
  chosenSetChange,
  chosenSetForLine,
  lineCreate,
  lineList,
  lineUpdate,
  paymentCreate,
  paymentUpdate,
} from '../shape/bodies.ts';
import type { Audience } from '../steps/audience.ts';
import { markDiscounts } from '../steps/discounts.ts';
import { lineProducts, lineReferences, methodsFor, offerAt, placeOf, sellingTo } from '../steps/facts.ts';
import { requireAvailable } from '../steps/move-stock.ts';
import { namedByLines, namedModifiers, namingAll } from '../steps/references.ts';
import { requireTipsToStay, requireToGiveBack } from '../steps/refunds.ts';
import { requireChosen } from '../steps/required.ts';
import { type Answered, saveOrder } from '../steps/save.ts';
import type { Line, LineChange, LineInput, Order, PaymentInput } from '../types.ts';
import {
  countLines,
  type Loaded,
  loadForChange,
  loadForLines,
  newPayment,
  orderPath,
  partIds,
  partNumber,
  sentPaidAt,
} from './change.ts';
import { numberOf } from './resent.ts';
import { lineParts, setParts } from './shown-parts.ts';

// Changes of the lines, option sets and payments of an order. Most calls answer the whole order, as its GET shows it.

const OVERRIDE_TAX: readonly Right[] = ['OverrideTax'];

/**
 * POST /orders/<o>/lines: one line or a list; all of them or none (reference: orders.19). The address is that of the
 * first (reference: orders.46).
 */
export const createLines: WriteHandler = async (tx, call): Promise<Reply> => {
  const loaded = await loadForLines(tx, call);
  const many = Array.isArray(call.body);
  const named = (ignored: readonly string[]) => withNumbers(ignored, call.body);
  const inputs = many ? call.input(lineList, named) : [call.input(lineCreate, named)];
  const field = (at: number) => (many ? `[${at}].` : '');
  return namingAll(
    tx,
    call,
    () => namedByLines(inputs, field),
    () => addTo(tx, call, loaded, inputs, field),
  );
};

/** The ignored fields of a body that adds lines, with their numbers: each is put at the end (reference: orders.19). */
function withNumbers(ignored: readonly string[], body: unknown): readonly string[] {
  const numbers = Array.isArray(body)
    ? body.flatMap((line, at) => (numberOf(line) == null ? [] : `[${at}].number`))
    : numberOf(body) == null
      ? []
      : ['number'];
  return [...ignored, ...numbers].slice(0, MOST_IGNORED);
}

async function addTo(
  tx: Writer,
  call: Call,
  { before, audience }: Loaded,
  inputs: LineInput[],
  field: (at: number) => string,
): Promise<Reply> {
  const place = await placeOf(tx, before);
  const offer = await offerAt(tx, call.company, sellingTo(before, place, call.now), lineReferences(inputs));
  const parts = await tx.ids('order_part', countLines({ lines: inputs }));
  const order = addLines(before, { lines: inputs, field }, offer, partIds(parts));
  const first = before.lines.length + 1;
  const isAt = fieldsOf(order.lines.slice(before.lines.length), inputs, field);
  const rights = inputs.some(({ taxes }) => taxes !== undefined) ? OVERRIDE_TAX : [];
  const added: Added = { place, offer, audience, rights, field: (line) => `${isAt(line)}option_sets` };
  const saved = await saveAdded(tx, call, before, order, added);
  return { ...created(saved.body, `${orderPath(call, order)}/lines/${first}`), ...saved };
}

/** The records that lines were added from. */
interface Added {
  readonly place: Place;
  readonly offer: Offer;
  readonly audience: Audience;
  /** Permissions that the lines need besides. */
  readonly rights?: readonly Right[];
  /** A line whose option sets were changed besides. */
  readonly changed?: Line;
  /** Where in the body the option sets of a line are. */
  readonly field: (line: Line) => string;
}

/** Saves an order with lines that were added; they have to be available, and chosen for, where that counts. */
async function saveAdded(
  tx: Writer,
  call: Call,
  before: Order,
  order: Order,
  { place, offer, audience, rights = [], changed, field }: Added,
): Promise<Answered> {
  const { products, discounts = NO_DISCOUNTS } = offer;
  await markDiscounts(tx, order, discounts);
  const had = new Set(before.lines.map((line) => line.line_id));
  const added = order.lines.filter((line) => !had.has(line.line_id));
  const at = { now: call.now, zone: place.timezone };
  const looked = changed === undefined ? added : [changed, ...added];
  await requireChosen(tx, order, looked, () => Promise.resolve(products), field);
  await requireAvailable(order, added, at, () => Promise.resolve(products));
  return saveOrder(tx, call, before, order, { products, offer, audience, rights });
}

/** PUT /orders/<o>/lines/<n>: changes a line; a new number moves it. What more is sold has to be there. */
export const updateLine: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadForLines(tx, call, lineParts);
  const number = partNumber(call, before.lines);
  const input = call.input(lineUpdate);
  const line = before.lines[number - 1];
  if (line === undefined) throw notFound();
  return namingAll(
    tx,
    call,
    () => namedModifiers(input.modifiers ?? [], ''),
    () => changeOf(tx, call, { before, audience }, line, input),
  );
};

async function changeOf(
  tx: Writer,
  call: Call,
  { before, audience }: Loaded,
  line: Line,
  input: LineChange,
): Promise<Reply> {
  const { number } = line;
  const place = await placeOf(tx, before);
  const { modifiers = [] } = input;
  const priced =
    input.unit_price !== undefined || input.unit_price_inc_tax !== undefined || input.taxes === null;
  const offer = await offerAt(tx, call.company, sellingTo(before, place, call.now), {
    products: [...(priced ? [line.product.id] : []), ...modifiers.map((modifier) => modifier.id)],
    sets: [],
    modified: modifiers.length > 0 ? [line.product.id] : [],
    taxes: input.taxes ?? [],
    discounts: discountsNamed(input, line),
  });
  const order = changeLine(before, number, input, offer.products.get(line.product.id)?.price, offer);
  // Taxes that are sent back as they are shown override nothing.
  const after = order.lines.find(({ line_id: id }) => id === line.line_id);
  const rights = input.taxes !== undefined && after?.taxes !== line.taxes ? OVERRIDE_TAX : [];
  const old = new Map(before.lines.map((each) => [each.line_id, each]));
  const grown = order.lines.filter((each) => {
    const was = old.get(each.line_id);
    return was !== undefined && moreIsSold(was, each);
  });
  await requireAvailable(order, grown, { now: call.now, zone: place.timezone }, (wanted) =>
    lineProducts(tx, call.company, sellingTo(before, place, call.now), wanted),
  );
  await markDiscounts(tx, order, offer.discounts ?? NO_DISCOUNTS);
  const saved = await saveOrder(tx, call, before, order, { offer, audience, rights });
  return { status: 200, ...saved };
}

/** DELETE /orders/<o>/lines/<n>; the lines behind it move up. */
export const deleteLine: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadForLines(tx, call, lineParts);
  await saveOrder(tx, call, before, removeLine(before, partNumber(call, before.lines)), { audience });
  return noContent();
};

function setOf(order: Order, number: number): unknown {
  return setParts(order)[number - 1];
}

/** The number in a path of an option set; 404 when the order has no such set. */
function setNumber(call: Call, order: Order): number {
  return partNumber(call, numberedSets(order.options));
}

/** POST /orders/<o>/optionsets: chooses from a set for one of the order's lines; answers the set. */
export const createSet: WriteHandler = async (tx, call): Promise<Reply> => {
  const { before, audience } = await loadForLines(tx, call);
  const input = call.input(chosenSetForLine);
  const place = await placeOf(tx, before);
  const named = lineReferences([], [input]);
  const owner = before.lines[input.line_number - 1]?.product.id;
  const products = owner === undefined ? named.products : [...named.products, owner];
  const offer = await offerAt(tx, call.company, sellingTo(before, place, call.now), { ...named, products });
  const parts = await tx.ids('order_part', countChoices([input]));
  const { order, number } = addSet(before, input, offer, partIds(parts));
  await saveAdded(tx, call, before, order, { place, offer, audience, field: () => 'options' });
  return created(setOf(order, number), `${orderPath(call, order)}/optionsets/${number}`);
};

/**
 * PUT /orders/<o>/optionsets/<n>, also of a nested one: chooses anew in its place (reference: orders.48); answers the set.
 */
export const updateSet: WriteHandler = async (tx, call): Promise<Reply> => {
  const { before, audience } = await loadForLines(tx, call, setParts);
  const number = setNumber(call, before);
  const found = numberedSets(before.options)[number - 1];
  const owner = before.lines.find((line) => line.line_id === found?.set.line_id);
  if (found === undefined || owner === undefined) throw notFound();
  const input = replacementOf(before, found, call.input(chosenSetChange));
  const place = await placeOf(tx, before);
  const named = lineReferences([], [input]);
  const products = [...named.products, owner.product.id];
  const offer = await offerAt(tx, call.company, sellingTo(before, place, call.now), { ...named, products });
  const parts = await tx.ids('order_part', countChoices([input]));
  const order = replaceSet(before, found, input, offer, partIds(parts));
  await saveAdded(tx, call, before, order, {
    place,
    offer,
    audience,
    changed: owner,
    field: () => 'options',
  });
  return ok(setOf(order, number));
};

/** DELETE /orders/<o>/optionsets/<n>: with the lines of its options. */
export const deleteSet: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadForLines(tx, call, setParts);
  const number = setNumber(call, before);
  const set = numberedSets(before.options)[number - 1]?.set;
  const order = removeSet(before, number);
  const owner = before.lines.find((line) => line.line_id === set?.line_id);
  if (order === undefined || owner === undefined) throw notFound();
  const at = sellingTo(before, await placeOf(tx, before), call.now);
  const sold = (wanted: readonly Id[]) => lineProducts(tx, call.company, at, wanted);
  await requireChosen(tx, order, [owner], sold, () => undefined);
  await saveOrder(tx, call, before, order, { audience });
  return noContent();
};

/** POST /orders/<o>/payments; the address is that of the payment. */
export const createPayment: WriteHandler = async (tx, call): Promise<Reply> => {
  const { before, audience } = await loadForChange(tx, call);
  const input = call.input(paymentCreate);
  refusePayment(before, input.amount);
  const [method] = await methodsFor(tx, call, [input], () => '');
  const [id] = await tx.ids('order_part', 1);
  if (method === undefined || id === undefined) throw new Error('A payment has no method or no id.');
  const zone = await zoneOfPayment(tx, before, input);
  const order = addPayment(before, newPayment(call, input, { id, method, zone, field: '' }), '');
  for (const added of order.payments.slice(-1)) await requireToGiveBack(tx, before, added);
  if (!method.used) await markUsed(tx, method);
  const saved = await saveOrder(tx, call, before, order, { audience });
  return { ...created(saved.body, `${orderPath(call, order)}/payments/${order.payments.length}`), ...saved };
};

/** The time zone that a payment's time is read in: that of the order's site. */
async function zoneOfPayment(
  tx: Writer,
  order: Order,
  { paid_at }: Pick<PaymentInput, 'paid_at'>,
): Promise<string> {
  const isMoment = paid_at === undefined || paid_at === null || paid_at.kind === 'moment';
  return isMoment ? 'UTC' : (await placeOf(tx, order)).timezone;
}

/** PUT /orders/<o>/payments/<n>: its ref, tip and time only. */
export const updatePayment: WriteHandler = async (tx, call) => {
  const { before, audience } = await loadForChange(tx, call, paymentViews);
  const number = partNumber(call, before.payments);
  const input = call.input(paymentUpdate);
  const { paid_at, ...fields } = input;
  const had = before.payments.find((payment) => payment.number === number);
  if (had === undefined) throw notFound();
  const zone = await zoneOfPayment(tx, before, input);
  const order = changePayment(
    before,
    number,
    paid_at === undefined
      ? fields
      : { ...fields, paid_at: sentPaidAt(call, paid_at, zone, had.created_at, '') },
  );
  await requireTipsToStay(tx, before, order);
  const saved = await saveOrder(tx, call, before, order, { audience });
  return { status: 200, ...saved };
};
