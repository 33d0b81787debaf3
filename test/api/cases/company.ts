import assert from 'node:assert/strict';
import { type Arranged, C, type RouteCases, type World } from './case.ts';
import { badLimit, noFormat, nothing, recordCases, unknownId } from './common.ts';

/** A new staff member with a PIN. */
async function hired(world: World): Promise<string> {
  return (await world.make('staff', { first_name: world.unique(), pin: '4711' })).id_str;
}

/** An approval by a manager with a PIN of their own. */
async function approved(world: World): Promise<Arranged> {
  const body = await asked(world);
  const approval = await world.make(`registers/${world.register}/approvals`, body);
  return { params: { register_id: world.register, approval_id: approval.id_str } };
}

/** The body that asks a new manager for an approval. */
async function asked(world: World): Promise<{ staff_id: string; pin: string; right: string }> {
  const manager = await world.make('staff', { first_name: world.unique(), pin: '4711', is_admin: true });
  return { staff_id: manager.id_str, pin: '4711', right: 'Void' };
}

/** The same, signed in at the register. */
async function signedIn(world: World): Promise<Arranged> {
  const body = { staff_id: await hired(world), pin: '4711' };
  const session = await world.make(`registers/${world.register}/sessions`, body);
  return { params: { register_id: world.register, session_id: session.id_str } };
}

