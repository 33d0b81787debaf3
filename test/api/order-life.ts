import assert from 'node:assert/strict';
import { SECOND } from '#src/kernel/time.ts';
import {
  amountsOf,
  copyOf,
  fraction,
  givenBack,
  go,
  inclusive,
  isBelow,
  isDiscounted,
  type ModelLine,
  type ModelOrder,
  type ModelPayment,
  type ModelProduct,
  type ModelShop,
  moneyOf,
  negative,
  Refused,
  requireLines,
  requireOpen,
  rounded,
  STATUSES,
  settle,
  shown,
} from '#test/harness/order-model.ts';
import {
  attempt,
  blank,
  changeBody,
  changeLine,
  expected,
  priceBody,
  type Site,
  seen,
  setPrice,
  setVariation,
  variationBody,
} from '#test/harness/order-moves.ts';
import type { FieldStep, LineStep, PaymentStep, Step } from '#test/harness/order-steps.ts';
import type { Answer, Client, Json, Service } from '#test/harness/service.ts';
import { EventLog, make, read, secondAddon } from './helpers.ts';
import { idsOf, newSite, newTax } from './order-helpers.ts';

// Plays a life of orders against a service and the model side by side.

/** What lives of orders are played in. */
export interface Shop {
  readonly client: Client;
  readonly second: Client;
  readonly sites: readonly Site[];
  readonly products: readonly ModelProduct[];
  readonly customers: readonly string[];
  readonly cash: string;
  readonly account: string;
  readonly log: EventLog;
  readonly advance: () => void;
}

/** Opens a shop with sites in two currencies and products of every kind of price. */
export async function openShop(service: Service): Promise<Shop> {
  const { client, card } = service;
  const sites = [
    { id: await newSite(client, { currency: 'AUD' }), places: 2 },
    { id: await newSite(client, { currency: 'JPY' }), places: 0 },
  ];
  const tenth = await newTax(client, 0.1);
  const fifth = await newTax(client, 0.05);
  const odd = await newTax(client, 0.09975);
  const products: ModelProduct[] = [];
  const sell = async (form: 'ex' | 'inc', price: string, taxes: [number, string][], available = true) => {
    const made = await make(client, 'products', {
      name: `Product ${products.length}`,
      [form === 'ex' ? 'unit_price_ex_tax' : 'unit_price']: Number(price),
      taxes: taxes.map(([id]) => id),
    });
    for (const site of sites) {
      const body = { availability: { is_available: available } };
      const answer = await client.put(`sites/${site.id}/products/${made.id}`, body);
      assert.equal(answer.status, 200, answer.text);
    }
    const rates = taxes.map(([, rate]) => fraction(rate));
    products.push({ id: made.id_str, price: fraction(price), form, rates, available });
  };
  await sell('inc', '10', []);
  await sell('inc', '4.35', [[tenth, '0.1']]);
  await sell('ex', '3.33', [[tenth, '0.1']]);
  await sell('ex', '100', [
    [fifth, '0.05'],
    [odd, '0.09975'],
  ]);
  await sell('inc', '52.5', [
    [odd, '0.09975'],
    [tenth, '0.1'],
  ]);
  await sell('inc', '5', [], false);
  const person = (fields: object) => make(client, 'customers', { first_name: 'Ann', phone: '1', ...fields });
  return {
    client,
    second: await secondAddon(service),
    sites,
    products,
    customers: [(await person({ reference_id: 'known' })).id_str, (await person({})).id_str],
    cash: String(card.payment_methods[0].id),
    account: String(card.payment_methods[2].id),
    log: await EventLog.open(client),
    advance: () => service.clock.advance(SECOND),
  };
}

type Send = (headers: Record<string, string>) => Promise<Answer>;
type Match = 'now' | 'stale' | undefined;

/** One life, and what the model knows of it. */
export class Life {
  readonly #shop: Shop;
  readonly #model: ModelShop;
  readonly #group: string;
  /** The tags an order has had, the last one last. */
  #keys = 0;
  readonly #tags = new Map<string, string[]>();

  constructor(shop: Shop, group: string) {
    this.#shop = shop;
    this.#group = group;
    this.#model = { orders: [], referenced: new Set(shop.customers.slice(0, 1)) };
  }

