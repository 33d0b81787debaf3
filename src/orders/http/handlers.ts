import type { PaymentMethod } from '../../company/shape.ts';
import { keepCompany, keepSite, markUsed, registers } from '../../company/store.ts';
import type { Call } from '../../edge/call.ts';
import { answerPage } from '../../edge/listing.ts';
import { PAGE } from '../../edge/page.ts';
import { flag, orElse, paged } from '../../edge/query.ts';
import {
  asking,
  created,
  noContent,
  ok,
  okText,
  type ReadHandler,
  type Reply,
  type WriteHandler,
} from '../../edge/route.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { type Id, saleId } from '../../kernel/id.ts';
import { minorUnits } from '../../kernel/money.ts';
import { MINUTE } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import { type Subscriptions, subscriptionsTo } from '../../outbox/deliveries.ts';
import { view } from '../../shape/view.ts';
import {
  addExternalId,
  freeExternalIds,
  requireFreeName,
  withExternalId,
} from '../../storage/external-ids.ts';
import type { MaybePromise, Reader, Writer } from '../../storage/port.ts';
import { together } from '../../storage/together.ts';
import { listGroup } from '../row/lists.store.ts';
import { countingAt, lockOrder, orderBySaleId, type Place, readOrder, shownOrder } from '../row/store.ts';
import { ALL_PARTS, composeWhole, render } from '../row/view.ts';
import { blankOrder } from '../rules/blank.ts';
import { NO_EXTRAS, refuseTooMuchExtraBack, refuseTooMuchPaidBack } from '../rules/bounds.ts';
import { addPayment, applyFields } from '../rules/decide.ts';
import { discountsNamed, NO_DISCOUNTS } from '../rules/discounts.ts';
import { explainOrder } from '../rules/explain.ts';
import { figuresOf } from '../rules/figures.ts';
import { addLines, fieldsOf } from '../rules/lines.ts';
import type { Offer } from '../rules/offer.ts';
import { choosePrinter, passThru, requireSold } from '../rules/passthru.ts';
import { EXPLANATION } from '../shape/answers.ts';
import { orderCreate } from '../shape/bodies.ts';
import { NO_ID } from '../shape/ids.ts';
import { audienceOfNew } from '../steps/audience.ts';
import { markDiscounts } from '../steps/discounts.ts';
import { lineReferences, methodsFor, moment, offerAt, requirePlace, requireStaff } from '../steps/facts.ts';
import { dueAt, printersAt } from '../steps/kitchen-tickets.ts';
import { requireAvailable, requireEnough } from '../steps/move-stock.ts';
import {
  exemptionOf,
  foreseeOrderCustomer,
  linkOrderCustomer,
  refuseTwoCustomers,
} from '../steps/order-customer.ts';
import { nextOrderNumber } from '../steps/order-number.ts';
import { namedByNew, namingAll } from '../steps/references.ts';
import {
  addReturns,
  type Refundable,
  readRefunds,
  refuseRefunded,
  requireCurrency,
  requireOriginal,
  requireRefundable,
  withReturned,
} from '../steps/refunds.ts';
import { requireChosen } from '../steps/required.ts';
import { saveOrder, settleOrder } from '../steps/save.ts';
import { atTable, foreseeTable } from '../steps/table.ts';
import type { Line, Order, OrderInput } from '../types.ts';
import { checkCallback, countLines, loadOrder, newPayment, orderPath, partIds } from './change.ts';
import { answerOrder, EXPAND_ORDERS, listedOrders, requireExpandedOrders } from './expand.ts';

/** GET /orders/<id>: one row, as it was rendered when it was saved. */
export const get = asking(EXPAND_ORDERS, async (tx: Reader, call, { expand }) => {
  const found = await shownOrder(tx, call, call.id('order_id'));
  if (found === undefined) throw notFound();
  return answerOrder(tx, call, found, expand);
});

/** GET /orders/saleid/<saleid>: as it is printed, or in lower case. */
export const getBySaleId = asking(EXPAND_ORDERS, async (tx: Reader, call, { expand }) => {
  const saleid = call.word('saleid');
  const found = /^[0-9A-Za-z]{8}$/.test(saleid)
    ? await orderBySaleId(tx, call, saleid.toUpperCase())
    : undefined;
  if (found === undefined) throw notFound();
  return answerOrder(tx, call, found, expand);
});

