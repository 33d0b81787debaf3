import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, lineOf, paymentOf } from '#test/harness/orders.ts';
import { MAX_ID } from '../../kernel/id.ts';
import { parseExact } from '../../kernel/json.ts';
import { ONE } from '../../kernel/money.ts';
import { figuresOf } from '../rules/figures.ts';
import { NO_ID } from '../shape/ids.ts';
import type { Order } from '../types.ts';
import { contentTag, orderEtag } from './rendering.ts';
import { compose, composeWhole, type OrderPart, render } from './view.ts';

const rendered = (order: Order) => render(order, figuresOf(order));
const shown = (order: Order) => composeWhole(rendered(order), 'null');

describe('an order as JSON', () => {
  const large: Order = {
    ...blankOrder,
    id: MAX_ID,
    original_order_id: MAX_ID,
    lines: [{ ...lineOf('0.1', 'inc'), line_id: MAX_ID, quantity: ONE * 3n }],
    payments: [{ ...paymentOf('0.2'), id: MAX_ID, tip: ONE / 10n }],
  };

  it('shows ids with all their digits', () => {
    const text = shown(large);
    assert.match(text, /"id":9223372036854775807,"id_str":"9223372036854775807"/);
    assert.match(text, /"line_id":9223372036854775807/);
    assert.match(
      text,
      /"refunded_order_id":9223372036854775807,"refunded_order_id_str":"9223372036854775807","original_order_id_str":"9223372036854775807"/,
    );
  });

  it('shows amounts without noise and without an exponent', () => {
    assert.match(shown(large), /"total":0\.3,/);
    const tiny = { ...blankOrder, lines: [lineOf('0.00000001', 'ex')], price_limit: 1n };
    assert.match(shown(tiny), /"unit_price":0\.00000001,/);
    assert.match(shown(tiny), /"price_limit":0\.00000001,/);
    const huge = { ...blankOrder, lines: [{ ...lineOf('99999999.99', 'inc'), quantity: ONE * 100n }] };
    assert.match(shown(huge), /"total":9999999999,/);
  });

  it('shows no ids while there are none', () => {
    const priced = {
      ...large,
      id: NO_ID,
      original_order_id: null,
      lines: large.lines.map((line) => ({ ...line, line_id: NO_ID })),
      payments: large.payments.map((payment) => ({ ...payment, id: NO_ID })),
    };
    const text = shown(priced);
    assert.match(text, /^\{"id":null,"id_str":null,/);
    assert.match(text, /"saleid":null,/);
    assert.match(text, /"line_id":null,/);
    assert.match(text, /"payments":\[\{"id":null,"id_str":null,/);
  });

  it('leaves out empty fields: the order type and the sku', () => {
    const { sku: _, ...rest } = JSON.parse(shown({ ...blankOrder, lines: [lineOf('1', 'inc')] })).lines[0]
      .product;
    assert.deepEqual(Object.keys(rest), ['id', 'id_str', 'name']);
    assert.ok(!('sku' in JSON.parse(shown(large)).lines[0].product));
    assert.ok(!('order_type' in JSON.parse(shown(large))));
    const dressed: Order = {
      ...blankOrder,
      order_type: 'Kiosk',
      lines: [{ ...lineOf('1', 'inc'), product: { id: 1n, name: 'Tea', sku: 'T' } }],
    };
    const seen = JSON.parse(shown(dressed));
    assert.deepEqual([seen.order_type, seen.lines[0].product.sku], ['Kiosk', 'T']);
  });

  it('is put together from the parts that are asked for', () => {
    const rendered = render(large, figuresOf(large));
    const keys = (...parts: OrderPart[]) =>
      Object.keys(parseExact(compose(rendered, new Set(parts), '{"id":1}')) as object);
    const head = keys();
    assert.ok(!head.includes('lines') && head.includes('total'));
    assert.deepEqual(keys('payments'), [...head, 'payments']);
    assert.deepEqual(keys('customer', 'lines'), [...head, 'lines', 'customer']);
    assert.deepEqual(Object.keys(parseExact(composeWhole(rendered, 'null')) as object), [
      ...head,
      'lines',
      'options',
      'payments',
      'customer',
    ]);
  });

  it('has another tag when anything of it or of its customer differs', () => {
    const tag = (order: Order) => contentTag(render(order, figuresOf(order)));
    const tags = [
      large,
      { ...large, notes: 'x' },
      { ...large, payments: [] },
      { ...large, updated_at: 5000n },
    ].map(tag);
    assert.equal(new Set(tags).size, 4);
    assert.equal(tag(large), tag({ ...large }));
    const etags = ['null', '{"id":1}', '{"id":2}'].flatMap((customer) =>
      [undefined, 'a', 'b'].map((name) => orderEtag(tag(large), customer, name)),
    );
    assert.equal(new Set(etags).size, 9);
    for (const etag of etags) assert.match(etag, /^"[\w.:-]+"$/);
  });
});
