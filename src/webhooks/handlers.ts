import { existing } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, each } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, created, noContent, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { newSecret } from '../edge/secrets.ts';
import { conflict, invalid, notFound } from '../kernel/errors.ts';
import { nothingLeft } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { MAX_WEBHOOKS, queueTest, targetOf } from '../outbox/deliveries.ts';
import type { Filter } from '../outbox/match.ts';
import type { View } from '../shape/shape.ts';
import { initial } from '../shape/state.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { HeaderMap } from './headers.ts';
import { type WebhookInput, webhookCreate, webhookUpdate } from './input.ts';
import { fieldsOf } from './payloads.ts';
import { filterFault } from './rules/filter.ts';
import { openHeaders, SIGNING_OVERLAP, sealHeaders, sealSigning } from './secrets.ts';
import { WEBHOOK, type Webhook } from './shape.ts';
import { lockSigning, replaceSigning } from './signing.store.ts';
import { countWebhooks, getDelivery, listWebhooks, type Source, webhooks } from './store.ts';
import { deliveryView, signingSecretView, testMessageView, webhookView } from './view.ts';

// Webhooks belong to one add-on in one company; no other add-on sees them (reference: events.13).

function headersOf(call: Call, webhook: Webhook): HeaderMap {
  return openHeaders(call.keyring, { company: webhook.company_id, webhook: webhook.id }, webhook.headers);
}

function view(call: Call, webhook: Webhook) {
  return webhookView(webhook, headersOf(call, webhook));
}

/** Where a webhook's deliveries come from. */
function sourceOf({ id, addon_id: addon }: Webhook): Source {
  return { webhook: id, addon };
}

/** The webhook of the path; 404 when it is another add-on's. */
export async function ownWebhook(tx: Reader, call: Call): Promise<Webhook> {
  const webhook = await webhooks.get(tx, call.company, call.id('webhook_id'));
  if (webhook === undefined || webhook.addon_id !== call.addon) throw notFound();
  return webhook;
}

async function loadForChange(tx: Writer, call: Call): Promise<Webhook> {
  const webhook = await webhooks.getForUpdate(tx, call.company, call.id('webhook_id'));
  if (webhook === undefined || webhook.addon_id !== call.addon) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(view(call, webhook))));
  return webhook;
}

function storedFilter(input: WebhookInput['filter']): Filter {
  const { site_ids: sites, attributes, ...rest } = input ?? {};
  nothingLeft(rest);
  return {
    ...(sites ? { site_ids: [...new Set(sites.map(String))] } : {}),
    ...(attributes ? { attributes: [...new Set(attributes)] } : {}),
  };
}

/** The webhook with the fields of the body, checked: the address, and the filter with its topic. */
async function merge(tx: Reader, call: Call, before: Webhook, input: WebhookInput): Promise<Webhook> {
  const { topic = before.topic, address = before.address, format, headers, filter: sent, ...rest } = input;
  nothingLeft(rest);
  const filter = sent === undefined ? before.filter : storedFilter(sent);
  if (input.address !== undefined) call.checkAddress('address', address);
  const fault = filterFault(topic, filter, fieldsOf(topic));
  if (fault !== undefined) throw invalid(`filter.${fault.field}`, fault.sentence);
  if (sent !== undefined && filter.site_ids !== undefined) {
    const wanted = filter.site_ids.map(BigInt);
    const known = await existing(tx, 'sites', call.company, wanted);
    for (const [at, id] of wanted.entries()) {
      if (!known.has(id)) throw invalid(`filter.site_ids[${at}]`, sentence('{id} does not exist.', { id }));
    }
  }
  const same =
    headers === undefined || JSON.stringify(headers ?? {}) === JSON.stringify(headersOf(call, before));
  const place = { company: call.company, webhook: before.id };
  return {
    ...before,
    topic,
    address,
    target: targetOf(address),
    format: format === undefined ? before.format : (format ?? 'json'),
    headers: same ? before.headers : sealHeaders(call.keyring, call.random, place, headers ?? {}),
    filter,
  };
}

/** How a webhook is shown in a list. */
type WebhookView = (webhook: Webhook, headers: HeaderMap) => View;

