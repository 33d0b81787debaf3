// Sending one write, and the meaning of each answer.
import {
  type Answer,
  ApiError,
  type CallId,
  type CallOptions,
  type Order,
  type Passbell,
  type PreparedCall,
} from '#clients/typescript/index.ts';
import { isFinal } from '#src/orders/rules/status.ts';
import { type Outcome, outcomeOf, refused } from '../shared/outbox/outcome.ts';
import { isUnsettled } from '../shared/owed.ts';
import { t } from '../shared/words.ts';
import type { Done, Write } from './writes.ts';

/** How long the service surely remembers a key, in ms: it keeps them for 24 hours. */
export const KEY_LIFE_MS = 23 * 3_600_000;
/** How often a line is read anew when a concurrent change came first. */
const MAX_LOOKS = 5;
/** How far the clocks of device and service may be apart, in ms. */
const CLOCKS_APART_MS = 24 * 3_600_000;
/** Most orders that are looked through for one. */
const MAX_ORDERS = 100_000;

const LATER: Outcome<never> = { kind: 'later' };

/** Sends a write. `id` is the order's id; undefined for the one that makes it. Never rejects. */
export async function deliver(
  passbell: Passbell,
  write: Write,
  id: string | undefined,
  now: number,
): Promise<Outcome<Done>> {
  try {
    if (write.kind === 'create') return await create(passbell, write, now);
    if (id === undefined) return refused('unsure', t('Its order was discarded before it was created.'));
    switch (write.kind) {
      case 'lines':
      case 'payment':
        return await post(passbell, write, id, now);
      case 'fields':
        return await (bodyOf(write).status === 'COMPLETE' ? complete : put)(passbell, write, id);
      case 'line':
      case 'void':
        return await changeLine(passbell, write, id);
      case 'delete':
        return await remove(passbell, write, id);
    }
  } catch (error) {
    return outcomeOf(error);
  }
}

/** A call with the body of a write, to the byte. */
function withBody<K extends CallId>(call: PreparedCall<K>, { body }: Write): PreparedCall<K> {
  return { ...call, body: body ?? '{}' };
}

/** The approvals that a write is sent with. */
function approved({ approvals }: Write): Pick<CallOptions, 'approvals'> {
  return approvals === undefined ? {} : { approvals };
}

const optionsOf = (write: Write): CallOptions => ({ idempotencyKey: write.key, ...approved(write) });

/** The order of an answer; undefined when it is not the service that speaks. */
function orderOf({ body }: Answer<Order>): Order | undefined {
  const { id_str } = (body ?? {}) as Partial<Order>;
  return typeof id_str === 'string' ? body : undefined;
}

/** The order's lines that are no options, by `line_id`. */
function ownLines({ lines = [] }: Partial<Order>): string[] {
  return lines.flatMap(({ part_of_option_set: part, line_id: id }) => (part ? [] : [id]));
}

function isTooOld(write: Write, now: number): boolean {
  return write.tried_at !== null && now - write.tried_at > KEY_LIFE_MS;
}

