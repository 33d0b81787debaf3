import assert from 'node:assert/strict';
import type { Json } from '#test/harness/service.ts';
import { read } from '../helpers.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import { badField, badLimit, unknownId } from './common.ts';

type Place = Arranged & { params: Record<string, string> };

/** A ticket at a site of its own. */
async function ticket(world: World): Promise<Place> {
  const site = await world.make('sites', { name: world.unique(), kitchen_tickets: true });
  const dish = await world.make(`sites/${site.id}/products`, { name: world.unique(), unit_price: 3 });
  const order = await world.make('orders', {
    site_id: site.id,
    status: 'ON_HOLD',
    lines: [{ product_id: dish.id }],
  });
  const [made] = await read(world.client, `sites/${site.id}/tickets`);
  return {
    params: { site_id: site.id_str, ticket_id: made.id_str, order_id: order.id_str },
    marker: `"${made.document.saleid}"`,
  };
}

/** A job that waits at a register of its own. */
async function job(world: World): Promise<Place> {
  const register = await world.make('registers', { name: world.unique(), site_id: world.site });
  const order = await world.order();
  const made = await world.make(`orders/${order.id_str}/receipt`, { register_id: register.id });
  return {
    params: { register_id: register.id_str, job_id: made.id_str, order_id: order.id_str },
    marker: `"${order.id_str}"`,
  };
}

/** The same, handed out to an agent. */
async function claimed(world: World): Promise<Place> {
  const place = await job(world);
  const answer = await world.client.post(`registers/${place.params.register_id}/print_jobs/claim`, {
    agent: 'case',
  });
  assert.equal(answer.json.jobs.length, 1, answer.text);
  return place;
}

async function printed(world: World): Promise<Place> {
  const place = await claimed(world);
  const { register_id, job_id } = place.params;
  const path = `registers/${register_id}/print_jobs/${job_id}/printed`;
  const answer = await world.client.post(path, { agent: 'case', attempt: 1 });
  assert.equal(answer.status, 200, answer.text);
  return place;
}

const said = { agent: 'case', attempt: 1 };
const with_ = (arrange: (world: World) => Promise<Place>, body: unknown) => async (world: World) => ({
  ...(await arrange(world)),
  body,
});
const isJob =
  (state: string) =>
  ({ json }: { json: Json }, { params }: Arranged): void => {
    assert.equal(json.id_str, params?.job_id);
    assert.equal(json.state, state);
  };

/** A PDF as wide as the paper. */
function preview(arrange: (world: World) => Promise<Place>): RouteCase {
  const accepting = async (world: World) => ({
    ...(await arrange(world)),
    headers: { accept: 'application/pdf' },
  });
  return {
    arrange: async (world) => ({ ...(await accepting(world)), query: '?width=58' }),
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'application/pdf');
      assert.match(text, /^%PDF-1\.7\n/);
    },
    refusal: {
      arrange: async (world) => ({ ...(await accepting(world)), query: '?width=60' }),
      status: 400,
      error: 'invalid_request',
      field: 'width',
    },
  };
}