/** Makes the list of the calling add-on's webhooks; `viewsOf` says of a part of it how it is shown. */
export function listOf(
  viewsOf: (tx: Reader, company: Id, webhooks: readonly Id[], now: Micros) => Promise<WebhookView>,
): ReadHandler {
  return asking(LIST, (tx: Reader, call, asked) =>
    answerPage(call, call.page(asked), {
      read: (after, limit) => listWebhooks(tx, call.company, call.addon, after?.[0] ?? 0n, limit),
      position: (row) => [row.id],
      render: async (rows) => {
        const shown = rows.map(({ id }) => id);
        const show = await viewsOf(tx, call.company, shown, call.serverTime);
        return each((row: Webhook) => show(row, headersOf(call, row)))(rows);
      },
    }),
  );
}

/** GET /webhooks: those of the calling add-on. */
export const list: ReadHandler = listOf(() => Promise.resolve(webhookView));

/** GET /webhooks/<id> */
export const get: ReadHandler = async (tx, call) => ok(view(call, await ownWebhook(tx, call)));

/** POST /webhooks */
export const create: WriteHandler = async (tx, call) => {
  const input = call.input(webhookCreate);
  const [id] = await tx.ids('webhook', 1);
  if (id === undefined) throw new Error('No id for a webhook.');
  const blank = initial(WEBHOOK, {
    company_id: call.company,
    id,
    addon_id: call.addon,
    topic: input.topic,
    address: input.address,
    created_at: call.now,
    updated_at: call.now,
  });
  const webhook = await merge(tx, call, blank, { ...input, filter: input.filter ?? null });
  await webhooks.insert(tx, webhook);
  if ((await countWebhooks(tx, call.company, 1)) > BigInt(MAX_WEBHOOKS)) {
    throw conflict(sentence('A company can have at most {max} webhooks.', { max: MAX_WEBHOOKS }));
  }
  return created(view(call, webhook), `/companies/${call.company}/webhooks/${id}`);
};

/** PUT /webhooks/<id>: absent fields stay; queued deliveries go where they were to go. */
export const update: WriteHandler = async (tx, call) => {
  const before = await loadForChange(tx, call);
  const merged = await merge(tx, call, before, call.input(webhookUpdate));
  const text = ({ topic, address, format, headers, filter }: Webhook) =>
    JSON.stringify([topic, address, format, headers, filter]);
  if (text(before) === text(merged)) return ok(view(call, before));
  const webhook = { ...merged, updated_at: call.now };
  await webhooks.update(tx, webhook);
  return ok(view(call, webhook));
};

/** DELETE /webhooks/<id>: queued deliveries are still sent. */
export const remove: WriteHandler = async (tx, call) => {
  const webhook = await loadForChange(tx, call);
  await webhooks.remove(tx, call.company, webhook.id);
  await countWebhooks(tx, call.company, -1);
  return noContent();
};

/** Queues a test message in the webhook's format and with its headers; answers the delivery. */
async function test(tx: Writer, call: Call) {
  const webhook = await ownWebhook(tx, call);
  const body = JSON.stringify(testMessageView({ message: 'test', webhook_id: webhook.id }));
  const route = { ...webhook, webhook_id: webhook.id };
  const id = await queueTest(tx, call.company, call.now, route, body);
  const delivery = id === undefined ? undefined : await getDelivery(tx, call.company, sourceOf(webhook), id);
  if (delivery === undefined) throw new Error('The test message was not queued.');
  return { webhook, delivery };
}

/** GET /webhooks/<id>/test */
export const testByGet: WriteHandler = async (tx, call) =>
  ok(deliveryView((await test(tx, call)).delivery, []));

/** POST /webhooks/<id>/test */
export const testByPost: WriteHandler = async (tx, call) => {
  const { webhook, delivery } = await test(tx, call);
  const path = `/companies/${call.company}/webhooks/${webhook.id}/deliveries/${delivery.id}`;
  return created(deliveryView(delivery, []), path);
};

/**
 * POST /webhooks/signing_secret: a new signing secret for the add-on, shown only now. The one before it signs
 * as well until the overlap is over.
 */
export const rotateSigning: WriteHandler = async (tx, call) => {
  const addon = await lockSigning(tx, call.addon);
  if (addon === undefined) throw notFound();
  const secret = newSecret('pb_ss_', call.random);
  const until = call.serverTime + SIGNING_OVERLAP;
  await replaceSigning(tx, addon, sealSigning(call.keyring, call.random, addon, secret), until);
  return ok(signingSecretView({ old_secret_valid_until: until }, secret));
};
