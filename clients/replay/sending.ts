// Sends orders as any client would, several at a time, each under an idempotency key of its own.

import type { PlannedLine, PlannedOrder, Selection } from '../../src/demo/dataset.ts';
import { formatDecimal, parseDecimal } from '../../src/kernel/money.ts';
import { describeRefusal } from '../common/client.ts';
import type { ReplayTarget } from '../common/sandbox-file.ts';
import { ApiError, type ChosenSetInput, ExactNumber, type Input } from '../typescript/index.ts';
import { type CatalogueIds, findPresent, type Place } from './catalogue-ids.ts';
import type { Progress } from './progress.ts';

/** After so many refused orders the rest is not tried. */
const MAX_REFUSALS = 100;
/** How many keys one order may use up; each is one refusal that the service still remembers. */
const MAX_KEYS = 20;

/** An order that the service did not take. */
export interface Refusal {
  readonly saleNumber: string;
  readonly status: number;
  readonly reason: string;
}

type OrderBody = Input<'createOrder'>['body'];
type LineBody = NonNullable<OrderBody['lines']>[number];

/** The client, target and ids that orders are sent with. */
interface Sending extends Place {
  readonly target: ReplayTarget;
  /** Requests under way at a time. */
  readonly connections: number;
  readonly name: string;
  readonly known: CatalogueIds;
  readonly progress: Progress;
  readonly stop: AbortController;
}

/**
 * Sends orders in rounds. The service remembers a refusal for as long as its key, so an order refused by an
 * earlier run (or sent otherwise then) gets its next key in the next round. Such a key is of a request that
 * has ended, so the site is asked again first whether the order is there.
 */
export async function sendAll(
  sending: Sending & { missing: readonly PlannedOrder[] },
): Promise<{ sent: number; refused: Refusal[] }> {
  const refused: Refusal[] = [];
  let { missing } = sending;
  let sent = 0;
  for (let round = 1; missing.length > 0; round++) {
    const spent: PlannedOrder[] = [];
    await sendOnce(sending, missing, round, (order, refusal) => {
      if (refusal === undefined) sent++;
      else if (round < MAX_KEYS && (refusal.replayed || refusal.status === 422)) {
        spent.push(order);
        return;
      } else refused.push(refuse(order, refusal));
      if (refused.length >= MAX_REFUSALS) throw tooManyRefused(refused);
      sending.progress.add(1);
    });
    if (spent.length === 0) break;
    const present = await findPresent(sending, spent);
    missing = spent.filter((order) => !present.has(order.saleNumber));
  }
  return { sent, refused };
}

/** Sends each order once with its key of this round, in order, several at a time. */
async function sendOnce(
  { passbell, company_id, signal, target, connections, name, known, progress, stop }: Sending,
  orders: readonly PlannedOrder[],
  round: number,
  done: (order: PlannedOrder, refusal: ApiError | undefined) => void,
): Promise<void> {
  const queue = orders.values();
  const work = async () => {
    for (const order of queue) {
      const idempotencyKey = `${name}-${order.number}${round === 1 ? '' : `-${round}`}`;
      const input = { company_id, body: orderBody(order, target, known) };
      const refusal = await passbell
        .call('createOrder', input, { idempotencyKey, signal })
        .then(() => undefined, refusalOf);
      done(order, refusal);
    }
  };
  let failure: unknown;
  const stopAll = (error: unknown) => {
    failure ??= error;
    stop.abort();
  };
  await Promise.all(Array.from({ length: connections }, () => work().catch(stopAll)));
  if (failure === undefined) return;
  progress.say('Stopped. What was sent stays; run it again and it goes on from there.');
  throw failure;
}

/** The refusal of one order; anything else than a final answer of the service ends the run. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && error.gaveUp === undefined) return error;
  throw error;
}

function orderBody(
  order: PlannedOrder,
  { registerId, siteId, paymentMethodId }: ReplayTarget,
  known: CatalogueIds,
): OrderBody {
  return {
    ...(registerId === undefined ? { site_id: siteId } : { register_id: registerId }),
    status: 'COMPLETE',
    order_type: 'Takeaway',
    sale_number: order.saleNumber,
    ...(order.placedAt === null ? {} : { placed_at: order.placedAt }),
    lines: order.lines.map((line) => lineBody(line, known)),
    payments: [{ method_id: paymentMethodId, amount: new ExactNumber(formatDecimal(order.amount)) }],
  };
}

function lineBody({ sku, quantity, unitPrice, set, options }: PlannedLine, known: CatalogueIds): LineBody {
  return {
    product_id: known.products.get(sku) ?? '',
    quantity,
    ...(unitPrice === null
      ? {}
      : { unit_price_inc_tax: new ExactNumber(formatDecimal(parseDecimal(unitPrice) ?? 0n)) }),
    ...(set === null ? {} : { option_sets: [setBody(set, options, known)] }),
  };
}

function setBody(set: string, options: readonly Selection[], known: CatalogueIds): ChosenSetInput {
  return {
    option_set_id: known.sets.get(set) ?? '',
    options: options.map((option) => ({
      product_id: known.products.get(option.sku) ?? '',
      ...(option.set === null ? {} : { option_sets: [setBody(option.set, option.options, known)] }),
    })),
  };
}

function refuse(order: PlannedOrder, answer: ApiError): Refusal {
  const refusal: Refusal = {
    saleNumber: order.saleNumber,
    status: answer.status,
    reason: describeRefusal(answer),
  };
  // These refuse every order, not this one alone.
  if ([401, 403, 404].includes(answer.status)) {
    throw new Error(`The service takes no orders from here: ${refusal.reason}`);
  }
  return refusal;
}

function tooManyRefused(refused: readonly Refusal[]): Error {
  const [first] = refused;
  return new Error(
    `The service refused ${refused.length} orders. The first was ${first?.saleNumber}: ${first?.reason}`,
  );
}
