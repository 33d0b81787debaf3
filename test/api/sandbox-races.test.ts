import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Answer, onEachEngine } from '#test/harness/service.ts';

onEachEngine(
  'a sandbox that is reset by several at once (reference: sandbox.5)',
  (service) => {
    it('is reset by each in turn, while orders go on', async () => {
      const { client, card } = service();
      const [site] = card.sites;
      const [product] = (await client.get('products?limit=1')).json;
      let isOver = false;
      const answers: Answer[] = [];
      const sell = async () => {
        while (!isOver) {
          const made = await client.post('orders', { site_id: site.id, lines: [{ product_id: product.id }] });
          answers.push(made);
          if (made.status === 201)
            answers.push(await client.put(`orders/${made.json.id_str}`, { notes: 'x' }));
        }
      };
      const sales = Array.from({ length: 4 }, sell);
      const resets = await Promise.all(Array.from({ length: 2 }, () => client.post('sandbox/reset')));
      isOver = true;
      await Promise.all(sales);
      assert.ok(answers.length > 0);
      for (const { status, text } of resets) assert.equal(status, 200, text);
    });
  },
  { SANDBOX: 'on' },
);