/** True when the key was first sent by another member of staff: it is there, or was refused then. */
function isKnown(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

async function create(passbell: Passbell, write: Write, now: number): Promise<Outcome<Done>> {
  if (isTooOld(write, now)) return findCreated(passbell, write);
  const call = passbell.prepare('createOrder', { body: {} }, optionsOf(write));
  try {
    const order = orderOf(await passbell.send(withBody(call, write)));
    return order === undefined ? LATER : { kind: 'done', made: order.id_str, lines: ownLines(order) };
  } catch (error) {
    if (isKnown(error)) return findCreated(passbell, write);
    throw error;
  }
}

/** Looks for an order that may have been made already, by the register's own number of the sale. */
async function findCreated(passbell: Passbell, write: Write): Promise<Outcome<Done>> {
  const { register_id: register, sale_number: number } = bodyOf(write);
  const since = new Date((write.tried_at ?? write.made_at) - CLOCKS_APART_MS).toISOString();
  const orders = await passbell.all('listRegisterOrders', MAX_ORDERS, {
    ...{ register_id: String(register), created_gte: since, limit: 5_000 },
  });
  const order = orders.find((each) => each.sale_number === number);
  if (order !== undefined) return { kind: 'done', made: order.id_str };
  return refused('unsure', t('It was sent without an answer, and there is no such order. Send it again.'));
}

function bodyOf({ body }: Write): Readonly<Record<string, unknown>> {
  return JSON.parse(body ?? '{}') as Record<string, unknown>;
}

async function post(passbell: Passbell, write: Write, id: string, now: number): Promise<Outcome<Done>> {
  const unsure = refused(
    'unsure',
    t('It was sent without an answer, and its outcome is unknown. Check the order before sending it again.'),
  );
  if (isTooOld(write, now)) return unsure;
  const options = optionsOf(write);
  const call =
    write.kind === 'lines'
      ? passbell.prepare('addOrderLines', { order_id: id, body: [] }, options)
      : passbell.prepare('addPayment', { order_id: id, body: { amount: 0 } }, options);
  try {
    const order = orderOf(await passbell.send<'addOrderLines' | 'addPayment'>(withBody(call, write)));
    return order === undefined ? LATER : { kind: 'done', lines: ownLines(order) };
  } catch (error) {
    if (isKnown(error)) return unsure;
    throw error;
  }
}

/** Completes an order of which nothing is left to pay: afterwards it takes no money (reference: orders.74). */
async function complete(passbell: Passbell, write: Write, id: string): Promise<Outcome<Done>> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const shown = await passbell.request('getOrder', { order_id: id });
    const order = orderOf(shown);
    if (order === undefined) return LATER;
    if (!order.deleted && !isFinal(order.status) && isUnsettled(order))
      return refused(
        'unpaid',
        t('It is not settled any more: somebody has changed it meanwhile. Take the money for it first.'),
      );
    const outcome = await put(passbell, write, id, shown.etag);
    const isChanged = outcome.kind === 'refused' && outcome.refusal.code === 'precondition_failed';
    if (!isChanged) return outcome;
  }
  return LATER;
}

async function put(passbell: Passbell, write: Write, id: string, ifMatch?: string): Promise<Outcome<Done>> {
  const options = { ...approved(write), ...(ifMatch === undefined ? {} : { ifMatch }) };
  const call = passbell.prepare('updateOrder', { order_id: id, body: {} }, options);
  try {
    return orderOf(await passbell.send(withBody(call, write))) === undefined ? LATER : { kind: 'done' };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.kind !== 'refused') return outcome;
    // Refused because it is so already: an earlier attempt arrived, or another register did the same.
    const order = await look(passbell, id);
    const same =
      order !== undefined && Object.entries(bodyOf(write)).every((wanted) => isReached(order, ...wanted));
    return same ? { kind: 'done' } : outcome;
  }
}

/** An order as it is now; undefined when the service does not say. */
async function look(passbell: Passbell, id: string): Promise<Order | undefined> {
  try {
    return orderOf(await passbell.request('getOrder', { order_id: id }));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** True when an order is what a write wanted it to be: one that was to wait for payment may be paid by then. */
function isReached(order: Order, name: string, wanted: unknown): boolean {
  if (name === 'status' && wanted === 'PENDING' && order.status === 'COMPLETE') return true;
  return JSON.stringify(order[name as keyof Order]) === JSON.stringify(wanted);
}

/** Changes or removes one line, found by its `line_id`, and only if the order has not changed meanwhile. */
async function changeLine(passbell: Passbell, write: Write, id: string): Promise<Outcome<Done>> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const shown = await passbell.request('getOrder', { order_id: id });
    const order = orderOf(shown);
    if (order === undefined) return LATER;
    const line = order.lines.find((each) => each.line_id === write.line);
    if (line === undefined) {
      return write.kind === 'void'
        ? { kind: 'done' }
        : refused('not_found', t('The line is not there any more: somebody removed it.'));
    }
    const at = { order_id: id, number: line.number };
    const options = { ...approved(write), ...(shown.etag === undefined ? {} : { ifMatch: shown.etag }) };
    const call =
      write.kind === 'void'
        ? passbell.prepare('deleteOrderLine', at, options)
        : withBody(passbell.prepare('updateOrderLine', { ...at, body: {} }, options), write);
    try {
      await passbell.send<CallId>(call);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
    }
  }
  return LATER;
}

async function remove(passbell: Passbell, write: Write, id: string): Promise<Outcome<Done>> {
  try {
    await passbell.call('deleteOrder', { order_id: id }, approved(write));
    return { kind: 'done' };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.kind !== 'refused') return outcome;
    return (await look(passbell, id))?.deleted === true ? { kind: 'done' } : outcome;
  }
}