/** GET /sites/<s>/groups/<group>: the group's orders, whole, newest first (reference: orders.15). */
export const getGroup = asking(
  { ...EXPAND_ORDERS, ...paged(PAGE.orders) },
  async (tx: Reader, call, asked) => {
    const group = call.word('group');
    requireExpandedOrders(call, asked.expand);
    const page = call.page(asked);
    return answerPage(call, page, {
      ...listGroup(tx, call.company, call.id('site_id'), group, call.now),
      position: (row) => [row.at, row.id],
      render: async (rows) => {
        if (rows.length === 0 && page.after === undefined && page.start === undefined) throw notFound();
        return listedOrders(tx, call, rows, ALL_PARTS, asked.expand);
      },
    });
  },
);

const lineField = (at: number) => `lines[${at}].`;
const paymentField = (at: number) => `payments[${at}].`;

/** A new order that was not saved yet, with the facts it was made from. */
interface Draft {
  readonly order: Order;
  readonly methods: readonly PaymentMethod[];
  /** The records that it was made from, as they are at the site. */
  readonly offer: Offer;
  readonly subscriptions: Subscriptions | undefined;
}

/** The parts of saving a new order: the ids of it and of its lines and payments, its number of the day, and the webhooks that take its events. */
interface Taken {
  readonly order: MaybePromise<readonly Id[]>;
  /** Begun with what it is waited for together with: nothing may be left running behind a refusal. */
  readonly number: () => MaybePromise<string | null>;
  readonly parts: MaybePromise<readonly Id[]>;
  readonly subscriptions: () => MaybePromise<Subscriptions | undefined>;
}

/** True when a body says itself what is taxed and how. */
function overridesTaxes({ tax_exempt: exempt, lines = [] }: OrderInput): boolean {
  return exempt !== undefined || lines.some(({ taxes }) => taxes !== undefined);
}

/** A new order of a body, checked: everything but its customer. Also what POST /orders/price answers. */
async function draft(
  tx: Reader,
  call: Call,
  input: OrderInput,
  place: Place,
  refundable: Refundable | undefined,
  taken: Taken,
): Promise<Draft> {
  const { company, now } = call;
  const { lines = [], options = [], payments = [], ...rest } = input;
  const { site_id: _at, original_order_id_str: _original, refund_pending: waits = false, ...others } = rest;
  const { pass_thru_printing: printsFirst, pass_thru_printing_register: wantedPrinter, ...fields } = others;
  const original = refundable?.original;
  const { discounts, ...records } = lineReferences(lines, options);
  const named = { ...records, discounts: [...discounts, ...discountsNamed(input)] };
  const placed = moment(input.placed_at, place.timezone, now);
  const [[id = NO_ID], parts, methods, , found, order_number, subscriptions] = await together([
    taken.order,
    taken.parts,
    methodsFor(tx, call, payments, paymentField),
    requireStaff(tx, company, input.staff_member_id),
    offerAt(
      tx,
      company,
      { place, moment: placed, rung: placed, order_type: input.order_type ?? null },
      named,
    ),
    taken.number(),
    taken.subscriptions(),
  ]);
  const blank = blankOrder({
    company_id: company,
    id,
    saleid: saleId(id),
    site_id: place.site_id,
    register_id: place.register_id ?? (await ownRegister(tx, call, place)),
    staff_member_id: call.staffMember?.id ?? null,
    addon_id: call.addon,
    minor_units: minorUnits(place.currency) ?? 2,
    counting: original === undefined ? countingAt(place) : original.counting,
    status: original === undefined ? (input.status ?? 'SUBMITTED') : waits ? 'PENDING' : 'COMPLETE',
    fulfil_at: moment(input.fulfil_at, place.timezone, now + place.prep_time_minutes * MINUTE),
    original_order_id: original?.id ?? null,
    placed_at: placed,
    now,
  });
  const offer = withReturned(found, original);
  const nextPart = partIds(parts);
  const lineInput = { lines, options, field: lineField };
  const tax_exempt = await exemptionOf(tx, call, input, original);
  const fresh = { ...applyFields(blank, fields, offer.discounts), order_number, tax_exempt };
  let order =
    refundable === undefined
      ? addLines(fresh, lineInput, offer, nextPart)
      : addReturns(fresh, lineInput, offer, nextPart, refundable);
  for (const [at, payment] of payments.entries()) {
    const method = methods[at];
    if (method === undefined) throw new Error('A payment has no method.');
    const known = { id: nextPart(), method, zone: place.timezone, field: paymentField(at) };
    order = addPayment(order, newPayment(call, payment, known), known.field);
  }
  const { products } = offer;
  const at = { now, zone: place.timezone };
  const isAt =
    refundable === undefined
      ? fieldsOf(order.lines, lines, lineField)
      : (line: Line) => lineField(line.number - 1);
  const sold = () => Promise.resolve(products);
  await requireChosen(tx, order, order.lines, sold, (line) => `${isAt(line)}option_sets`);
  await requireAvailable(order, order.lines, at, sold);
  requireEnough(order, at, products, refundable);
  if (refundable === undefined) {
    refuseTooMuchPaidBack(order, paymentField);
    refuseTooMuchExtraBack(order.payments, NO_EXTRAS, paymentField);
  } else requireRefundable(order, refundable, paymentField);
  if (printsFirst === true) {
    requireSold(order);
    const printer = choosePrinter(await printersAt(tx, call, place, wantedPrinter));
    const due = dueAt(order.fulfil_at, place.prep_time_minutes, now);
    order = passThru(order, figuresOf(order), printer.id, due);
  }
  return { order, methods, offer, subscriptions };
}

