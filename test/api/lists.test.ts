import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { devices } from '#src/access/store.ts';
import { MINUTE } from '#src/kernel/time.ts';
import { insertGrant } from '#src/oauth/grants.store.ts';
import { ROUTES } from '#src/routes.ts';
import { until } from '#test/harness/process.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, invalidFields, make, pages, read, refused, UNKNOWN_ID } from './helpers.ts';
import { hirePerson, screenOf } from './screens.ts';

// Every list pages in the same way (reference: conventions.18 to conventions.22, conventions.53).

/** What fills a list path, and which field puts it in order. */
interface ListPath {
  readonly path: (world: World) => string;
  readonly by?: string;
  readonly normal: number;
  /** Asked by the company's owner at a screen, as add-ons may not. */
  readonly forPeople?: boolean;
  readonly newestFirst?: boolean;
}

interface World {
  readonly site: number;
  readonly category: number;
  readonly product: number;
  readonly webhook: number;
  readonly order: number;
  readonly register: number;
  readonly guest: number;
  /** The base price list. */
  readonly base: number;
  readonly addon: number;
  readonly hook: number;
  readonly staff: number;
  readonly shift: number;
  /** An order with payment requests. */
  readonly asked: number;
}

const LISTS: Readonly<Record<string, ListPath>> = {
  sites: { path: () => 'sites', normal: 100 },
  'the status of sites': { path: () => 'status', by: 'site_id', normal: 100 },
  registers: { path: () => 'registers', normal: 100 },
  'check-ins of a customer': {
    ...{ path: ({ guest }) => `customers/${guest}/checkins`, by: 'site_id', normal: 100 },
  },
  'check-ins of a site': { path: ({ site }) => `sites/${site}/checkins`, normal: 100 },
  'registers of a site': { path: ({ site }) => `sites/${site}/registers`, normal: 100 },
  staff: { path: () => 'staff', normal: 100 },
  roles: { path: () => 'roles', normal: 100 },
  taxes: { path: () => 'taxes', normal: 100 },
  'tax groups': { path: () => 'taxes/groups', normal: 100 },
  'price lists': { path: () => 'price_lists', normal: 100 },
  'prices of a list': { path: ({ base }) => `price_lists/${base}/products`, normal: 100 },
  'payment methods': { path: () => 'payment_methods', normal: 100 },
  discounts: { path: () => 'discounts', normal: 100 },
  customers: { path: () => 'customers', normal: 100 },
  'customers by reference': { path: () => 'customers?reference_id=same', normal: 100 },
  categories: { path: () => 'categories', normal: 100 },
  'categories of a site': { path: ({ site }) => `sites/${site}/categories`, normal: 100 },
  'categories of a product': { path: ({ product }) => `products/${product}/categories`, normal: 100 },
  'option sets': { path: () => 'optionsets', normal: 100 },
  'modifiers of a product': { path: ({ product }) => `products/${product}/modifiers`, normal: 100 },
  'modifiers of a product at a site': {
    path: ({ site, product }) => `sites/${site}/products/${product}/modifiers`,
    normal: 100,
  },
  products: { path: () => 'products', normal: 50 },
  'products of a site': { path: ({ site }) => `sites/${site}/products`, normal: 50 },
  'products of a category': { path: ({ category }) => `categories/${category}/products`, normal: 50 },
  'products of a category at a site': {
    path: ({ site, category }) => `sites/${site}/categories/${category}/products`,
    normal: 50,
  },
  'products with a tag': { path: () => 'products?tag=same', normal: 50 },
  'products by name': { path: () => 'products?name=LISTED', normal: 50 },
  'products by sku': { path: () => 'products?sku=same', normal: 50 },
  'movements of stock': { path: ({ site }) => `sites/${site}/stock_movements`, normal: 100 },
  'inventory of a site': { path: ({ site }) => `sites/${site}/inventory`, normal: 100 },
  'tickets of a site': { path: ({ site }) => `sites/${site}/tickets`, normal: 100 },
  'tickets of an order': {
    path: ({ order }) => `orders/${order}/tickets`,
    normal: 100,
  },
  'who can sign in at a register': { path: ({ register }) => `registers/${register}/staff`, normal: 100 },
  'who can sign in, by name': {
    path: ({ register }) => `registers/${register}/staff?name=LISTED`,
    normal: 100,
  },
  'who could approve something at a register': {
    path: ({ register }) => `registers/${register}/approvers?rights=FinishSale`,
    normal: 100,
  },
  'print jobs of a register': { path: ({ register }) => `registers/${register}/print_jobs`, normal: 100 },
  'print jobs of an order': { path: ({ order }) => `orders/${order}/print_jobs`, normal: 100 },
  'late print jobs of a site': { path: ({ site }) => `sites/${site}/print_jobs/late`, normal: 100 },
  shifts: { path: () => 'shifts', normal: 100 },
  'shifts from a date on': { path: () => 'shifts/since/2020-01-01', normal: 100 },
  'shifts of a site': { path: ({ site }) => `sites/${site}/shifts`, normal: 100 },
  'shifts of a register': { path: ({ register }) => `registers/${register}/shifts`, normal: 100 },
  'shifts of a staff member': { path: ({ staff }) => `staff/${staff}/shifts`, normal: 100 },
  'movements of a shift': { path: ({ shift }) => `shifts/${shift}/movements`, normal: 100 },
  'payment requests': { path: () => 'payment_requests', normal: 100 },
  'payment requests of an order': { path: ({ asked }) => `orders/${asked}/payment_requests`, normal: 100 },
  'cash-ups': { path: () => 'cashups', normal: 100 },
  'cash-ups to be taken over': { path: () => 'cashups/unprocessed', normal: 100 },
  'cash-ups from a date on': { path: () => 'cashups/since/2020-01-01', normal: 100 },
  'cash-ups of a site': { path: ({ site }) => `sites/${site}/cashups`, normal: 100 },
  'cash-ups of a register': { path: ({ register }) => `registers/${register}/cashups`, normal: 100 },
  events: { path: () => 'events', by: 'number', normal: 100 },
  webhooks: { path: () => 'webhooks', normal: 100 },
  callbacks: { path: () => 'callbacks', normal: 100 },
  'deliveries of a webhook': { path: ({ webhook }) => `webhooks/${webhook}/deliveries`, normal: 100 },
  devices: { path: () => 'devices', normal: 100, forPeople: true },
  'add-ons': { path: () => 'addons', normal: 100, forPeople: true },
  'webhooks of an add-on': { path: ({ addon }) => `addons/${addon}/webhooks`, normal: 100, forPeople: true },
  'deliveries of an add-on': {
    path: ({ addon, hook }) => `addons/${addon}/webhooks/${hook}/deliveries`,
    normal: 100,
    forPeople: true,
  },
  'connected add-ons': { path: () => 'grants', normal: 100, forPeople: true },
  members: { path: () => 'members', normal: 100, forPeople: true },
  invitations: { path: () => 'invitations', normal: 100, forPeople: true },
  mails: { path: () => 'mails', normal: 100, forPeople: true },
  imports: { path: () => 'imports', normal: 100, forPeople: true },
  'tables of a site': { path: ({ site }) => `sites/${site}/tables`, normal: 100 },
  'the audit log': { path: () => 'audit', normal: 100, forPeople: true, newestFirst: true },
  'the log of requests': { path: () => 'requests', normal: 100, forPeople: true, newestFirst: true },
};

