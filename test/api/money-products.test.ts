import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

const tax = async (client: Client, fields: object = {}): Promise<number> =>
  (await make(client, 'taxes', { code: 'T', name: 'Tax', rate: 0.1, ...fields })).id;
const group = async (client: Client, taxes: readonly number[], code = 'G'): Promise<number> =>
  (await make(client, 'taxes/groups', { code, name: 'Group', taxes })).id;

onEachEngine('taxes of products', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  describe('groups (reference: products.39)', () => {
    it('stand for their members, each of them once', async () => {
      const { client } = shop;
      const [one, two, three] = [await tax(client), await tax(client), await tax(client)];
      const both = await group(client, [two, one]);
      const made = await make(client, 'products', {
        name: 'X',
        unit_price: 1,
        taxes: [three, both, one],
        cost_taxes: [both],
      });
      assert.deepEqual(
        [made.taxes, made.cost_taxes],
        [
          [three, two, one],
          [two, one],
        ],
      );
      await change(client, `taxes/groups/${both}`, { taxes: [three] });
      assert.deepEqual((await read(client, `products/${made.id}`)).taxes, [three, two, one]);
      const changed = await change(client, `products/${made.id}`, { taxes: [both] });
      assert.deepEqual(changed.taxes, [three]);
      const here = await change(client, `sites/${shop.site}/products/${made.id}`, {
        taxes: [both, three],
        cost_taxes: [one, both],
      });
      assert.deepEqual([here.taxes, here.cost_taxes], [[three], [one, three]]);
      const atSite = await make(client, `sites/${shop.site}/products`, {
        name: 'Y',
        unit_price: 1,
        taxes: [both],
      });
      assert.deepEqual(atSite.taxes, [three]);
    });

    it('are never mistaken for a tax, and unknown ones are named', async () => {
      const { client } = shop;
      const own = await tax(client);
      const both = await group(client, [own]);
      assert.notEqual(own, both);
      const missing = Number(UNKNOWN_ID);
      const body = { name: 'X', unit_price: 1, taxes: [both, missing], cost_taxes: [] };
      invalidFields(await client.post('products', body), 'taxes[1]');
      const made = await make(client, 'products', { name: 'X', unit_price: 1 });
      invalidFields(await client.put(`products/${made.id}`, { cost_taxes: [missing] }), 'cost_taxes[0]');
      invalidFields(
        await client.put(`sites/${shop.site}/products/${made.id}`, { taxes: [missing] }),
        'taxes[0]',
      );
      const foreign = await group(service().foreign, [await tax(service().foreign)]);
      invalidFields(await client.post('products', { ...body, taxes: [foreign] }), 'taxes[0]');
    });

    it('are found by their codes in imports; the same rows again change nothing', async () => {
      const { client } = await service().newCompany('Groups');
      const [one, two] = [await tax(client, { code: 'ONE' }), await tax(client, { code: 'TWO' })];
      await group(client, [one, two], 'BOTH');
      // Where a tax has the code, it is the tax.
      await group(client, [one, two], 'TWO');
      const csv = 'sku,name,unit_price,taxes\nA,A,2,BOTH\nB,B,3,TWO\n';
      const first = await client.post('imports', { csv });
      assert.deepEqual([first.status, first.json.created], [200, 2], first.text);
      const taxesOf = async (sku: string) => {
        const [found] = await read(client, `products?sku=${sku}`);
        return (await read(client, `products/${found.id}`)).taxes;
      };
      assert.deepEqual([await taxesOf('A'), await taxesOf('B')], [[one, two], [two]]);
      const again = await client.post('imports', { csv });
      assert.deepEqual([again.json.changed, again.json.unchanged], [0, 2], again.text);
    });

    it('show what their members come to together', async () => {
      const { client } = shop;
      const gst = await tax(client, { rate: 0.05, sort: 1 });
      const qst = await tax(client, { rate: 0.095, compound: true, sort: 2 });
      const over = await tax(client, { rate: 0.5, effective_until: '2020-01-01' });
      assert.equal(
        (await read(client, `taxes/groups/${await group(client, [qst, gst, over])}`)).rate,
        0.14975,
      );
    });
  });

  it('prices are shown with the taxes of today, by the clocks of the site (reference: products.40)', async () => {
    const { client } = shop;
    const today = service().clock.now();
    const day = (zone: string) =>
      Temporal.Instant.fromEpochNanoseconds(today * 1000n)
        .toZonedDateTimeISO(zone)
        .toPlainDate();
    // Two zones that are never on one day.
    const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'] as const;
    assert.notEqual(day(west).toString(), day(east).toString());
    const old = await tax(client, { rate: 0.2, effective_until: day(west).toString() });
    const next = await tax(client, { rate: 0.21, effective_from: day(west).add({ days: 1 }).toString() });
    const here = await newSite(client, { timezone: west });
    const there = await newSite(client, { timezone: east });
    const thing = await make(client, `sites/${here}/products`, {
      name: 'Thing',
      unit_price_ex_tax: 100,
      taxes: [old, next],
    });
    await change(client, `sites/${there}/products/${thing.id}`, { availability: { is_available: true } });
    const at = async (site: string) => (await read(client, `sites/${site}/products/${thing.id}`)).unit_price;
    assert.deepEqual([await at(here), await at(there)], [120, 121]);
    const order = async (site_id: string): Promise<Json> =>
      shop.order({ site_id, lines: [{ product_id: thing.id }] });
    assert.deepEqual([(await order(here)).total, (await order(there)).total], [120, 121]);
    const whole = await read(client, `products/${thing.id}`);
    const prices = whole.sites.map(({ unit_price }: Json) => unit_price);
    assert.deepEqual(prices.sort(), [120, 121]);
  });

  it('a menu tells the prices of a new day (reference: products.40)', async () => {
    const { client } = shop;
    const site = await newSite(client, { timezone: 'UTC' });
    const today = Temporal.Instant.fromEpochNanoseconds(service().clock.now() * 1000n).toZonedDateTimeISO(
      'UTC',
    );
    const day = (days: number) => today.add({ days }).toPlainDate().toString();
    const taxes = [
      await tax(client, { rate: 0.2, effective_until: day(0) }),
      await tax(client, { rate: 0.21, effective_from: day(1) }),
    ];
    const thing = await make(client, `sites/${site}/products`, {
      name: 'Thing',
      unit_price_ex_tax: 100,
      taxes,
    });
    const priceIn = (products: Json[]) => products.find(({ id }) => id === thing.id)?.unit_price;
    const first = await client.get(`sites/${site}/menu`);
    assert.equal(priceIn(first.json.products), 120);
    const headers = { 'if-none-match': first.headers.etag ?? '' };
    assert.equal((await client.get(`sites/${site}/menu`, { headers })).status, 304);
    service().clock.advance(86_400_000_000n);
    const next = await client.get(`sites/${site}/menu`, { headers });
    assert.equal(next.status, 200);
    assert.equal(priceIn(next.json.products), 121);
    const after = await read(client, `sites/${site}/menu?after=${first.json.version}`);
    assert.equal(priceIn(after.changed.products), 121);
  });

  it('overriding them takes a staff member the permission OverrideTax (reference: staff.15)', async () => {
    const { client, register, site, tea } = shop;
    const own = await tax(client);
    const permissions = [{ code: 'OverrideTax', name: 'Override taxes', domain: 'Sales' }];
    const [plain, allowed, admin] = [
      await signIn(service(), client, register, await hire(client, '8201')),
      await signIn(service(), client, register, await hire(client, '8202', { permissions })),
      await signIn(service(), client, register, await hire(client, '8203', { is_admin: true })),
    ];
    const lines = [{ product_id: tea.id }];
    const order = await make(plain.client, 'orders', { site_id: site, lines });
    const exempt = { tax_exempt: { number: 'E', reason: null } };
    const attempts = [
      ['POST', 'orders', { site_id: site, lines: [{ product_id: tea.id, taxes: [own] }] }],
      ['POST', 'orders', { site_id: site, lines, ...exempt }],
      ['PUT', `orders/${order.id}`, exempt],
      ['POST', `orders/${order.id}/lines`, { product_id: tea.id, taxes: [own] }],
      ['PUT', `orders/${order.id}/lines/1`, { taxes: [own] }],
    ] as const;
    for (const [method, path, body] of attempts) {
      const answer = await plain.client.ask(method, path, { body });
      refused(answer, 403, 'access_denied');
      assert.equal(answer.json.right, 'OverrideTax');
      assert.match(answer.json.error_description, /OverrideTax/);
    }
    assert.deepEqual(await read(client, `orders/${order.id}`), order);
    // What is sent back as it was read overrides nothing.
    const { taxes } = order.lines[0];
    await change(plain.client, `orders/${order.id}/lines/1`, { taxes, notes: 'hot' });
    await change(plain.client, `orders/${order.id}`, { tax_exempt: null, notes: 'later' });
    for (const { client: operator } of [allowed, admin, { client }]) {
      for (const [method, path, body] of attempts) {
        const answer = await operator.ask(method, path, { body });
        assert.ok([200, 201].includes(answer.status), answer.text);
      }
    }
  });
});
