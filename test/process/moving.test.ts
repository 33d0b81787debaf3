// The command `import sales` beside a service that runs, with what the columns of the file are (docs/moving-in.md).

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { engineEnv, makeFolder, runCli, type Server, serve } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

for (const engine of ENGINES) {
  describe(`import sales with --map (${engine})`, () => {
    let env: Record<string, string>;
    let server: Server;
    const folder = makeFolder();
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    before(async () => {
      env = await engineEnv(engine);
      server = await serve({ env });
      env = { ...env, DATA_DIR: server.dir };
    });
    after(() => server?.stop());

    it('reads columns by what is said of them, and guesses the rest', async () => {
      const token = server.card.addon.access_token;
      const made = await server.post('products', { name: 'Old soup', sku: 'OLD', unit_price: 9 }, { token });
      assert.equal(made.status, 201, made.text);
      const rows = 'Beleg,Zeit,Artikel,Qty,Order ID,Preis\nB-1,2019-03-01 12:30,OLD,2,77,10.00\n';
      const sales = file('sales.csv', rows);
      const site = ['--site', String(server.card.sites[0].id)];
      const importing = (...args: string[]) => runCli(['import', 'sales', sales, ...site, ...args], env);
      const said = { Beleg: 'sale', zeit: 'time', Artikel: 'sku', Preis: 'price', 'Order ID': null };
      const map = file('map.json', JSON.stringify(said));
      const done = await importing('--map', map);
      assert.equal(done.code, 0, `${done.stderr}${done.stdout}`);
      const [order] = await server.list('orders?limit=1', { token });
      const { json } = await server.get(`orders/${order?.id}`, { token });
      assert.deepEqual([json.total, json.lines[0].quantity], [20, 2]);
      assert.match((await importing('--map', map)).stdout, /\b1 there already\b/);

      const wrongs: readonly [string, RegExp][] = [
        ['{"Beleg": "sale", "Colour": null}', /there is no column "Colour"/],
        ['{"Beleg": "receipt"}', /"Beleg" cannot be "receipt"/],
        ['{"Beleg": "sale", "Zeit": "sale"}', /two columns are "sale"/],
        ['["sale"]', /has to be like/],
        ['{"Beleg": 1}', /has to be like/],
        ['Beleg: sale', /no JSON/],
      ];
      for (const [text, named] of wrongs) {
        const refused = await importing('--map', file('wrong.json', text));
        assert.notEqual(refused.code, 0, text);
        assert.match(refused.stderr, named, text);
      }
      assert.match((await importing('--map', join(folder, 'none.json'))).stderr, /cannot be read/);
    });
  });
}