/** The company and what belongs to it. */
export const COMPANY_CASES: RouteCases = {
  'GET /companies': {
    arrange: () => ({ marker: 'Passbell Sandbox' }),
    status: 200,
    shows: ({ json }, _arranged, { service }) =>
      assert.deepEqual(
        json.map((each: { id: number }) => each.id),
        [service.card.company_id],
      ),
    refusal: noFormat,
  },
  [`GET ${C}`]: {
    status: 200,
    shows: ({ json }, _arranged, { service }) => assert.equal(json.id, service.card.company_id),
    refusal: noFormat,
  },
  [`PUT ${C}`]: {
    arrange: (world) => ({ body: { business_number: world.unique() } }),
    status: 200,
    shows: ({ json }, arranged) =>
      assert.equal(json.business_number, (arranged.body as { business_number: string }).business_number),
    refusal: {
      arrange: () => ({ body: { timezone: 'Nowhere' } }),
      status: 400,
      error: 'invalid_request',
      field: 'timezone',
    },
  },
  [`GET ${C}/addresses`]: {
    status: 200,
    shows: ({ json }) => assert.deepEqual(json, []),
    refusal: badLimit(),
  },
  [`GET ${C}/sites/:site_id/addresses`]: {
    arrange: async (world) => {
      const body = { name: world.unique(), postal_address: { city: 'Perth' } };
      return { params: { site_id: (await world.make('sites', body)).id_str } };
    },
    status: 200,
    shows: ({ json }) => assert.deepEqual([json[0].type, json[0].city], ['postal', 'Perth']),
    refusal: unknownId('site_id'),
  },
  [`GET ${C}/staff/:staff_id/addresses`]: {
    arrange: async (world) => {
      const body = { first_name: world.unique(), shipping_address: { city: 'Perth' } };
      return { params: { staff_id: (await world.make('staff', body)).id_str } };
    },
    status: 200,
    shows: ({ json }) => assert.deepEqual([json[0].type, json[0].city], ['shipping', 'Perth']),
    refusal: unknownId('staff_id'),
  },
  [`GET ${C}/status`]: {
    status: 200,
    shows: ({ json }, _arranged, { site }) => assert.equal(json[0].site_id_str, site),
    refusal: badLimit(),
  },
  ...recordCases('sites', 'site_id', {
    fresh: (world) => ({ name: world.unique() }),
    changed: (world) => ({ name: world.unique(), prep_time_minutes: 7 }),
    refusedBody: { name: 'Site', prep_time_minutes: -1 },
    refusedField: 'prep_time_minutes',
  }),
  [`GET ${C}/sites/:site_id/status`]: {
    arrange: ({ site }) => ({ params: { site_id: site } }),
    status: 200,
    shows: ({ json }, _arranged, { site }) => {
      assert.equal(json.site_id_str, site);
      assert.equal(json.status, 'offline');
    },
    refusal: unknownId('site_id'),
  },
  [`GET ${C}/sites/:site_id/registers`]: {
    arrange: ({ site }) => ({ params: { site_id: site } }),
    status: 200,
    shows: ({ json }, _arranged, { register }) => assert.equal(json[0].id_str, register),
    refusal: unknownId('site_id'),
  },
  ...recordCases('registers', 'register_id', {
    fresh: (world) => ({ name: world.unique(), site_id: Number(world.site) }),
    changed: (world) => ({ name: world.unique(), code: 'R7' }),
    refusedBody: { name: 'Register', site_id: 987654321 },
    refusedField: 'site_id',
  }),
  [`POST ${C}/registers/:register_id/sessions`]: {
    arrange: async (world) => ({
      params: { register_id: world.register },
      body: { staff_id: await hired(world), pin: '4711' },
    }),
    status: 201,
    shows: ({ json, headers }, { params }) => {
      assert.match(json.access_token, /^pb_os_/);
      assert.match(
        headers.location ?? '',
        new RegExp(`/registers/${params?.register_id}/sessions/${json.id_str}$`),
      );
    },
    refusal: {
      arrange: async (world) => ({
        params: { register_id: world.register },
        body: { staff_id: await hired(world), pin: '4712' },
      }),
      status: 403,
      error: 'access_denied',
    },
  },
  [`POST ${C}/registers/:register_id/approvals`]: {
    arrange: async (world) => ({ params: { register_id: world.register }, body: await asked(world) }),
    status: 201,
    shows: ({ json, headers }, { params }) => {
      assert.deepEqual([json.right, json.order_id, json.used_at], ['Void', null, null]);
      assert.match(
        headers.location ?? '',
        new RegExp(`/registers/${params?.register_id}/approvals/${json.id_str}$`),
      );
    },
    refusal: {
      arrange: async (world) => ({
        params: { register_id: world.register },
        body: { ...(await asked(world)), pin: '4712' },
      }),
      status: 403,
      error: 'access_denied',
    },
  },
  [`GET ${C}/registers/:register_id/approvers`]: {
    arrange: async (world) => {
      const { staff_id } = await asked(world);
      return { params: { register_id: world.register, staff_id }, query: '?rights=Void&limit=5000' };
    },
    status: 200,
    shows: ({ json }, { params }) =>
      assert.ok(json.some(({ id_str }: { id_str: string }) => id_str === params?.staff_id)),
    refusal: unknownId('register_id'),
  },
  [`GET ${C}/registers/:register_id/staff`]: {
    arrange: async (world) => {
      const staff_id = await hired(world);
      return { params: { register_id: world.register, staff_id }, query: '?limit=5000' };
    },
    status: 200,
    shows: ({ json }, { params }) =>
      assert.ok(json.some(({ id_str }: { id_str: string }) => id_str === params?.staff_id)),
    refusal: unknownId('register_id'),
  },
  [`GET ${C}/registers/:register_id/approvals/:approval_id`]: {
    arrange: approved,
    status: 200,
    shows: ({ json }, { params }) => assert.equal(json.id_str, params?.approval_id),
    refusal: unknownId('approval_id', approved),
  },
  [`GET ${C}/registers/:register_id/sessions/:session_id`]: {
    arrange: signedIn,
    status: 200,
    shows: ({ json }, { params }) => {
      assert.equal(json.id_str, params?.session_id);
      assert.equal('access_token' in json, false);
    },
    refusal: unknownId('session_id', signedIn),
  },
  [`DELETE ${C}/registers/:register_id/sessions/:session_id`]: {
    arrange: signedIn,
    status: 204,
    shows: nothing,
    refusal: unknownId('session_id', signedIn),
  },
  [`GET ${C}/staff/me`]: {
    // An add-on's token belongs to no user who could be signed in.
    status: 404,
    shows: ({ json }) => assert.equal(json.error, 'not_found'),
    refusal: noFormat,
  },
  ...recordCases('staff', 'staff_id', {
    fresh: (world) => ({ first_name: world.unique() }),
    changed: () => ({ last_name: 'Changed' }),
    refusedBody: { first_name: 'Ada', is_admin: 'yes' },
    refusedField: 'is_admin',
  }),
  ...recordCases('roles', 'role_id', {
    fresh: (world) => ({ name: world.unique() }),
    changed: () => ({ permissions: [{ code: 'Void', name: 'Void', domain: 'Sales' }] }),
    refusedBody: { name: 'Cook', permissions: [{ code: 'Void' }] },
    refusedField: 'permissions[0].name',
  }),
  ...recordCases('taxes/groups', 'tax_group_id', {
    fresh: (world) => ({ code: 'G', name: world.unique(), taxes: [Number(world.tax)] }),
    changed: (world) => ({ name: world.unique() }),
    refusedBody: { code: 'G', name: 'Group', taxes: [987654321] },
    refusedField: 'taxes',
  }),
  ...recordCases('taxes', 'tax_id', {
    fresh: (world) => ({ code: 'T', name: world.unique(), rate: 0.075 }),
    changed: () => ({ rate: 0.2 }),
    refusedBody: { code: 'T', name: 'Tax', rate: -1 },
    refusedField: 'rate',
  }),
  [`GET ${C}/price_lists/base`]: {
    status: 200,
    shows: ({ json }) => assert.equal(json.parent_id, null),
    refusal: noFormat,
  },
  ...recordCases('price_lists', 'price_list_id', {
    fresh: (world) => ({ name: world.unique() }),
    changed: (world) => ({ name: world.unique() }),
    refusedBody: { name: 'List', parent_id: 987654321 },
    refusedField: 'parent_id',
  }),
  ...recordCases('payment_methods', 'payment_method_id', {
    fresh: (world) => ({ name: world.unique(), kind: 'card' }),
    changed: () => ({ ledger_code: '4711' }),
    refusedBody: { name: 'Shells', kind: 'shells' },
    refusedField: 'kind',
  }),
  ...recordCases('discounts', 'discount_id', {
    fresh: (world) => ({ name: world.unique(), kind: 'share', value: 0.1 }),
    changed: () => ({ value: 0.2, right: 'ApplyComp' }),
    refusedBody: { name: 'All', kind: 'share', value: 2 },
    refusedField: 'value',
  }),
};

