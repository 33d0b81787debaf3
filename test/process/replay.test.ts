// `replay` through a real service, with services and replays killed in the middle of it (reference: operations.12).

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engineEnv, PIZZA_PLACE, Process, runCli, type Server, serve, until } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

/** Enough that a kill hits the middle: a few seconds of orders. */
const ORDERS = 600;
/** When a kill comes: after so many orders. */
const MIDDLE = 60;

/** What `replay` reports: the table's two columns. */
function figures(stdout: string): Record<string, [expected: string, readBack: string]> {
  const rows = [...stdout.matchAll(/^(Orders|Lines|Items|Revenue) +([\d,.]+) +([\d,.]+)$/gm)];
  return Object.fromEntries(rows.map(([, what = '', expected = '', back = '']) => [what, [expected, back]]));
}

/** Every order of the service, as it lists them: none twice, each whole and paid. */
async function checkOrders(server: Server, count: number): Promise<void> {
  const orders = await server.list('orders?limit=1000&fields=lines,payments');
  assert.equal(orders.length, count);
  assert.equal(new Set(orders.map((order) => order.sale_number)).size, count);
  for (const order of orders) {
    assert.equal(order.status, 'COMPLETE');
    assert.ok(order.lines.length > 0);
    assert.equal(order.payments.length, 1);
    assert.equal(order.payments[0].amount, order.total);
  }
  const events = await server.list('events?limit=5000&topic=orders/completed');
  assert.equal(events.length, count, 'one event for each');
}

/** How many orders there are: each is completed once. */
async function countOrders(server: Server): Promise<number> {
  return (await server.list('events?limit=5000&topic=orders/completed')).length;
}

function startReplay(server: Server): Process {
  const args = ['replay', PIZZA_PLACE, '--limit', String(ORDERS), '--connections', '4'];
  return new Process('src/cli.ts', args, { env: { DATA_DIR: server.dir } });
}

for (const engine of ENGINES) {
  describe(`replay (${engine})`, () => {
    it('sends the orders, reads them back and adds them up; a second time it sends nothing', async () => {
      const server = await serve({ env: await engineEnv(engine) });
      const args = ['replay', PIZZA_PLACE, '--limit', '400'];
      const first = await runCli(args, { DATA_DIR: server.dir });
      assert.equal(first.code, 0, first.stdout + first.stderr);
      assert.equal(first.stderr, '');
      assert.match(first.stdout, /^Sent 400 orders in .*; 0 were there already;/m);
      assert.match(first.stdout, /^Everything adds up: /m);
      // Added up from the files by other means.
      const found = figures(first.stdout);
      assert.deepEqual(found, {
        Orders: ['400', '400'],
        Lines: ['921', '921'],
        Items: ['942', '942'],
        Revenue: ['15,591.50', '15,591.50'],
      });
      const second = await runCli(args, { DATA_DIR: server.dir });
      assert.equal(second.code, 0);
      assert.match(second.stdout, /^Sent 0 orders in .*; 400 were there already;/m);
      assert.deepEqual(figures(second.stdout), found);
      await checkOrders(server, 400);
      await server.stop();
    });

    it('ends well when the service is killed in the middle of it and started again', async () => {
      const env = await engineEnv(engine);
      const first = await serve({ env });
      const replay = startReplay(first);
      await until('the replay is in the middle', async () => (await countOrders(first)) >= MIDDLE);
      await first.stop('SIGKILL');
      assert.equal(replay.hasExited, false, 'it was not over yet');
      const second = await serve({ env: { ...env, PORT: String(first.port) }, dir: first.dir });
      const { code, stdout, stderr } = await replay.ended;
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /^No answer from https:\/\/localhost:\d+ \(\w+\)\. Trying again/m);
      assert.match(stdout, /^Everything adds up: /m);
      assert.equal(figures(stdout).Orders?.[1], '600');
      await checkOrders(second, ORDERS);
      await second.stop();
    });

    it('goes on when it was killed itself, and doubles nothing', async () => {
      const server = await serve({ env: await engineEnv(engine) });
      const killed = startReplay(server);
      await until('the replay is in the middle', async () => (await countOrders(server)) >= MIDDLE);
      killed.kill('SIGKILL');
      assert.equal((await killed.ended).signal, 'SIGKILL');
      const stopped = startReplay(server);
      await until('the second is further', async () => (await countOrders(server)) >= 3 * MIDDLE);
      stopped.kill('SIGTERM');
      const told = await stopped.ended;
      assert.equal(told.code, 143, told.stderr);
      assert.match(told.stderr, /^passbell replay: Stopped before the end, as it was told to\.\n$/);
      const last = await startReplay(server).ended;
      assert.equal(last.code, 0, last.stdout + last.stderr);
      const there = Number(/^([\d,]+) of 600 orders are there already\.$/m.exec(last.stdout)?.[1]);
      assert.ok(there >= 3 * MIDDLE && there < ORDERS, last.stdout);
      assert.match(
        last.stdout,
        new RegExp(`^Sent ${ORDERS - there} orders in .*; ${there} were there already;`, 'm'),
      );
      assert.match(last.stdout, /^Everything adds up: /m);
      await checkOrders(server, ORDERS);
      await server.stop();
    });
  });
}

it('replay says what differs, and ends with 1', async () => {
  const server = await serve();
  const [product] = await server.list('products?sku=hawaiian_m');
  await server.put(`products/${product.id}`, { unit_price: 13 });
  const args = ['replay', PIZZA_PLACE, '--limit', '10'];
  const dearer = await runCli(args, { DATA_DIR: server.dir });
  assert.equal(dearer.code, 1);
  assert.match(dearer.stderr, /charges other prices than the data: hawaiian_m 13 instead of 13\.25/);
  assert.equal(await countOrders(server), 0);
  // As the sentence says: the import sets it back.
  assert.equal((await runCli(['import', PIZZA_PLACE], { DATA_DIR: server.dir })).code, 0);
  assert.equal((await runCli(args, { DATA_DIR: server.dir })).code, 0);
  await server.stop();
  const away = await runCli([...args, '--base-url', 'ftp://localhost'], { DATA_DIR: server.dir });
  assert.equal(away.code, 1);
  assert.match(away.stderr, /"ftp:\/\/localhost" is not an address of a service/);
});
