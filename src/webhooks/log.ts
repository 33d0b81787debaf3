import type { Call } from '../edge/call.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { type Asked, LIST, newest, oneOf } from '../edge/query.ts';
import { accepted, asking, ok, type ReadHandler, type Reply, type WriteHandler } from '../edge/route.ts';
import { conflict, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { CALLBACK, holdCounter, insertDeliveries } from '../outbox/deliveries.ts';
import { eventsAfter, requireEventsAfter } from '../outbox/log.ts';
import { matches } from '../outbox/match.ts';
import type { Event } from '../outbox/shape.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { ownWebhook } from './handlers.ts';
import { type RangeInput, rangeInput } from './input.ts';
import { loadSources, makeMessage } from './message.ts';
import { DELIVERY_STATES, type Delivery, type Webhook } from './shape.ts';
import {
  attemptsOf,
  getDelivery,
  listDeliveries,
  loggedFor,
  messageOf,
  redeliver,
  redeliverDead,
  type Source,
  webhooks,
} from './store.ts';
import { deliveryRequestView, deliveryView, replayedView, requeuedView } from './view.ts';

// The log of deliveries, and sending lost ones again (reference: events.36, events.37).

/** Longest page on which every attempt shows its answer; on longer ones only the last of each delivery does. */
const PAGE_WITH_ANSWERS = 100;
/** Deliveries that are read and shown in one go with every answer: each may have a hundred thousand bytes of them. */
const DELIVERIES_AT_ONCE = 20;
/** Most deliveries that one call queues again. */
const MAX_QUEUED = 10_000;
/** Events read together while replaying. */
const REPLAY_PAGE = 200;

const DELIVERIES = { state: oneOf(DELIVERY_STATES, 'Only messages in this state.'), newest, ...LIST };

async function page(tx: Reader, call: Call, source: Source, asked: Asked<typeof DELIVERIES>): Promise<Reply> {
  const withAnswers = asked.limit <= PAGE_WITH_ANSWERS;
  return answerPage(call, call.page(asked), {
    ...listingBy(
      (after, limit) => listDeliveries(tx, call.company, source, after, asked.state, limit, asked.newest),
      (row) => row.id,
      async (rows) => {
        const shown = rows.map((row) => row.id);
        const attempts = await attemptsOf(tx, call.company, shown, withAnswers);
        return each((row: Delivery) => deliveryView(row, attempts.get(row.id) ?? []))(rows);
      },
      withAnswers ? DELIVERIES_AT_ONCE : undefined,
    ),
    find: async (id) => (await getDelivery(tx, call.company, source, id)) && [id],
  });
}

async function load(tx: Reader, call: Call, source: Source): Promise<Delivery> {
  const delivery = await getDelivery(tx, call.company, source, call.id('delivery_id'));
  if (delivery === undefined) throw notFound();
  return delivery;
}

async function show(tx: Reader, call: Call, source: Source) {
  const delivery = await load(tx, call, source);
  const attempts = await attemptsOf(tx, call.company, [delivery.id], true);
  return deliveryView(delivery, attempts.get(delivery.id) ?? []);
}

async function redeliverOf(tx: Writer, call: Call, source: Source): Promise<Reply> {
  const { id } = await load(tx, call, source);
  if (!(await redeliver(tx, call.company, source, id, call.serverTime))) {
    throw conflict(sentence('The delivery is being sent just now.'));
  }
  return accepted(await show(tx, call, source));
}

/**
 * The log of the webhook in the path, which stays where it was when the webhook is deleted (reference: events.46); 404
 * when it is another add-on's.
 */
async function ownLog(tx: Reader, call: Call): Promise<Source> {
  const webhook = call.id('webhook_id');
  const found = await webhooks.get(tx, call.company, webhook);
  const addon = found === undefined ? await loggedFor(tx, call.company, webhook) : found.addon_id;
  if (addon !== call.addon) throw notFound();
  return { webhook, addon };
}

/** GET /webhooks/<id>/deliveries?state=&newest= */
export const list = asking(DELIVERIES, async (tx: Reader, call, asked) =>
  page(tx, call, await ownLog(tx, call), asked),
);

/** GET /webhooks/<id>/deliveries/<d> */
export const get: ReadHandler = async (tx, call) => ok(await show(tx, call, await ownLog(tx, call)));

/** GET /webhooks/<id>/deliveries/<d>/request: as its last attempt sent it, or as it would be sent now. */
export const request: ReadHandler = async (tx, call) => {
  const source = await ownLog(tx, call);
  const row = await messageOf(tx, call.company, source, call.id('delivery_id'));
  if (row === undefined) throw notFound();
  const sources = await loadSources(tx, [row]);
  const last = (await attemptsOf(tx, call.company, [row.id], false)).get(row.id)?.at(-1);
  const message = makeMessage(row, sources, call.keyring, last?.started_at ?? call.serverTime);
  return ok(deliveryRequestView({ method: 'POST', address: row.address }, message));
};

/** POST /webhooks/<id>/deliveries/<d>/redeliver: once more from the beginning of the schedule. */
export const redeliverOne: WriteHandler = async (tx, call) => redeliverOf(tx, call, await ownLog(tx, call));

/** Deliveries to the callback_uri of the calling add-on's orders. */
function callbacks(call: Call): Source {
  return { webhook: CALLBACK, addon: call.addon };
}

/** GET /callbacks?state= */
export const listCallbacks = asking(DELIVERIES, (tx: Reader, call, asked) =>
  page(tx, call, callbacks(call), asked),
);

/** GET /callbacks/<d> */
export const getCallback: ReadHandler = async (tx, call) => ok(await show(tx, call, callbacks(call)));

/** POST /callbacks/<d>/redeliver: once more from the beginning of the schedule, to the same address. */
export const redeliverCallback: WriteHandler = (tx, call) => redeliverOf(tx, call, callbacks(call));

/** POST /webhooks/<id>/redeliver {after, until}: every dead delivery of the events in between. */
export const redeliverAll: WriteHandler = async (tx, call) => {
  const { webhook } = await ownLog(tx, call);
  const range = call.input(rangeInput);
  const given = { after: range.after ?? undefined, until: range.until ?? undefined };
  const queued = await redeliverDead(tx, call.company, webhook, given, call.serverTime, MAX_QUEUED);
  return accepted(requeuedView({ queued, more: queued === MAX_QUEUED }));
};

/** POST /webhooks/<id>/replay {after, until}: events from the log, as new deliveries to where the webhook leads now. */
export const replay: WriteHandler = async (tx, call) => {
  const webhook = await ownWebhook(tx, call);
  const range = call.input(rangeInput);
  await requireEventsAfter(tx, call.company, range.after ?? 0n);
  const { queued, last, more } = await selectEvents(tx, call, webhook, range);
  const route = { ...webhook, webhook_id: webhook.id };
  await holdCounter(tx, call.company);
  await insertDeliveries(
    tx,
    call.company,
    call.serverTime,
    queued.map((event) => ({
      route,
      isReplayed: true,
      subject: {
        topic: event.topic,
        resource: event.resource_id,
        number: event.number,
        body: null,
        bytes: event.bytes,
        at: event.created_at,
      },
    })),
  );
  return accepted(replayedView({ queued: queued.length, last, more }));
};

type SelectedEvent = Omit<Event, 'payload'> & { readonly bytes: number };

/** The events of a range that the webhook wants, up to a limit, and the last that was read. */
async function selectEvents(tx: Reader, call: Call, webhook: Webhook, range: RangeInput) {
  const queued: SelectedEvent[] = [];
  let last = range.after ?? 0n;
  while (queued.length < MAX_QUEUED) {
    const events = await eventsAfter(tx, call.company, last, [webhook.topic], REPLAY_PAGE);
    for (const event of events) {
      if (range.until !== undefined && range.until !== null && event.number > range.until) {
        return { queued, last, more: false };
      }
      last = event.number;
      if (wants(webhook, event)) {
        const { payload, ...rest } = event;
        queued.push({ ...rest, bytes: Buffer.byteLength(payload) });
      }
      if (queued.length === MAX_QUEUED) return { queued, last, more: true };
    }
    if (events.length < REPLAY_PAGE) return { queued, last, more: false };
  }
  return { queued, last, more: true };
}

function wants({ filter }: Webhook, { topic, sites, changed, payload }: Event): boolean {
  return matches(filter, {
    topic,
    sites: JSON.parse(sites) as string[],
    changed: JSON.parse(changed) as string[],
    payload,
  });
}
