import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, pages, refused } from './helpers.ts';
import { newTax, openShop, type Shop } from './order-helpers.ts';

const COURSES = ['no status', 'uncalled', 'pending', 'called'];

onEachEngine('the lines of orders', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const path = (order: Json, number?: unknown) =>
    `orders/${order.id}/lines${number === undefined ? '' : `/${number}`}`;
  /** An order with lines of one product, told apart by their notes. */
  const withLines = (notes: string, fields: object = {}) =>
    shop.order({ lines: [...notes].map((note) => ({ product_id: shop.tea.id, notes: note })), ...fields });
  const shown = (order: Json) => order.lines.map((line: Json) => `${line.number}${line.notes}`).join(' ');

  it('one line is added at the end, and the order is answered whole', async () => {
    const order = await withLines('a');
    const answer = await shop.client.post(path(order), {
      product_id: shop.soup.id,
      quantity: 0.5,
      notes: 'b',
    });
    assert.equal(answer.status, 201, answer.text);
    assert.match(answer.headers.location ?? '', new RegExp(`/orders/${order.id}/lines/2$`));
    assert.equal(shown(answer.json), '1a 2b');
    assert.equal(answer.json.total, 9);
    assert.deepEqual(answer.json.lines[0], order.lines[0]);
    const read = await shop.client.get(`orders/${order.id}`);
    assert.equal(read.text, answer.text);
    assert.equal(read.headers.etag, answer.headers.etag);
    assert.deepEqual((await shop.client.get(path(order))).json, answer.json.lines);
  });

  it('a number of a line that is added says nothing, and is named', async () => {
    const { client, tea } = shop;
    const order = await withLines('ab');
    const strict = { headers: { prefer: 'handling=strict' } };
    const wanted = { product_id: tea.id, notes: 'c', number: 1 };
    invalidFields(await client.post(path(order), wanted, strict), 'number');
    const one = await client.post(path(order), wanted);
    assert.equal(one.headers['x-ignored-fields'], 'number');
    const others = [
      { product_id: tea.id, notes: 'd', number: null },
      { ...wanted, notes: 'e', saleid: 'x' },
    ];
    invalidFields(await client.post(path(order), others, strict), '[1].saleid', '[1].number');
    const several = await client.post(path(order), others);
    assert.equal(several.headers['x-ignored-fields'], '[1].saleid, [1].number');
    assert.equal(shown(several.json), '1a 2b 3c 4d 5e');
    const plain = await client.post(path(order), { product_id: tea.id, number: null }, strict);
    assert.equal(plain.status, 201, plain.text);
  });

  it('a line is read by its number, and lines are read in pages', async () => {
    const { client, tea } = shop;
    const order = await withLines('ab');
    const added = await client.post(path(order), [
      { product_id: tea.id, notes: 'c' },
      { product_id: tea.id, notes: 'd' },
    ]);
    assert.match(added.headers.location ?? '', new RegExp(`/orders/${order.id}/lines/3$`));
    const { lines } = added.json;
    for (const [at, line] of lines.entries()) {
      assert.deepEqual((await client.get(path(order, at + 1))).json, line);
    }
    for (const gone of ['5', '0', 'x']) refused(await client.get(path(order, gone)), 404, 'not_found');
    const read = await pages(client, `${path(order)}?limit=3`);
    assert.deepEqual(
      read.map((page) => page.length),
      [3, 1],
    );
    assert.deepEqual(read.flat(), lines);
    const { etag = '' } = (await client.get(path(order, 1))).headers;
    assert.equal((await client.get(path(order, 1), { headers: { 'if-none-match': etag } })).status, 304);
  });

  it('a list is added whole or not at all', async () => {
    const { client, tea, soup } = shop;
    const order = await withLines('a');
    const added = await client.post(path(order), [
      { product_id: tea.id, notes: 'b' },
      { product_id: soup.id, notes: 'c' },
    ]);
    assert.equal(shown(added.json), '1a 2b 3c');
    assert.equal(added.json.total, 18);
    const good = { product_id: tea.id };
    for (const [bad, field] of [
      [{ product_id: 1e9 }, '[1].product_id'],
      [{}, '[1].product_id'],
      [{ product_id: tea.id, quantity: 0 }, '[1].quantity'],
      [{ product_id: tea.id, price_variation: 0.5, price_fixed_variation: 1 }, '[1].price_variation'],
      ['tea', '[1]'],
    ] as const) {
      invalidFields(await client.post(path(order), [good, bad]), field);
    }
    refused(await client.post(path(order), []), 400, 'invalid_request');
    invalidFields(await client.post(path(order), {}), 'product_id');
    invalidFields(await client.post(path(order), { product_id: 1e9 }), 'product_id');
    assert.deepEqual(await shop.read(order), added.json);
  });

  it('a line is changed, field by field, and the totals follow', async () => {
    const { client } = shop;
    const thing = await make(client, `sites/${shop.site}/products`, {
      name: 'Thing',
      unit_price: 11,
      taxes: [await newTax(client, 0.1)],
    });
    const order = await shop.order({ lines: [{ product_id: shop.tea.id }, { product_id: thing.id }] });
    for (const [fields, total, tax] of [
      [{ quantity: 3 }, 37, 3],
      [{ price_variation: 0.5 }, 20.5, 1.5],
      [{ unit_price: 20 }, 37, 3],
      [{ unit_price_inc_tax: 10 }, 19, 1.36],
      [{ price_variation: 1, price_fixed_variation: -0.5 }, 33.5, 2.68],
      [{ unit_price: null }, 36.5, 2.95],
      [{ price_fixed_variation: null, quantity: -1 }, -7, -1],
      [{ notes: 'x', course_ordinal: 3 }, -7, -1],
    ] as const) {
      const { json } = await client.put(path(order, 2), fields);
      assert.deepEqual([json.total, json.total_tax], [total, tax], JSON.stringify(fields));
      for (const [field, value] of Object.entries(fields)) {
        if (value !== null && !field.startsWith('unit')) assert.equal(json.lines[1][field], value);
      }
      assert.deepEqual(json.lines[0], order.lines[0]);
      assert.deepEqual(await shop.read(order), json);
    }
    const cleared = await client.put(path(order, 2), { notes: null, course_ordinal: null });
    assert.deepEqual([cleared.json.lines[1].notes, cleared.json.lines[1].course_ordinal], [null, null]);
    assert.equal(cleared.json.lines[1].line_id, order.lines[1].line_id);
  });

  it('a line sent back as it is shown keeps its price to the cent', async () => {
    const { client } = shop;
    const taxes = [await newTax(client, 0.12)];
    const thing = await make(client, `sites/${shop.site}/products`, { name: 'Odd', unit_price: 52.5, taxes });
    const order = await shop.order({ lines: [{ product_id: thing.id }] });
    const { json } = await client.put(path(order, 1), { ...order.lines[0], quantity: 3 });
    assert.deepEqual([json.total, json.total_tax], [157.5, 16.88]);
  });

  it('fields that make no sense are refused by name', async () => {
    const order = await withLines('ab');
    for (const [field, value] of [
      ['quantity', 0],
      ['quantity', 0.12345],
      ['unit_price', -1],
      ['number', 0],
      ['number', 3],
      ['number', 1.5],
      ['course_ordinal', -1],
      ['course_status', 'ready'],
      ['notes', 'x'.repeat(1001)],
    ] as const) {
      invalidFields(await shop.client.put(path(order, 1), { [field]: value }), field);
    }
    for (const number of ['0', '3', '01', 'a', '99999999999999999999']) {
      refused(await shop.client.put(path(order, number), { notes: 'x' }), 404, 'not_found');
      refused(await shop.client.delete(path(order, number)), 404, 'not_found');
    }
    const other = await shop.client.put(path(order, 1), { product_id: shop.soup.id });
    assert.equal(other.headers['x-ignored-fields'], 'product_id');
    assert.deepEqual(other.json, order);
  });

  it('a line is moved by a new number; the numbers stay 1 to n', async () => {
    for (const [from, to, expected] of [
      [1, 4, '1b 2c 3d 4a'],
      [4, 1, '1d 2a 3b 4c'],
      [2, 3, '1a 2c 3b 4d'],
      [3, 2, '1a 2c 3b 4d'],
      [2, 2, '1a 2b 3c 4d'],
    ] as const) {
      const order = await withLines('abcd');
      const { json } = await shop.client.put(path(order, from), { number: to });
      assert.equal(shown(json), expected);
      const ids = (each: Json) => each.lines.map((line: Json) => line.line_id).sort();
      assert.deepEqual(ids(json), ids(order));
      assert.deepEqual(await shop.read(order), json);
    }
    const order = await withLines('abc');
    const { json } = await shop.client.put(path(order, 3), { number: 1, notes: 'z', quantity: 2 });
    assert.equal(shown(json), '1z 2a 3b');
    assert.equal(json.total, 16);
  });

  it('a line is removed; those behind it move up', async () => {
    const { client } = shop;
    const order = await withLines('abc');
    const answer = await client.delete(path(order, 2));
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    const after = await shop.read(order);
    assert.equal(shown(after), '1a 2c');
    assert.equal(after.total, 8);
    await client.delete(path(order, 1));
    await client.delete(path(order, 1));
    assert.deepEqual([(await shop.read(order)).lines, (await shop.read(order)).total], [[], 0]);
    refused(await client.delete(path(order, 1)), 404, 'not_found');
  });

  describe('courses (reference: orders.35)', () => {
    it('go forward only, and may skip', async () => {
      for (const [at, from] of COURSES.entries()) {
        for (const [target, to] of COURSES.entries()) {
          const line = { product_id: shop.tea.id, course_status: from, course_ordinal: 1 };
          const order = await shop.order({ lines: [line] });
          const answer = await shop.client.put(path(order, 1), { course_status: to });
          if (target >= at) {
            assert.equal(answer.status, 200, answer.text);
            assert.equal(answer.json.lines[0].course_status, to);
          } else {
            refused(answer, 409, 'conflict');
            assert.deepEqual(await shop.read(order), order);
          }
        }
      }
    });

    it('a refused course takes the other changes of the line with it', async () => {
      const line = { product_id: shop.tea.id, course_status: 'called' };
      const order = await shop.order({ lines: [line, line] });
      const answer = await shop.client.put(path(order, 1), {
        course_status: 'pending',
        quantity: 5,
        number: 2,
      });
      refused(answer, 409, 'conflict');
      assert.deepEqual(await shop.read(order), order);
    });
  });

  describe('go to the kitchen (reference: orders.36)', () => {
    const KITCHEN = 'orders/kitchen_print';
    const told = async (work: () => Promise<unknown>) =>
      (await shop.topics(work)).filter((topic) => topic === KITCHEN);

    it('when the order enters a status in which it cooks, each line once', async () => {
      const { client, tea } = shop;
      for (const status of ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE']) {
        assert.deepEqual(await told(() => withLines('ab', { status })), [KITCHEN]);
        const order = await withLines('a');
        const topics = await told(() => client.put(`orders/${order.id}`, { status }));
        assert.ok(topics.includes(KITCHEN), status);
      }
      for (const status of ['SUBMITTED', 'REJECTED']) {
        assert.deepEqual(await told(() => withLines('a', { status })), []);
      }
      const order = await withLines('a', { status: 'ON_HOLD' });
      const walk = async () => {
        for (const status of ['ACCEPTED', 'PENDING', 'ON_HOLD', 'SUBMITTED', 'ACCEPTED']) {
          await client.put(`orders/${order.id}`, { status });
        }
      };
      assert.deepEqual(await told(walk), []);
      const added = () => client.post(path(order), { product_id: tea.id });
      assert.deepEqual(await told(added), [KITCHEN]);
      assert.deepEqual(await told(() => client.put(path(order, 1), { quantity: 5 })), [KITCHEN]);
      assert.deepEqual(await told(() => client.delete(path(order, 1))), [KITCHEN]);
    });

    it('when lines are added in such a status, once for a list', async () => {
      const { client, tea } = shop;
      const order = await shop.order({ status: 'ACCEPTED' });
      const lines = [{ product_id: tea.id }, { product_id: tea.id }];
      assert.deepEqual(await told(() => client.post(path(order), lines)), [KITCHEN]);
      const submitted = await shop.order();
      assert.deepEqual(await told(() => client.post(path(submitted), lines)), []);
      assert.deepEqual(await told(() => client.put(`orders/${submitted.id}`, { status: 'ON_HOLD' })), [
        KITCHEN,
      ]);
    });

    it('when their course is called, and not before', async () => {
      const { client, tea } = shop;
      const course = (course_ordinal: number, course_status = 'uncalled') => ({
        product_id: tea.id,
        course_ordinal,
        course_status,
      });
      let order: Json;
      const enter = async () => {
        order = await shop.order({ status: 'ON_HOLD', lines: [course(1, 'called'), course(2), course(3)] });
      };
      assert.deepEqual(await told(enter), [KITCHEN]);
      const step = (number: number, course_status: string) =>
        told(() => client.put(path(order, number), { course_status }));
      assert.deepEqual(await step(2, 'pending'), []);
      assert.deepEqual(await step(2, 'called'), [KITCHEN]);
      assert.deepEqual(await step(2, 'called'), []);
      assert.deepEqual(await step(3, 'called'), [KITCHEN]);
      const waiting = async () => {
        order = await shop.order({ status: 'ON_HOLD', lines: [course(1), course(2, 'pending')] });
      };
      assert.deepEqual(await told(waiting), []);
      // Behind the end of the order nobody calls it.
      assert.deepEqual(await told(() => client.put(`orders/${order.id}`, { status: 'COMPLETE' })), [KITCHEN]);
    });

    it('but not what is returned', async () => {
      const lines = [{ product_id: shop.tea.id, quantity: -1 }];
      assert.deepEqual(await told(() => shop.order({ status: 'ACCEPTED', lines })), []);
    });
  });

  it('a modifier in place of another one has to be available', async () => {
    const modifier = (fields: object) =>
      make(shop.client, `sites/${shop.site}/products`, { unit_price: 1, is_modifier: true, ...fields });
    const there = await modifier({ name: 'There' });
    const away = await modifier({ name: 'Away', availability: { is_available: false } });
    const lines = [{ product_id: shop.soup.id, modifiers: [there.id] }];
    const order = await shop.order({ status: 'ACCEPTED', lines });
    const put = (modifiers: number[]) => shop.client.put(`orders/${order.id}/lines/1`, { modifiers });
    refused(await put([away.id]), 400, 'out_of_stock');
    assert.deepEqual(await shop.read(order), order);
    assert.deepEqual((await put([-away.id])).json.lines[0].modifiers, [-away.id]);
  });
});