/** The other routes that are read, by why they are not among the lists. */
const NO_LISTS: Readonly<Record<string, readonly string[]>> = {
  'A list of one: a token is of one company.': ['/companies'],
  'One record.': [
    '/companies/:company_id',
    'sites/:site_id',
    'usage',
    'sites/:site_id/status',
    'registers/:register_id',
    'registers/:register_id/print_jobs/:job_id',
    'registers/:register_id/sessions/:session_id',
    'registers/:register_id/approvals/:approval_id',
    'staff/me',
    'staff/:staff_id',
    'roles/:role_id',
    'taxes/groups/:tax_group_id',
    'taxes/:tax_id',
    'price_lists/base',
    'price_lists/:price_list_id',
    'payment_methods/:payment_method_id',
    'discounts/:discount_id',
    'customers/:customer_id',
    'sites/:site_id/checkins/:checkin_id',
    'sites/:site_id/tickets/:ticket_id',
    'categories/:category_id',
    'sites/:site_id/categories/:category_id',
    'optionsets/:option_set_id',
    'products/:product_id',
    'sites/:site_id/products/:product_id',
    'orders/saleid/:saleid',
    'orders/:order_id',
    'orders/:order_id/explain',
    'orders/:order_id/refunds',
    'orders/:order_id/receipt',
    'orders/:order_id/receipt/link',
    'mails/:mail_id',
    'imports/:import_id',
    'imports/:import_id/reconciliation',
    'sites/:site_id/floors/:floor_id',
    'sites/:site_id/tables/:table_id',
    'audit/:number',
    'orders/:order_id/lines/:number',
    'orders/:order_id/optionsets/:number',
    'orders/:order_id/payments/:number',
    'sites/:site_id/orders/:order_id',
    'registers/:register_id/orders/:order_id',
    'staff/:staff_id/orders/:order_id',
    'customers/:customer_id/orders/:order_id',
    'webhooks/:webhook_id',
    'webhooks/:webhook_id/test',
    'webhooks/:webhook_id/deliveries/:delivery_id',
    'callbacks/:delivery_id',
    'addons/:addon_id',
    'addons/:addon_id/signing_secret',
    'addons/:addon_id/webhooks/:webhook_id',
    'addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id',
    'payment_requests/:payment_request_id',
    'shifts/:shift_id',
    'shifts/:shift_id/report',
    'cashups/:cashup_id',
    'sandbox/clock',
    'sandbox/faults/:fault_id',
    'shifts/:shift_id/movements/:movement_id',
    'sites/:site_id/stock_movements/:movement_id',
  ],
  'Two addresses at most.': [
    'addresses',
    'sites/:site_id/addresses',
    'staff/:staff_id/addresses',
    'customers/:customer_id/addresses',
  ],
  'A stream.': ['registers/:register_id/stream', 'events/stream'],
  'A file.': [
    'registers/:register_id/print_jobs/:job_id/pdf',
    'cashups/:cashup_id/pdf',
    'audit/csv',
    'audit/jsonl',
    'export/:file/csv',
    'imports/:import_id/reconciliation/csv',
    'orders/:order_id/pdf',
    'orders/:order_id/invoice/xml',
    'orders/:order_id/receipt/pdf',
    'reports/journal/csv',
    'reports/:by/csv',
    'webhooks/:webhook_id/deliveries/:delivery_id/request',
    'addons/:addon_id/webhooks/:webhook_id/deliveries/:delivery_id/request',
  ],
  'One record, of a length that is limited.': ['sites/:site_id/menu'],
  'Orders, by test/api/orders-lists.test.ts.': ['orders', 'sites/:site_id/groups/:group', '*'],
  'Its pages are those of test/api/orders-history.test.ts.': ['orders/:order_id/history'],
  'The parts of one order, which page as those in test/api/orders-lines.test.ts do.': [
    'orders/:order_id/lines',
    'orders/:order_id/optionsets',
    'orders/:order_id/payments',
  ],
  'A report, which is one record.': ['reports/today', 'reports/journal', 'reports/:by'],
  'One record, of up to 1,000 keys of each kind.': ['members/:user_id/keys'],
  'One record: a sandbox has few faults at a time.': ['sandbox/faults'],
  'A site has at most 50 floors.': ['sites/:site_id/floors'],
};

