import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lockCounted } from '#src/products/at-site.store.ts';
import { PostgresStorage } from '#src/storage/engines/postgres.ts';
import { type Call, isLinearizable } from '#test/harness/linearizable.ts';
import { makeFolder, type Server, serve } from '#test/harness/process.ts';
import { type Answer, freshDatabase, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, make, read } from './helpers.ts';
import { newSite } from './order-helpers.ts';

const LEFT = 5;
const BUYERS = 20;

/** What one client saw of a counted amount. */
type Seen =
  | { readonly did: 'take'; readonly got: boolean }
  | { readonly did: 'give back' }
  | { readonly did: 'read'; readonly amount: number };

/** A counted amount, as it has to be. */
function counter(amount: number, seen: Seen): number | undefined {
  if (seen.did === 'give back') return amount + 1;
  if (seen.did === 'read') return seen.amount === amount ? amount : undefined;
  if (!seen.got) return amount === 0 ? amount : undefined;
  return amount > 0 ? amount - 1 : undefined;
}
const linearizable = (history: readonly Call<Seen>[], start: number) =>
  isLinearizable(history, start, counter, String);

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** Who wanted one got it, or was told in the promised words that there is none (reference: orders.38). */
function shared(answers: readonly Pick<Answer, 'status' | 'json' | 'text'>[], product: Json): void {
  assert.equal(answers.filter(({ status }) => status < 300).length, LEFT);
  for (const { status, json, text } of answers.filter((each) => each.status >= 300)) {
    assert.deepEqual([status, json.error], [400, 'out_of_stock'], text);
    assert.equal(json.error_description, `Product (${product.id}) is out of stock.`);
  }
}

