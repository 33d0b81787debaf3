// Answers in fewer bytes for those who ask for them, and nothing else about them changed.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Answer, onEachEngine } from '#test/harness/service.ts';
import { makeOrder } from './edge-helpers.ts';
import { change, make } from './helpers.ts';

/** More of them are an answer that is sent piece by piece. */
const ORDERS = 120;
/** Words that make an order long enough to be worth it. */
const LONG = 'no onions, please. '.repeat(45);

onEachEngine('encodings of answers', (service) => {
  let order: { id: number; site_id: number };
  before(async () => {
    for (let at = 0; at < ORDERS; at++) order = await makeOrder(service());
  });
  const read = (
    path: string,
    accept: string | undefined,
    more: Record<string, string> = {},
  ): Promise<Answer> =>
    service().client.get(path, {
      headers: { ...(accept === undefined ? {} : { 'accept-encoding': accept }), ...more },
    });

  for (const [encoding, accept] of [
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip;q=0.5, br;q=0'],
  ] as const) {
    for (const limit of [5, 100]) {
      it(`a list of ${limit} orders comes in ${encoding}, with the same text and less of it`, async () => {
        const path = `orders?limit=${limit}`;
        const plain = await read(path, undefined);
        const packed = await read(path, accept);
        assert.equal(plain.headers['content-encoding'], undefined);
        assert.equal(plain.headers.vary, 'accept-encoding');
        assert.equal(packed.headers['content-encoding'], encoding);
        assert.equal(packed.headers.vary, 'accept-encoding');
        assert.equal(packed.text, plain.text);
        assert.ok(
          packed.bytes.length * 3 < plain.bytes.length,
          `${packed.bytes.length} of ${plain.bytes.length}`,
        );
        assert.equal(packed.headers['x-next-page'] === undefined, plain.headers['x-next-page'] === undefined);

        const tag = packed.headers.etag ?? '';
        assert.notEqual(tag, plain.headers.etag, 'Other bytes have another tag.');
        for (const known of [tag, plain.headers.etag ?? '', `W/${tag}`]) {
          const again = await read(path, accept, { 'if-none-match': known });
          assert.equal(again.status, 304, known);
          assert.equal(again.text, '');
          assert.equal(again.headers.etag, tag);
          assert.equal(again.headers['content-encoding'], undefined);
        }
        const pretty = await read(path, accept, { 'x-pretty-print': '1' });
        assert.equal(pretty.headers['content-encoding'], encoding);
        assert.deepEqual(pretty.json, plain.json);
        assert.match(pretty.text, /\n {2}/);
      });
    }
  }

  it('the tag of an encoded answer is taken by If-Match, until the record changes', async () => {
    const path = `orders/${order.id}`;
    await change(service().client, path, { notes: LONG });
    const packed = await read(path, 'br');
    assert.equal(packed.headers['content-encoding'], 'br');
    const etag = packed.headers.etag ?? '';
    const { client } = service();
    const first = await client.put(path, { notes: `${LONG}!` }, { headers: { 'if-match': etag } });
    assert.equal(first.status, 200, first.text);
    const second = await client.put(path, { notes: 'second' }, { headers: { 'if-match': etag } });
    assert.equal(second.status, 412, second.text);
    const fresh = (await read(path, 'br')).headers.etag ?? '';
    const weak = await client.put(path, { notes: 'second' }, { headers: { 'if-match': `W/${fresh}` } });
    assert.equal(weak.status, 412, weak.text);
  });

  it('streams, PDF, what owners change and short answers come as they are', async () => {
    const short = await read('taxes?limit=1', 'br, gzip');
    const refused = await read('orders?limit=none', 'br, gzip');
    assert.equal(refused.status, 400);
    const stream = await read('events/stream', 'br, gzip', { accept: 'text/event-stream' });
    assert.equal(stream.headers['content-type'], 'text/event-stream');
    const place = { site_id: service().card.sites[0].id, status: 'PENDING' };
    const sale = await make(service().client, 'orders', place);
    await change(service().client, `orders/${sale.id}`, { status: 'COMPLETE' });
    const pdf = await read(`orders/${sale.id}/pdf`, 'br, gzip', { accept: 'application/pdf' });
    assert.equal(pdf.headers['content-type'], 'application/pdf', pdf.text);
    for (const answer of [short, refused, stream, pdf]) {
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.equal(answer.headers.vary, undefined);
    }
  });

  it('a body of 1,024 bytes comes as it is, one of a byte more in an encoding', async () => {
    const { client } = service();
    const path = `categories/${(await make(client, 'categories', { name: 'Border' })).id}`;
    const bytesOf = async (description: string): Promise<number> => {
      await change(client, path, { description });
      return (await read(path, undefined)).bytes.length;
    };
    // Each of these is one character and two bytes: what counts is how many bytes are sent.
    const base = await bytesOf('é');
    const words = (bytes: number) =>
      `${'é'.repeat((bytes - base) >> 1)}${(bytes - base) % 2 === 1 ? 'x' : ''}é`;
    for (const [bytes, encoding] of [
      [1_024, undefined],
      [1_025, 'gzip'],
    ] as const) {
      assert.equal(await bytesOf(words(bytes)), bytes);
      const answer = await read(path, 'gzip');
      assert.equal(answer.headers['content-encoding'], encoding, `${bytes} bytes`);
      assert.equal(answer.headers.vary, encoding === undefined ? undefined : 'accept-encoding');
      assert.equal(answer.json.description, words(bytes));
    }
    // Indented it is longer, and goes by that.
    await bytesOf(words(1_000));
    const indented = await read(path, 'gzip', { 'x-pretty-print': '1' });
    assert.equal(indented.headers['content-encoding'], 'gzip');
    assert.equal((await read(path, 'gzip')).headers['content-encoding'], undefined);
  });

  it('answers to writes, to batches and long refusals come in an encoding too, in the log of requests as well', async () => {
    const { client } = service();
    const headers = { 'accept-encoding': 'br, gzip' };
    const path = `orders/${order.id}`;
    const changed = await client.put(path, { notes: LONG }, { headers });
    const batch = { requests: [{ method: 'GET', path: `/v1/companies/me/${path}` }] };
    const many = await client.post('batch', batch, { headers });
    const lines = Array.from({ length: 40 }, () => ({ product_id: 'none', quantity: 'many' }));
    const refused = await client.post('orders', { site_id: order.site_id, lines }, { headers });
    assert.equal(refused.status, 400);
    assert.equal(refused.json.error, 'invalid_request');
    assert.equal(many.json.responses[0].body.notes, LONG);
    for (const answer of [changed, many, refused]) {
      assert.equal(answer.headers['content-encoding'], 'br', answer.text);
      assert.equal(answer.headers.vary, 'accept-encoding');
    }
    const german = await client.post(
      'orders',
      { site_id: order.site_id, lines },
      { headers: { ...headers, 'accept-language': 'de' } },
    );
    assert.equal(german.headers.vary, 'accept-language, accept-encoding');
    assert.equal(german.headers['content-language'], 'de');
    // What changed has the tag of the same state in that encoding.
    const etag = changed.headers.etag;
    if (etag !== undefined) assert.match(etag, /\.br"$/);
  });

  it('what a client refuses, or does not know, it does not get', async () => {
    for (const accept of ['', 'identity', 'deflate', 'br;q=0, gzip;q=0.0', 'brotli', '*;q=0']) {
      const answer = await read('orders?limit=5', accept);
      assert.equal(answer.headers['content-encoding'], undefined, accept);
      assert.equal(answer.status, 200);
    }
  });

  it('HEAD says what GET would', async () => {
    for (const limit of [5, 100]) {
      const path = `orders?limit=${limit}`;
      const headers = { 'accept-encoding': 'gzip' };
      const [head, get] = await Promise.all([
        service().client.ask('HEAD', path, { headers }),
        service().client.get(path, { headers }),
      ]);
      assert.equal(head.status, 200);
      assert.equal(head.bytes.length, 0);
      for (const name of ['etag', 'content-encoding', 'vary', 'content-type']) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
    }
  });

  it('a catalogue of files comes in an encoding as well', async () => {
    for (let at = 0; at < 30; at++)
      await make(service().client, 'products', { name: `Dish ${at}`, unit_price: 1 });
    const path = 'export/products.csv';
    const [plain, packed] = [await read(path, undefined), await read(path, 'gzip')];
    assert.equal(plain.status, 200, plain.text);
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.text, plain.text);
  });
});