/** Customers. */
export const CUSTOMER_CASES: RouteCases = {
  ...recordCases('customers', 'customer_id', {
    fresh: (world) => ({ first_name: world.unique(), phone: '0400 000 000' }),
    changed: () => ({ last_name: 'Changed', tags: ['regular'] }),
    refusedBody: { first_name: 'Ada', email: 'nowhere' },
    refusedField: 'email',
  }),
  [`GET ${C}/customers/:customer_id/addresses`]: {
    arrange: async (world) => {
      const body = { first_name: world.unique(), phone: '1', primary_address: { city: 'Perth' } };
      return { params: { customer_id: (await world.make('customers', body)).id_str } };
    },
    status: 200,
    shows: ({ json }) => assert.deepEqual([json[0].type, json[0].city], ['primary', 'Perth']),
    refusal: unknownId('customer_id'),
  },
};

/** What happened. */
export const EVENT_CASES: RouteCases = {
  [`GET ${C}/events/stream`]: {
    arrange: () => ({ query: '?after=0&topic=sites%2Fcreated', headers: { accept: 'text/event-stream' } }),
    status: 200,
    shows: ({ text, headers }) => {
      assert.equal(headers['content-type'], 'text/event-stream');
      assert.match(text, /^retry: \d+\nid: 0\n: here\n\n/);
    },
    refusal: {
      arrange: () => ({ query: '?after=-1', headers: { accept: 'text/event-stream' } }),
      status: 400,
      error: 'invalid_request',
      field: 'after',
    },
  },
  [`GET ${C}/events`]: {
    arrange: async (world) => {
      const name = world.unique();
      await world.make('sites', { name });
      return { query: '?topic=sites%2Fcreated&limit=5000', marker: name };
    },
    status: 200,
    shows: ({ json }, { marker }) => assert.equal(json.at(-1).payload.name, marker),
    refusal: {
      arrange: () => ({ query: '?topic=sites%2Fpainted' }),
      status: 400,
      error: 'invalid_request',
      field: 'topic',
    },
  },
};