/** The place and, of a refund, its original with the amounts refunded so far. */
interface Prepared {
  readonly place: Place;
  readonly refundable: Refundable | undefined;
}

/**
 * The first step of POST /orders and /orders/price: 400 naming the field for a place or an original that is not there, two
 * customers, or a refund in another currency. `readOriginal` decides whether the original is locked.
 */
async function prepare<T extends Reader>(
  tx: T,
  call: Call,
  input: OrderInput,
  readOriginal: (tx: T, company: Id, id: Id) => Promise<Order | undefined>,
): Promise<Prepared> {
  const { site_id: site, register_id: register, original_order_id_str: refunded } = input;
  refuseTwoCustomers(input);
  if (input.refund_pending === true && (refunded === undefined || refunded === null))
    throw invalid('refund_pending', sentence('is for refunds: it needs original_order_id_str.'));
  const place = await requirePlace(tx, call.company, site ?? undefined, register ?? undefined);
  if (refunded === undefined || refunded === null) return { place, refundable: undefined };
  const original = requireOriginal(refunded, await readOriginal(tx, call.company, refunded));
  await requireCurrency(tx, place, original, site === undefined || site === null ? 'register_id' : 'site_id');
  return { place, refundable: await readRefunds(tx, original) };
}

/** The register of the staff member who makes an order, when it is at the order's site. */
async function ownRegister(tx: Reader, call: Call, place: Place): Promise<Id | null> {
  if (call.staffMember === undefined) return null;
  const register = await registers.get(tx, call.company, call.staffMember.register);
  return register?.site_id === place.site_id ? register.id : null;
}

/** The topics of what a new order may tell. */
const TOPICS_OF_NEW = [
  'orders/created',
  'orders/kitchen_print',
  'orders/completed',
  'products/availability',
  'products/stock_low',
  'tickets/created',
];

/** POST /orders (reference: orders.8). The order, its reply and its events are one commit. */
export const create: WriteHandler = (tx, call) => {
  const input = call.input(orderCreate);
  checkCallback(call, input.callback_uri);
  return namingAll(
    tx,
    call,
    () => namedByNew(input),
    () => createOrder(tx, call, input),
  );
};

