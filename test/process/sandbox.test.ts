// A sandbox from the command line, as a first start makes it.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { engineEnv, runCli, serve } from '../harness/process.ts';
import { ENGINES } from '../harness/service.ts';

for (const engine of ENGINES) {
  it(`clock, faults and reset of a sandbox by the command line (${engine})`, async () => {
    const env = { ...(await engineEnv(engine)), SANDBOX: 'on' };
    const server = await serve({ env, first: true });
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCli(['sandbox', ...args], { ...env, DATA_DIR: server.dir });
      assert.equal(code, 0, stderr);
      return stdout === '' ? undefined : JSON.parse(stdout);
    };
    assert.equal(server.card.staff.length, 4);
    assert.equal(server.card.customers.length, 4);
    const sold = (await server.list('orders')).length;
    assert.ok(sold > 50);
    assert.equal((await run('clock', '--advance', 'PT8H')).ahead, 'PT8H');
    assert.equal((await run('clock')).ahead, 'PT8H');
    const made = await run(
      'faults',
      '--path',
      '/sites',
      '--method',
      'GET',
      '--effect',
      'error',
      '--status',
      '503',
      '--count',
      '1',
    );
    assert.equal((await server.get('sites')).headers['x-sandbox-fault'], made.id_str);
    assert.equal((await run('faults'))[0].hits, 1);
    await run('faults', '--clear');
    assert.deepEqual(await run('faults'), []);
    assert.equal((await server.post('orders', { site_id: server.card.sites[0].id })).status, 201);
    await run('reset');
    assert.equal((await server.list('orders')).length, sold);
    assert.equal((await run('clock')).ahead, 'PT0S');
    const wrong = await runCli(['sandbox', 'nothing'], { ...env, DATA_DIR: server.dir });
    assert.equal(wrong.code, 2);
  });
}
