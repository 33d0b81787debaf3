// Traces from the request to SQL and delivery (reference: operations.24).

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { Collector, type ReceivedSpan } from '#test/harness/collector.ts';
import { until } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { ENGINES, type Service, startService } from '#test/harness/service.ts';
import { make } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

const { cache } = createRequire(import.meta.url);
const loaded = () => Object.keys(cache).filter((file) => file.includes('@opentelemetry'));

/** A trace that a caller began. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

describe('traces that are off', () => {
  it('connect to nothing, and nothing of them is loaded', async () => {
    const service = await startService('sqlite');
    const { client } = service;
    const answer = await client.get('sites', { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } });
    assert.equal(answer.status, 200);
    assert.doesNotMatch((await client.get('/metrics')).text, /trace_spans/);
    await service.stop();
    assert.deepEqual(loaded(), []);
  });
});

for (const engine of ENGINES) {
  describe(`traces (${engine})`, () => {
    let service: Service;
    let shop: Shop;
    let collector: Collector;
    let receiver: Receiver;
    let isClosed = false;
    before(async () => {
      collector = await Collector.open();
      receiver = await Receiver.open();
      service = await startService(engine, {
        ROLE: 'all',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=what%20it%20wants',
        OTEL_SERVICE_NAME: 'till',
      });
      shop = await openShop(service);
    });
    after(async () => {
      if (!isClosed) await service?.stop();
      await Promise.all([collector.close(), receiver.close()]);
    });
    /** The span that fits, once it has arrived. */
    const find = async (fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> => {
      const found = () => collector.spans.find(fits);
      await until('the span has arrived', () => {
        service.ticker.tick();
        return found() !== undefined;
      });
      return found() as ReceivedSpan;
    };
    const requestOf = (id: string) => find(({ facts }) => facts['passbell.request.id'] === id);
    const partsOf = (span: ReceivedSpan) => collector.spans.filter(({ parent }) => parent === span.spanId);

    it('show a request with its transaction and statements, and the delivery that follows', async () => {
      const hook = await make(shop.client, 'webhooks', {
        topic: 'orders/completed',
        address: `${receiver.url}/hook?key=never-seen`,
      });
      const made = await service.client.post(
        'orders',
        {
          site_id: shop.site,
          status: 'COMPLETE',
          notes: 'never seen',
          lines: [{ product_id: shop.soup.id }],
        },
        { headers: { 'x-request-id': 'traced-1', traceparent: `00-${TRACE}-${CALLER}-01` } },
      );
      assert.equal(made.status, 201, made.text);
      const request = await requestOf('traced-1');
      assert.deepEqual([request.traceId, request.parent], [TRACE, CALLER]);
      assert.equal(request.name, 'POST /v1/companies/:company_id/orders');
      const { facts } = request;
      assert.equal(facts['http.response.status_code'], 201);
      assert.equal(facts['passbell.company'], String(service.card.company_id));
      assert.equal(facts['passbell.addon'], '1');
      assert.equal(request.process['service.name'], 'till');

      const write = partsOf(request).find(({ name }) => name === 'transaction write');
      assert.ok(write !== undefined, JSON.stringify(partsOf(request)));
      const statements = partsOf(write);
      const insert = statements.find(({ name }) => name === 'insert orders');
      assert.ok(insert !== undefined, statements.map(({ name }) => name).join());
      assert.equal(insert.facts['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql');
      assert.match(String(insert.facts['db.query.text']), /^insert into orders .*\$1/);
      assert.equal(write.facts['passbell.statements'], statements.length);
      assert.ok(statements.some(({ facts }) => Number(facts['db.response.returned_rows']) > 0));
      assert.ok([request, write, ...statements].every(({ traceId }) => traceId === TRACE));

      const [message] = await receiver.until(1);
      const delivery = await find(({ name }) => name === 'webhook delivery');
      assert.equal(message?.headers.traceparent, `00-${delivery.traceId}-${delivery.spanId}-01`);
      assert.deepEqual(delivery.links, [write.spanId], 'to the transaction that made the event');
      assert.equal(delivery.facts['http.response.status_code'], 200);
      assert.equal(delivery.facts['passbell.webhook_id'], hook.id_str);
      assert.equal(delivery.facts['passbell.topic'], 'orders/completed');
      assert.equal(delivery.facts['passbell.attempt'], 1);
      const first = Number(write.facts['passbell.event.number']);
      const number = Number(delivery.facts['passbell.event.number']);
      assert.equal(String(number), message?.headers['x-service-event-number']);
      assert.ok(first <= number && number < first + Number(write.facts['passbell.events']));

      assert.doesNotMatch(collector.text, /never.seen|pb_at_/, 'no values, no keys');
      assert.equal(collector.headers[0]?.['x-collector-key'], 'what it wants');
    });

    it('show a delivery that was refused, and a request that failed its caller', async () => {
      receiver.answer = (_message, response) => response.writeHead(503).end('no');
      const order = await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
      assert.ok(order !== undefined);
      const delivery = await find(({ name, failed }) => name === 'webhook delivery' && failed);
      assert.deepEqual(
        [delivery.facts['http.response.status_code'], delivery.facts['error.type']],
        [503, '503'],
      );
      await service.client.get('orders/987654321987', { headers: { 'x-request-id': 'traced-2' } });
      const refused = await requestOf('traced-2');
      assert.deepEqual([refused.facts['http.response.status_code'], refused.failed], [404, false]);
      assert.equal(refused.facts['passbell.order_id'], '987654321987');
    });

    it('show a document that is printed as a part of its request', async () => {
      const order = await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
      const pdf = await service.client.get(`orders/${order.id}/pdf`, {
        headers: { accept: 'application/pdf', 'x-request-id': 'traced-3' },
      });
      assert.equal(pdf.status, 200);
      const request = await requestOf('traced-3');
      assert.deepEqual(
        partsOf(request)
          .map(({ name }) => name)
          .sort(),
        ['print document', 'transaction read'],
      );
    });

    it('are not recorded where the caller says so, nor of those who look after the service', async () => {
      const headers = { 'x-request-id': 'unsampled', traceparent: `00-${TRACE}-${CALLER}-00` };
      await service.client.get('sites', { headers });
      await service.send('GET', '/healthz');
      await service.client.get('sites', { headers: { 'x-request-id': 'after', traceparent: 'no trace' } });
      const last = await requestOf('after');
      assert.equal(last.parent, undefined);
      assert.ok(!collector.spans.some(({ facts }) => facts['passbell.request.id'] === 'unsampled'));
      assert.ok(!collector.spans.some(({ name }) => name.includes('healthz')));
    });

    it('that cannot be sent are counted, and no request fails', async () => {
      collector.status = 400;
      const seen = collector.requests;
      assert.equal((await service.client.get('sites')).status, 200);
      const count = async (outcome: string) => {
        const { text } = await service.client.get('/metrics');
        return Number(
          new RegExp(`^passbell_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1],
        );
      };
      await until('traces were refused', () => {
        service.ticker.tick();
        return collector.requests > seen;
      });
      await until('they are counted', async () => (await count('failed')) > 0);
      assert.ok((await count('sent')) > 0);
      collector.status = 200;
    });

    it('are sent before the service ends', async () => {
      await service.client.get('sites', { headers: { 'x-request-id': 'last' } });
      isClosed = true;
      await service.stop();
      assert.ok(collector.spans.some(({ facts }) => facts['passbell.request.id'] === 'last'));
      assert.ok(loaded().length > 0, 'what the test of traces that are off looks at');
    });
  });
}