/** More records of every kind than a page has by default. */
const COUNT = 105;

/** Fills the list of a site's movements of stock. */
async function fillStock({ client }: Service, site: number): Promise<void> {
  const fields = { name: 'Moved', unit_price: 1, availability: { amount: 0 } };
  const { id: product_id } = await make(client, `sites/${site}/products`, fields);
  for (let count = 0; count < COUNT; count++)
    await make(client, `sites/${site}/stock_movements`, { product_id, change: 1, reason: 'delivery' });
}

/** Fills the lists of a register's drawer; gives a shift with movements, and who opened it. */
async function fillDrawer({ client, card }: Service, register: number) {
  const [{ id: staff }] = card.staff;
  const body = { register_id: register, staff_id: staff };
  const shift = await make(client, 'shifts', body);
  for (let count = 0; count < COUNT; count++) {
    const movement = { kind: 'in', amount: 1, reason: `Listed ${count}` };
    await make(client, `shifts/${shift.id}/movements`, movement);
  }
  for (let count = 0, open = shift; count < COUNT; count++) {
    assert.equal((await client.post(`shifts/${open.id}/close`, { counted: 0 })).status, 200);
    open = await make(client, 'shifts', body);
  }
  return { shift: shift.id, staff };
}

/** Fills the list of payment requests; gives the order that they are of. */
async function fillRequests(client: Client, site: number, product: number): Promise<number> {
  const method = await make(client, 'payment_methods', { name: 'Listed', kind: 'addon' });
  const lines = [{ product_id: product, unit_price: 1, quantity: COUNT }];
  const { id } = await make(client, 'orders', { site_id: site, ignore_availability: true, lines });
  const body = { order_id: id, method_id: method.id, amount: 1 };
  for (let count = 0; count < COUNT; count++) await make(client, 'payment_requests', body);
  return id;
}

