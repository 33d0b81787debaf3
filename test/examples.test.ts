// The examples, each run as a process against a real service: their output, their files, that they refuse unsigned
// messages, and that a second run doubles nothing.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signHeaders } from '#src/webhooks/sign.ts';
import { engineEnv, freePort, makeFolder, Process, type Server, serve } from './harness/process.ts';
import { Receiver } from './harness/receiver.ts';
import { ENGINES, type Json } from './harness/service.ts';

/** How long an example may take to print the expected line, in ms. */
const LIMIT_MS = 20_000;

const root = dirname(import.meta.dirname);

/** What an example printed, line by line. */
const lines = ({ stdout }: Process) => stdout.split('\n').filter((line) => line !== '');

/** Waits until an example has printed a line. */
async function says(example: Process, line: RegExp): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!line.test(example.stdout)) {
    if (example.hasExited || Date.now() > end) assert.match(example.stdout, line, example.stderr);
    await sleep(10);
  }
}

/** Ends an example the way Ctrl-C does; answers its output. */
async function stop(example: Process): Promise<string> {
  example.kill('SIGTERM');
  const { stdout, stderr } = await example.ended;
  assert.equal(stderr, '');
  return stdout;
}

/** Posts a message to an example, and answers with which status it was taken. */
function post(
  port: number,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path, headers, agent: false };
    const sent = request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The headers of a message of our own making. */
function sign(secret: string, body: string, topic: string, number: bigint, ago = 0n): Record<string, string> {
  const now = BigInt(Date.now()) * 1000n;
  const given = {
    topic,
    number,
    changed: [],
    createdAt: now,
    messageId: `msg_1_test_${number}`,
    sentAt: now - ago,
  };
  return signHeaders({ ...given, body, keys: [secret] });
}

it('every example is in the README, with how it is run', () => {
  const page = readFileSync(join(root, 'examples/README.md'), 'utf8');
  for (const file of readdirSync(join(root, 'examples'))) {
    if (!file.endsWith('.ts') || file === 'setup.ts') continue;
    assert.match(page, new RegExp(`node scripts/run\\.mjs examples/${file}`), file);
  }
});

