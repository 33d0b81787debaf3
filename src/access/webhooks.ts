import type { Call } from '../edge/call.ts';
import type { ReadHandler, Reply, WriteHandler } from '../edge/route.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import * as webhooks from '../webhooks/handlers.ts';
import type { HeaderMap } from '../webhooks/headers.ts';
import * as deliveries from '../webhooks/log.ts';
import type { Webhook } from '../webhooks/shape.ts';
import { stalledSince } from '../webhooks/stalls.store.ts';
import { deadOf } from './addons.store.ts';
import { named, ownAddon } from './addons.ts';
import { note } from './note.ts';
import { addonWebhookView } from './view.ts';

// The webhooks of the add-ons a company made, as a person sees and changes them: the add-on's own handlers, called
// as if the add-on did.

/** A handler of the add-on, for owners and managers of its company. */
function reading(handler: ReadHandler): ReadHandler {
  const acting: ReadHandler = async (tx, call) => handler(tx, call.actingAs((await ownAddon(tx, call)).id));
  return handler.query === undefined ? acting : Object.assign(acting, { query: handler.query });
}

/** The same for a handler with a change, which goes to the audit log. */
function writing(action: string, handler: WriteHandler): WriteHandler {
  return async (tx, call) => {
    const addon = await ownAddon(tx, call);
    const reply = await handler(tx, call.actingAs(addon.id));
    await note(tx, call, action, `${subjectOf(call, reply)} of ${named(addon)}`);
    return located(reply, addon.id);
  };
}

/** The changed record: the end of the new record's address, else the ids of the path. */
function subjectOf(call: Call, { location }: Reply): string {
  const path = location ?? call.path;
  const [, webhook, delivery] = /\/webhooks(?:\/(\d+)(?:\/deliveries\/(\d+))?)?/.exec(path) ?? [];
  const whole = webhook === undefined ? 'signing secret' : `webhook ${webhook}`;
  return delivery === undefined ? whole : `delivery ${delivery} of ${whole}`;
}

/** The address of a new record as it is here. */
function located(reply: Reply, addon: Id): Reply {
  if (reply.location === undefined) return reply;
  return { ...reply, location: reply.location.replace('/webhooks/', `/addons/${addon}/webhooks/`) };
}

/** Shows webhooks with their dead and stalled deliveries, which need attention. */
async function attention(tx: Reader, company: Id, ids: readonly Id[], now: Micros) {
  const dead = await deadOf(tx, company, ids);
  const stalled = await stalledSince(tx, company, ids, now);
  return (webhook: Webhook, headers: HeaderMap) =>
    addonWebhookView(webhook, headers, {
      dead_deliveries: Number(dead.get(webhook.id) ?? 0n),
      stalled_since: stalled.get(webhook.id) ?? null,
    });
}

const AT_ADDONS = sentence(
  'Webhooks belong to add-ons: make and change them at one of yours ({path}), where others see them.',
  { path: '/addons/<addon_id>/webhooks' },
);

/**
 * The add-on's own call, for itself alone. Of users it would be Passbell's own add-on, which is listed nowhere (reference:
 * events.47).
 */
export function ofAddon(handler: WriteHandler): WriteHandler {
  return (tx, call) => {
    if (call.person !== undefined) throw new ApiError('access_denied', AT_ADDONS);
    return handler(tx, call);
  };
}

/** DELETE /webhooks/<id>: an add-on's own, or by a user one of Passbell's that was made before. */
export const removeOwn: WriteHandler = async (tx, call) => {
  const reply = await webhooks.remove(tx, call);
  if (call.person !== undefined)
    await note(tx, call, 'webhook.deleted', `${subjectOf(call, reply)} of Passbell`);
  return reply;
};

export const list = reading(webhooks.listOf(attention));
export const get = reading(webhooks.get);
export const create = writing('webhook.created', webhooks.create);
export const update = writing('webhook.changed', webhooks.update);
export const remove = writing('webhook.deleted', webhooks.remove);
export const test = writing('webhook.tested', webhooks.testByPost);
export const rotateSigning = writing('addon.signing_secret_rotated', webhooks.rotateSigning);
export const listDeliveries = reading(deliveries.list);
export const getDelivery = reading(deliveries.get);
export const getRequest = reading(deliveries.request);
export const redeliver = writing('webhook.redelivered', deliveries.redeliverOne);
export const redeliverAll = writing('webhook.redelivered', deliveries.redeliverAll);
export const replay = writing('webhook.replayed', deliveries.replay);
