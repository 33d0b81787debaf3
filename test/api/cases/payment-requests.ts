import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import { unknownId } from './common.ts';

type Asked = Arranged & { params: Record<string, string> };

/** An order with a method that its own add-on answers for. */
async function toAsk(world: World): Promise<{ order: Json; method: Json }> {
  const name = world.unique();
  const method = await world.make('payment_methods', { name, kind: 'addon', takes_requests: true });
  return { order: await world.order({ status: 'PENDING' }), method };
}

/** A pending request. */
async function asked(world: World): Promise<Asked> {
  const { order, method } = await toAsk(world);
  const body = {
    order_id: order.id,
    method_id: method.id,
    register_id: world.register,
    staff_id: world.staff,
  };
  const request = await world.make('payment_requests', body);
  return {
    params: { payment_request_id: request.id_str, order_id: order.id_str },
    marker: `"${request.id_str}"`,
  };
}

const withBody = (body: unknown) => async (world: World) => ({ ...(await asked(world)), body });

const listing: RouteCase = {
  arrange: async (world) => ({ ...(await asked(world)), query: '?newest=true&limit=5000' }),
  status: 200,
  shows: ({ json }, { params }) => {
    assert.ok(json.some((each: Json) => each.id_str === params?.payment_request_id));
  },
  refusal: {
    arrange: async (world) => ({ params: (await asked(world)).params, query: '?status=paid' }),
    status: 400,
    error: 'invalid_request',
    field: 'status',
  },
};

/** Payments that the add-on of a method is asked to take. */
export const PAYMENT_REQUEST_CASES: RouteCases = {
  [`GET ${C}/payment_requests`]: listing,
  [`GET ${C}/orders/:order_id/payment_requests`]: listing,
  [`POST ${C}/payment_requests`]: {
    arrange: async (world) => {
      const { order, method } = await toAsk(world);
      return {
        body: {
          ...{ order_id: order.id, register_id: world.register, method_id: method.id },
          ...{ kind: 'sale', amount: 4.5, staff_id: world.staff, timeout_seconds: 120 },
        },
      };
    },
    status: 201,
    shows: ({ json }, { body }) => {
      assert.equal(json.status, 'pending');
      assert.equal(json.amount, 4.5);
      assert.equal(json.order_id, (body as Json).order_id);
      assert.equal(json.payment_number, null);
    },
    refusal: {
      arrange: async (world) => {
        const { order, method } = await toAsk(world);
        return { body: { order_id: order.id, method_id: method.id, amount: 4_000 } };
      },
      status: 400,
      error: 'invalid_request',
      field: 'amount',
    },
  },
  [`GET ${C}/payment_requests/:payment_request_id`]: {
    arrange: asked,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.payment_request_id),
    refusal: unknownId('payment_request_id'),
  },
  [`PUT ${C}/payment_requests/:payment_request_id`]: {
    arrange: withBody({
      ...{ status: 'approved', tip: 1, credit_card_surcharge: 0.1, ref: 'T-4711' },
      card: { brand: 'Visa', last4: '4242' },
    }),
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.status, 'approved');
      assert.equal(json.payment_number, 1);
      assert.equal(json.approved_amount, json.amount);
      assert.deepEqual(json.card, { brand: 'Visa', last4: '4242' });
    },
    refusal: {
      arrange: withBody({ status: 'approved', card: { brand: 'Visa', last4: '4242 4242' } }),
      status: 400,
      error: 'invalid_request',
      field: 'card.last4',
    },
  },
  [`POST ${C}/payment_requests/:payment_request_id/cancel`]: {
    arrange: asked,
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.status, 'pending');
      assert.notEqual(json.cancel_requested_at, null);
    },
    refusal: unknownId('payment_request_id'),
  },
  [`POST ${C}/payment_requests/:payment_request_id/resolve`]: {
    arrange: asked,
    status: 200,
    shows: ({ json }) => assert.equal(json.asked_again, 1),
    refusal: unknownId('payment_request_id'),
  },
};
