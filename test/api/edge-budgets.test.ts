import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { COMPANY_IN_FLIGHT, FLOOR_CHECKS, PAGE_BYTES, STALLED_CHECKS } from '#src/edge/budgets.ts';
import type { Row } from '#src/storage/port.ts';
import { join, raw, sql } from '#src/storage/sql.ts';
import { busiest, type Paged, readPages } from '#test/harness/paging.ts';
import { until } from '#test/harness/process.ts';
import { type Client, onEachEngine, type Service } from '#test/harness/service.ts';
import { isError, makeOrder, pathOf } from './edge-helpers.ts';

const ORDERS = 60;
const LINES = 1_000;
/** What no slice of work may take of the event loop, in ms: 50 of a machine of its own, twice as much of a busy one. */
const BUSY_MS = 100;
/** Measurements disturbed by other work of the machine are repeated, and the best counts. */
const RUNS = 5;

/** A row once more, with other values in some of its columns. */
async function copy(service: Service, table: string, row: Row, changes: readonly Row[]): Promise<void> {
  const columns = raw(Object.keys(row).join(', '));
  for (const change of changes) {
    const values = join(Object.values({ ...row, ...change }));
    await service.app.storage.write(async (tx) =>
      tx.run(sql`insert into ${raw(table)} (${columns}) values (${values})`),
    );
  }
}

/** Orders of a thousand long lines each, and an event for each of them. */
async function fill(service: Service): Promise<void> {
  const { card, clock, client } = service;
  const product = (await client.post('products', { name: 'Pie', unit_price: 1 })).json;
  await client.put(`sites/${card.sites[0].id}/products/${product.id}`, {});
  const lines = Array.from({ length: LINES }, () => ({
    product_id: product.id,
    quantity: 1,
    notes: 'ä'.repeat(400),
  }));
  const order = await makeOrder(service, { lines, status: 'COMPLETE' });
  const id = BigInt(order.id_str);
  const { storage } = service.app;
  const [made, event] = await storage.read(async (tx) => [
    await tx.get<Row>(sql`select * from orders where id = ${id}`),
    await tx.get<Row>(sql`select * from events where resource_id = ${id} and topic = 'orders/completed'`),
  ]);
  assert.ok(made !== undefined && event !== undefined);
  const company = BigInt(card.company_id);
  const head = String(made.head);
  const others = Array.from({ length: ORDERS - 1 }, (_, at) => id + BigInt(at) + 1n);
  await copy(
    service,
    'orders',
    made,
    others.map((each) => ({
      id: each,
      head: head.replace(`"id":${id},"id_str":"${id}"`, `"id":${each},"id_str":"${each}"`),
      etag: String(made.etag).slice(0, -27) + String(each).padStart(27, '0'),
      saleid: String(each).padStart(8, '9'),
      created_at: BigInt(made.created_at ?? 0) + (each - id) * 1_000n,
    })),
  );
  const counter = await storage.read(async (tx) =>
    tx.get<{ last: bigint }>(sql`select last from event_counters where company_id = ${company}`),
  );
  const last = counter?.last ?? 0n;
  await copy(
    service,
    'events',
    event,
    others.map((_, at) => ({ number: last + BigInt(at) + 1n })),
  );
  await storage.write(async (tx) =>
    tx.run(
      sql`update event_counters set last = ${last + BigInt(others.length)} where company_id = ${company}`,
    ),
  );
  clock.advance(1_000_000n);
}

/** Asks on a connection of its own, and takes nothing of the answer. */
function askWithoutReading(service: Service, client: Client, path: string): TLSSocket {
  const { port } = new URL(service.url);
  const socket = connect({ port: Number(port), host: 'localhost', ca: service.ca, servername: 'localhost' });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    `GET /v1/companies/me/${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n` +
      `Authorization: ${client.token}\r\n\r\n`,
  );
  return socket;
}

/** Lists of orders have the tag of their rows, others that of their bytes. */
function checkPages(pages: readonly Paged[], count: number, isOfBytes: boolean): void {
  for (const page of pages) {
    assert.equal(page.status, 200, page.text);
    assert.ok(page.length <= PAGE_BYTES, `${page.length} bytes`);
    assert.equal(page.isTagged, isOfBytes);
    assert.match(page.etag, /^"[\w-]{27}"$/);
  }
  assert.equal(new Set(pages.map(({ etag }) => etag)).size, pages.length, 'two pages have one entity tag');
  const ids = pages.flatMap((page) => page.ids);
  assert.equal(ids.length, count);
  assert.equal(new Set(ids).size, count);
}

