import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';
import {
  COMMON,
  change,
  drop,
  EventLog,
  hasKeys,
  invalidFields,
  make,
  pages,
  read,
  refused,
  refusesEach,
  secondAddon,
  survivesSendingBack,
} from './helpers.ts';

// Taxes, tax groups, price lists and payment methods (reference: company.9 to company.12).

onEachEngine('taxes', (service) => {
  it('show a code, a name and a rate as a factor', async () => {
    const { client } = service();
    const tax = await make(client, 'taxes', { code: 'VAT', name: 'VAT 12.5 %', rate: 0.125 });
    hasKeys(tax, [
      ...COMMON,
      ...['code', 'name', 'rate', 'sort', 'compound', 'on_top', 'order_types'],
      ...['effective_from', 'effective_until', 'threshold', 'ledger_code'],
    ]);
    assert.deepEqual(tax, { ...tax, code: 'VAT', name: 'VAT 12.5 %', rate: 0.125 });
    assert.deepEqual(await read(client, `taxes/${tax.id}`), tax);
    assert.deepEqual(await change(client, `taxes/${tax.id}`, { rate: 0.09975 }), { ...tax, rate: 0.09975 });
    await survivesSendingBack(client, `taxes/${tax.id}`);
    invalidFields(await client.post('taxes', {}), 'code', 'name', 'rate');
  });

  it('keep every digit of a rate', async () => {
    const { client } = service();
    const exact = await client.post('taxes', undefined, { raw: '{"code":"X","name":"X","rate":0.00000001}' });
    assert.equal(exact.status, 201, exact.text);
    assert.ok(exact.text.includes('"rate":0.00000001,'), exact.text);
    const zero = await make(client, 'taxes', { code: '0', name: 'Free', rate: 0 });
    assert.equal(zero.rate, 0);
  });

  it('refuse what is wrong, naming it', async () => {
    const { client } = service();
    const tax = await make(client, 'taxes', { code: 'C', name: 'Checked', rate: 0.1 });
    await refusesEach(service(), 'PUT', `taxes/${tax.id}`, { name: 'good' }, [
      [{ code: null }, 'code'],
      [{ code: '' }, 'code'],
      [{ code: 'x'.repeat(51) }, 'code'],
      [{ name: false }, 'name'],
      [{ rate: null }, 'rate'],
      [{ rate: '0.1' }, 'rate'],
      [{ rate: -0.1 }, 'rate'],
      [{ rate: 10.1 }, 'rate'],
      [{ rate: 0.000000001 }, 'rate'],
    ]);
  });

  it('tell that they were made, changed and deleted', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const tax = await make(client, 'taxes', { code: 'E', name: 'Told', rate: 0.1 });
    const changed = await change(client, `taxes/${tax.id}`, { rate: 0.2 });
    await change(client, `taxes/${tax.id}`, { rate: 0.2 });
    await drop(client, `taxes/${tax.id}`);
    assert.deepEqual(
      (await log.take()).map(({ topic, changed: fields, payload }) => ({ topic, fields, payload })),
      [
        { topic: 'taxes/created', fields: ['code', 'name', 'rate'], payload: tax },
        { topic: 'taxes/updated', fields: ['rate'], payload: changed },
        { topic: 'taxes/deleted', fields: [], payload: changed },
      ],
    );
  });
});

