import assert from 'node:assert/strict';
import type { Answer, Json } from '#test/harness/service.ts';
import { authorizePath, Browser, consent, makeAddon, redeem } from '../browser.ts';
import { hirePerson, letIn, lineOf, screenOf } from '../screens.ts';
import { type Arranged, C, type RouteCase, type RouteCases, type World } from './case.ts';
import { badField, badLimit, lists, noFormat, nothing, showsId, unknownId } from './common.ts';

type Place = Arranged & { params: Record<string, string> };

const ADDRESS = 'https://hooks.example.com/own';

async function made(answer: Promise<Answer>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.equal(status, 201, text);
  return json;
}

/** A device at a register of its own. */
async function device(world: World): Promise<Place> {
  const { service, card } = world;
  const register = await world.make('registers', { name: world.unique(), site_id: world.site });
  const screen = await screenOf(service, card);
  const let_in = await letIn(service, screen, register.id, world.unique());
  return { params: { device_id: let_in.device.id_str }, marker: `"${let_in.device.name}"` };
}

/** An add-on of the company, made in the developer area. */
async function addon(world: World): Promise<Place> {
  const name = world.unique();
  const body = { name, scopes: ['orders:write', 'webhooks'], redirect_uris: ['https://a.example/back'] };
  const { id_str } = await made(world.owner.post('addons', body));
  return { params: { addon_id: id_str }, marker: `"${name}"`, body: {} };
}

function hook(world: World) {
  return { topic: 'orders/completed', address: ADDRESS, headers: { 'X-Name': world.unique() } };
}

/** A webhook of an add-on. */
async function webhook(world: World): Promise<Place> {
  const { params } = await addon(world);
  const { id_str } = await made(world.owner.post(`addons/${params.addon_id}/webhooks`, hook(world)));
  return { params: { ...params, webhook_id: id_str }, marker: `"${id_str}"`, body: {} };
}

/** A message of a webhook. */
async function delivery(world: World): Promise<Place> {
  const { params } = await webhook(world);
  const path = `addons/${params.addon_id}/webhooks/${params.webhook_id}/test`;
  const { id_str } = await made(world.owner.post(path, {}));
  return { params: { ...params, delivery_id: id_str }, body: {} };
}

/** An add-on of another company that the owner connected. */
async function grant(world: World): Promise<Place> {
  const { service, card, client } = world;
  const name = world.unique();
  const connected = await makeAddon(service, { name, companyId: service.foreign.companyId });
  const browser = new Browser(service);
  await browser.signIn(card.admin.email, card.admin.password);
  assert.equal((await browser.get(authorizePath(connected))).status, 200);
  const code = await consent(browser, connected, {}, { company_id: client.companyId });
  await redeem(service, connected, code);
  const grants = (await world.owner.get('grants?limit=5000')).json;
  const found = grants.find((each: Json) => each.addon.name === name);
  return { params: { grant_id: found.id_str }, marker: `"${name}"` };
}

async function member(world: World): Promise<Place> {
  const { id, email } = await hirePerson(world.service, 'staff', world.client.companyId);
  return { params: { user_id: String(id) }, marker: `"${email}"` };
}

function email(world: World): string {
  return `${world.unique().replaceAll(' ', '.')}@example.com`;
}

async function invitation(world: World): Promise<Place> {
  const address = email(world);
  const { id_str } = await made(world.owner.post('invitations', { email: address, role: 'staff' }));
  return { params: { invitation_id: id_str }, marker: `"${address}"` };
}

const showsDelivery: RouteCase['shows'] = ({ json }, { params }) =>
  assert.deepEqual([json.webhook_id, json.topic], [Number(params?.webhook_id), 'test']);

