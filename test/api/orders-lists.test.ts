import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, pages, read, refused } from './helpers.ts';
import { idsOf, listed, newSite, openShop, type Shop } from './order-helpers.ts';

/** What lists leave out of an order (reference: conventions.23). */
const PARTS = ['lines', 'options', 'payments', 'customer'];

onEachEngine('lists of orders', (service) => {
  let shop: Shop;
  let otherSite: string;
  let otherRegister: string;
  let otherStaff: string;
  /** Named orders, oldest first. */
  const orders: Record<string, Json> = {};
  const nameOf = new Map<string, string>();
  before(async () => {
    shop = await openShop(service());
    const { client, site, register, staff, customer, cash, account } = shop;
    otherSite = await newSite(client);
    otherRegister = (await make(client, 'registers', { name: 'Two', site_id: otherSite })).id_str;
    otherStaff = (await make(client, 'staff', { first_name: 'Bob' })).id_str;
    const line = { product_id: shop.tea.id };
    const pay = (method_id: string) => [{ method_id, amount: 1 }];
    const plans: Record<string, object> = {
      blank: {},
      counter: { register_id: register, staff_member_id: staff },
      linked: { customer_id: customer, lines: [line], price_variation: 0.9 },
      owed: { status: 'PENDING', lines: [line], payments: pay(account), customer_id: customer },
      open: { status: 'PENDING', lines: [line], payments: pay(cash), staff_member_id: otherStaff },
      charged: { status: 'COMPLETE', lines: [line], payments: pay(account), register_id: register },
      cheaper: { status: 'COMPLETE', lines: [{ ...line, price_fixed_variation: -1 }], register_id: register },
      dearer: { status: 'ON_HOLD', lines: [{ ...line, price_variation: 1.2 }], staff_member_id: staff },
      reduced: { status: 'ACCEPTED', lines: [line], price_fixed_variation: -0.5, customer_id: customer },
      refused: { status: 'REJECTED', register_id: register, staff_member_id: staff, customer_id: customer },
      deleted: { lines: [line], price_variation: 0.5, customer_id: customer },
      far: { site_id: otherSite, register_id: otherRegister, staff_member_id: staff, status: 'COMPLETE' },
    };
    for (const [name, plan] of Object.entries(plans)) {
      service().clock.advance(MINUTE);
      orders[name] = await shop.order(plan);
      nameOf.set(orders[name].id_str, name);
    }
    await client.delete(`orders/${orders.deleted.id}`);
    assert.equal(site, String(orders.blank.site_id));
  });
  /** The names of the orders in a list, as it lists them. */
  const names = async (path: string) => (await listed(shop.client, path)).map((id) => nameOf.get(id) ?? id);

  it('show every status, newest first', async () => {
    assert.deepEqual(
      await names('orders'),
      'far refused reduced dearer cheaper charged open owed linked counter blank'.split(' '),
    );
  });

  it('are narrowed by the segments of their path, in any combination and order', async () => {
    const { site, register, staff, customer } = shop;
    const expectations: [paths: string[], expected: string][] = [
      [['orders/submitted'], 'linked counter blank'],
      [['orders/on_hold'], 'dearer'],
      [['orders/accepted'], 'reduced'],
      [['orders/pending'], 'open owed'],
      [['orders/rejected'], 'refused'],
      [['orders/complete'], 'far cheaper charged'],
      [['orders/complete/on_hold', 'orders/on_hold/complete'], 'far dearer cheaper charged'],
      [['orders/pending/accounts', 'orders/pending/accounts/pending/accounts'], 'owed'],
      [['orders/pending/accounts/pending', 'orders/pending/pending/accounts'], 'open owed'],
      [['orders/complete/pending/accounts', 'orders/pending/accounts/complete'], 'far cheaper charged owed'],
      [['orders/discounted'], 'reduced cheaper linked'],
      [['orders/linkedcustomer'], 'refused reduced owed linked'],
      [['orders/deleted'], 'deleted'],
      [['orders/deleted/discounted/linkedcustomer/submitted'], 'deleted'],
      [['orders/deleted/complete', 'orders/deleted/pending/accounts'], ''],
      [['orders/complete/discounted', 'orders/discounted/complete'], 'cheaper'],
      [['orders/discounted/linkedcustomer'], 'reduced linked'],
      [['orders/pending/accounts/linkedcustomer', 'orders/linkedcustomer/pending/accounts'], 'owed'],
      [[`sites/${otherSite}/orders`, `orders/sites/${otherSite}`], 'far'],
      [[`registers/${register}/orders`, `orders/registers/${register}`], 'refused cheaper charged counter'],
      [[`staff/${staff}/orders`, `orders/staff/${staff}`], 'far refused dearer counter'],
      [[`customers/${customer}/orders`, `orders/customers/${customer}`], 'refused reduced owed linked'],
      [[`sites/${site}/orders/complete`, `orders/complete/sites/${site}`], 'cheaper charged'],
      [[`orders/sites/${site}/complete`, `sites/${site}/orders/sites/${site}/complete`], 'cheaper charged'],
      [[`sites/${site}/registers/${register}/orders/complete/discounted`], 'cheaper'],
      [[`registers/${register}/sites/${otherSite}/orders`], ''],
      [
        [
          `sites/${site}/registers/${register}/staff/${staff}/customers/${customer}/orders`,
          `customers/${customer}/staff/${staff}/orders/registers/${register}/rejected`,
          `orders/rejected/customers/${customer}/sites/${site}/registers/${register}/staff/${staff}`,
        ],
        'refused',
      ],
      [[`staff/${otherStaff}/orders/pending/accounts`], ''],
      [[`customers/${customer}/orders/deleted`], 'deleted'],
    ];
    for (const [paths, expected] of expectations) {
      for (const path of paths) {
        assert.equal((await names(path)).join(' '), expected, path);
        assert.equal((await names(`${path}.json`)).join(' '), expected, path);
      }
    }
  });

  it('lead nowhere by other segments, nor by owners that are not there', async () => {
    const { client, site, register, staff, customer } = shop;
    const { foreign, foreignCard } = service();
    const theirs = foreignCard.sites[0];
    const theirCustomer = await make(foreign, 'customers', { first_name: 'Eve', phone: '1' });
    for (const path of [
      'orders/completed',
      'orders/COMPLETE',
      'orders/accounts',
      'orders/complete/accounts',
      'orders/complete/orders',
      'orders/complete//',
      'orders//complete',
      'complete/orders',
      'deleted/orders',
      'orders/sites',
      'orders/sites/0',
      'orders/sites/x',
      `sites/${site}/sites/${otherSite}/orders`,
      `orders/${orders.blank.id}/complete`,
      'sites/999999/orders',
      'registers/999999/orders',
      'staff/999999/orders',
      'customers/999999/orders',
      'orders/sites/99999999999999999999',
      `sites/${theirs.id}/orders`,
      `registers/${theirs.registers[0].id}/orders`,
      `staff/${foreignCard.staff[0].id}/orders`,
      `customers/${theirCustomer.id}/orders`,
      `sites/${site}/customers/${theirCustomer.id}/orders/complete`,
    ]) {
      refused(await client.get(path), 404, 'not_found');
    }
    for (const path of [
      `sites/${site}/orders`,
      `registers/${register}/orders`,
      `staff/${staff}/orders`,
      `orders/customers/${customer}`,
    ]) {
      refused(await foreign.get(path), 404, 'not_found');
    }
    assert.deepEqual(await read(foreign, 'orders'), []);
    assert.deepEqual(await read(foreign, `orders?ids=${orders.blank.id}`), []);
  });

  describe('filters by time and value', () => {
    /** Queries with the names of the orders that they find. */
    const shows = async (expectations: readonly (readonly [query: string, expected: string])[]) => {
      for (const [query, expected] of expectations) {
        assert.equal((await names(`orders?${query}`)).join(' '), expected, query);
      }
    };

    // The orders were made at 18:31, 18:32 … 18:42.
    it('created_ takes lt, lte, gt and gte, alone and together', async () => {
      await shows([
        ['created_lt=2026-03-07T18:33:00Z', 'counter blank'],
        ['created_lte=2026-03-07T18:33:00Z', 'linked counter blank'],
        ['created_gt=2026-03-07T18:40:00Z', 'far'],
        ['created_gte=2026-03-07T18:40:00Z', 'far refused'],
        ['created_gte=2026-03-07T18:32:00Z&created_lt=2026-03-07T18:34:00Z', 'linked counter'],
        [
          'created_gt=2026-03-07T18:33:00Z&created_gte=2026-03-07T18:32:00Z&created_lte=2026-03-07T18:34:00Z',
          'owed',
        ],
        ['created_lt=2026-03-07T18:31:00.001Z', 'blank'],
        ['created_lt=2026-03-07T18:31:00Z', ''],
      ]);
    });

    it('times may have an offset, and are the site’s own without one', async () => {
      await shows([
        ['created_lt=2026-03-07T20:33:00%2B02:00', 'counter blank'],
        ['created_lt=2026-03-07T20:33:00+02:00', 'counter blank'],
        ['created_lt=2026-03-07T20:33:00+0200', 'counter blank'],
        ['created_lt=2026-03-07T20:33+02', 'counter blank'],
        ['created_lt=2026-03-07T08:33:00-10:00', 'counter blank'],
        // Sydney is UTC+11.
        ['created_lt=2026-03-08T05:33:00', 'counter blank'],
        ['created_lt=2026-03-08%2005:33', 'counter blank'],
      ]);
      const paris = await newSite(shop.client, { timezone: 'Europe/Paris' });
      const there = await shop.order({ site_id: paris });
      const at = 'created_gte=2026-03-07T19:42';
      assert.deepEqual(await listed(shop.client, `sites/${paris}/orders?${at}`), [there.id_str]);
      assert.deepEqual(await listed(shop.client, `sites/${paris}/orders?${at.replace('42', '43')}`), []);
      await shop.client.delete(`orders/${there.id}`);
    });

    it('a date alone is the UTC day: its start for lt and gte, its end for lte and gt', async () => {
      const { client } = await service().newCompany('Days');
      const [site] = await read(client, 'sites');
      const { clock } = service();
      const days: string[] = [];
      // Up to the last moment of a day, the first of the next, and so on.
      const toMidnight = 24n * 60n * MINUTE - (clock.now() % (24n * 60n * MINUTE));
      for (const step of [toMidnight - 1n, 1n, 24n * 60n * MINUTE - 1n, 1n]) {
        clock.advance(step);
        days.push((await make(client, 'orders', { site_id: site.id })).id_str);
      }
      const [endOfFirst = '', startOfSecond = '', endOfSecond = '', startOfThird = ''] = days;
      const date = new Date(Number(clock.now() / 1000n) - 1).toISOString().slice(0, 10);
      for (const prefix of ['created', 'updated']) {
        const found = (suffix: string) => listed(client, `orders?${prefix}_${suffix}=${date}`);
        assert.deepEqual(await found('lt'), [endOfFirst]);
        assert.deepEqual(await found('lte'), [endOfSecond, startOfSecond, endOfFirst]);
        assert.deepEqual(await found('gt'), [startOfThird]);
        assert.deepEqual(await found('gte'), [startOfThird, endOfSecond, startOfSecond]);
      }
    });

    it('updated_ looks at the last change', async () => {
      const { client } = await service().newCompany('Changes');
      const [site] = await read(client, 'sites');
      const made: Json[] = [];
      for (let at = 0; at < 4; at++) {
        service().clock.advance(MINUTE);
        made.push(await make(client, 'orders', { site_id: site.id }));
      }
      const since = made[3].created_at;
      service().clock.advance(MINUTE);
      const { json: first } = await client.put(`orders/${made[0].id}`, { notes: 'x' });
      const at = (at: Json) => encodeURIComponent(at);
      assert.deepEqual(await listed(client, `orders?updated_gte=${at(since)}`), idsOf([made[0], made[3]]));
      assert.deepEqual(await listed(client, `orders?updated_gt=${at(since)}`), idsOf([made[0]]));
      assert.deepEqual(await listed(client, `orders?updated_lt=${at(since)}`), idsOf([made[2], made[1]]));
      assert.deepEqual(
        await listed(client, `orders?updated_lte=${at(first.updated_at)}&limit=1`),
        idsOf([made[0], made[3], made[2], made[1]]),
      );
    });

    it('value_ compares the total', async () => {
      await shows([
        ['value_gt=4', 'dearer'],
        ['value_gte=4', 'dearer charged open owed'],
        ['value_lt=3.6', 'far refused reduced cheaper counter blank'],
        ['value_lte=3.6', 'far refused reduced cheaper linked counter blank'],
        ['value_gte=3&value_lt=4', 'reduced cheaper linked'],
        ['value_gt=3.499999&value_lt=3.5000001', 'reduced'],
        ['value_gte=1e1', ''],
        ['value_lt=-1', ''],
      ]);
      assert.deepEqual(await names('orders/deleted?value_gte=2'), ['deleted']);
    });

    it('and with each other and the path', async () => {
      const { customer } = shop;
      const query = 'value_gt=0&value_lt=4&created_gte=2026-03-07T18:34:00Z';
      assert.deepEqual(await names(`orders/discounted?${query}`), ['reduced', 'cheaper']);
      assert.deepEqual(await names(`customers/${customer}/orders/discounted?${query}`), ['reduced']);
      const { cheaper, reduced, counter } = orders;
      const ids = [cheaper, reduced, counter].map((order) => order.id).join(',');
      assert.deepEqual(await names(`orders/discounted?ids=${ids}&value_lt=3.5`), ['cheaper']);
    });

    it('ids picks orders', async () => {
      const { counter, far, deleted, blank } = orders;
      const ids = [counter.id, far.id_str, far.id, deleted.id, 999999].join(',');
      assert.deepEqual(await names(`orders?ids=${ids}`), ['far', 'counter']);
      assert.deepEqual(await names(`orders?ids=${ids},%20${blank.id}&limit=1`), ['far', 'counter', 'blank']);
    });

    it('bad values are refused by name', async () => {
      for (const suffix of ['lt', 'lte', 'gt', 'gte']) {
        for (const value of ['', 'yesterday', '2026-02-30', '2026-13-01', '2026-03-07T25:00', '1772908200']) {
          invalidFields(await shop.client.get(`orders?created_${suffix}=${value}`), `created_${suffix}`);
          invalidFields(await shop.client.get(`orders?updated_${suffix}=${value}`), `updated_${suffix}`);
        }
        for (const value of ['', 'ten', '1,5', '0x10', '1e99', '1.123456789', 'NaN']) {
          invalidFields(await shop.client.get(`orders?value_${suffix}=${value}`), `value_${suffix}`);
        }
      }
      for (const ids of ['', '0', '1,', '1,x', '-1', '1.5']) {
        invalidFields(await shop.client.get(`orders?ids=${ids}`), 'ids');
      }
      for (const limit of ['0', '5001', 'x', '1.5', '-1', '']) {
        invalidFields(await shop.client.get(`orders?limit=${limit}`), 'limit');
      }
      assert.equal((await read(shop.client, 'orders?colour=red&value=1')).length, 11);
    });
  });

  it('hold abridged orders, and more when asked', async () => {
    const { client } = shop;
    const whole = await read(client, `orders/${orders.owed.id}`);
    const [listedOrder] = await read(client, `orders?ids=${orders.owed.id}`);
    const rest = Object.keys(whole).filter((key) => !PARTS.includes(key));
    assert.deepEqual(Object.keys(listedOrder), rest);
    for (const key of rest) assert.deepEqual(listedOrder[key], whole[key], key);
    for (const fields of [
      'lines',
      'customer',
      'payments,options',
      'lines, options ,payments,customer',
      'x,lines',
    ]) {
      const [found] = await read(client, `orders?ids=${orders.owed.id}&fields=${encodeURIComponent(fields)}`);
      for (const part of PARTS) {
        const asked = fields.split(',').some((field) => field.trim() === part);
        assert.deepEqual(found[part], asked ? whole[part] : undefined, `${fields}: ${part}`);
      }
    }
    const [full] = await read(client, `orders?ids=${orders.owed.id}&fields=${PARTS}`);
    assert.deepEqual(full, whole);
    const [without] = await read(client, `orders?ids=${orders.blank.id}&fields=customer`);
    assert.equal(without.customer, null);
  });

  describe('page by page', () => {
    it('25 at a time unless told otherwise, the last page without a next', async () => {
      const { client } = await service().newCompany('Pages');
      const [site] = await read(client, 'sites');
      const made = await Promise.all(
        Array.from({ length: 51 }, () => make(client, 'orders', { site_id: site.id })),
      );
      const found = await pages(client, 'orders');
      assert.deepEqual(
        found.map((page) => page.length),
        [25, 25, 1],
      );
      // All were made at one moment: the ids decide.
      const newest = idsOf(made).sort((a, b) => Number(b) - Number(a));
      assert.deepEqual(idsOf(found.flat()), newest);
      for (const limit of [1, 17, 51, 52, 5000]) {
        const some = await pages(client, `orders?limit=${limit}`);
        assert.equal(some.length, Math.ceil(51 / limit));
        assert.deepEqual(idsOf(some.flat()), newest);
      }
    });

    it('through every filter to the end while orders are added: none twice, none lost', async () => {
      const { site, register, staff, customer } = shop;
      const later = encodeURIComponent('2026-03-07T18:30:00Z');
      for (const path of [
        'orders',
        'orders/complete',
        'orders/discounted',
        'orders/linkedcustomer',
        `sites/${site}/orders`,
        `registers/${register}/orders`,
        `staff/${staff}/orders`,
        `customers/${customer}/orders`,
        `orders?created_gte=${later}`,
        `orders?updated_gte=${later}`,
        'orders?value_gte=0',
        'orders?value_gt=3&fields=lines',
        `customers/${customer}/orders/discounted?value_lte=5&updated_gt=${later}`,
      ]) {
        const before = await listed(shop.client, path);
        assert.ok(before.length > 1, path);
        const seen: string[] = [];
        const mark = path.includes('?') ? '&' : '?';
        const limit = Math.ceil(before.length / 4);
        for (let next: string | undefined = `${path}${mark}limit=${limit}`; next !== undefined; ) {
          const page: Answer = await shop.client.get(next);
          seen.push(...idsOf(page.json));
          next = page.headers['x-next-page']?.replace(/^https:\/\/[^/]+/, '');
          service().clock.advance(1n);
          const lines = [{ product_id: shop.tea.id, price_variation: 0.9 }];
          const order = {
            status: 'COMPLETE',
            register_id: register,
            staff_member_id: staff,
            customer_id: customer,
          };
          await shop.order({ ...order, lines });
        }
        assert.deepEqual(seen, before, path);
      }
    });
  });
});