onEachEngine('tax groups', (service) => {
  it('have the sum of their members as rate', async () => {
    const { client } = service();
    const gst = await make(client, 'taxes', { code: 'GST5', name: 'GST', rate: 0.05 });
    const qst = await make(client, 'taxes', { code: 'QST', name: 'QST', rate: 0.09975 });
    const group = await make(client, 'taxes/groups', {
      code: 'QC',
      name: 'Quebec',
      taxes: [gst.id, qst.id_str],
    });
    hasKeys(group, [...COMMON, 'code', 'name', 'rate', 'taxes']);
    assert.deepEqual(group, { ...group, code: 'QC', name: 'Quebec', rate: 0.14975, taxes: [gst.id, qst.id] });
    await survivesSendingBack(client, `taxes/groups/${group.id}`);

    // A member named twice counts once.
    const once = await change(client, `taxes/groups/${group.id}`, { taxes: [qst.id, qst.id] });
    assert.deepEqual(once, { ...group, rate: 0.09975, taxes: [qst.id], taxes_str: [qst.id_str] });
    await change(client, `taxes/${qst.id}`, { rate: 0.1 });
    assert.equal((await read(client, `taxes/groups/${group.id}`)).rate, 0.1);

    // Groups are no taxes, nor the other way round.
    const listed = await read(client, 'taxes');
    assert.equal(
      listed.some((each: { name: string }) => each.name === 'Quebec'),
      false,
    );
    await drop(client, `taxes/groups/${group.id}`);
    refused(await client.get(`taxes/groups/${group.id}`), 404, 'not_found');
    assert.equal((await read(client, `taxes/${qst.id}`)).name, 'QST');
  });

  it('refuse what is wrong, naming it', async () => {
    const { client, foreignCard, card } = service();
    const good = { code: 'G', name: 'Good', taxes: [card.taxes[0].id] };
    await refusesEach(service(), 'POST', 'taxes/groups', good, [
      [{ code: undefined }, 'code'],
      [{ taxes: undefined }, 'taxes'],
      [{ taxes: null }, 'taxes'],
      [{ taxes: [] }, 'taxes'],
      [{ taxes: card.taxes[0].id }, 'taxes'],
      [{ taxes: [card.taxes[0].id, 'x'] }, 'taxes[1]'],
      [{ taxes: [foreignCard.taxes[0].id] }, 'taxes'],
      [{ taxes: [card.taxes[0].id, 987654321] }, 'taxes'],
      [{ taxes: Array.from({ length: 21 }, () => card.taxes[0].id) }, 'taxes'],
    ]);
    await make(client, 'taxes/groups', good);
  });
});

