// Invoice numbers when the process is killed while it gives them, and after a restore (reference: orders.54).

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { engineEnv, makeFolder, runCli, type Server, serve, until } from '#test/harness/process.ts';
import { ENGINES, type Json } from '#test/harness/service.ts';

/** How often the process is killed, and after how many answered sales each time. */
const KILLED_AFTER = [1, 7, 23];
/** Sales that are under way at the same time. */
const TILLS = 8;

/** The site that numbers its invoices, and what is sold there. */
async function openShop(server: Server): Promise<{ site: string; product: string }> {
  const tax = { name: 'GST', code: 'N', rate: 0.1 };
  const { json: made } = await server.post('sites', {
    name: 'Harbour',
    code: 'HARBOUR',
    invoice_numbers: true,
  });
  const { json: charged } = await server.post('taxes', tax);
  const body = { name: 'Mug', unit_price: 11, taxes: [charged.id_str] };
  const { json: product, text } = await server.post(`sites/${made.id_str}/products`, body);
  assert.ok(typeof product?.id_str === 'string', text);
  return { site: made.id_str, product: product.id_str };
}

const sale = ({ site, product }: { site: string; product: string }) => ({
  site_id: site,
  status: 'COMPLETE',
  lines: [{ product_id: product }],
});

/** The numbers of a site's orders, which have to be 1, 2, 3, … each once. */
async function checkNumbers(server: Server, site: string): Promise<Map<string, number>> {
  const orders: Json[] = await server.list(`sites/${site}/orders?limit=1000`);
  const numbers = orders.map((order): [string, number] => {
    assert.equal(order.status, 'COMPLETE');
    const [, number] = /^HARBOUR-\d{4}-(\d{6})$/.exec(order.invoice_number) ?? [];
    assert.ok(number !== undefined, `${order.invoice_number}`);
    return [order.id_str, Number(number)];
  });
  assert.deepEqual(
    numbers.map(([, number]) => number).sort((a, b) => a - b),
    numbers.map((_, at) => at + 1),
  );
  return new Map(numbers);
}

for (const engine of ENGINES) {
  describe(`invoice numbers (${engine})`, () => {
    let server: Server | undefined;
    after(() => server?.stop());

    it('have no gap and none twice after kill -9, and answered ones stay', async () => {
      const env = await engineEnv(engine);
      server = await serve({ env });
      const { dir } = server;
      const shop = await openShop(server);
      const answered = new Map<string, string>();
      for (const most of KILLED_AFTER) {
        const running = server;
        const before = answered.size;
        let isGone = false;
        const till = async () => {
          while (!isGone) {
            try {
              const { status, json, text } = await running.post('orders', sale(shop));
              assert.equal(status, 201, text);
              answered.set(json.id_str, json.invoice_number);
            } catch (error) {
              if (!isGone) throw error;
            }
          }
        };
        const tills = Promise.all(Array.from({ length: TILLS }, till));
        await Promise.race([until('sales are answered', () => answered.size >= before + most), tills]);
        isGone = true;
        await running.stop('SIGKILL');
        await tills;
        server = await serve({ dir, env });
        const found = await checkNumbers(server, shop.site);
        for (const [id, number] of answered) assert.equal(Number(number.slice(-6)), found.get(id), number);
      }
      assert.ok(answered.size >= 31);
    });

    it('go on after a restore, from the one that was saved last', async () => {
      const env = await engineEnv(engine);
      const first = await serve({ env });
      const shop = await openShop(first);
      for (let count = 0; count < 3; count++) await first.post('orders', sale(shop));
      const kept = await checkNumbers(first, shop.site);
      const file = join(makeFolder(), 'saved');
      const saved = await runCli(['backup', '--to', file], { ...env, DATA_DIR: first.dir });
      assert.equal(saved.code, 0, saved.stderr);
      // What came after the back-up is lost, with its number.
      assert.match((await first.post('orders', sale(shop))).json.invoice_number, /-000004$/);
      await first.stop();
      const dir = join(makeFolder(), 'data');
      const place = await engineEnv(engine);
      const restored = await runCli(['restore', '--from', file], { ...place, DATA_DIR: dir });
      assert.equal(restored.code, 0, restored.stderr);
      const again = await serve({ dir, env: place });
      assert.deepEqual(await checkNumbers(again, shop.site), kept);
      for (const wanted of [4, 5]) {
        const { json } = await again.post('orders', sale(shop));
        assert.equal(Number(json.invoice_number.slice(-6)), wanted);
      }
      assert.equal((await checkNumbers(again, shop.site)).size, 5);
      await again.stop();
    });
  });
}