/** Fills the lists of the back office; gives an add-on and one of its webhooks. */
async function fillOffice(
  service: Service,
  owner: Client,
): Promise<{ readonly addon: number; readonly hook: number }> {
  const company = BigInt(owner.companyId);
  const now = service.clock.now();
  const [first] = await Promise.all(
    Array.from({ length: COUNT }, (_, at) =>
      make(owner, 'addons', { name: `Listed ${at}`, scopes: ['webhooks'] }),
    ),
  );
  const hooks = `addons/${first.id}/webhooks`;
  const hook = await make(owner, hooks, { topic: 'orders/deleted', address: 'https://example.com/listed' });
  await Promise.all(
    Array.from({ length: COUNT }, () =>
      make(owner, hooks, { topic: 'orders/deleted', address: 'https://example.com/listed' }),
    ),
  );
  await Promise.all(Array.from({ length: COUNT }, () => make(owner, `${hooks}/${hook.id}/test`, {})));
  await Promise.all(
    Array.from({ length: COUNT }, (_, at) =>
      make(owner, 'invitations', { email: `listed-${at}@example.com`, role: 'staff' }),
    ),
  );
  const members: { readonly id: bigint }[] = [];
  for (let at = 0; at < COUNT; at++)
    await make(owner, 'imports/open', { kind: 'staff', file_name: `${at}.csv`, sha256: '0'.repeat(64) });
  for (let at = 0; at < COUNT; at++) members.push(await hirePerson(service, 'staff', owner.companyId));
  await service.app.storage.write(async (tx) => {
    const [ids, grants] = [await tx.ids('device', COUNT), await tx.ids('grant', COUNT)];
    for (const [at, id] of ids.entries()) {
      const user_id = members[at]?.id ?? 0n;
      const stamps = { created_at: now, updated_at: now, last_used_at: null, revoked_at: null };
      await devices.insert(tx, {
        company_id: company,
        id,
        name: 'Listed',
        kind: 'register',
        register_id: 1n,
        user_id,
        ...stamps,
      });
      const grant = { company_id: company, id: grants[at] ?? 0n, addon_id: BigInt(first.id_str) };
      await insertGrant(tx, { ...grant, user_id, scopes: ['webhooks'] }, now);
    }
  });
  await until('the requests are in the log', async () => {
    await service.app.requests.flush();
    return (await read(owner, 'requests?limit=5000')).length >= COUNT * 5;
  });
  return { addon: first.id, hook: hook.id };
}

const withParameter = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
const withLimit = (path: string, limit: number) => withParameter(path, `limit=${limit}`);