onEachEngine('price lists', (service) => {
  const chain = async (length: number, top?: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let parent = top; ids.length < length; ) {
      const list = await make(service().client, 'price_lists', {
        name: 'Link',
        ...(parent ? { parent_id: parent } : {}),
      });
      ids.push(list.id);
      parent = list.id;
    }
    return ids;
  };

  it('lie below the base unless they are put elsewhere', async () => {
    const { client } = service();
    const base = await read(client, 'price_lists/base');
    hasKeys(base, [...COMMON, 'name', 'parent_id', 'schedule', 'order_types']);
    assert.equal(base.parent_id, null);
    assert.deepEqual(await read(client, `price_lists/${base.id}`), base);

    const list = await make(client, 'price_lists', { name: 'Happy hour' });
    hasKeys(list, [...COMMON, 'name', 'parent_id', 'schedule', 'order_types']);
    assert.deepEqual(list, { ...list, name: 'Happy hour', parent_id: base.id });
    assert.deepEqual(await read(client, `price_lists/${list.id}/products`), []);
    // There is one base; null on another list means directly below it.
    assert.equal((await make(client, 'price_lists', { name: 'Null', parent_id: null })).parent_id, base.id);
    const child = await make(client, 'price_lists', { name: 'Happier', parent_id: list.id_str });
    assert.equal(child.parent_id, list.id);
    assert.equal((await change(client, `price_lists/${child.id}`, { parent_id: null })).parent_id, base.id);
    assert.equal(
      (await change(client, `price_lists/${base.id}`, { name: 'Main', parent_id: null })).name,
      'Main',
    );
    await survivesSendingBack(client, `price_lists/${base.id}`);
    await survivesSendingBack(client, `price_lists/${child.id}`);
    const all = await read(client, 'price_lists');
    assert.equal(all.filter((each: { parent_id: unknown }) => each.parent_id === null).length, 1);
  });

  it('show their own prices in both forms', async () => {
    const { client, card, clock } = service();
    const list = await make(client, 'price_lists', { name: 'Own prices' });
    const site = await make(client, 'sites', { name: 'Own prices', price_list_id: list.id });
    const taxes = [card.taxes[0].id];
    const tea = await make(client, `sites/${site.id}/products`, { name: 'Tea', unit_price: 5.5, taxes });
    clock.advance(1_000_000n);
    const cake = await make(client, `sites/${site.id}/products`, {
      name: 'Cake',
      unit_price_ex_tax: 10,
      taxes,
    });
    const path = `price_lists/${list.id}/products`;
    const none = { cost_price: null, cost_price_ex_tax: null };
    const prices = (inc: number, ex: number, price_form: string) => ({
      ...{ unit_price: inc, unit_price_ex_tax: ex, price_form },
      ...none,
    });
    const teaThere = { id: tea.id, id_str: tea.id_str, name: 'Tea', sku: null, ...prices(5.5, 5, 'inc') };
    const cakeThere = { id: cake.id, id_str: cake.id_str, name: 'Cake', sku: null, ...prices(11, 10, 'ex') };
    assert.deepEqual(await read(client, path), [teaThere, cakeThere]);
    assert.notEqual((await read(client, `price_lists/${list.id}`)).updated_at, list.updated_at);
    const base = await read(client, 'price_lists/base');
    const all = (await pages(client, `price_lists/${base.id}/products?limit=1`)).flat();
    assert.equal(all.find((each: { id: number }) => each.id === cake.id).unit_price, 11);

    // A list that is sent with prices says that it did not take them.
    const answer = await client.put(`price_lists/${list.id}`, { products: [] });
    assert.equal(answer.headers['x-ignored-fields'], 'products');

    await drop(client, `products/${tea.id}`);
    assert.deepEqual(await read(client, path), [cakeThere]);
  });

  it('take prices only in the state that If-Match names (reference: company.11)', async () => {
    const { client, clock } = service();
    const list = await make(client, 'price_lists', { name: 'Matched' });
    const own = `price_lists/${list.id}`;
    const path = `${own}/products`;
    const tea = await make(client, 'products', { name: 'Tea', unit_price: 5 });
    const one = `${path}/${tea.id}`;
    const many = (unit_price: number) => ({ products: [{ id: tea.id, unit_price }] });
    const tagOf = async (source: string) => (await client.get(source)).headers.etag ?? '';
    const put = async (to: string, body: object, tag: string) => {
      clock.advance(1_000_000n);
      return client.put(to, body, { headers: { 'if-match': tag } });
    };
    for (const tag of ['"x"', 'W/"x"', `W/${await tagOf(own)}`]) {
      refused(await put(one, { unit_price: 9 }, tag), 412, 'precondition_failed');
      refused(await put(path, many(9), tag), 412, 'precondition_failed');
    }
    assert.deepEqual(await read(client, path), []);
    for (const source of [own, path]) {
      const stale = await tagOf(source);
      assert.equal((await put(one, { unit_price: 4 }, stale)).status, 200);
      refused(await put(one, { unit_price: 3 }, stale), 412, 'precondition_failed');
      refused(await put(path, many(3), stale), 412, 'precondition_failed');
      assert.equal((await put(path, many(2), await tagOf(source))).status, 200);
    }
    assert.equal((await put(one, { unit_price: 1 }, '*')).json.unit_price, 1);
  });

  it('take prices of one product and of many', async () => {
    const { client } = service();
    const list = await make(client, 'price_lists', { name: 'Set here' });
    const path = `price_lists/${list.id}/products`;
    const [tea, cake] = await Promise.all(
      ['Tea', 'Cake'].map((name) => make(client, 'products', { name, unit_price: 5 })),
    );
    const log = await EventLog.open(client);
    const both = [
      { id: tea.id, unit_price: 4 },
      { id: cake.id, unit_price: 3, cost_price: 1 },
    ];
    const set = await change(client, path, { products: both });
    assert.deepEqual(
      set.map((each: { id: number; unit_price: number; cost_price: number }) => [
        each.id,
        each.unit_price,
        each.cost_price,
      ]),
      [
        [tea.id, 4, null],
        [cake.id, 3, 1],
      ],
    );
    const events = await log.take();
    assert.deepEqual(
      events.map(({ topic, resource_id, changed }) => [topic, resource_id, changed]),
      [['price_lists/updated', list.id, ['products']]],
    );
    assert.equal((await change(client, `${path}/${tea.id}`, { unit_price: null })).unit_price, null);
    assert.deepEqual(
      (await read(client, path)).map((each: { id: number }) => each.id),
      [cake.id],
    );
    await log.take();
    await change(client, `${path}/${cake.id}`, { unit_price: 3 });
    assert.deepEqual(await log.take(), [], 'nothing has changed');
    const twice = [
      { id: cake.id, unit_price: 1 },
      { id: cake.id, unit_price: 2 },
    ];
    invalidFields(await client.put(path, { products: twice }), 'products[1].id');
    invalidFields(
      await client.put(path, { products: [{ id: tea.id, unit_price: 9 }, { id: 1e9 }] }),
      'products[1].id',
    );
    invalidFields(await client.put(path, { products: [] }), 'products');
    assert.equal((await read(client, path)).length, 1, 'all of them are set, or none');
    refused(
      await client.put(`price_lists/987654321/products/${tea.id}`, { unit_price: 1 }),
      404,
      'not_found',
    );
    const base = await read(client, 'price_lists/base');
    invalidFields(
      await client.put(`price_lists/${base.id}/products/${tea.id}`, { unit_price: null }),
      'unit_price',
    );
  });

  it('never lie below themselves', async () => {
    const { client } = service();
    const [a = 0, b = 0, c = 0] = await chain(3);
    for (const parent of [a, b, c]) {
      const answer = await client.put(`price_lists/${a}`, { parent_id: parent });
      invalidFields(answer, 'parent_id');
      assert.match(answer.json.error_description, /below itself/);
    }
    await change(client, `price_lists/${c}`, { parent_id: a });
    await change(client, `price_lists/${b}`, { parent_id: c });
    const base = await read(client, 'price_lists/base');
    invalidFields(await client.put(`price_lists/${base.id}`, { parent_id: a }), 'parent_id');
    invalidFields(await client.put(`price_lists/${base.id}`, { parent_id: base.id }), 'parent_id');
  });

  it('lie at most 16 deep, also when a list is moved with those below it', async () => {
    const { client } = service();
    // The base is the first of the sixteen.
    const deep = await chain(15);
    const bottom = deep.at(-1);
    invalidFields(await client.post('price_lists', { name: 'Too deep', parent_id: bottom }), 'parent_id');
    const [top = 0, , last = 0] = await chain(3);
    invalidFields(await client.put(`price_lists/${top}`, { parent_id: deep[12] }), 'parent_id');
    await change(client, `price_lists/${top}`, { parent_id: deep[11] });
    invalidFields(await client.post('price_lists', { name: 'Too deep', parent_id: last }), 'parent_id');

    // The price of the base still reaches the last of them.
    const site = await make(client, 'sites', { name: 'Deep', price_list_id: bottom });
    const tea = await make(client, 'products', { name: 'Deep tea', unit_price: 4 });
    assert.equal((await change(client, `sites/${site.id}/products/${tea.id}`, {})).unit_price, 4);
    const order = await make(client, 'orders', { site_id: site.id, lines: [{ product_id: tea.id }] });
    assert.equal(order.total, 4);
  });

  it('cannot be put below each other by two requests at once', async () => {
    const { client } = service();
    for (let round = 0; round < 10; round++) {
      const [a = 0] = await chain(1);
      const [b = 0] = await chain(1);
      const answers = await Promise.all([
        client.put(`price_lists/${a}`, { parent_id: b }),
        client.put(`price_lists/${b}`, { parent_id: a }),
      ]);
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400]);
    }
  });

  it('refuse what is wrong, naming it', async () => {
    const { client, foreign } = service();
    const list = await make(client, 'price_lists', { name: 'Checked' });
    const theirs = await read(foreign, 'price_lists/base');
    await refusesEach(service(), 'PUT', `price_lists/${list.id}`, { name: 'good' }, [
      [{ name: null }, 'name'],
      [{ name: '' }, 'name'],
      [{ parent_id: theirs.id }, 'parent_id'],
      [{ parent_id: 987654321 }, 'parent_id'],
      [{ parent_id: [] }, 'parent_id'],
    ]);
    invalidFields(await client.post('price_lists', { name: 'New', parent_id: theirs.id }), 'parent_id');
    invalidFields(await client.post('price_lists', {}), 'name');
  });

  it('tell of their changes', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const list = await make(client, 'price_lists', { name: 'Quiet' });
    const after = await change(client, `price_lists/${list.id}`, { name: 'Quieter' });
    await drop(client, `price_lists/${list.id}`);
    const [event, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.deepEqual(
      [event.topic, event.changed, event.previous],
      ['price_lists/updated', ['name'], { name: 'Quiet' }],
    );
    assert.deepEqual(event.payload, after);
  });
});

