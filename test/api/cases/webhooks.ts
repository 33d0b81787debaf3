import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import type { Arranged, RouteCases, World } from './case.ts';
import { C } from './case.ts';
import { badField, badLimit, noFormat, recordCases, unknownId } from './common.ts';

const ADDRESS = 'https://hooks.example.com/passbell';

function fresh(world: World) {
  return {
    topic: 'orders/completed',
    address: ADDRESS,
    format: 'xml',
    headers: { 'X-Name': world.unique() },
    filter: { site_ids: [Number(world.site)], attributes: ['customer'] },
  };
}

async function made(world: World): Promise<Arranged> {
  const webhook = await world.make('webhooks', fresh(world));
  return { params: { webhook_id: webhook.id_str }, marker: `"${webhook.id_str}"`, body: {} };
}

async function queued(world: World): Promise<Arranged> {
  const { params } = await made(world);
  const delivery = await world.make(`webhooks/${params?.webhook_id}/test`, {});
  return { params: { ...params, delivery_id: delivery.id_str }, body: {} };
}

/** An order whose change of status goes to its callback_uri. */
async function calledBack(world: World): Promise<Arranged> {
  const order = await world.order({ callback_uri: ADDRESS });
  const changed = await world.client.put(`orders/${order.id_str}`, { status: 'ACCEPTED' });
  assert.equal(changed.status, 200, changed.text);
  const all = (await world.client.get('callbacks?limit=5000')).json;
  const delivery = all.findLast((each: Json) => each.resource_id_str === order.id_str);
  return { params: { delivery_id: delivery.id_str }, marker: `"${order.id_str}"`, body: {} };
}

/** Webhooks, and what becomes of their messages. */
export const WEBHOOK_CASES: RouteCases = {
  ...recordCases('webhooks', 'webhook_id', {
    fresh,
    changed: () => ({ address: `${ADDRESS}/other`, format: 'json', headers: { Authorization: 'Bearer x' } }),
    refusedBody: { topic: 'orders/painted', address: ADDRESS },
    refusedField: 'topic',
  }),
  [`GET ${C}/webhooks/:webhook_id/test`]: {
    arrange: made,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.deepEqual([json.topic, json.state], ['test', 'queued']);
      assert.equal(String(json.webhook_id), params?.webhook_id);
    },
    refusal: unknownId('webhook_id', made),
  },
  [`POST ${C}/webhooks/:webhook_id/test`]: {
    arrange: made,
    status: 201,
    shows: ({ json, headers }) => {
      assert.equal(json.topic, 'test');
      assert.match(headers.location ?? '', new RegExp(`/webhooks/\\d+/deliveries/${json.id_str}$`));
    },
    refusal: unknownId('webhook_id', made),
  },
  [`POST ${C}/webhooks/signing_secret`]: {
    arrange: () => ({ body: {} }),
    status: 200,
    shows: ({ json }) => assert.match(json.signing_secret, /^pb_ss_/),
    refusal: noFormat,
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries`]: {
    arrange: queued,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.length, 1);
      assert.equal(json[0].id_str, params?.delivery_id);
    },
    refusal: badLimit(() => ({ webhook_id: '1' })),
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id`]: {
    arrange: queued,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.delivery_id),
    refusal: unknownId('delivery_id', queued),
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id/request`]: {
    arrange: queued,
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.method, 'POST');
      assert.ok('X-Service-Signature' in json.headers && 'webhook-signature' in json.headers);
      assert.match(json.body, /<message>test<\/message>/);
    },
    refusal: unknownId('delivery_id', queued),
  },
  [`POST ${C}/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`]: {
    arrange: queued,
    status: 202,
    shows: ({ json }, { params }) => {
      assert.deepEqual([json.id_str, json.state], [params?.delivery_id, 'queued']);
    },
    refusal: unknownId('delivery_id', queued),
  },
  [`POST ${C}/webhooks/:webhook_id/redeliver`]: {
    arrange: made,
    status: 202,
    shows: ({ json }) => assert.deepEqual(json, { queued: 0, more: false }),
    refusal: badField('after', { after: -1 }, made),
  },
  [`GET ${C}/callbacks`]: {
    arrange: async (world) => ({ ...(await calledBack(world)), query: '?state=queued&limit=5000' }),
    status: 200,
    shows: ({ json }, { params }) => {
      const { id_str, webhook_id, topic, address } = json.at(-1);
      assert.deepEqual(
        [id_str, webhook_id, topic, address],
        [params?.delivery_id, null, 'orders/status', ADDRESS],
      );
    },
    refusal: {
      arrange: () => ({ query: '?state=lost' }),
      status: 400,
      error: 'invalid_request',
      field: 'state',
    },
  },
  [`GET ${C}/callbacks/:delivery_id`]: {
    arrange: calledBack,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.delivery_id),
    refusal: unknownId('delivery_id', calledBack),
  },
  [`POST ${C}/callbacks/:delivery_id/redeliver`]: {
    arrange: calledBack,
    status: 202,
    shows: ({ json }, { params }) =>
      assert.deepEqual([json.id_str, json.state], [params?.delivery_id, 'queued']),
    refusal: unknownId('delivery_id', calledBack),
  },
  [`POST ${C}/webhooks/:webhook_id/replay`]: {
    arrange: async (world) => {
      await world.order({ status: 'COMPLETE', customer_id: Number(world.customer) });
      return made(world);
    },
    status: 202,
    shows: ({ json }) => {
      assert.ok(json.queued >= 1);
      assert.equal(json.more, false);
    },
    refusal: badField('until', { until: 'tomorrow' }, made),
  },
};