onEachEngine('a list', (service) => {
  let world: World;
  let owner: Client;
  const asks = ({ forPeople }: ListPath) => (forPeople === true ? owner : service().client);

  before(async () => {
    const { client, card } = service();
    const site = await make(client, 'sites', { name: 'Listed' });
    const hook = { topic: 'orders/deleted', address: 'https://example.com/listed' };
    const webhook = await make(client, 'webhooks', hook);
    const floor = await make(client, `sites/${site.id}/floors`, { name: 'Listed' });
    const categories: number[] = [];
    let product = 0;
    let walker = 0;
    for (let count = 0; count < COUNT; count++) {
      // Together: on SQLite they share a commit, on PostgreSQL they run side by side.
      const [order, category, guest, place] = await Promise.all([
        make(client, 'orders', { site_id: site.id, callback_uri: hook.address }),
        make(client, 'categories', { name: `Listed ${count}` }),
        make(client, 'customers', { first_name: `Listed ${count}`, phone: '1', reference_id: 'same' }),
        make(client, 'sites', { name: `Listed ${count}` }),
        make(client, 'registers', { name: `Listed ${count}`, site_id: site.id }),
        make(client, 'staff', { first_name: `Listed ${count}`, pin: '4711' }),
        make(client, 'roles', { name: `Listed ${count}` }),
        make(client, 'taxes', { code: 'L', name: `Listed ${count}`, rate: 0.1 }),
        make(client, 'taxes/groups', { code: 'L', name: `Listed ${count}`, taxes: [card.taxes[0].id] }),
        make(client, 'price_lists', { name: `Listed ${count}` }),
        make(client, 'payment_methods', { name: `Listed ${count}`, kind: 'card' }),
        make(client, 'discounts', { name: `Listed ${count}`, kind: 'share' }),
        make(client, 'webhooks', hook),
        make(client, `webhooks/${webhook.id}/test`, {}),
        make(client, `sites/${site.id}/tables`, { name: `T${count}`, floor_id: floor.id }),
      ]);
      await change(client, `orders/${order.id}`, { status: 'REJECTED' });
      await make(client, `sites/${site.id}/checkins`, { customer_id: guest.id });
      // The first of them is at all sites.
      walker ||= guest.id;
      await make(client, `sites/${place.id}/checkins`, { customer_id: walker });
      categories.push(category.id);
    }
    const [category = 0] = categories;
    for (let count = 0; count < COUNT; count += 15) {
      const made = await Promise.all(
        Array.from({ length: 15 }, (_, at) =>
          make(client, `sites/${site.id}/products`, {
            name: `Listed ${count + at}`,
            unit_price: 1,
            sku: 'same',
            tags: ['same'],
            // One of them is in every category, the others in the first.
            categories: count + at === 0 ? categories : [category],
            availability: { amount: 1 },
          }),
        ),
      );
      product ||= made[0].id;
    }
    const modifiers: Json[] = [];
    for (let count = 0; count < COUNT; count += 15) {
      const together = Array.from({ length: 15 }, (_, at) => `Listed ${count + at}`);
      const made = together.map((name) =>
        make(client, 'products', { name, unit_price: 1, is_modifier: true }),
      );
      modifiers.push(...(await Promise.all(made)));
      const options = [{ product_id: product }];
      await Promise.all(together.map((name) => make(client, 'optionsets', { name, options })));
    }
    // They come in the order in which they are sent, which here is that of their ids.
    modifiers.sort((a, b) => a.id - b.id);
    await change(client, `products/${product}/modifiers`, {
      modifiers: modifiers.map(({ id }) => ({ id })),
    });
    await change(client, `sites/${site.id}`, { kitchen_tickets: true });
    const dish = await make(client, `sites/${site.id}/products`, { name: 'Listed dish', unit_price: 1 });
    const register = await make(client, 'registers', { name: 'Listed', site_id: site.id });
    const cooked = { site_id: site.id, status: 'ON_HOLD', lines: [{ product_id: dish.id }] };
    const order = await make(client, 'orders', cooked);
    for (let count = 1; count < COUNT; count++) {
      await Promise.all([
        change(client, `orders/${order.id}/lines/1`, { quantity: count + 1 }),
        make(client, 'orders', cooked),
        make(client, `orders/${order.id}/receipt`, { register_id: register.id }),
      ]);
    }
    await make(client, `orders/${order.id}/receipt`, { register_id: register.id });
    // By now they should have been printed.
    service().clock.advance(MINUTE);
    owner = (await screenOf(service(), card)).client;
    await fillStock(service(), site.id);
    world = {
      ...{ site: site.id, category, product, webhook: webhook.id },
      ...{ order: order.id, register: register.id, guest: walker },
      base: (await read(client, 'price_lists/base')).id,
      ...(await fillDrawer(service(), register.id)),
      asked: await fillRequests(client, site.id, dish.id),
      ...(await fillOffice(service(), owner)),
    };
  });

  for (const [name, listed] of Object.entries(LISTS)) {
    const { path, by = 'id', normal, newestFirst = false } = listed;
    it(`of ${name} is complete, in order and without repetition, whatever the page length`, async () => {
      const client = asks(listed);
      const address = path(world);
      const [whole = [], ...none] = await pages(client, withLimit(address, 5000));
      assert.deepEqual(none, []);
      assert.ok(whole.length >= COUNT, `${address} has only ${whole.length} records.`);
      const positions = whole.map((each: Json) => each[by]);
      assert.deepEqual(
        positions,
        [...positions].sort((a, b) => (newestFirst ? b - a : a - b)),
      );
      assert.equal(new Set(positions).size, positions.length);

      const parts = await pages(client, withLimit(address, 40));
      assert.deepEqual(parts.flat(), whole);
      assert.ok(parts.slice(0, -1).every((part) => part.length === 40));

      // When the records come out even, the last page is not followed by an empty one.
      const exact = await client.get(withLimit(address, whole.length));
      assert.equal(exact.headers['x-next-page'], undefined);
      const short = await client.get(withLimit(address, whole.length - 1));
      assert.match(short.headers['x-next-page'] ?? '', /^https:\/\/localhost:\d+\/v1\/companies\/me\//);

      assert.equal((await read(client, address)).length, normal);
      assert.deepEqual(await read(client, address), whole.slice(0, normal));
    });
  }

  for (const [name, listed] of Object.entries(LISTS)) {
    const { path, by = 'id', normal } = listed;
    it(`of ${name} begins after the record that start names`, async () => {
      const client = asks(listed);
      const address = path(world);
      const from = (start: unknown, more = '') =>
        withParameter(withParameter(address, `start=${start}`), more).replace(/[?&]$/, '');
      const whole = await read(client, withLimit(address, 5000));
      for (const at of [0, 1, 52, whole.length - 2, whole.length - 1]) {
        const start = whole[at][by];
        assert.deepEqual(await read(client, from(start, 'limit=5000')), whole.slice(at + 1), `${at}`);
        assert.deepEqual(await read(client, from(start)), whole.slice(at + 1).slice(0, normal));
      }
      // The pages behind it go on by cursors, which do not repeat it.
      const parts = await pages(client, from(whole[2][by], 'limit=40'));
      assert.deepEqual(parts.flat(), whole.slice(3));
      const { headers } = await client.get(from(whole[2][by], 'limit=1&count=true'));
      const next = new URL(headers['x-next-page'] ?? '');
      assert.equal(next.searchParams.has('start'), false);
      // It is the whole list that is counted.
      assert.ok(Number(headers['x-total-count']) >= whole.length);

      for (const start of [
        UNKNOWN_ID,
        '9223372036854775807',
        '9223372036854775808',
        '0',
        '-1',
        'x',
        '1.0',
        '%00',
      ])
        invalidFields(await client.get(from(start)), 'start');
      const cursor = next.searchParams.get('cursor') ?? '';
      invalidFields(await client.get(from(whole[2][by], `cursor=${cursor}`)), 'start');
    });
  }

  it('refuses page lengths that are none', async () => {
    for (const listed of Object.values(LISTS)) {
      const { path } = listed;
      const client = asks(listed);
      for (const limit of ['0', '5001', '-1', '1.5', 'ten', '', '1e2', '%2B5']) {
        const address = path(world);
        invalidFields(
          await client.get(`${address}${address.includes('?') ? '&' : '?'}limit=${limit}`),
          'limit',
        );
      }
    }
  });

  it('takes no cursor of another list', async () => {
    const { client } = service();
    const first = await client.get('categories?limit=1');
    const next = new URL(first.headers['x-next-page'] ?? '');
    const cursor = next.searchParams.get('cursor') ?? '';
    assert.equal((await client.get(`categories?limit=1&cursor=${cursor}`)).status, 200);
    for (const listed of Object.values(LISTS)) {
      const address = listed.path(world);
      if (address === 'categories') continue;
      invalidFields(
        await asks(listed).get(`${address}${address.includes('?') ? '&' : '?'}cursor=${cursor}`),
        'cursor',
      );
    }
    refused(await client.get(`categories?cursor=${cursor}x`), 400, 'invalid_request', 'cursor');
  });

  it('is among those tested here, as every route that is read, or there is a reason', () => {
    const ids = { site: 1, category: 1, product: 1, webhook: 1, order: 1, register: 1, guest: 1 };
    const world: World = { ...ids, base: 1, addon: 1, hook: 1, staff: 1, shift: 1, asked: 1 };
    const unnamed = (path: string) => path.replace(/:\w+/g, 'ID');
    const tested = Object.values(LISTS).map(({ path }) =>
      path(world)
        .replace(/\?.*/, '')
        .replace(/\d+(-\d+)*/g, 'ID'),
    );
    const others = Object.values(NO_LISTS).flat().map(unnamed);
    const read = ROUTES.filter(({ method }) => method === 'GET').map(({ path }) =>
      unnamed(path.replace('/companies/:company_id/', '').replace(/\(.*?\)/g, '')),
    );
    assert.deepEqual(new Set(read), new Set([...tested, ...others]));
    assert.deepEqual(
      others.filter((path) => tested.includes(path)),
      [],
    );
  });
});