onEachEngine('payment methods', (service) => {
  it('are of four kinds', async () => {
    const { client } = service();
    for (const kind of ['cash', 'card', 'account', 'addon']) {
      const method = await make(client, 'payment_methods', { name: `By ${kind}`, kind });
      hasKeys(method, [...COMMON, 'name', 'ledger_code', 'kind', 'takes_requests']);
      assert.deepEqual(method, { ...method, name: `By ${kind}`, ledger_code: null, kind });
      const coded = await change(client, `payment_methods/${method.id}`, { ledger_code: '4711' });
      assert.deepEqual(coded, { ...method, ledger_code: '4711' });
      assert.equal(
        (await change(client, `payment_methods/${method.id}`, { ledger_code: null })).ledger_code,
        null,
      );
      await survivesSendingBack(client, `payment_methods/${method.id}`);
    }
    invalidFields(await client.post('payment_methods', {}), 'name', 'kind');
  });

  it('of kind addon belong to the add-on that made them', async () => {
    const { client, card } = service();
    const other = await secondAddon(service());
    const [product] = await read(client, 'products?limit=1');
    const body = {
      site_id: card.sites[0].id,
      lines: [{ product_id: product.id }],
      payments: [{ amount: 1 }],
    };
    invalidFields(await other.post('orders', body), 'payments[0].method_id');
    const method = await make(other, 'payment_methods', { name: 'Ours', kind: 'card' });
    invalidFields(await other.post('orders', body), 'payments[0].method_id');
    await change(other, `payment_methods/${method.id}`, { kind: 'addon' });
    assert.equal((await make(other, 'orders', body)).payments[0].method.id, method.id);

    // Another add-on may rename it; it stays whose it is, until it is of another kind.
    await change(client, `payment_methods/${method.id}`, { name: 'Renamed' });
    assert.equal((await make(other, 'orders', body)).payments[0].method.name, 'Renamed');
    await change(client, `payment_methods/${method.id}`, { kind: 'cash' });
    invalidFields(await other.post('orders', body), 'payments[0].method_id');
  });

  it('refuse what is wrong, naming it', async () => {
    const { client } = service();
    const method = await make(client, 'payment_methods', { name: 'Checked', kind: 'cash' });
    await refusesEach(service(), 'PUT', `payment_methods/${method.id}`, { name: 'good' }, [
      [{ name: ' ' }, 'name'],
      [{ kind: 'shells' }, 'kind'],
      [{ kind: 'CASH' }, 'kind'],
      [{ kind: null }, 'kind'],
      [{ ledger_code: 4711 }, 'ledger_code'],
      [{ ledger_code: 'x'.repeat(51) }, 'ledger_code'],
    ]);
  });

  it('tell that they were made, changed and deleted', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const method = await make(client, 'payment_methods', { name: 'Quiet', kind: 'card' });
    await change(client, `payment_methods/${method.id}`, { name: 'Quieter' });
    await drop(client, `payment_methods/${method.id}`);
    assert.deepEqual(
      (await log.take()).map(({ topic, previous }) => [topic, previous]),
      [
        ['payment_methods/created', null],
        ['payment_methods/updated', { name: 'Quiet' }],
        ['payment_methods/deleted', null],
      ],
    );
  });
});
