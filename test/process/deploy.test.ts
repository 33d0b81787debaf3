// What Dockerfile, compose.yaml and the systemd unit say is so: the health check against a running service, the settings
// and files that they name, and that nothing is killed before it has stopped.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { readConfig, SETTINGS } from '#src/config.ts';
import { engineEnv, freePort, Process, serve } from '#test/harness/process.ts';

const root = dirname(dirname(import.meta.dirname));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const shop = read('deploy/shop.compose.yaml');
const unit = read('deploy/passbell.service');

/** Names in capitals that are not ours: PostgreSQL's own, Node's, and that of a port in compose.yaml. */
const OTHERS = /^(?:POSTGRES_\w+|NODE_ENV|NODE_COMPILE_CACHE|PASSBELL_PORT|PASSBELL_ADDRESS)$/;
/** How long a stop takes after DRAIN_SECONDS at most, in s (docs/operations.md). */
const STOP_S = 10;

it('the health check tells a service that is up from one that is not', async () => {
  const server = await serve();
  const check = async (...args: string[]) => {
    const env = { PORT: String(server.port), HOST: '0.0.0.0' };
    return await new Process('deploy/healthcheck.ts', args, { env }).ended;
  };
  const up = await check();
  assert.equal(up.code, 0, up.stdout);
  assert.match(up.stdout, /^200 .*up/);
  assert.equal((await check('/readyz')).code, 0);
  const refused = await check('/v1/companies.json');
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /^401 /);
  await server.stop();
  const down = await check();
  assert.equal(down.code, 1);
  assert.match(down.stdout, /does not answer/);
});

it('the health check takes no settings for the defaults', async () => {
  const env = { PORT: String(await freePort()), HOST: '' };
  assert.equal((await new Process('deploy/healthcheck.ts', [], { env }).ended).code, 1);
});

it('the fleet of compose.yaml: two roles on one database and one DATA_DIR', async () => {
  assert.match(compose, /ROLE: api\n/);
  assert.match(compose, /ROLE: delivery\n/);
  const fleet = {
    ...(await engineEnv('postgres')),
    SANDBOX: 'off',
    BASE_URL: '',
    TRUST_PROXY: '',
    HOST: '0.0.0.0',
  };
  const api = await serve({ env: { ...fleet, ROLE: 'api' } });
  const delivery = await serve({ dir: api.dir, env: { ...fleet, ROLE: 'delivery' } });
  for (const { port } of [api, delivery]) {
    const env = { PORT: String(port), HOST: '0.0.0.0' };
    const { code, stdout } = await new Process('deploy/healthcheck.ts', ['/readyz'], { env }).ended;
    assert.equal(code, 0, stdout);
  }
  assert.match(api.process.stderr, /Set one up within a day, by this link/);
  for (const each of [delivery, api]) assert.equal((await each.stop()).code, 0);
});

it('an image starts the program that was built, by its one name', async () => {
  const [, file = ''] = /^ENTRYPOINT \["node", "([^"]+)"\]$/m.exec(dockerfile) ?? [];
  assert.match(file, /^dist\/program\//);
  const { code, stdout, stderr } = await new Process(file, ['help']).ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^ {2}serve /m);
});

it('every setting that they name is one', () => {
  const known = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));
  const named = [
    ...dockerfile.matchAll(/^(?:ENV| ) ([A-Z_]+)=/gm),
    ...`${compose}\n${shop}`.matchAll(/^ +([A-Z_]+): /gm),
    ...`${compose}\n${shop}`.matchAll(/\$\{([A-Z_]+)/g),
    ...unit.matchAll(/^Environment=([A-Z_]+)=/gm),
  ].map(([, name = '']) => name);
  for (const name of ['HOST', 'DATA_DIR', 'DATABASE_URL', 'ROLE', 'SANDBOX'])
    assert.ok(named.includes(name), name);
  assert.deepEqual(
    named.filter((name) => !known.has(name) && !OTHERS.test(name)),
    [],
  );
  const drain = readConfig([], {
    DATABASE_URL: 'postgres://u@database:5432/d',
    ROLE: 'delivery',
  }).drainSeconds;
  assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > drain + STOP_S);
  assert.ok(Number(/stop_grace_period: (\d+)s\n {2}read_only/.exec(compose)?.[1]) > drain + STOP_S);
});

it('every file that they name is there, and in what an image is built from', () => {
  const given = read('.dockerignore').split('\n');
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .map((name) => name.replace('/app/', ''));
  assert.ok(copied.includes('src'));
  for (const name of copied) {
    // These are made there.
    if (name === 'node_modules' || name === 'dist') continue;
    assert.ok(existsSync(join(root, name)), name);
    assert.ok(given.includes(`!${name}`), `.dockerignore leaves out ${name}`);
  }
  const { extends: base } = JSON.parse(read('web/tsconfig.json'));
  assert.ok(given.includes(`!${base.replace('../', '')}`), 'the screens are not built without it');
  const started = [...`${dockerfile}\n${compose}\n${shop}\n${unit}`.matchAll(/[\w/]+\.(?:ts|mjs)\b/g)].map(
    ([name]) => name,
  );
  assert.ok(started.length > 5);
  for (const name of started) assert.ok(existsSync(join(root, name.replace(/^\/app\//, ''))), name);
});
