import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { LOCKS, type Lock } from '#src/orders/rules/words.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { drop, everythingOf, invalidFields, make, refused } from './helpers.ts';
import { operatorOf } from './operator-helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// What locks and price limits keep operators from; no lock binds an add-on (reference: staff.8 to staff.13).

/** Everything an operator may want to do to an order, by the locks that keep them from it. */
interface LockedAction {
  readonly what: string;
  readonly kept: readonly Lock[];
  readonly act: (by: Client, order: Json, shop: LockFixtures) => Promise<Answer>;
}

interface LockFixtures extends Shop {
  /** The payment method of the add-on that made the order. */
  readonly wallet: string;
  /** A modifier, and one more. */
  readonly lemon: Json;
  readonly milk: Json;
  /** An option set of the tea. */
  readonly sizes: Json;
}

const LINES: readonly Lock[] = ['NEW_LINES', 'ALL'];
const MONEY: readonly Lock[] = ['PAYMENTS', 'ALL'];
const at = ({ id }: Json, below = '') => `orders/${id}${below}`;

const ACTS: readonly LockedAction[] = [
  {
    what: 'add a line',
    kept: LINES,
    act: (by, order, { soup }) => by.post(at(order, '/lines'), { product_id: soup.id }),
  },
  {
    what: 'add a return',
    kept: LINES,
    act: (by, order, { soup }) => by.post(at(order, '/lines'), { product_id: soup.id, quantity: -1 }),
  },
  {
    what: 'sell more of a line',
    kept: LINES,
    act: (by, order) => by.put(at(order, '/lines/1'), { quantity: 3 }),
  },
  {
    what: 'add a modifier',
    kept: LINES,
    act: (by, order, { lemon }) => by.put(at(order, '/lines/1'), { modifiers: [lemon.id, lemon.id] }),
  },
  {
    what: 'take another modifier',
    kept: LINES,
    act: (by, order, { milk }) => by.put(at(order, '/lines/1'), { modifiers: [milk.id] }),
  },
  {
    what: 'choose from an option set',
    kept: LINES,
    act: (by, order, { sizes }) =>
      by.post(at(order, '/optionsets'), {
        line_number: 2,
        option_set_id: sizes.id,
        options: [{ product_id: sizes.options[0].product_id }],
      }),
  },
  {
    what: 'sell less of a line',
    kept: [],
    act: (by, order) => by.put(at(order, '/lines/1'), { quantity: 1 }),
  },
  {
    what: 'leave a modifier out',
    kept: [],
    act: (by, order) => by.put(at(order, '/lines/1'), { modifiers: [] }),
  },
  {
    what: 'note something on a line',
    kept: [],
    act: (by, order) => by.put(at(order, '/lines/1'), { notes: 'hot' }),
  },
  { what: 'move a line', kept: [], act: (by, order) => by.put(at(order, '/lines/2'), { number: 1 }) },
  { what: 'remove a line', kept: [], act: (by, order) => by.delete(at(order, '/lines/2')) },
  {
    what: 'take cash',
    kept: [...MONEY, 'APP_PAYMENT'],
    act: (by, order, { cash }) => by.post(at(order, '/payments'), { method_id: cash, amount: 1 }),
  },
  {
    what: 'give cash back',
    kept: [...MONEY, 'APP_PAYMENT'],
    act: (by, order, { cash }) => by.post(at(order, '/payments'), { method_id: cash, amount: -1 }),
  },
  {
    what: "take the add-on's own payment",
    kept: MONEY,
    act: (by, order, { wallet }) => by.post(at(order, '/payments'), { method_id: wallet, amount: 1 }),
  },
  {
    what: "take the add-on's own payment without naming it",
    kept: MONEY,
    act: (by, order) => by.post(at(order, '/payments'), { amount: 1 }),
  },
  {
    what: 'change the tip of a payment',
    kept: [...MONEY, 'APP_PAYMENT'],
    act: (by, order) => by.put(at(order, '/payments/1'), { tip: 1 }),
  },
  {
    what: 'change the reference of a payment',
    kept: [...MONEY, 'APP_PAYMENT'],
    act: (by, order) => by.put(at(order, '/payments/1'), { ref: 'new' }),
  },
  { what: 'delete it', kept: ['DELETE', 'ALL'], act: (by, order) => by.delete(at(order)) },
  { what: 'lift the locks', kept: LOCKS, act: (by, order) => by.put(at(order), { lock: [] }) },
  {
    what: 'lock more',
    kept: LOCKS,
    act: (by, order) => by.put(at(order), { lock: ['NEW_LINES', 'PAYMENTS', 'DELETE'] }),
  },
  { what: 'accept it', kept: [], act: (by, order) => by.put(at(order), { status: 'ACCEPTED' }) },
  { what: 'reject it', kept: [], act: (by, order) => by.put(at(order), { status: 'REJECTED' }) },
  { what: 'make it cheaper', kept: [], act: (by, order) => by.put(at(order), { price_variation: 0.5 }) },
  { what: 'write a note', kept: [], act: (by, order) => by.put(at(order), { notes: 'window' }) },
  {
    what: 'send the locks back',
    kept: [],
    act: (by, order) => by.put(at(order), { lock: order.lock, notes: 'x' }),
  },
];