onEachEngine('a stock under many hands at once', (service) => {
  let site: string;
  before(async () => {
    site = await newSite(service().client);
  });
  const counted = (amount: number) =>
    make(service().client, `sites/${site}/products`, {
      name: 'Last one',
      unit_price: 1,
      availability: { is_available: true, amount },
    });
  const left = async (product: Json) =>
    (await read(service().client, `sites/${site}/products/${product.id}`)).availability.amount;
  const body = (product: Json, fields: object = {}) => ({
    site_id: site,
    status: 'ACCEPTED',
    lines: [{ product_id: product.id }],
    ...fields,
  });
  const told = async (log: EventLog, product: Json) =>
    (await log.take())
      .filter(({ topic, payload }) => topic === 'products/availability' && payload.product_id === product.id)
      .map(({ payload }) => [payload.previous.amount, payload.availability.amount]);
  const countdown = Array.from({ length: LEFT }, (_, at) => [LEFT - at, LEFT - at - 1]);

  it('is given to as many new orders as there are, and to no more', async () => {
    const { client } = service();
    const product = await counted(LEFT);
    const log = await EventLog.open(client);
    const answers = await times(BUYERS, () => client.post('orders', body(product)));
    shared(answers, product);
    assert.equal(await left(product), 0);
    assert.deepEqual(await told(log, product), countdown);
  });

  it('is given to as many orders that are accepted, changed or added to', async () => {
    const { client } = service();
    const product = await counted(LEFT);
    const orders = await times(BUYERS, (at) =>
      make(client, 'orders', {
        ...body(product),
        ...(at % 3 === 0 ? { status: 'SUBMITTED' } : { lines: [{ product_id: product.id, quantity: -1 }] }),
      }),
    );
    await change(client, `sites/${site}/products/${product.id}`, { availability: { amount: LEFT } });
    const log = await EventLog.open(client);
    const answers = await times(BUYERS, (at) => {
      const path = `orders/${orders[at].id}`;
      if (at % 3 === 0) return client.put(path, { status: 'ACCEPTED' });
      if (at % 3 === 1) return client.post(`${path}/lines`, { product_id: product.id });
      return client.delete(`${path}/lines/1`);
    });
    shared(answers, product);
    assert.equal(await left(product), 0);
    assert.deepEqual(await told(log, product), countdown);
  });

  it('of two products is taken in whatever order the lines have', async () => {
    const { client } = service();
    const one = await counted(100);
    const two = await counted(100);
    const answers = await times(2 * BUYERS, async (at) => {
      const lines = (at % 2 === 0 ? [one, two] : [two, one]).map(({ id }) => ({ product_id: id }));
      const made = await client.post('orders', body(one, { lines }));
      if (at % 4 < 2) return made;
      return client.put(`orders/${made.json.id}`, { status: 'REJECTED' });
    });
    for (const { status, text } of answers) assert.ok(status < 300, text);
    assert.deepEqual([await left(one), await left(two)], [100 - BUYERS, 100 - BUYERS]);
  });

  it('loses nothing to a restock that comes between', async () => {
    const { client } = service();
    const product = await counted(0);
    const log = await EventLog.open(client);
    await Promise.all([
      times(BUYERS, () => client.post('orders', body(product))),
      times(4, () =>
        change(client, `sites/${site}/products/${product.id}`, { availability: { amount: LEFT } }),
      ),
    ]);
    const amounts = await told(log, product);
    let amount = 0;
    for (const [previous, next] of amounts) {
      assert.equal(previous, amount, JSON.stringify(amounts));
      // One was sold, or there are as many as the restock says.
      assert.ok(next === previous - 1 || next === LEFT, JSON.stringify(amounts));
      assert.ok(next >= 0);
      amount = next;
    }
    assert.equal(await left(product), amount);
    const sold = await read(client, `sites/${site}/orders/accepted?limit=5000&fields=lines`);
    const mine = sold.filter(({ lines }: Json) => lines[0]?.product_id === product.id);
    assert.equal(mine.length, amounts.filter(([previous, next]) => next === previous - 1).length);
  });

  it('has one state after the other, whoever takes, gives back and looks', async () => {
    const { client } = service();
    for (const start of [2, 5]) {
      const product = await counted(start);
      const history: Call<Seen>[] = [];
      const record = async (work: () => Promise<Seen>) => {
        const from = performance.now();
        const op = await work();
        history.push({ from, to: performance.now(), op });
        return op;
      };
      await times(8, async (hand) => {
        const mine: string[] = [];
        for (let turn = 0; turn < 6; turn++) {
          const what = (hand * 7 + turn * 5) % 4;
          const given = what === 2 ? mine.pop() : undefined;
          if (given !== undefined) {
            await record(async () => {
              const answer = await client.put(`orders/${given}`, { status: 'REJECTED' });
              assert.equal(answer.status, 200, answer.text);
              return { did: 'give back' };
            });
          } else if (what === 3) {
            await record(async () => ({ did: 'read', amount: await left(product) }));
          } else {
            await record(async () => {
              const { status, json, text } = await client.post('orders', body(product));
              assert.ok(status === 201 || json.error === 'out_of_stock', text);
              if (status === 201) mine.push(json.id_str);
              return { did: 'take', got: status === 201 };
            });
          }
        }
      });
      assert.equal(history.length, 48);
      const took = history.filter(({ op }) => op.did === 'take' && op.got).length;
      const gave = history.filter(({ op }) => op.did === 'give back').length;
      assert.ok(took > 0 && gave > 0);
      assert.equal(await left(product), start - took + gave);
      assert.ok(linearizable(history, start), JSON.stringify(history));
      // With one more that was seen to be taken, it could not have been so.
      const end = Math.max(...history.map(({ to }) => to));
      const wrong: Seen = { did: 'read', amount: start - took + gave + 1 };
      assert.equal(linearizable([...history, { from: end + 1, to: end + 2, op: wrong }], start), false);
    }
  });
});

