import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { drop, everythingOf, hasKeys, make, read, refused } from './helpers.ts';
import { operatorOf } from './operator-helpers.ts';
import { newTax, openShop, type Shop } from './order-helpers.ts';

// How an order's figures came about: GET /orders/<o>/explain and POST /orders/price?explain=true.

onEachEngine('the explanation of an order', (service) => {
  let shop: Shop;
  let client: Client;
  let wine: Json;
  let meal: Json;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
    const product = async (name: string, fields: object, rates: readonly number[]) => {
      const taxes: number[] = [];
      for (const rate of rates) taxes.push(await newTax(client, rate));
      return make(client, `sites/${shop.site}/products`, { name, taxes, ...fields });
    };
    wine = await product('Wine', { unit_price: 52.5 }, [0.12]);
    meal = await product('Meal', { unit_price_ex_tax: 100 }, [0.05, 0.09975]);
  });
  const explain = (order: Json, by = client): Promise<Json> => read(by, `orders/${order.id}/explain`);
  /** What the last steps say, which is what the order shows. */
  const isWhatIsShown = (told: Json, order: Json): void => {
    assert.deepEqual(
      told.lines.map((line: Json) => line.steps.slice(-2).map((step: Json) => Number(step.amount))),
      order.lines.map((line: Json) => [line.line_total_ex_tax, line.line_total_tax]),
    );
    assert.deepEqual(
      told.lines.map((line: Json) => [line.number, line.name]),
      order.lines.map((line: Json) => [line.number, line.product.name]),
    );
    const named = Object.fromEntries(told.order.map((step: Json) => [step.field, Number(step.amount)]));
    for (const name of [
      'total',
      'total_tax',
      'tip_service_amount',
      'paid',
      'tips',
      'tip_service_paid',
      'due',
    ]) {
      assert.equal(named[name], order[name], name);
    }
  };

  it('is in the language of whoever reads it; amounts and names of figures are the same', async () => {
    const order = await shop.order({ lines: [{ product_id: wine.id }, { product_id: meal.id }] });
    const path = `orders/${order.id}/explain`;
    const plain = (told: Json): Json =>
      [...told.lines.flatMap((line: Json) => line.steps), ...told.order].map(({ field, amount }) => [
        field,
        amount,
      ]);
    const english = await client.get(path);
    assert.deepEqual(
      [english.headers['content-language'], english.json.lines[0].steps[0].text],
      ['en', 'price of one with tax'],
    );
    const tags = new Set([english.headers.etag]);
    for (const [language, first] of [
      ['de', 'Einzelpreis inkl. Steuer'],
      ['fr', 'prix unitaire taxes comprises'],
      ['es', 'precio de una unidad con impuestos'],
      ['pt', 'preço de uma unidade com imposto'],
      ['ja', '単価 税込'],
      ['ar', 'سعر الوحدة شاملًا الضريبة'],
    ]) {
      const answer = await client.get(path, { headers: { 'accept-language': `${language}, en;q=0.5` } });
      assert.deepEqual([answer.status, answer.headers['content-language']], [200, language]);
      assert.match(answer.headers.vary ?? '', /accept-language/);
      assert.equal(answer.json.lines[0].steps[0].text, first);
      assert.deepEqual(plain(answer.json), plain(english.json));
      tags.add(answer.headers.etag);
      isWhatIsShown(answer.json, order);
    }
    assert.equal(tags.size, 7, 'Each language has a tag of its own.');
    const priced = await client.post(
      'orders/price?explain=true',
      { site_id: shop.site, lines: [{ product_id: wine.id }] },
      { headers: { 'accept-language': 'de' } },
    );
    assert.equal(priced.headers['content-language'], 'de');
    assert.equal(priced.json.explanation.order.at(-1).field, 'due');
    assert.match(priced.json.explanation.lines[0].steps[0].text, /^Einzelpreis/);
  });

  it('tells of each line and of the whole, step by step', async () => {
    const order = await shop.order({ lines: [{ product_id: wine.id }, { product_id: meal.id }] });
    const told = await explain(order);
    hasKeys(told, ['id', 'id_str', 'lines', 'order']);
    assert.equal(told.id_str, order.id_str);
    for (const line of told.lines) hasKeys(line, ['number', 'name', 'steps']);
    for (const step of [...told.order, ...told.lines[0].steps]) {
      hasKeys(step, ['text', 'field', 'amount']);
      assert.equal(typeof step.amount, 'string');
    }
    const amounts = (line: Json) => line.steps.map((step: Json) => step.amount);
    assert.deepEqual(amounts(told.lines[0]), ['52.5', '52.5', '52.5', '5.63', '46.87', '46.87', '5.63']);
    assert.deepEqual(amounts(told.lines[1]), ['100', '100', '100', '5', '9.98', '114.98', '100', '14.98']);
    isWhatIsShown(told, order);
    assert.deepEqual(await explain(order, (await operatorOf(service())).client), told);
  });

  it('ends in what the order shows, whatever it has', async () => {
    const full = {
      price_fixed_variation: -3.33,
      tip_service_percent: 12.5,
      lines: [
        { product_id: wine.id, quantity: 3, price_variation: 0.85 },
        { product_id: meal.id, quantity: 0.3333 },
        { product_id: shop.tea.id, quantity: -1 },
      ],
      payments: [{ method_id: shop.cash, amount: 50, tip: 10 }],
    };
    const order = await shop.order(full);
    isWhatIsShown(await explain(order), order);
    const changed = await client.put(`orders/${order.id}`, {
      price_fixed_variation: 0,
      price_variation: 1.15,
    });
    isWhatIsShown(await explain(order), changed.json);
    // Before it is placed as well, without saving anything.
    const was = await everythingOf(service(), client.companyId);
    const priced = await client.post('orders/price?explain=true', { site_id: shop.site, ...full });
    assert.equal(priced.status, 200, priced.text);
    const { explanation, ...plain } = priced.json;
    hasKeys(explanation, ['lines', 'order']);
    isWhatIsShown(explanation, plain);
    for (const query of ['', '?explain=false', '?explain=0']) {
      const { json } = await client.post(`orders/price${query}`, { site_id: shop.site, ...full });
      assert.deepEqual(json, plain);
    }
    assert.equal(await everythingOf(service(), client.companyId), was);
  });

  it('tells of the lines of options and of modifiers', async () => {
    const lemon = await make(client, `sites/${shop.site}/products`, {
      name: 'Lemon',
      unit_price: 0.5,
      is_modifier: true,
    });
    const small = await make(client, `sites/${shop.site}/products`, { name: 'Small', unit_price: 1.25 });
    const sizes = await make(client, 'optionsets', { name: 'Sizes', options: [{ product_id: small.id }] });
    await client.put(`products/${shop.soup.id}`, { option_sets: [sizes.id] });
    const chosen = { option_set_id: sizes.id, options: [{ product_id: small.id }] };
    const order = await shop.order({
      lines: [
        { product_id: shop.tea.id, modifiers: [lemon.id] },
        { product_id: shop.soup.id, option_sets: [chosen] },
      ],
    });
    const told = await explain(order);
    assert.deepEqual(
      told.lines.map((line: Json) => line.name),
      ['Tea', 'Soup', 'Small'],
    );
    assert.match(told.lines[0].steps[1].text, /^\+ modifier Lemon/);
    assert.equal(told.lines[2].steps.at(-2).amount, '1.25');
    isWhatIsShown(told, order);
  });

  it("tells of a refund's lines as shares of the sale", async () => {
    const sale = await shop.order({
      status: 'PENDING',
      lines: [{ product_id: wine.id, quantity: 3, price_fixed_variation: -0.01 }],
      payments: [{ method_id: shop.cash, amount: 157.49 }],
    });
    assert.equal(sale.status, 'COMPLETE');
    const refund = await shop.order({
      original_order_id_str: sale.id_str,
      lines: [{ product_id: wine.id, quantity: -1 }],
    });
    const told = await explain(refund);
    const [step, tax] = told.lines[0].steps;
    assert.match(step.text, /^given back: the share of the refunded line/);
    assert.equal(step.amount, '-52.5');
    assert.match(tax.text, /the same share of its tax$/);
    isWhatIsShown(told, refund);
  });

  it('is there for a deleted order, and for nobody else', async () => {
    const order = await shop.order({ lines: [{ product_id: wine.id }] });
    refused(await service().foreign.get(`orders/${order.id}/explain`), 404, 'not_found');
    refused(await client.get('orders/987654321/explain'), 404, 'not_found');
    await drop(client, `orders/${order.id}`);
    assert.equal((await explain(order)).order[0].amount, '52.5');
  });
});