onEachEngine('locks', (service) => {
  let shop: LockFixtures;
  let operator: Client;
  before(async () => {
    const { client } = service();
    const base = await openShop(service());
    const modifier = (name: string) =>
      make(client, `sites/${base.site}/products`, { name, unit_price: 1, is_modifier: true });
    const small = await make(client, `sites/${base.site}/products`, { name: 'Small', unit_price: 1 });
    const sizes = await make(client, 'optionsets', { name: 'Sizes', options: [{ product_id: small.id }] });
    await client.put(`products/${base.tea.id}`, { option_sets: [sizes.id] });
    const wallet = await make(client, 'payment_methods', { name: 'Wallet', kind: 'addon' });
    shop = {
      ...base,
      wallet: wallet.id_str,
      lemon: await modifier('Lemon'),
      milk: await modifier('Milk'),
      sizes,
    };
    operator = (await operatorOf(service())).client;
  });
  const fresh = (fields: object = {}): Promise<Json> =>
    shop.order({
      lines: [
        { product_id: shop.soup.id, quantity: 2, modifiers: [shop.lemon.id] },
        { product_id: shop.tea.id },
      ],
      payments: [{ method_id: shop.cash, amount: 2, ref: 'A' }],
      ...fields,
    });
  /** The operator is refused for this reason, and everything is as it was. */
  const keptFrom = async (act: () => Promise<Answer>, because: string) => {
    const was = await everythingOf(service(), shop.client.companyId);
    const answer = await act();
    refused(answer, 403, 'access_denied');
    assert.ok(answer.json.error_description.includes(`(${because})`), answer.text);
    assert.equal(await everythingOf(service(), shop.client.companyId), was);
  };

  for (const lock of LOCKS) {
    describe(lock, () => {
      for (const { what, kept, act } of ACTS) {
        it(`${kept.includes(lock) ? 'keeps' : 'does not keep'} an operator from it: ${what}`, async () => {
          const order = await fresh({ lock: [lock] });
          if (kept.includes(lock)) await keptFrom(() => act(operator, order, shop), lock);
          else assert.ok((await act(operator, order, shop)).status < 300);
        });
      }
    });
  }

  it('bind no add-on, whatever it does', async () => {
    for (const { what, act } of ACTS) {
      const order = await fresh({ lock: LOCKS, price_limit: 1 });
      const answer = await act(shop.client, order, shop);
      assert.ok(answer.status < 300, `${what}: ${answer.text}`);
    }
  });

  it('an order without locks is open to operators, who may lock it then', async () => {
    for (const { what, act } of ACTS) {
      const order = await fresh();
      assert.ok((await act(operator, order, shop)).status < 300, what);
    }
  });

  it('several count each for itself', async () => {
    const order = await fresh({ lock: ['DELETE', 'APP_PAYMENT'] });
    await keptFrom(() => operator.delete(at(order)), 'DELETE');
    await keptFrom(
      () => operator.post(at(order, '/payments'), { method_id: shop.cash, amount: 1 }),
      'APP_PAYMENT',
    );
    const paid = await operator.post(at(order, '/payments'), { method_id: shop.wallet, amount: 1 });
    assert.equal(paid.status, 201, paid.text);
    assert.equal((await operator.put(at(order, '/payments/2'), { tip: 1 })).status, 200);
    assert.equal((await operator.post(at(order, '/lines'), { product_id: shop.tea.id })).status, 201);
  });

  it('bind operators to orders they made themselves too, once locked; making them is free', async () => {
    const body = { site_id: shop.site, lock: ['ALL'], price_limit: 1, lines: [{ product_id: shop.soup.id }] };
    const order = await make(operator, 'orders', body);
    await keptFrom(() => operator.post(at(order, '/lines'), { product_id: shop.tea.id }), 'ALL');
    await drop(shop.client, at(order));
  });

  it('APP_PAYMENT lets nobody pay when the add-on has no method of its own', async () => {
    const { client, card } = await service().newCompany('No wallet');
    const register = String(card.sites[0].registers[0].id);
    const { id, pin } = card.staff[0];
    const session = await make(client, `registers/${register}/sessions`, { staff_id: id, pin });
    const own = service().as(`Bearer ${session.access_token}`);
    const order = await make(client, 'orders', { site_id: card.sites[0].id, lock: ['APP_PAYMENT'] });
    const answer = await own.post(at(order, '/payments'), {
      method_id: card.payment_methods[0].id,
      amount: 0,
    });
    refused(answer, 403, 'access_denied');
  });

  describe('price_limit', () => {
    /** Two soups of 10 each with 1 of lemon, and a tea of 4. */
    const limited = (price_limit: number, more: object = {}) => fresh({ price_limit, ...more });

    it('keeps operators from more than that, and from no more than that', async () => {
      const order = await limited(30);
      assert.equal(order.total, 26);
      await keptFrom(
        () => operator.post(at(order, '/lines'), { product_id: shop.soup.id }),
        'price_limit 30',
      );
      const full = await operator.post(at(order, '/lines'), { product_id: shop.tea.id });
      assert.equal(full.json.total, 30);
      for (const act of [
        () => operator.put(at(order), { price_variation: 1.01 }),
        () => operator.put(at(order), { price_fixed_variation: 0.01 }),
        () => operator.put(at(order), { tip_service_percent: 1 }),
        () => operator.put(at(order), { tip_service_amount: 0.01 }),
        () => operator.put(at(order, '/lines/2'), { price_variation: 1.5 }),
        () => operator.put(at(order, '/lines/2'), { price_fixed_variation: 0.01 }),
        () => operator.put(at(order, '/lines/2'), { unit_price_inc_tax: 4.01 }),
        () => operator.put(at(order, '/lines/1'), { modifiers: [shop.lemon.id, shop.milk.id] }),
        () => operator.put(at(order, '/lines/1'), { quantity: 2.01 }),
      ]) {
        await keptFrom(act, 'price_limit 30');
      }
      const tipped = await operator.put(at(order, '/payments/1'), { tip: 50 });
      assert.equal(tipped.status, 200, 'A tip on a payment is no part of what is asked for.');
    });

    it('that is passed already lets them make it less', async () => {
      const order = await limited(5);
      await keptFrom(() => operator.post(at(order, '/lines'), { product_id: shop.tea.id }), 'price_limit 5');
      const less = await operator.put(at(order, '/lines/1'), { quantity: 1 });
      assert.equal(less.json.total, 15);
      assert.equal((await operator.put(at(order), { notes: 'still above' })).status, 200);
      assert.equal((await operator.put(at(order), { price_variation: 0.1 })).status, 200);
      await keptFrom(() => operator.put(at(order), { price_variation: 1 }), 'price_limit 5');
    });

    it('is changed by the add-on alone', async () => {
      const order = await limited(30);
      for (const price_limit of [null, 31, 29, 0]) {
        await keptFrom(() => operator.put(at(order), { price_limit }), 'price_limit 30');
      }
      assert.equal((await operator.put(at(order), { price_limit: 30, notes: 'x' })).status, 200);
      const raised = await shop.client.put(at(order), { price_limit: 40 });
      assert.equal(raised.json.price_limit, 40);
      const more = await operator.post(at(order, '/lines'), { product_id: shop.soup.id });
      assert.equal(more.json.total, 36);
      await shop.client.put(at(order), { price_limit: null });
      assert.equal((await operator.put(at(order), { price_variation: 2 })).json.total, 72);
    });

    it('of nothing is a limit', async () => {
      const order = await shop.order({ price_limit: 0 });
      await keptFrom(() => operator.post(at(order, '/lines'), { product_id: shop.tea.id }), 'price_limit 0');
    });
  });

  describe('a reason for rejecting', () => {
    const asked = (status = 'SUBMITTED') => fresh({ status, prompt_for_reject_reason: true });

    it('is given by operators where the add-on asks for one', async () => {
      const order = await asked();
      for (const more of [
        {},
        { prompt_for_reject_reason: false },
        { reject_reason: null },
        { reject_reason: {} },
        { reject_reason: { id: null, name: '', notes: null } },
      ]) {
        invalidFields(await operator.put(at(order), { status: 'REJECTED', ...more }), 'reject_reason');
      }
      assert.deepEqual(await shop.read(order), order);
      const reason = { id: 3, name: 'Closed', notes: 'back at 9' };
      const rejected = await operator.put(at(order), { status: 'REJECTED', reject_reason: reason });
      assert.deepEqual([rejected.json.status, rejected.json.reject_reason], ['REJECTED', reason]);
    });

    it('is not asked of add-ons, nor for orders that were accepted before', async () => {
      for (const [by, order] of [
        [shop.client, await asked()],
        [operator, await asked('ACCEPTED')],
        [operator, await fresh()],
      ] as const) {
        assert.equal((await by.put(at(order), { status: 'REJECTED' })).status, 200);
      }
    });
  });
});
