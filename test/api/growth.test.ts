import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { readKeyring } from '#src/installation.ts';
import { Projector } from '#src/reports/projector.ts';
import { ROUTES } from '#src/routes.ts';
import { queueFigures } from '#src/webhooks/queue.store.ts';
import { PrivateAddressPolicy, startDelivery } from '#src/webhooks/service.ts';
import { upkeep } from '#src/webhooks/upkeep.ts';
import { GROWING, grow } from '#test/harness/growing.ts';
import { listCalls } from '#test/harness/list-calls.ts';
import { until } from '#test/harness/process.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';
import { type Recorded, recordStatements } from '#test/harness/statements.ts';
import { openMeter } from '#test/harness/work.ts';
import { CASES } from './cases/all.ts';
import { callerOf, createWorld, nameOf, pathOf, type World } from './cases/case.ts';

// No question that the service asks of its database takes longer because trade has gone on for years: each is asked over
// few copies of what there is, and over many, and has the same work with both.

const FEW = 2_500;
const MANY = 20_000;
const MORE_ALLOWED = 10_000;

async function callEverything(service: Service, world: World): Promise<void> {
  for (const route of ROUTES) {
    const each = CASES[nameOf(route)];
    if (each === undefined || route.path.includes('sandbox/reset')) continue;
    const arranged = (await each.arrange?.(world)) ?? {};
    const path = pathOf(route.path, world.client.companyId, arranged);
    const { body, headers = {}, without = [] } = arranged;
    const answer = await callerOf(route, world).ask(route.method, path, {
      headers,
      without,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(answer.status, each.status, `${nameOf(route)}: ${answer.text}`);
    await each.settles?.(arranged, world);
  }
}

/** What trade makes more of every day, last of all so that it is what is copied. Answers values of every filter. */
async function trade(world: World) {
  const { client, make, site, register, staff, cash, unique } = world;
  const category = await make('categories', { name: unique() });
  const set = await make('optionsets', { name: unique(), options: [{ product_id: Number(world.product) }] });
  const product = await make(`sites/${site}/products`, {
    ...{ name: 'Usual', sku: unique(), barcode: unique(), unit_price: 5, is_sold: true, tags: ['usual'] },
    ...{ categories: [category.id], option_sets: [set.id], external_id: unique() },
    availability: { is_available: true, amount: 100_000 },
  });
  const customer = await make('customers', {
    ...{ first_name: 'Ann', last_name: 'Lee', phone: '123', email: `${randomUUID()}@example.com` },
    ...{ tags: ['usual'], reference_id: unique() },
  });
  const webhook = await make('webhooks', { topic: 'orders/completed', address: 'https://127.0.0.1:9/hook' });
  const order = {
    ...{ site_id: site, register_id: register, staff_member_id: staff, customer_id: customer.id },
    ...{ lines: [{ product_id: product.id }], payments: [{ method_id: cash, amount: 5 }], status: 'COMPLETE' },
    ...{ order_type: 'Dine in', sale_number: '17' },
  };
  const answer = await client.post('orders', order, { headers: { 'idempotency-key': randomUUID() } });
  assert.equal(answer.status, 201, answer.text);
  const other = await make('sites', { name: unique() });
  const till = await make("registers", { name: unique(), site_id: other.id });
  return {
    order_id: [answer.json.id_str],
    site_id: [site, other.id_str],
    register_id: [register, till.id_str],
    staff_id: [staff],
    customer_id: [customer.id_str],
    category_id: [category.id_str],
    product_id: [product.id_str],
    price_list_id: ['base'],
    webhook_id: [webhook.id_str],
    addon_id: [],
    group: ['none'],
    state: ['queued', 'dead', 'failed', 'open', 'bumped', 'printed'],
    newest: ['true'],
    reference_id: ['none'],
    external_id: ['none'],
    first_name: ['Ann'],
    last_name: ['Poe'],
    phone: ['9'],
    q: ['none', 'usual', 'ann lee', 'u'],
    tag: ['none', 'usual'],
    updated_gte: ['2026-01-01', '2031-01-01'],
    ids: [customer.id_str],
    name: ['none'],
    exactname: ['none'],
    sku: ['none'],
    barcode: ['none'],
    topic: ['sites/created', 'products/created,sites/created'],
    after: ['0'],
    method: ['DELETE'],
    status_gte: ['500'],
    status: ['COMPLETE', 'REJECTED'],
    created_gte: ['2026-01-01', '2031-01-01'],
    placed_gte: ['2026-01-01', '2031-01-01'],
    fulfil_gte: ['2031-01-01'],
    paid_gte: ['2031-01-01'],
    value_gte: ['0', '9000'],
    order_type: ['Dine in', 'Delivery'],
    sale_number: ['none'],
    invoice_number: ['none'],
    group_id: ['none'],
    payment_method_id: [cash],
    sort: ['value', '-placed'],
  };
}

/** What the service does by itself, once. */
async function workBehind({ app, clock, config }: Service): Promise<void> {
  const random = { bytes: (count: number) => randomBytes(count) };
  const { storage } = app;
  const warn = (error: unknown) => assert.fail(String(error));
  await new Projector({ storage, stopwatch: clock, warn }).catchUp();
  const keyring = readKeyring(config.dataDir, random);
  const reach = new PrivateAddressPolicy('');
  const delivery = await startDelivery({ storage, clock, random, keyring, reach, warn, alarm: warn });
  await until('messages were sent', async () => (await storage.read(queueFigures)).queued === 0n || true);
  await delivery.stop();
  await upkeep(storage, clock.now());
  await app.requests.flush();
  await app.sweep();
}

onEachEngine('no question', (service) => {
  it('walks', async () => {
    const t0 = Date.now();
    const { app, client } = service();
    const recorder = recordStatements(app.storage);
    const world = await createWorld(service());
    await callEverything(service(), world);
    console.log('called', Date.now() - t0, recorder.statements.size);
    const values = await trade(world);
    const calls = listCalls(values);
    console.log(calls.length);
    for (const path of calls) {
      const answer = await client.get(path);
      assert.ok(answer.status < 500, `${path}: ${answer.text}`);
    }
    console.log('listed', Date.now() - t0, recorder.statements.size);
    await workBehind(service());
    recorder.end();
    console.log('worked', Date.now() - t0, recorder.statements.size);
    await grow(app.storage, client.companyId, 1, FEW);
    console.log('grown', Date.now() - t0);
    const works = await measureAll(recorder.statements);
    console.log('measured', Date.now() - t0);
    await grow(app.storage, client.companyId, FEW + 1, MANY);
    console.log('grown', Date.now() - t0);
    const more = await measureAll(recorder.statements);
    console.log('measured', Date.now() - t0);
    let n = 0;
    for (const [key, { amount, plan }] of more) {
      const was = works.get(key)?.amount ?? 0;
      if (amount - was > MORE_ALLOWED) console.log(`\n#${++n} ${was} -> ${amount}\n${key}\n${plan}`);
    }
  });

  async function measureAll(statements: ReadonlyMap<string, Recorded>) {
    const beliefs = Object.keys(GROWING).map((table) => ({
      table,
      rows: /customer|product|prices/.test(table) ? 100_000 : 1_000_000,
    }));
    const meter = await openMeter(service(), beliefs);
    const found = new Map<string, { amount: number; plan: string }>();
    try {
      for (const { statement, examples } of statements.values()) {
        if (!/^(select|with|update|delete|insert)/i.test(statement)) continue;
        for (const example of examples) {
          try {
            const work = await meter.measure(example);
            const was = found.get(statement);
            if (was === undefined || was.amount < work.amount) found.set(statement, work);
          } catch (error) {
            if (!/unique|duplicate/i.test(String(error))) console.log(String(error), statement.slice(0, 200));
          }
        }
      }
    } finally {
      await meter.close();
    }
    return found;
  }
});