onEachEngine('budgets of answers', (service) => {
  before(() => fill(service()));

  const flight = () => service().app.edge.flight;
  const isFree = () => flight().bytes === 0;
  const hasRoom = () => flight().bytes + PAGE_BYTES <= COMPANY_IN_FLIGHT;

  for (const [what, path, count] of [
    ['orders', 'orders?limit=5000&fields=lines', ORDERS],
    ['orders that were asked for by their values', 'orders?limit=5000&fields=lines&value_gte=0', ORDERS],
    ['events at the usual limit', 'events?topic=orders/completed', ORDERS],
  ] as const) {
    it(`pages of ${what} end at 8 MiB, lead through all, and hold nobody up`, async () => {
      let least = Number.POSITIVE_INFINITY;
      for (let run = 0; run < RUNS && least > BUSY_MS; run++) {
        let pages: readonly Paged[] = [];
        least = Math.min(
          least,
          await busiest(async () => {
            pages = await readPages(service(), path);
          }),
        );
        checkPages(pages, count, path.startsWith('events'));
        assert.ok(pages.length > 5, `${pages.length} pages`);
      }
      assert.ok(least <= BUSY_MS, `the event loop was busy for ${least} ms`);
      await until('nothing is in flight', isFree);
    });
  }

  it('a page that ends at its bytes goes on exactly behind its last record', async () => {
    const [first, second] = await readPages(service(), 'orders?limit=5000&fields=lines');
    assert.ok(first !== undefined && second !== undefined);
    const all = (await service().client.get('orders?limit=5000')).json;
    const ids = all.map((each: { id_str: string }) => each.id_str);
    assert.deepEqual([...first.ids, ...second.ids], ids.slice(0, first.ids.length + second.ids.length));
  });

  it('a large page answers If-None-Match, HEAD and X-Pretty-Print as a small one does', async () => {
    const { client } = service();
    const path = 'orders?limit=3&fields=lines';
    const page = await client.get(path);
    assert.equal(page.status, 200);
    assert.ok(page.bytes.length > 1_000_000);
    assert.equal(page.headers['content-length'], String(page.bytes.length));
    assert.equal((await client.get(pathOf(page.headers['x-next-page']))).status, 200);
    const again = await client.get('orders.json?limit=3&fields=lines', { without: ['accept'] });
    assert.equal(again.headers.etag, page.headers.etag);
    const known = await client.get(path, { headers: { 'if-none-match': page.headers.etag ?? '' } });
    assert.equal(known.status, 304);
    assert.equal(known.bytes.length, 0);
    const head = await client.ask('HEAD', path);
    assert.equal(head.headers['content-length'], String(page.bytes.length));
    assert.equal(head.headers.etag, page.headers.etag);
    const pretty = await client.get(path, { headers: { 'x-pretty-print': '1' } });
    assert.equal(pretty.text, `${JSON.stringify(JSON.parse(page.text), null, 2)}\n`);
    assert.equal(pretty.headers.etag, page.headers.etag);
    await until('nothing is in flight', isFree);
  });

  it('a record that is long goes whole, whatever asks for it', async () => {
    const { client } = service();
    const [{ id }] = (await client.get('orders?limit=1')).json;
    const order = await client.get(`orders/${id}`);
    assert.equal(order.json.lines.length, LINES);
    assert.equal((await client.get(`orders?ids=${id}&fields=lines`)).json[0].lines.length, LINES);
    await until('nothing is in flight', isFree);
  });

  it('who does not read is refused more, is cut, and takes nothing of others', async () => {
    const { client, foreign, ticker } = service();
    const path = 'orders?limit=5000&fields=lines';
    const { slow } = service().app.edge;
    // Reading nothing, or too little where the system's buffers took some of it between two checks.
    const cut = () => slow.stalled + slow.slow;
    const before = cut();
    const sockets = Array.from({ length: 40 }, () => askWithoutReading(service(), client, path));
    try {
      let peak = 0;
      await until('as much is in flight as may be', () => {
        peak = Math.max(peak, flight().bytes);
        return flight().refused >= 40 - COMPANY_IN_FLIGHT / PAGE_BYTES - 1;
      });
      assert.ok(peak <= COMPANY_IN_FLIGHT, `${peak} bytes`);
      // What the system's own buffers have taken meanwhile makes room for more, until they are full.
      let refused = await client.get(path);
      for (let more = 0; refused.status === 200 && more < 40; more++) {
        sockets.push(askWithoutReading(service(), client, path));
        const { refused: was } = flight();
        await until('one more waits or is refused', () => flight().refused > was || !hasRoom());
        refused = await client.get(path);
      }
      isError(refused, 429, 'rate_limit_exceeded');
      assert.match(refused.json.error_description, /64 MiB.*Read answers to their end.*limit, fields/);
      assert.match(refused.headers['retry-after'] ?? '', /^\d+$/);
      // Short answers are sent all the same, and other clients are served.
      assert.equal((await client.get('orders?limit=1')).status, 200);
      assert.equal((await foreign.get('products')).status, 200);
      assert.equal((await foreign.get('events')).status, 200);
      for (let check = 0; check <= Math.max(STALLED_CHECKS, FLOOR_CHECKS); check++) {
        // Time passes between two checks: what these clients have read by now counts as read.
        await nextTurn();
        ticker.tick();
      }
      // A page that is still being made is cut as well, once it waits.
      await until('nothing is in flight', () => {
        ticker.tick();
        return isFree();
      });
      assert.ok(cut() > before, 'nobody was cut');
      const { text } = await service().client.get('/metrics');
      for (const [reason, count] of Object.entries(slow)) {
        assert.match(text, new RegExp(`passbell_slow_readers_cut_total\\{reason="${reason}"\\} ${count}\\n`));
      }
      assert.match(text, /passbell_answer_bytes_in_flight 0\n/);
      assert.equal((await client.get('orders?limit=2&fields=lines')).status, 200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await until('nothing is in flight', isFree);
  });
});