/** The back office. */
export const ACCESS_CASES: RouteCases = {
  [`GET ${C}/devices`]: {
    arrange: device,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.device_id)(answer, {}, world),
    refusal: badLimit(),
  },
  [`PUT ${C}/devices/:device_id`]: {
    arrange: async (world) => ({ ...(await device(world)), body: { name: 'Back bar' } }),
    status: 200,
    shows: ({ json }, { params }) =>
      assert.deepEqual([json.id_str, json.name], [params?.device_id, 'Back bar']),
    refusal: badField('name', { name: '' }, device),
  },
  [`DELETE ${C}/devices/:device_id`]: {
    arrange: device,
    status: 204,
    shows: nothing,
    refusal: unknownId('device_id', device),
  },
  [`GET ${C}/addons`]: {
    arrange: addon,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.addon_id)(answer, {}, world),
    refusal: badLimit(),
  },
  [`GET ${C}/addons/:addon_id`]: {
    arrange: addon,
    status: 200,
    shows: showsId('addon_id'),
    refusal: unknownId('addon_id', addon),
  },
  [`POST ${C}/addons`]: {
    arrange: (world) => ({ body: { name: world.unique(), scopes: ['webhooks'] } }),
    status: 201,
    shows: ({ json, headers }) => {
      assert.match(json.client_secret, /^pb_cs_/);
      assert.match(headers.location ?? '', new RegExp(`/addons/${json.id_str}$`));
    },
    refusal: badField('scopes[0]', { name: 'X', scopes: ['admin'] }),
  },
  [`PUT ${C}/addons/:addon_id`]: {
    arrange: async (world) => ({
      ...(await addon(world)),
      body: { name: world.unique(), scopes: ['webhooks'] },
    }),
    status: 200,
    shows: ({ json }, { body }) => assert.equal(json.name, (body as Json).name),
    refusal: badField('redirect_uris[0]', { redirect_uris: ['http://evil.example/'] }, addon),
  },
  [`DELETE ${C}/addons/:addon_id`]: {
    arrange: addon,
    status: 204,
    shows: nothing,
    refusal: unknownId('addon_id', addon),
  },
  [`POST ${C}/addons/:addon_id/secret`]: {
    arrange: addon,
    status: 200,
    shows: ({ json }) => assert.match(json.client_secret, /^pb_cs_/),
    refusal: {
      arrange: async (world) => {
        const body = { name: world.unique(), scopes: ['webhooks'], is_public: true };
        const { id_str } = await made(world.owner.post('addons', body));
        return { params: { addon_id: id_str }, body: {} };
      },
      status: 409,
      error: 'conflict',
    },
  },
  [`GET ${C}/addons/:addon_id/signing_secret`]: {
    arrange: addon,
    status: 200,
    shows: ({ json }) => assert.match(json.signing_secret, /^pb_ss_/),
    refusal: unknownId('addon_id', addon),
  },
  [`POST ${C}/addons/:addon_id/signing_secret`]: {
    arrange: addon,
    status: 200,
    shows: ({ json }) => assert.match(json.signing_secret_base64, /^whsec_/),
    refusal: unknownId('addon_id', addon),
  },
  [`POST ${C}/addons/:addon_id/access_token`]: {
    arrange: addon,
    status: 201,
    shows: ({ json }) => assert.match(json.access_token, /^pb_at_/),
    refusal: badField('expires_at', { expires_at: '2020-01-01' }, addon),
  },
  [`DELETE ${C}/addons/:addon_id/access_tokens`]: {
    arrange: addon,
    status: 204,
    shows: nothing,
    refusal: unknownId('addon_id', addon),
  },
  [`GET ${C}/addons/:addon_id/webhooks`]: {
    arrange: webhook,
    status: 200,
    shows: (answer, { params }, world) => {
      lists('id_str', params?.webhook_id)(answer, {}, world);
      assert.equal(answer.json[0].dead_deliveries, 0);
    },
    refusal: unknownId('addon_id', webhook),
  },
  [`GET ${C}/addons/:addon_id/webhooks/:webhook_id`]: {
    arrange: webhook,
    status: 200,
    shows: showsId('webhook_id'),
    refusal: unknownId('webhook_id', webhook),
  },
  [`POST ${C}/addons/:addon_id/webhooks`]: {
    arrange: async (world) => ({ ...(await addon(world)), body: hook(world) }),
    status: 201,
    shows: ({ json, headers }, { params }) => {
      const address = new RegExp(`/v1/companies/\\d+/addons/${params?.addon_id}/webhooks/${json.id_str}$`);
      assert.match(headers.location ?? '', address);
    },
    refusal: badField('topic', { topic: 'x', address: ADDRESS }, addon),
  },
  [`PUT ${C}/addons/:addon_id/webhooks/:webhook_id`]: {
    arrange: async (world) => ({ ...(await webhook(world)), body: { address: `${ADDRESS}/2` } }),
    status: 200,
    shows: ({ json }) => assert.equal(json.address, `${ADDRESS}/2`),
    refusal: badField('format', { format: 'csv' }, webhook),
  },
  [`DELETE ${C}/addons/:addon_id/webhooks/:webhook_id`]: {
    arrange: webhook,
    status: 204,
    shows: nothing,
    refusal: unknownId('webhook_id', webhook),
  },
  [`POST ${C}/addons/:addon_id/webhooks/:webhook_id/test`]: {
    arrange: webhook,
    status: 201,
    shows: showsDelivery,
    refusal: unknownId('webhook_id', webhook),
  },
  [`GET ${C}/addons/:addon_id/webhooks/:webhook_id/deliveries`]: {
    arrange: delivery,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.delivery_id)(answer, {}, world),
    refusal: unknownId('webhook_id', delivery),
  },
  [`GET ${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id`]: {
    arrange: delivery,
    status: 200,
    shows: showsDelivery,
    refusal: unknownId('delivery_id', delivery),
  },
  [`GET ${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id/request`]: {
    arrange: delivery,
    status: 200,
    shows: ({ json }) => {
      assert.equal(json.method, 'POST');
      assert.ok('X-Service-Signature' in json.headers && 'webhook-signature' in json.headers);
      assert.equal(JSON.parse(json.body).message, 'test');
    },
    refusal: unknownId('delivery_id', delivery),
  },
  [`POST ${C}/addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`]: {
    arrange: delivery,
    status: 202,
    shows: showsDelivery,
    refusal: unknownId('delivery_id', delivery),
  },
  [`POST ${C}/addons/:addon_id/webhooks/:webhook_id/redeliver`]: {
    arrange: webhook,
    status: 202,
    shows: ({ json }) => assert.deepEqual(json, { queued: 0, more: false }),
    refusal: badField('after', { after: -1 }, webhook),
  },
  [`POST ${C}/addons/:addon_id/webhooks/:webhook_id/replay`]: {
    arrange: async (world) => {
      await world.order({ status: 'COMPLETE' });
      return webhook(world);
    },
    status: 202,
    shows: ({ json }) => assert.ok(json.queued >= 1),
    refusal: badField('until', { until: 'tomorrow' }, webhook),
  },
  [`GET ${C}/grants`]: {
    arrange: grant,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.grant_id)(answer, {}, world),
    refusal: badLimit(),
  },
  [`DELETE ${C}/grants/:grant_id`]: {
    arrange: grant,
    status: 204,
    shows: nothing,
    refusal: unknownId('grant_id', grant),
  },
  [`GET ${C}/members`]: {
    arrange: member,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.user_id)(answer, {}, world),
    refusal: badLimit(),
  },
  [`PUT ${C}/members/:user_id`]: {
    arrange: async (world) => ({ ...(await member(world)), body: { role: 'manager' } }),
    status: 200,
    shows: ({ json }, { params }) => assert.deepEqual([json.id_str, json.role], [params?.user_id, 'manager']),
    refusal: badField('role', { role: 'king' }, member),
  },
  [`DELETE ${C}/members/:user_id`]: {
    arrange: member,
    status: 204,
    shows: nothing,
    refusal: unknownId('user_id', member),
  },
  [`GET ${C}/members/:user_id/keys`]: {
    arrange: async (world) => {
      const { marker } = await device(world);
      const members = (await world.owner.get('members?limit=5000')).json;
      const { id_str } = members.find((each: Json) => each.email === world.card.admin.email);
      return { params: { user_id: id_str }, ...(marker === undefined ? {} : { marker }) };
    },
    status: 200,
    shows: ({ text: body }, { marker }) => assert.ok(body.includes(marker ?? '-')),
    refusal: unknownId('user_id', member),
  },
  [`GET ${C}/invitations`]: {
    arrange: invitation,
    status: 200,
    shows: (answer, { params }, world) => lists('id_str', params?.invitation_id)(answer, {}, world),
    refusal: badLimit(),
  },
  [`POST ${C}/invitations`]: {
    arrange: (world) => ({ body: { email: email(world), role: 'manager' } }),
    status: 201,
    shows: ({ json }) => assert.match(json.link, /^https:\/\/localhost:\d+\/invite\?token=pb_ol_[\w-]{43}$/),
    refusal: badField('email', { email: 'nobody', role: 'staff' }),
  },
  [`DELETE ${C}/invitations/:invitation_id`]: {
    arrange: invitation,
    status: 204,
    shows: nothing,
    refusal: unknownId('invitation_id', invitation),
  },
  [`GET ${C}/usage`]: {
    status: 200,
    shows: ({ json }) => {
      assert.match(json.day, /^\d{4}-\d\d-\d\d$/);
      assert.deepEqual(Object.keys(json), ['day', 'requests', 'bytes', 'rows', 'days']);
    },
    refusal: noFormat,
  },
  [`GET ${C}/requests`]: {
    arrange: async ({ service, client, owner }) => {
      const id = `asked-${process.hrtime.bigint()}`;
      // No interval has passed here: earlier requests would leave no room.
      await service.app.requests.flush();
      await client.get('sites', { headers: { 'x-request-id': id } });
      await lineOf(service, owner, id);
      return { marker: id, query: '?limit=5000' };
    },
    status: 200,
    shows: (answer, { marker }, world) => lists('request_id', marker)(answer, {}, world),
    refusal: badField('status_gte', undefined, () => ({ query: '?status_gte=4xx' })),
  },
  [`GET ${C}/audit`]: {
    arrange: async (world) => {
      const { marker = '' } = await addon(world);
      return { marker: marker.slice(1, -1), query: '?limit=1' };
    },
    status: 200,
    shows: ({ json }, { marker }) => {
      assert.equal(json[0].action, 'addon.created');
      assert.ok(json[0].subject.includes(marker));
    },
    refusal: badLimit(),
  },
  [`GET ${C}/audit/csv`]: {
    arrange: async (world) => {
      const { marker = '' } = await addon(world);
      const headers = { accept: 'text/csv' };
      return { marker: marker.slice(1, -1), query: '?action=addon.created&limit=5000', headers };
    },
    status: 200,
    shows: ({ text }, { marker = '' }) => {
      assert.match(text, /^\ufeff?company_id,number,created_at,action,/);
      assert.ok(text.includes(marker));
    },
    refusal: {
      arrange: () => ({ query: '?action=order.voided&staff_id=1', headers: { accept: 'text/csv' } }),
      status: 400,
      error: 'invalid_request',
      field: 'staff_id',
    },
  },
  [`GET ${C}/audit/jsonl`]: {
    arrange: async (world) => {
      const { marker = '' } = await addon(world);
      const headers = { accept: 'application/x-ndjson' };
      return { marker: marker.slice(1, -1), query: '?action=addon.created&limit=5000', headers };
    },
    status: 200,
    shows: ({ text }, { marker = '' }) => {
      const entries = text.trimEnd().split('\n');
      assert.ok(entries.every((line) => JSON.parse(line).action === 'addon.created'));
      assert.ok(entries.at(-1)?.includes(marker));
    },
    refusal: {
      arrange: () => ({ query: '?user_id=1&site_id=1', headers: { accept: 'application/x-ndjson' } }),
      status: 400,
      error: 'invalid_request',
      field: 'site_id',
    },
  },
  [`GET ${C}/audit/:number`]: {
    // Every company has entries of the same numbers: none is guessed, and no other is shown.
    arrange: async (world) => {
      await addon(world);
      const [{ number }] = (await world.owner.get('audit?limit=1')).json;
      return { params: { number: String(number) } };
    },
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.action, 'addon.created');
      assert.equal(String(json.number), params?.number);
    },
    refusal: { arrange: () => ({ params: { number: '99999999' } }), status: 404, error: 'not_found' },
  },
};
