// The whole real year through a real service: every order, to the cent.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PIZZA_PLACE, runCli, serve } from '#test/harness/process.ts';

it('a year of a pizza place adds up', async (t) => {
  const server = await serve();
  const { code, stdout, stderr } = await runCli(['replay', PIZZA_PLACE], { DATA_DIR: server.dir });
  assert.equal(code, 0, stdout + stderr);
  t.diagnostic(/^Sent .*$/m.exec(stdout)?.[0] ?? stdout);
  assert.match(stdout, /^Orders +21,350 +21,350$/m);
  assert.match(stdout, /^Lines +48,620 +48,620$/m);
  assert.match(stdout, /^Items +49,574 +49,574$/m);
  assert.match(stdout, /^Revenue +817,860\.05 +817,860\.05$/m);
  assert.match(stdout, /^Everything adds up: every order, all 12 months and all 358 days, to the cent\.$/m);
  const last = await server.get('orders?limit=1');
  assert.equal(last.json[0].id, 21_350, 'each order was made once');
  const { code: stopped, stderr: logged } = await server.stop();
  assert.equal(stopped, 0);
  assert.equal(logged, '');
});
