// The example of a card terminal: every outcome of a payment request, each charged once, also by a process that dies.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { engineEnv, freePort, makeFolder, Process, serve, until } from './harness/process.ts';
import { ENGINES, type Json } from './harness/service.ts';

/** Prices whose cents choose the outcome, what comes of the request, and of what is asked again. */
const OUTCOMES: readonly [price: number, status: string, later?: string][] = [
  [10, 'approved'],
  [10.01, 'declined'],
  [10.02, 'cancelled'],
  [10.03, 'approved'],
  [10.05, 'unknown', 'approved'],
  [10.06, 'approved'],
  [10.07, 'unknown', 'declined'],
  [10.08, 'approved'],
];

for (const engine of ENGINES) {
  it(`the example of a terminal answers in every way, and charges once (${engine})`, async () => {
    const server = await serve({ env: await engineEnv(engine) });
    const JOURNAL = join(makeFolder(), 'terminal.sqlite');
    const env = {
      ...{ CARD: join(server.dir, 'sandbox.json'), PORT: String(await freePort()), JOURNAL },
      SLOW_MS: '0',
    };
    const start = async (more: Record<string, string> = {}) => {
      const terminal = new Process('examples/terminal.ts', [], { env: { ...env, ...more } });
      await until('the terminal takes requests', () => /^Method \d+ takes requests/m.test(terminal.stdout));
      return terminal;
    };
    const first = await start();
    const [, method] = /^Method (\d+)/m.exec(first.stdout) ?? [];

    const ask = async (price: number): Promise<Json> => {
      const line = { product_id: 1, unit_price_inc_tax: price };
      const order = await server.post('orders', { site_id: 1, status: 'PENDING', lines: [line] });
      assert.equal(order.status, 201, order.text);
      const made = await server.post('payment_requests', { order_id: order.json.id, method_id: method });
      assert.equal(made.status, 201, made.text);
      return made.json;
    };
    const becomes = async ({ id, order_id: order }: Json, status: string): Promise<Json> => {
      let request: Json;
      await until(`request ${id} is ${status}`, async () => {
        request = (await server.get(`payment_requests/${id}`)).json;
        return request.status === status;
      });
      return { request, order: (await server.get(`orders/${order}?fields=payments`)).json };
    };

    for (const [price, status, later] of OUTCOMES) {
      const asked = await ask(price);
      let { request, order } = await becomes(asked, status);
      if (later !== undefined) {
        assert.equal(order.payments.length, 0, 'nothing is paid while it is unknown');
        const again = await server.post(`payment_requests/${asked.id}/resolve`, {});
        assert.equal(again.status, 200, again.text);
        ({ request, order } = await becomes(asked, later));
      }
      const paid = request.status === 'approved' ? (price === 10.03 ? 5.01 : price) : 0;
      assert.equal(order.paid, paid, `${price}`);
      assert.equal(order.status, paid === price ? 'COMPLETE' : 'PENDING', `${price}`);
      assert.equal(order.payments.length, paid === 0 ? 0 : 1, `${price}`);
      if (paid > 0) assert.deepEqual(order.payments[0].card, { brand: 'Visa', last4: '4242' });
      if (price === 10.08)
        assert.deepEqual([order.payments[0].tip, order.credit_card_surcharge], [1.01, 0.25]);
    }

    // It dies between the charge and its answer, and says after a restart what it charged.
    const cut = await ask(10.09);
    assert.equal((await first.ended).code, 9);
    const second = await start({ OUTCOME: 'recover' });
    const { order } = await becomes(cut, 'approved');
    assert.deepEqual([order.status, order.payments.length], ['COMPLETE', 1]);
    second.kill('SIGTERM');
    assert.equal((await second.ended).stderr, '');
    const journal = new DatabaseSync(JOURNAL);
    const rows = journal.prepare('select count(*) as charges, sum(is_said) as said from charges').get();
    journal.close();
    assert.deepEqual({ ...rows }, { charges: OUTCOMES.length + 1, said: OUTCOMES.length + 1 });
  });
}