  async play(step: Step): Promise<void> {
    this.#shop.advance();
    if (step.do === 'create') return this.#create(step);
    const order = this.#pick(step);
    // The first order of a life may have been refused.
    if (order === undefined) return;
    const { client } = this.#shop;
    const path = `orders/${order.id}`;
    const numbered = (parts: readonly unknown[], at: number) => (at % Math.max(parts.length, 1)) + 1;
    switch (step.do) {
      case 'put': {
        const body = this.#fieldBody(step.field);
        const send: Send = (headers) => client.put(path, body, { headers });
        return this.#try(order, 200, send, step.match, (draft) => {
          requireOpen(draft);
          this.#setField(draft, step.field);
        });
      }
      case 'add': {
        const lines = step.lines.map((each) => this.#lineBody(each));
        const body = lines.length === 1 ? lines[0] : lines;
        return this.#try(
          order,
          201,
          () => client.post(`${path}/lines`, body),
          undefined,
          (draft) => {
            requireLines(draft);
            draft.lines.push(...step.lines.map((each) => this.#newLine(each)));
          },
        );
      }
      case 'change': {
        const number = numbered(order.lines, step.at);
        const send: Send = (headers) =>
          client.put(`${path}/lines/${number}`, changeBody(step.change), { headers });
        return this.#try(order, 200, send, step.match, (draft) => {
          requireLines(draft);
          changeLine(draft, number, step.change);
        });
      }
      case 'drop': {
        const number = numbered(order.lines, step.at);
        const send: Send = (headers) => client.delete(`${path}/lines/${number}`, { headers });
        return this.#try(order, 204, send, step.match, (draft) => {
          requireLines(draft);
          if (draft.lines.splice(number - 1, 1).length === 0) throw new Refused(404, 'not_found');
        });
      }
      case 'pay': {
        const paid = this.#newPayment(order, step.payment);
        const send = () => client.post(`${path}/payments`, this.#paymentBody(paid));
        return this.#try(order, 201, send, undefined, (draft) => {
          requireOpen(draft);
          this.#pay(draft, paid);
        });
      }
      case 'repay': {
        const number = numbered(order.payments, step.at);
        const body = { tip: Number(step.tip), ref: `tip ${step.tip}` };
        const send: Send = (headers) => client.put(`${path}/payments/${number}`, body, { headers });
        return this.#try(order, 200, send, step.match, (draft) => {
          requireOpen(draft);
          const payment = draft.payments[number - 1];
          if (payment === undefined) throw new Refused(404, 'not_found');
          payment.tip = fraction(step.tip);
          payment.ref = body.ref;
        });
      }
      case 'refund':
        return this.#refund(order, step.how);
      case 'delete': {
        const send: Send = (headers) => client.delete(path, { headers });
        return this.#try(order, 204, send, step.match, (draft) => {
          const isRefunded = this.#model.orders.some((each) => each.refundOf === draft.id && !each.deleted);
          if (draft.deleted || draft.status === 'COMPLETE' || isRefunded) throw new Refused(409, 'conflict');
          draft.deleted = true;
        });
      }
      case 'race':
        return this.#race(order);
    }
  }

  /** The order a step is about: an open one, or for a refund one that was paid, unless it is for any. */
  #pick({ do: what, which }: Exclude<Step, { do: 'create' }>): ModelOrder | undefined {
    const { orders } = this.#model;
    const meant = orders.filter((order) =>
      what === 'refund'
        ? order.refundOf === null && moneyOf(order).paid.n > 0n
        : !order.deleted && order.status !== 'COMPLETE' && order.status !== 'REJECTED',
    );
    const among = which.any || meant.length === 0 ? orders : meant;
    return among[among.length - 1 - (which.back % among.length)];
  }

  // The calls, and the same for the model

  #product(at: number): ModelProduct {
    const product = this.#shop.products[at];
    assert.ok(product !== undefined);
    return product;
  }

  #lineBody({ product, quantity, price, variation, course }: LineStep): Record<string, unknown> {
    return {
      product_id: this.#product(product).id,
      quantity: Number(quantity),
      course_status: course,
      ...(price === null ? {} : priceBody(price)),
      ...(variation === null ? {} : variationBody(variation)),
    };
  }

  #newLine({ product: at, quantity, price, variation, course }: LineStep): ModelLine {
    const product = this.#product(at);
    const line: ModelLine = {
      product,
      quantity: fraction(quantity),
      price: product.price,
      form: product.form,
      variation: null,
      fixed: null,
      course,
      notes: null,
      printed: false,
      key: this.#keys++,
    };
    if (price !== null) setPrice(line, price);
    if (variation !== null) setVariation(line, variation);
    return line;
  }

  #fieldBody(field: FieldStep): Record<string, unknown> {
    const number = (text: string | null) => (text === null ? null : Number(text));
    if ('status' in field) return { status: field.status };
    if ('variation' in field) return variationBody(field.variation);
    if ('percent' in field) return { tip_service_percent: number(field.percent) };
    if ('service' in field) return { tip_service_amount: number(field.service) };
    if ('completeWhenPaid' in field) return { complete_when_paid: field.completeWhenPaid };
    if ('notes' in field) return { notes: field.notes };
    return { customer_id: this.#customer(field.customer) };
  }

  #customer(at: number | null): string | null {
    return at === null ? null : (this.#shop.customers[at] ?? null);
  }

  #setField(order: ModelOrder, field: FieldStep): void {
    if ('status' in field) go(order, field.status);
    else if ('variation' in field) setVariation(order, field.variation);
    else if ('percent' in field) {
      // A percent takes the amount's place, and the other way round.
      order.percent = field.percent === null ? null : fraction(field.percent);
      if (field.percent !== null) order.service = null;
    } else if ('service' in field) {
      order.percent = null;
      order.service = field.service === null ? null : fraction(field.service);
    } else if ('completeWhenPaid' in field) order.completeWhenPaid = field.completeWhenPaid;
    else if ('notes' in field) order.notes = field.notes;
    else order.customer = this.#customer(field.customer);
  }

  #newPayment(order: ModelOrder, { how, tip, onAccount }: PaymentStep): ModelPayment {
    const { due } = moneyOf(order);
    const amounts = {
      due,
      half: rounded({ n: due.n, d: due.d * 2n }, order.places),
      zero: fraction('0'),
      back: fraction('-1'),
      more: { n: due.n + due.d, d: due.d },
    };
    return { amount: amounts[how], tip: fraction(tip), ref: null, onAccount };
  }

  #paymentBody({ amount, tip, onAccount }: ModelPayment): Record<string, unknown> {
    const method_id = onAccount ? this.#shop.account : this.#shop.cash;
    return { method_id, amount: shown(amount), tip: shown(tip) };
  }

  /** Nothing is due of a REJECTED order, and what refunds gave back is not there to be given back again. */
  #pay(order: ModelOrder, payment: ModelPayment): void {
    if (order.status === 'REJECTED' && payment.amount.n > 0n) throw new Refused(409, 'conflict');
    const refunded = givenBack(this.#model, order);
    order.payments.push(payment);
    if (payment.amount.n < 0n && refunded.n > 0n && isBelow(moneyOf(order).paid, refunded)) {
      throw new Refused(400, 'invalid_request');
    }
  }

  // Calls

  /** Makes a change that the model makes too: both take it, or both refuse it. */
  async #try(
    order: ModelOrder,
    status: number,
    send: Send,
    match: Match,
    work: (draft: ModelOrder) => void,
  ): Promise<void> {
    const draft = copyOf(order);
    const wanted = attempt(() => {
      work(draft);
      return settle(this.#model, order, draft);
    });
    const tags = this.#tags.get(order.id) ?? [];
    const current = tags.at(-1) ?? '';
    const tag = match === 'stale' ? tags.find((each) => each !== current) : current;
    const answer = await send(match === undefined || tag === undefined ? {} : { 'if-match': tag });
    if (match === 'stale' && tag !== undefined) {
      const statuses = wanted instanceof Refused ? [412, wanted.status] : [412];
      assert.ok(statuses.includes(answer.status), `${answer.status} ${answer.text}`);
      await this.#verify(order, []);
    } else if (wanted instanceof Refused) {
      isRefused(answer, wanted);
      await this.#verify(order, []);
    } else {
      assert.equal(answer.status, status, answer.text);
      this.#model.orders[this.#model.orders.indexOf(order)] = draft;
      const now = await this.#verify(draft, wanted);
      if (status !== 204) assert.deepEqual(answer.json, now);
    }
  }

  async #create({ site: at, grouped, status, lines, payments, fields }: Extract<Step, { do: 'create' }>) {
    const site = this.#shop.sites[at];
    assert.ok(site !== undefined);
    // A percent and an amount in one call: the percent wins.
    const sent = fields.filter((each) => !('service' in each && fields.some((other) => 'percent' in other)));
    const order = blank(site, status ?? 'SUBMITTED', grouped ? `${this.#group} ${site.id}` : null);
    let body: Record<string, unknown> = { site_id: site.id, group_id: order.group };
    if (status !== undefined) body.status = status;
    const made: Record<string, unknown>[] = [];
    const wanted = attempt(() => {
      order.lines.push(...lines.map((each) => this.#newLine(each)));
      for (const each of sent) {
        body = { ...body, ...this.#fieldBody(each) };
      }
      for (const each of sent) this.#setField(order, each);
      for (const each of payments) {
        const paid = this.#newPayment(order, each);
        made.push(this.#paymentBody(paid));
        order.payments.push(paid);
      }
      return settle(this.#model, undefined, order);
    });
    const all = { ...body, lines: lines.map((each) => this.#lineBody(each)), payments: made };
    await this.#add(order, all, wanted);
  }

  async #add(order: ModelOrder, body: unknown, wanted: readonly string[] | Refused): Promise<void> {
    const answer = await this.#shop.client.post('orders', body);
    if (wanted instanceof Refused) {
      isRefused(answer, wanted);
      assert.deepEqual(await this.#told(), []);
      return;
    }
    assert.equal(answer.status, 201, answer.text);
    order.id = answer.json.id_str;
    this.#model.orders.push(order);
    assert.deepEqual(answer.json, await this.#verify(order, wanted));
  }

  async #refund(original: ModelOrder, how: 'goods' | 'all' | 'half' | 'more'): Promise<void> {
    const site = this.#shop.sites.find(({ id }) => id === original.site);
    assert.ok(site !== undefined);
    const { paid } = moneyOf(original);
    const refund = { ...blank(site, 'COMPLETE', null), refundOf: original.id };
    const lines: unknown[] = [];
    let amount = how === 'half' ? rounded({ n: paid.n, d: paid.d * 2n }, site.places) : paid;
    if (how === 'more') amount = { n: paid.n + paid.d, d: paid.d };
    if (amount.n < 0n) amount = fraction('0');
    const again = this.#model.orders.some((each) => each.refundOf === original.id && each.back !== null);
    const sold = amountsOf(original).flatMap((each, at) => {
      const line = original.lines[at];
      return line !== undefined && line.quantity.n > 0n ? [{ line, each }] : [];
    });
    // Every line of the sale is refunded at exactly its price.
    if (how === 'goods' && original.status === 'COMPLETE' && sold.length > 0) {
      const total = (pick: (each: ReturnType<typeof amountsOf>[number]) => ReturnType<typeof fraction>) =>
        sold.reduce(
          (all, { each }) => ({ n: all.n * pick(each).d + pick(each).n * all.d, d: all.d * pick(each).d }),
          fraction('0'),
        );
      refund.back = { ex: negative(total(({ ex }) => ex)), tax: negative(total(({ tax }) => tax)) };
      amount = total(inclusive);
      for (const { line } of sold) {
        lines.push({ product_id: line.product.id, quantity: -shown(line.quantity) });
      }
    }
    refund.payments.push({ amount: negative(amount), tip: fraction('0'), ref: null, onAccount: false });
    const wanted = attempt(() => {
      const refused = new Refused(400, 'invalid_request');
      if (original.deleted || original.refundOf !== null) throw refused;
      if (refund.back !== null && (again || inclusive(refund.back).n > 0n)) throw refused;
      // What came back in the order itself is not there to come back once more.
      const came = original.lines.filter((line) => line.quantity.n < 0n).map((line) => line.product);
      if (refund.back !== null && sold.some(({ line }) => came.includes(line.product))) throw refused;
      const before = givenBack(this.#model, original);
      if (isBelow(paid, { n: before.n * amount.d + amount.n * before.d, d: before.d * amount.d })) {
        throw refused;
      }
      return settle(this.#model, undefined, refund);
    });
    const payments = refund.payments.map((each) => this.#paymentBody(each));
    const body = { site_id: site.id, original_order_id_str: original.id, lines, payments };
    await this.#add(refund, body, wanted);
  }

  /** Two clients add lines to one order at once: none is lost, whichever comes first. */
  async #race(order: ModelOrder): Promise<void> {
    const { client, second } = this.#shop;
    // An order that a line could complete would be closed to the next one, or not, as it happens.
    if (moneyOf(order).total.n < 0n || order.payments.some(({ amount }) => amount.n < 0n)) return;
    const lines = ['a', 'b', 'c', 'd'].map((notes) => ({ product_id: this.#product(0).id, notes }));
    const answers = await Promise.all(
      lines.map((body, at) => (at % 2 === 0 ? client : second).post(`orders/${order.id}/lines`, body)),
    );
    const refusal = attempt(() => requireLines(order));
    if (refusal instanceof Refused) {
      for (const answer of answers) isRefused(answer, refusal);
      await this.#verify(order, []);
      return;
    }
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    const draft = copyOf(order);
    const topics: string[] = [];
    for (const { notes } of (await read(client, `orders/${order.id}`)).lines.slice(order.lines.length)) {
      const before = copyOf(draft);
      const line = { product: 0, quantity: '1', price: null, variation: null, course: 'no status' } as const;
      draft.lines.push({ ...this.#newLine(line), notes });
      topics.push(...settle(this.#model, before, draft));
    }
    assert.deepEqual(
      draft.lines
        .slice(order.lines.length)
        .map(({ notes }) => notes)
        .sort(),
      ['a', 'b', 'c', 'd'],
    );
    this.#model.orders[this.#model.orders.indexOf(order)] = draft;
    await this.#verify(draft, topics);
  }

  // The state, and the events

  async #told(): Promise<Json[]> {
    return (await this.#shop.log.take()).filter(({ topic }) => topic.startsWith('orders/'));
  }

  /** The order is the model's, and so are its events since the last comparison. */
  async #verify(order: ModelOrder, topics: readonly string[]): Promise<Json> {
    const answer = await this.#shop.client.get(`orders/${order.id}`);
    assert.equal(answer.status, 200, answer.text);
    const { json } = answer;
    assert.deepEqual(seen(json, order), expected(order));
    const events = await this.#told();
    assert.deepEqual(
      events.map(({ topic, resource_id_str: id }) => [topic, id]),
      topics.map((topic) => [topic, order.id]),
    );
    const { kitchen, ...payload } = events.at(-1)?.payload ?? json;
    assert.equal(kitchen !== undefined, topics.at(-1) === 'orders/kitchen_print');
    assert.ok(payload.id !== json.id || shows(payload, json));
    const tags = this.#tags.get(order.id) ?? [];
    if (tags.at(-1) !== answer.headers.etag) tags.push(answer.headers.etag ?? '');
    this.#tags.set(order.id, tags);
    return json;
  }

  /** Every list of the life's orders shows those that belong there, newest first. */
  async end(): Promise<void> {
    const { orders } = this.#model;
    if (orders.length === 0) return;
    // The total of a refund of discounted goods is not tested here.
    const plain = orders.filter(({ back }) => back === null);
    const lists: [path: string, has: (order: ModelOrder) => boolean][] = [
      ['orders', (order) => !order.deleted],
      ['orders/deleted', (order) => order.deleted],
      ['orders/discounted', (order) => !order.deleted && isDiscounted(order)],
      ['orders/linkedcustomer', (order) => !order.deleted && order.customer !== null],
      [
        'orders/pending/accounts',
        ({ deleted, status, payments }) =>
          !deleted && status === 'PENDING' && payments.some(({ onAccount }) => onAccount),
      ],
      ...STATUSES.map((status): [string, (order: ModelOrder) => boolean] => [
        `orders/${status.toLowerCase()}`,
        (order) => !order.deleted && order.status === status,
      ]),
    ];
    for (const [path, has] of lists) {
      const among = path.endsWith('discounted') ? plain : orders;
      if (among.length === 0) continue;
      const found = await read(
        this.#shop.client,
        `${path}?ids=${among.map(({ id }) => id).join(',')}&limit=5000`,
      );
      const wanted = among.filter(has).map(({ id }) => id);
      assert.deepEqual(idsOf(found), wanted.toReversed(), path);
    }
  }
}

function isRefused(answer: Answer, { status, code }: Refused): void {
  assert.deepEqual([answer.status, answer.json?.error], [status, code], answer.text);
}

function shows(payload: Json, json: Json): boolean {
  assert.deepEqual(payload, json);
  return true;
}