async function createOrder(tx: Writer, call: Call, input: OrderInput): Promise<Reply> {
  // The original is locked: refunds of one order that come together are counted one after the other.
  let prepared = await prepare(tx, call, input, lockOrder);
  if (prepared.place.has_orders === null) {
    // Times are read in the company's time zone and amounts in the site's currency, which stay once there is an order
    // (reference: company.15, company.26).
    await keepCompany(tx, call.company);
    await keepSite(tx, call.company, prepared.place.site_id);
    prepared = await prepare(tx, call, input, lockOrder);
  }
  const { place, refundable } = prepared;
  // A line that gives back from several lines of the original becomes several.
  const returns = refundable === undefined ? 0 : refundable.original.lines.length;
  const parts = countLines(input) + (input.payments?.length ?? 0) + returns;
  const { order, methods, offer, subscriptions } = await draft(tx, call, input, place, refundable, {
    order: tx.ids('order', 1),
    number: () => nextOrderNumber(tx, call, place),
    parts: parts === 0 ? [] : tx.ids('order_part', parts),
    subscriptions: () => subscriptionsTo(tx, call.company, TOPICS_OF_NEW),
  });
  const name = input.external_id || undefined;
  if (name !== undefined) await addExternalId(tx, call, 'order', order.id, name);
  const seated = await atTable(tx, order, null);
  const { customer, facts } = await linkOrderCustomer(tx, call, input, null);
  for (const method of new Set(methods)) if (!method.used) await markUsed(tx, method);
  await markDiscounts(tx, order, offer.discounts ?? NO_DISCOUNTS);
  const saved = await saveOrder(
    tx,
    call,
    undefined,
    { ...seated, customer_id: customer },
    {
      facts,
      products: offer.products,
      sale: refundable,
      offer,
      rights: overridesTaxes(input) ? ['OverrideTax'] : [],
      place,
      audience: audienceOfNew(call.addon, name, subscriptions),
    },
  );
  return { ...created(saved.body, orderPath(call, order)), ...saved };
}

const PRICE = { explain: orElse(flag('Whether to say how the figures came about.'), false) };

/**
 * POST /orders/price: the order as it would be, without ids; nothing is saved (reference: orders.13). With
 * ?explain=true it says how each figure came about.
 */
export const price = asking(PRICE, (tx: Reader, call, { explain: isExplained }) => {
  const input = call.input(orderCreate);
  return namingAll(
    tx,
    call,
    () => namedByNew(input),
    () => priceOrder(tx, call, input, isExplained),
  );
});

async function priceOrder(tx: Reader, call: Call, input: OrderInput, isExplained: boolean): Promise<Reply> {
  const { place, refundable } = await prepare(tx, call, input, readOrder);
  const { order } = await draft(tx, call, input, place, refundable, {
    order: [],
    number: () => null,
    parts: [],
    subscriptions: () => undefined,
  });
  await requireFreeName(tx, call, 'order', input.external_id);
  const seated = await foreseeTable(tx, order);
  const { customer, own } = await foreseeOrderCustomer(tx, call, input);
  const settled = settleOrder({ ...seated, customer_id: customer });
  const whole = composeWhole(render(settled.order, settled.figures), own);
  const body = withExternalId(whole, input.external_id || undefined);
  if (!isExplained) return okText(body);
  const explanation = JSON.stringify(explainOrder(settled.order, call.words));
  return { ...okText(`${body.slice(0, -1)},"explanation":${explanation}}`), language: call.words.language };
}

const explanationView = view(EXPLANATION);

/** GET /orders/<id>/explain: how each of its figures came about. */
export const explain: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  const { words } = call;
  return {
    ...ok(explanationView({ id: order.id, ...explainOrder(order, words) })),
    language: words.language,
  };
};

/** DELETE /orders/<id>: it stays, marked; a COMPLETE order is refunded instead (reference: orders.5, orders.12). */
export const remove: WriteHandler = async (tx, call) => {
  const { before: order, audience } = await loadOrder(tx, call);
  if (order.deleted) throw conflict(sentence('The order is deleted already.'));
  if (order.status === 'COMPLETE')
    throw conflict(sentence('A COMPLETE order cannot be deleted: refund it instead.'));
  await refuseRefunded(tx, call.company, [order.id]);
  await saveOrder(tx, call, order, { ...order, deleted: true }, { audience });
  // The event still tells each add-on what it called the order.
  await freeExternalIds(tx, call.company, 'order', order.id);
  return noContent();
};