/** What kitchens are told and printers are asked for. */
export const PRINTING_CASES: RouteCases = {
  [`GET ${C}/sites/:site_id/tickets`]: {
    arrange: ticket,
    status: 200,
    shows: ({ json }, { params }) =>
      assert.deepEqual(
        json.map((each: Json) => each.id_str),
        [params?.ticket_id],
      ),
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/sites/:site_id/tickets/:ticket_id`]: {
    arrange: ticket,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.ticket_id),
    refusal: unknownId('ticket_id', ticket),
  },
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/bump`]: {
    arrange: with_(ticket, {}),
    status: 200,
    shows: ({ json }) => assert.equal(json.state, 'bumped'),
    refusal: badField('line_ids[0]', { line_ids: [987654321] }, ticket),
  },
  [`POST ${C}/sites/:site_id/tickets/:ticket_id/recall`]: {
    arrange: async (world) => {
      const place = await ticket(world);
      const { site_id, ticket_id } = place.params;
      await world.client.post(`sites/${site_id}/tickets/${ticket_id}/bump`, {});
      return { ...place, body: {} };
    },
    status: 200,
    shows: ({ json }) => assert.equal(json.state, 'open'),
    refusal: badField('line_ids', { line_ids: [] }, ticket),
  },
  [`GET ${C}/orders/:order_id/tickets`]: {
    arrange: ticket,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.ticket_id),
    refusal: unknownId('order_id', ticket),
  },
  [`GET ${C}/orders/:order_id/print_jobs`]: {
    arrange: job,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.job_id),
    refusal: unknownId('order_id', job),
  },
  [`GET ${C}/orders/:order_id/receipt`]: {
    arrange: job,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.order_id, params?.order_id),
    refusal: unknownId('order_id', job),
  },
  [`GET ${C}/orders/:order_id/receipt/pdf`]: preview(job),
  [`GET ${C}/registers/:register_id/print_jobs/:job_id/pdf`]: preview(job),
  [`POST ${C}/orders/:order_id/receipt`]: {
    arrange: async (world) => {
      const place = await job(world);
      return { ...place, body: { register_id: place.params.register_id } };
    },
    status: 201,
    shows: ({ json, headers }, { params }) => {
      assert.equal(json.kind, 'receipt');
      assert.equal(json.order_id_str, params?.order_id);
      assert.match(headers.location ?? '', new RegExp(`/print_jobs/${json.id_str}$`));
    },
    refusal: badField('register_id', { register_id: 987654321 }, job),
  },
  [`GET ${C}/sites/:site_id/print_jobs/late`]: {
    arrange: ticket,
    status: 200,
    shows: ({ json }) => assert.deepEqual(json, []),
    refusal: badLimit(({ site }) => ({ site_id: site })),
  },
  [`GET ${C}/registers/:register_id/print_jobs`]: {
    arrange: job,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json[0].id_str, params?.job_id),
    refusal: badLimit(({ register }) => ({ register_id: register })),
  },
  [`GET ${C}/registers/:register_id/print_jobs/:job_id`]: {
    arrange: job,
    status: 200,
    shows: isJob('queued'),
    refusal: unknownId('job_id', job),
  },
  [`POST ${C}/registers/:register_id/print_jobs/claim`]: {
    arrange: with_(job, { agent: 'case' }),
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.jobs[0].id_str, params?.job_id);
      assert.equal(json.jobs[0].state, 'sent');
      assert.equal(json.jobs[0].document.kind, 'receipt');
    },
    refusal: badField('agent', { agent: '' }, job),
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/printed`]: {
    arrange: with_(claimed, said),
    status: 200,
    shows: isJob('printed'),
    refusal: badField('attempt', { agent: 'case', attempt: 0 }, claimed),
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/failed`]: {
    arrange: with_(claimed, { ...said, reason: 'Paper out', printed: 'no' }),
    status: 200,
    shows: isJob('queued'),
    refusal: badField('printed', { ...said, reason: 'Paper out', printed: 'perhaps' }, claimed),
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/extend`]: {
    arrange: with_(claimed, said),
    status: 200,
    shows: isJob('sent'),
    refusal: {
      arrange: with_(claimed, { agent: 'another', attempt: 1 }),
      status: 409,
      error: 'conflict',
    },
  },
  [`POST ${C}/registers/:register_id/print_jobs/:job_id/reprint`]: {
    arrange: with_(printed, {}),
    status: 201,
    shows: ({ json }, { params }) => {
      assert.deepEqual([json.state, json.copy], ['queued', true]);
      assert.equal(String(json.copy_of), params?.job_id);
    },
    refusal: { arrange: with_(job, {}), status: 409, error: 'conflict' },
  },
};
