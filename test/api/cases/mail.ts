import assert from 'node:assert/strict';
import { sql } from '#src/storage/sql.ts';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badField, unknownId } from './common.ts';

type Sold = Arranged & { params: Record<string, string> };

/** A complete order. */
async function sold(world: World): Promise<Sold> {
  const order = await world.make('orders', {
    site_id: world.site,
    status: 'COMPLETE',
    notes: world.unique(),
  });
  return { params: { order_id: order.id_str } };
}

/** The same, with its receipt on its way. */
async function mailed(world: World): Promise<Sold> {
  const { params } = await sold(world);
  const email = `${world.unique().replaceAll(/[^a-z0-9]/gi, '')}@example.com`;
  const mail = await world.make(`orders/${params.order_id}/receipt/mail`, { email });
  return { params: { ...params, mail_id: mail.id_str }, marker: email };
}

/** Messages by e-mail. */
export const MAIL_CASES: RouteCases = {
  [`POST ${C}/orders/:order_id/receipt/mail`]: {
    arrange: async (world) => ({
      ...(await sold(world)),
      body: { email: 'ada@example.com', language: 'de' },
    }),
    status: 201,
    shows: ({ json }, { params }) => {
      assert.equal(json.order_id_str, params?.order_id);
      assert.deepEqual(
        [json.kind, json.state, json.to, json.language],
        ['receipt', 'queued', 'ada@example.com', 'de'],
      );
    },
    refusal: badField('email', { email: 'ada' }, sold),
  },
  [`GET ${C}/orders/:order_id/receipt/link`]: {
    arrange: sold,
    status: 200,
    shows: ({ json }) => {
      assert.match(json.url, /\/r\/[\w-]{43}$/);
      assert.match(json.qr_svg, /^<svg /);
      assert.equal(json.can_mail, true);
    },
    refusal: unknownId('order_id', sold),
  },
  [`GET ${C}/mails`]: {
    arrange: async (world) => ({ ...(await mailed(world)), query: '?newest=1&limit=5000' }),
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.mail_id),
    refusal: {
      arrange: async (world) => ({ params: (await mailed(world)).params, query: '?state=lost' }),
      status: 400,
      error: 'invalid_request',
      field: 'state',
    },
  },
  [`GET ${C}/mails/:mail_id`]: {
    arrange: mailed,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.mail_id);
      assert.deepEqual(json.attempts, []);
    },
    refusal: unknownId('mail_id', mailed),
  },
  [`POST ${C}/mails/:mail_id/resend`]: {
    arrange: async (world) => {
      const first = await mailed(world);
      await world.service.app.storage.write(async (tx) =>
        tx.run(
          sql`update mails set state = 'dead', ended_at = 1 where id = ${BigInt(first.params.mail_id ?? '')}`,
        ),
      );
      return first;
    },
    status: 201,
    shows: ({ json }, { params }) => assert.notEqual(json.id_str, params?.mail_id),
    refusal: { arrange: mailed, status: 409, error: 'conflict' },
  },
};
