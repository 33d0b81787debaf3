// Real orders with the options of each line, through a real service: every one of the 1,834, to the cent, and every
// selection read back in its tree and order.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CHIPOTLE, engineEnv, runCli, serve } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

for (const engine of ENGINES) {
  it(`the Chipotle orders keep their choices and add up (${engine})`, async () => {
    const env = await engineEnv(engine);
    const server = await serve({ env });
    const place = { ...env, DATA_DIR: server.dir };
    const imported = await runCli(['import', CHIPOTLE], place);
    assert.equal(imported.code, 0, imported.stdout + imported.stderr);
    const { code, stdout, stderr } = await runCli(['replay', CHIPOTLE], { DATA_DIR: server.dir });
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Orders +1,834 +1,834$/m);
    assert.match(stdout, /^Lines +4,622 +4,622$/m);
    assert.match(stdout, /^Items +4,972 +4,972$/m);
    assert.match(stdout, /^Revenue +34,500\.16 +34,500\.16$/m);
    assert.match(stdout, /^Everything adds up: every order, to the cent\.$/m);
    // The third order of the file: a salsa, and its fillings as a nested set, each a line of its own.
    const [order] = (await server.list('orders?limit=1000&fields=lines,options')).filter(
      (each) => each.sale_number === 'chipotle-3',
    );
    assert.deepEqual(
      order.lines.map((line: { part_of_option_set: boolean; product: { name: string } }) => [
        line.part_of_option_set,
        line.product.name,
      ]),
      [
        [false, 'Chicken Bowl'],
        [true, 'Fresh Tomato Salsa (Mild)'],
        [true, 'Fillings'],
        [true, 'Rice'],
        [true, 'Cheese'],
        [true, 'Sour Cream'],
        [true, 'Guacamole'],
        [true, 'Lettuce'],
        [false, 'Side of Chips'],
      ],
    );
    assert.equal(order.total, 12.67);
    await server.stop();
  });
}