describe('the check of histories', () => {
  const take = (from: number, to: number, got = true): Call<Seen> => ({ from, to, op: { did: 'take', got } });
  const look = (from: number, to: number, amount: number): Call<Seen> => ({
    from,
    to,
    op: { did: 'read', amount },
  });
  const back = (from: number, to: number): Call<Seen> => ({ from, to, op: { did: 'give back' } });

  it('lets calls that overlap come in either order', () => {
    assert.ok(linearizable([take(0, 10), look(1, 9, 1), look(2, 8, 0)], 1));
    assert.ok(linearizable([take(0, 10), take(0, 10, false)], 1));
    assert.ok(linearizable([take(0, 10, false), take(1, 9), back(2, 3)], 0));
  });

  it('finds what cannot have been', () => {
    const wrong: [history: Call<Seen>[], start: number][] = [
      // The last one is sold twice.
      [[take(0, 10), take(0, 10)], 1],
      // It is refused while there is one.
      [[take(0, 1, false)], 1],
      [[take(0, 3), take(1, 2), take(5, 6, false)], 3],
      // Amounts taken are still visible afterwards, and amounts given back are not.
      [[take(0, 1), look(2, 3, 1)], 1],
      [[take(0, 1), back(2, 3), look(4, 5, 0)], 1],
      // One looks back in time.
      [[take(0, 10), look(1, 2, 0), look(3, 4, 1)], 1],
      // A change is lost: two took of five, and four are left.
      [[take(0, 5), take(1, 6), look(7, 8, 4)], 5],
    ];
    for (const [history, start] of wrong)
      assert.equal(linearizable(history, start), false, JSON.stringify(history));
  });
});

describe('a stock that two services sell from', () => {
  let a: Server;
  let b: Server;
  let token: string;
  let databaseUrl: string;
  before(async () => {
    databaseUrl = await freshDatabase();
    const env = { DATABASE_URL: databaseUrl };
    a = await serve({ env });
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(a.dir, 'secret.key'), join(dir, 'secret.key'));
    b = await serve({ env, dir });
    token = a.card.addon.access_token;
  });
  after(() => Promise.all([a?.stop(), b?.stop()]));

  it('is given to as many as there are, and to no more', async () => {
    const site = a.card.sites[0].id;
    for (let round = 0; round < 3; round++) {
      const availability = { is_available: true, amount: LEFT };
      const made = await a.post(`sites/${site}/products`, { name: 'Last', unit_price: 1, availability });
      assert.equal(made.status, 201, made.text);
      const product = made.json;
      const order = { site_id: site, status: 'COMPLETE', lines: [{ product_id: product.id }] };
      const answers = await times(BUYERS, (at) => (at % 2 === 0 ? a : b).post('orders', order, { token }));
      shared(answers, product);
      for (const server of [a, b]) {
        const { json } = await server.get(`sites/${site}/products/${product.id}`, { token });
        assert.equal(json.availability.amount, 0);
      }
    }
  });

  it('makes nobody wait who sells what is not counted', async () => {
    const site = a.card.sites[0].id;
    const product = async (amount: number | null) => {
      const availability = { is_available: true, amount };
      const body = { name: 'Held', unit_price: 1, availability };
      return (await a.post(`sites/${site}/products`, body)).json;
    };
    const [counted, plain] = [await product(LEFT), await product(null)];
    const sell = ({ id }: Json) =>
      a.post('orders', { site_id: site, status: 'ACCEPTED', lines: [{ product_id: id }] });
    const held: string[] = [];
    const storage = new PostgresStorage(databaseUrl);
    let waiting: Promise<unknown> = Promise.resolve();
    await storage.write(async (tx) => {
      await lockCounted(tx, BigInt(a.card.company_id), BigInt(site), [BigInt(counted.id)]);
      waiting = sell(counted).then(() => held.push('counted'));
      assert.equal((await sell(plain)).status, 201);
      held.push('plain');
    });
    await waiting;
    await storage.close();
    assert.deepEqual(held, ['plain', 'counted']);
  });
});
