// `passbell key`: the installation's key is changed while the service runs, step by step as the guide says (reference:
// operations.30). What the steps do is tested in test/api/keys.test.ts; here is what they say, and that none says a key.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { engineEnv, type Outcome, runCli, type Server, serve } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

for (const engine of ENGINES) {
  describe(`passbell key (${engine})`, () => {
    let env: Record<string, string>;
    let server: Server;
    const said: Outcome[] = [];
    before(async () => {
      env = await engineEnv(engine);
      server = await serve({ env });
      env = { ...env, DATA_DIR: server.dir };
    });
    after(() => server?.stop());

    const file = () => readFileSync(join(server.dir, 'secret.key'), 'utf8');
    const key = async (...args: string[]): Promise<Outcome> => {
      const outcome = await runCli(['key', ...args], env);
      said.push(outcome);
      return outcome;
    };
    const done = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await key(...args);
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '');
      return stdout;
    };
    const refused = async (code: number, says: RegExp, ...args: string[]): Promise<void> => {
      const before = file();
      const outcome = await key(...args);
      assert.equal(outcome.code, code, outcome.stderr);
      assert.equal(outcome.stdout, '');
      assert.match(outcome.stderr, says);
      assert.equal(file(), before);
    };

    it('leads from one key to the next, and says each time what comes then', async () => {
      const secrets = new Set([file().trim()]);
      const [, old = ''] =
        /holds one key:\n {2}([0-9a-f]{8}) {2}used {2}\d+ sealed texts/.exec(await done()) ?? [];
      assert.notEqual(old, '');
      const added = await done('add');
      const [, next = ''] = /^Key ([0-9a-f]{8}) is in .*secret\.key, in the second place/.exec(added) ?? [];
      assert.match(added, new RegExp(`Back the file up\\..*passbell key use ${next}\\n$`));
      for (const line of file().trim().split('\n')) secrets.add(line);
      assert.match(
        await done(),
        new RegExp(`holds 2 keys:\n {2}${old} {2}used .*\n {2}${next} {2}not used {2}nothing`),
      );
      await refused(1, new RegExp(`Key ${old} is the first, so it seals\\.`), 'drop', old);
      assert.match(
        await done('use', next),
        /is the first in .*, and seals from now on\..*passbell key reseal\n$/,
      );
      await refused(1, new RegExp(`On key ${old} rest \\d+ sealed texts`), 'drop', old);
      const resealed = await done('reseal');
      const [, count = '0'] =
        new RegExp(`^(\\d+) texts are sealed anew with key ${next}\\.`).exec(resealed) ?? [];
      assert.ok(Number(count) > 0, resealed);
      assert.match(resealed, /When nothing rests on an old key any more \(passbell key\): passbell key drop/);
      assert.match(
        await done('drop', old, '--force'),
        new RegExp(`^Key ${old} is gone from .*Keep the key with back-ups`),
      );
      assert.match(await done(), new RegExp(`holds one key:\n {2}${next} {2}used {2}\\d+ sealed texts`));
      assert.equal((await server.ask('GET', '/readyz')).status, 200);
      for (const { stdout, stderr } of said)
        for (const secret of secrets) assert.ok(!(stdout + stderr).includes(secret), 'a key was said');
    });

    it('refuses what is typed wrong with a sentence', async () => {
      await refused(2, /There is: key, key add, key use <id>, key reseal, key drop <id>\./, 'turn');
      await refused(2, /It needs the id of one key: eight digits/, 'use', 'first');
      await refused(1, /secret\.key holds no key 00000000\. It holds: [0-9a-f]{8}/, 'drop', '00000000');
    });
  });
}