for (const engine of ENGINES) {
  describe(`the examples (${engine})`, () => {
    let server: Server;
    let outside: Receiver | undefined;
    after(() => outside?.close());
    before(async () => {
      server = await serve({ env: await engineEnv(engine) });
    });

    /** Starts an example as from the folder of the repository. */
    const start = (name: string, env: Record<string, string>, ...args: string[]) =>
      new Process(`examples/${name}.ts`, args, { env: { CARD: join(server.dir, 'sandbox.json'), ...env } });

    const secret = () => server.card.addon.signing_secret as string;

    /** Places an order that is paid in full. */
    async function sell(...lines: Record<string, unknown>[]): Promise<Json> {
      const order = { site_id: 1, lines };
      const { total } = (await server.post('orders/price', order)).json;
      const payments = [{ method_id: server.card.payment_methods[0].id, amount: total }];
      const { status, json, text } = await server.post('orders', { ...order, status: 'PENDING', payments });
      assert.equal(status, 201, text);
      assert.equal(json.status, 'COMPLETE');
      return json;
    }

    it('an add-on places one order, and knows what is genuine', async () => {
      const port = await freePort();
      const env = { PORT: String(port) };
      const first = start('addon', env);
      // The message may be there before the answer.
      await says(first, /^Genuine orders\/completed: order \d+, 5\.$/m);
      await says(first, /^Placed: order/m);
      const [placed = ''] = lines(first).filter((line) => line.startsWith('Placed'));
      const id = /^Placed: order (\d+), COMPLETE, 5\.$/.exec(placed)?.[1];
      const order = await server.get(`orders/${id}`);
      assert.equal(order.json.lines[0].product.sku, 'water');

      const headers = sign(secret(), order.text, 'orders/completed', 1n);
      assert.equal(await post(port, '/hook', order.text, headers), 200);
      assert.equal(await post(port, '/hook', `${order.text} `, headers), 401, 'another body');
      assert.equal(await post(port, '/hook', order.text), 401, 'no signature');
      const foreign = sign('pb_ss_other', order.text, 'orders/completed', 1n);
      assert.equal(await post(port, '/hook', order.text, foreign), 401, 'another secret');
      const old = sign(secret(), order.text, 'orders/completed', 1n, 600_000_000n);
      assert.equal(await post(port, '/hook', order.text, old), 401, 'an old one');
      await says(first, /^(?:.*\n)*(?:FORGED.*\n){4}/);
      assert.doesNotMatch(await stop(first), /pb_/);

      const { CARD: _card, ...own } = { CARD: '', PASSBELL_URL: server.card.base_url, ...env };
      const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = server.card.addon;
      const CA_FILE = join(server.dir, 'tls/ca.pem');
      const again = start('addon', { ...own, CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET: secret(), CA_FILE });
      await says(again, new RegExp(`^Placed before: order ${id}, COMPLETE, 5\\.$`, 'm'));
      await stop(again);
      assert.equal((await server.list('orders')).length, 1);
      assert.equal((await server.list('webhooks')).length, 1);
      const refused = await start('addon', { CLIENT_ID, CLIENT_SECRET, ...own, SIGNING_SECRET: '' }).ended;
      assert.equal(refused.code, 1, 'an empty secret would let anybody in');
      await server.ask('DELETE', `webhooks/${(await server.list('webhooks'))[0].id}`);
    });

    it('a receiver keeps its queue, and works each event once', async () => {
      const port = await freePort();
      const QUEUE = join(makeFolder(), 'receiver.sqlite');
      const env = { PORT: String(port), QUEUE, SIGNING_SECRET: secret() };
      const taking = start('receiver', env, 'take');
      await says(taking, /^Listening/m);
      // Two webhooks send the same event.
      for (const path of ['a', 'b']) {
        const hook = { topic: 'orders/completed', address: `http://localhost:${port}/${path}` };
        assert.equal((await server.post('webhooks', hook)).status, 201);
      }
      const order = await sell({ product_id: 1, quantity: 3 });
      await says(taking, /^Taken: event \d+, orders\/completed\.$/m);
      await says(taking, /^Known: event \d+/m);
      const number = BigInt(/^Taken: event (\d+)/m.exec(taking.stdout)?.[1] ?? 0);
      const body = JSON.stringify(order);
      const headers = sign(secret(), body, 'orders/completed', number);
      assert.equal(await post(port, '/a', `${body} `, headers), 401, 'another body');
      assert.equal(await post(port, '/a', body), 401, 'no signature');
      assert.equal(await post(port, '/a', body, sign(secret(), body, 'x', number, 600_000_000n)), 401, 'old');
      assert.doesNotMatch(taking.stdout, /Done/);
      // Nothing that was answered with 200 needs a stop in good order.
      taking.kill('SIGKILL');
      await taking.ended;

      const working = start('receiver', env, 'work');
      await says(working, new RegExp(`^Done: event ${number}, orders/completed\\.$`, 'm'));
      await stop(working);
      const both = start('receiver', env);
      await says(both, /^Listening/m);
      assert.equal(await post(port, '/a', body, headers), 200);
      await says(both, new RegExp(`^Known: event ${number}`, 'm'));
      // Overtaken messages, and those that cannot be worked, hold nothing up.
      const older = JSON.stringify({ ...order, status: 'PENDING' });
      assert.equal(await post(port, '/a', older, sign(secret(), older, 'orders/status', number - 1n)), 200);
      assert.equal(await post(port, '/a', '[', sign(secret(), '[', 'orders/status', number + 1n)), 500);
      assert.equal(await post(port, '/a', '{}', sign(secret(), '{}', 'orders/x', number + 2n)), 200);
      await says(both, new RegExp(`^Later: event ${number + 2n}: `, 'm'));
      await says(both, new RegExp(`^Done: event ${number - 1n}, `, 'm'));
      assert.doesNotMatch(await stop(both), new RegExp(`Done: event ${number},`));

      const db = new DatabaseSync(QUEUE, { readOnly: true });
      assert.deepEqual(
        db
          .prepare('select id, number, status, total from orders')
          .all()
          .map((row) => ({ ...row })),
        [{ id: order.id_str, number: Number(number), status: 'COMPLETE', total: '7.5' }],
      );
      db.close();
      for (const { id } of await server.list('webhooks')) await server.ask('DELETE', `webhooks/${id}`);
    });

    it('a bridge places the orders of its feed once, and tells what becomes of them', async () => {
      const folder = makeFolder();
      const FEED = join(folder, 'feed.jsonl');
      copyFileSync(join(root, 'examples/feed.jsonl'), FEED);
      const port = await freePort();
      let refuse = true;
      const service = await Receiver.open();
      outside = service;
      service.answer = (message, response) => {
        // The first time it hears of this order, the delivery service is out of order.
        const isDown = refuse && message.json.id === 'D-1002';
        if (isDown) refuse = false;
        response.writeHead(isDown ? 503 : 200).end();
      };
      const told = () => service.received.map(({ json }) => `${json.id} ${json.status}`);
      const JOURNAL = join(folder, 'bridge.sqlite');
      const env = {
        FEED,
        JOURNAL,
        PORT: String(port),
        STATUS_URL: `${service.url}/status`,
        POLL_SECONDS: '0.1',
      };
      const first = start('bridge', env);
      await says(first, /^D-1003 is rejected \(There is no product no-such-dish here\)\.$/m);
      await says(first, /^Trying again: The delivery service answered 503\.$/m);
      await says(first, /^D-1002 is accepted\.$/m);
      assert.deepEqual(told(), ['D-1001 accepted', 'D-1002 accepted', 'D-1003 rejected', 'D-1002 accepted']);

      const ours = async () =>
        (await server.list('orders?fields=lines,payments,customer'))
          .filter(({ sale_number }) => String(sale_number).startsWith('D-'))
          .sort((a, b) => (a.sale_number < b.sale_number ? -1 : 1));
      const [paid, open, ...more] = await ours();
      assert.deepEqual(more, []);
      assert.deepEqual([paid.status, paid.total, paid.paid, paid.due], ['PENDING', 36.2, 36.2, 0]);
      assert.equal(paid.customer.email, 'sam@example.com');
      assert.equal(paid.lines[0].notes, 'well done');
      assert.equal(paid.payments[0].ref, 'D-1001');
      assert.deepEqual([open.status, open.total, open.paid], ['ON_HOLD', 7.5, 0]);
      assert.deepEqual([open.customer.first_name, open.customer.last_name], ['Kim', 'van Example']);

      assert.equal((await server.put(`orders/${paid.id}`, { status: 'COMPLETE' })).status, 200);
      await says(first, /^D-1001 is handed over\.$/m);
      const forged = JSON.stringify({ ...open, status: 'REJECTED' });
      assert.equal(await post(port, '/status', forged), 401);
      assert.equal(
        await post(port, '/status', forged, sign('pb_ss_other', forged, 'orders/status', 1n)),
        401,
      );
      // Genuine, but about something else than a status.
      assert.equal(await post(port, '/status', forged, sign(secret(), forged, 'orders/deleted', 1n)), 200);
      await stop(first);

      // As if it had been killed between the order and its note of it.
      const db = new DatabaseSync(JOURNAL);
      assert.equal(db.prepare(`delete from placed where outside_id = 'D-1002'`).run().changes, 1);
      db.close();
      const count = service.received.length;
      const again = start('bridge', env);
      await says(again, new RegExp(`^D-1002 is order ${open.id}, ON_HOLD\\.$`, 'm'));
      assert.equal((await server.put(`orders/${open.id}`, { status: 'REJECTED' })).status, 200);
      await says(again, /^D-1002 is rejected/m);
      await stop(again);
      assert.deepEqual(told().slice(count), ['D-1002 rejected'], 'nothing is told twice');
      assert.equal((await ours()).length, 2);
    });

    it('an export for the books is exact, and goes on where it was', async () => {
      const folder = makeFolder();
      const [STATE, OUT] = [join(folder, 'state.json'), join(folder, 'books.csv')];
      const run = async (env: Record<string, string> = {}) => {
        const { code, stdout, stderr } = await start('accounting', { STATE, OUT, ...env }).ended;
        assert.equal(code, 0, stderr);
        return stdout;
      };
      const untaxed = await server.post('products', { name: 'Stamp', unit_price_ex_tax: 1.1, taxes: [] });
      assert.equal(untaxed.status, 201, untaxed.text);
      await server.put(`sites/1/products/${untaxed.json.id}`, { availability: { is_available: true } });
      // Amounts that sums of binary fractions get wrong.
      for (let each = 0; each < 3; each++) {
        await sell(
          { product_id: 1, unit_price_inc_tax: 0.1 },
          { product_id: untaxed.json.id, unit_price_inc_tax: 0.2 },
        );
      }
      const large = await sell({ product_id: 2, quantity: 3, unit_price: 33333.33 });

      assert.match(await run({ PAGE: '2', PAGES: '1' }), /^2 orders, up to event \d+; there are more/);
      assert.match(await run({ PAGE: '2', PAGES: '1' }), /^2 orders/);
      await run({ PAGE: '2' });
      const table = () => {
        const [head, ...rows] = readFileSync(OUT, 'utf8')
          .trimEnd()
          .split('\n')
          .map((row) => row.split(','));
        assert.deepEqual(head, ['day', 'site', 'currency', 'tax', 'net', 'tax_amount', 'gross']);
        return rows;
      };
      const before = readFileSync(OUT, 'utf8');
      assert.match(await run(), /^0 orders/);
      assert.equal(readFileSync(OUT, 'utf8'), before, 'a second run doubles nothing');

      const cents = (text: string) => {
        assert.match(text, /^-?\d+\.\d\d$/);
        return BigInt(text.replace('.', ''));
      };
      /** The sums of a column, against what the service's own report says. */
      const agrees = async () => {
        const [day = ''] = table()[0] ?? [];
        const { totals } = (await server.get(`reports/day?from=${day}&to=${table().at(-1)?.[0]}`)).json;
        for (const [at, name] of [
          [4, 'total_ex_tax'],
          [5, 'total_tax'],
          [6, 'total'],
        ] as const) {
          const sum = table().reduce((all, row) => all + cents(row[at] ?? ''), 0n);
          assert.equal(sum, BigInt(Math.round(totals[name] * 100)), name);
        }
      };
      await agrees();
      assert.deepEqual([...new Set(table().map((row) => row[3]))], ['GST 0.1', 'none']);
      assert.equal(table().find((row) => row[3] === 'none')?.[6], '0.60');

      const back = {
        site_id: 1,
        original_order_id_str: large.id_str,
        lines: [{ product_id: 2, quantity: -1 }],
      };
      const { total } = (await server.post('orders/price', back)).json;
      const payments = [{ method_id: 1, amount: total }];
      const refund = await server.post('orders', { ...back, status: 'PENDING', payments });
      assert.equal(refund.json.status, 'COMPLETE', refund.text);
      assert.match(await run(), /^1 orders/);
      await agrees();
    });
  });
}
