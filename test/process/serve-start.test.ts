// The first start, the second, and the starts that do not happen (reference: operations.2, operations.6, operations.9).

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { readConfig } from '#src/config.ts';
import { ensureCertificates } from '#src/edge/tls.ts';
import { ConfigError } from '#src/kernel/settings.ts';
import {
  engineEnv,
  freePort,
  makeFolder,
  type Outcome,
  runServe,
  type Server,
  serve,
  withoutSlow,
} from '#test/harness/process.ts';
import { ENGINES, freshDatabase, type Json } from '#test/harness/service.ts';

/**
 * How much of a processor a start over an existing database may take: on a machine that is busy with other tests its time
 * says little. It takes half of that.
 */
const READY_LIMIT_MS = 3_000;

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}

function isId(value: unknown): void {
  assert.ok(Number.isSafeInteger(value) && Number(value) > 0, `${value} is no id`);
}

/** The whole of sandbox.json, key by key in its order (reference: operations.10). */
function checkCard(card: Json, server: Server): void {
  assert.deepEqual(Object.keys(card), [
    'base_url',
    'ca_certificate_file',
    'company_id',
    'sites',
    'staff',
    'customers',
    'payment_methods',
    'taxes',
    'addon',
    'admin',
  ]);
  assert.deepEqual(Object.keys(card.admin), ['email', 'password']);
  assert.match(card.admin.email, /^[^@]+@[^@]+$/);
  assert.match(card.admin.password, /^[\w-]{24}$/);
  assert.equal(card.base_url, server.address);
  assert.equal(card.ca_certificate_file, 'tls/ca.pem');
  isId(card.company_id);
  assert.equal(card.sites.length, 1);
  const [site] = card.sites;
  assert.deepEqual(Object.keys(site), ['id', 'name', 'registers']);
  isId(site.id);
  assert.equal(site.registers.length, 1);
  isId(site.registers[0].id);
  assert.deepEqual(site.registers[0], { id: site.registers[0].id, name: 'Register 1' });
  assert.equal(card.staff.length, 1);
  assert.deepEqual(Object.keys(card.staff[0]), ['id', 'first_name', 'pin']);
  assert.match(card.staff[0].pin, /^\d{6}$/);
  assert.equal(card.customers.length, 1);
  assert.deepEqual(Object.keys(card.customers[0]), ['id', 'email']);
  assert.match(card.customers[0].email, /^[^@]+@[^@]+$/);
  assert.equal(card.payment_methods[0].name, 'Cash');
  for (const method of card.payment_methods) assert.deepEqual(Object.keys(method), ['id', 'name']);
  assert.equal(card.taxes.length, 1);
  assert.deepEqual(Object.keys(card.taxes[0]), ['id', 'code', 'rate']);
  assert.equal(card.taxes[0].rate, 0.1);
  assert.deepEqual(Object.keys(card.addon), [
    'client_id',
    'client_secret',
    'signing_secret',
    'redirect_uris',
    'access_token',
  ]);
  // 256 bits are 43 characters of base64url.
  assert.match(card.addon.client_secret, /^pb_cs_[\w-]{43}$/);
  assert.match(card.addon.signing_secret, /^pb_ss_[\w-]{43}$/);
  assert.match(card.addon.access_token, /^pb_at_[\w-]{43}$/);
}

for (const engine of ENGINES) {
  describe(`an installation (${engine})`, () => {
    let first: Server;
    let env: Record<string, string>;
    let secrets: Record<string, string>;
    const keep = (dir: string) =>
      Object.fromEntries(
        ['secret.key', 'tls/ca.pem', 'tls/server.pem'].map((name) => [
          name,
          readFileSync(join(dir, name), 'utf8'),
        ]),
      );

    it('is made by the first start', async () => {
      env = await engineEnv(engine);
      first = await serve({ env, first: true });
      assert.equal(first.process.stdout, `Passbell is ready at https://localhost:${first.port}\n`);
      const { dir, card } = first;
      const files = ['sandbox.json', 'secret.key', 'service.lock', 'service.pid', 'tls'];
      const database =
        engine === 'sqlite' ? ['passbell.sqlite', 'passbell.sqlite-shm', 'passbell.sqlite-wal'] : [];
      assert.deepEqual(readdirSync(dir).sort(), [...database, ...files]);
      assert.equal(modeOf(dir), '700');
      for (const file of [
        ...database,
        'sandbox.json',
        'secret.key',
        'service.lock',
        'service.pid',
        'tls/ca-key.pem',
        'tls/server-key.pem',
      ]) {
        assert.equal(modeOf(join(dir, file)), '600', file);
      }
      checkCard(card, first);
      secrets = keep(dir);

      // Everything in the card is true.
      const own = await first.get('/v1/companies/me');
      assert.equal(own.json.id, card.company_id);
      assert.equal((await first.get(`sites/${card.sites[0].id}`)).json.name, card.sites[0].name);
      assert.equal(
        (await first.get(`registers/${card.sites[0].registers[0].id}`)).json.site_id,
        card.sites[0].id,
      );
      assert.equal((await first.get(`staff/${card.staff[0].id}`)).json.first_name, card.staff[0].first_name);
      assert.equal(
        (await first.get(`customers/${card.customers[0].id}`)).json.email,
        card.customers[0].email,
      );
      assert.equal((await first.get(`payment_methods/${card.payment_methods[0].id}`)).json.kind, 'cash');
      assert.equal((await first.get(`taxes/${card.taxes[0].id}`)).json.code, card.taxes[0].code);
      const { client_id, client_secret } = card.addon;
      const grant = { grant_type: 'client_credentials', client_id, client_secret };
      const token = await first.post('/v1/token', grant);
      assert.equal(token.status, 200);
      assert.equal(
        (await first.get('/v1/companies/me', { token: token.json.access_token })).json.id,
        card.company_id,
      );
      assert.equal((await first.get('products')).json.length, 50);
      assert.equal((await first.get('/healthz')).status, 200);
      assert.deepEqual((await first.get('/readyz')).json, {
        status: 'ready',
        database: engine,
        delivery: 'running',
        checks: Object.fromEntries(
          ['service', 'writes', 'deliveries', 'mail', 'certificate'].map((name) => [name, { ok: true }]),
        ),
      });
      assert.deepEqual(withoutSlow(first.process.stderr), []);
      const { code, stdout } = await first.stop();
      assert.equal(code, 0);
      assert.equal(stdout.split('\n').length, 2, 'one line on stdout');
    });

    it('is kept by the second start, which only makes the address true', async (t) => {
      const before = { ...first.card, note: 'mine: "base_url": "x"' };
      // As a person may have left it: on one line, with a word of their own.
      writeFileSync(join(first.dir, 'sandbox.json'), JSON.stringify(before));
      const second = await serve({ dir: first.dir, env });
      t.diagnostic(`ready after ${Math.round(second.readyAfter)} ms, ${second.usedMs} of a processor`);
      assert.ok(second.usedMs < READY_LIMIT_MS, `ready after ${second.usedMs} ms of a processor`);
      assert.deepEqual(second.card, { ...before, base_url: second.address });
      assert.equal(modeOf(join(second.dir, 'sandbox.json')), '600');
      assert.deepEqual(keep(second.dir), secrets);
      assert.equal((await second.get('/v1/companies/me')).json.id, before.company_id);
      assert.equal((await second.list('/v1/companies')).length, 1);
      assert.equal((await second.list('products?limit=1000')).length, 130);
      assert.equal((await second.stop()).code, 0);
      assert.ok(
        !readdirSync(second.dir).some((name) => /\.new$|-wal$|\.pid$/.test(name)),
        'nothing is left lying',
      );
    });

    it('has no sandbox with SANDBOX=off, then and later', async () => {
      const own = await engineEnv(engine);
      const off = await serve({ env: { ...own, SANDBOX: 'off' } });
      // The first company is founded by a link on the console, which stdout's one line is not part of.
      assert.match(off.process.stdout, /^Passbell is ready at \S+\n$/);
      assert.match(
        off.process.stderr,
        /^There is no company yet\. .*: https:\/\/localhost:\d+\/setup\?token=\S+\n$/,
      );
      assert.equal(existsSync(join(off.dir, 'sandbox.json')), false);
      assert.equal((await off.get('/v1/companies/me', { token: 'none' })).status, 401);
      await off.stop();
      const later = await serve({ dir: off.dir, env: own });
      assert.equal(existsSync(join(off.dir, 'sandbox.json')), false);
      await later.stop();
    });
  });
}

describe('settings of serve', () => {
  /** Every setting, each with a value whose effect is seen below. */
  async function everything() {
    const tls = join(makeFolder(), 'own');
    const { caFile } = await ensureCertificates(tls, new Date());
    return {
      ca: readFileSync(caFile, 'utf8'),
      values: {
        PORT: '0',
        HOST: '0.0.0.0',
        DATA_DIR: join(makeFolder(), 'data'),
        DATABASE_URL: await freshDatabase(),
        BASE_URL: 'https://pos.example.com/shop/',
        TLS_CERT_FILE: join(tls, 'server.pem'),
        TLS_KEY_FILE: join(tls, 'server-key.pem'),
        TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
        RATE_LIMIT: '77',
        SANDBOX: 'bare',
        WEBHOOK_ALLOW_PRIVATE: '10.0.0.0/8',
        FIRST_ORDER_ID: '9007199254740993',
        LOG_LEVEL: 'error',
      },
    };
  }

  /** What would be seen if a flag did not win. */
  const OTHER = {
    PORT: '1',
    HOST: '192.0.2.1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    BASE_URL: 'https://other.example.com',
    TLS_CERT_FILE: '/none',
    TLS_KEY_FILE: '/none',
    TRUST_PROXY: '',
    RATE_LIMIT: '5',
    SANDBOX: 'off',
    FIRST_ORDER_ID: '3',
  };

  const ways = [
    ['flags, which win over the environment', (values: Record<string, string>) => flagsOf(values), OTHER],
    ['the environment', () => [], {}],
  ] as const;
  for (const [by, argsOf, over] of ways) {
    it(`all count, given by ${by}`, async () => {
      const { ca, values } = await everything();
      const args = argsOf(values);
      const server = await serve({ dir: values.DATA_DIR, ca, args, env: { ...values, ...over } });
      assert.equal(
        server.process.stdout,
        `Passbell is ready at https://localhost:${server.port} and known as https://pos.example.com/shop\n`,
      );
      const files = ['sandbox.json', 'secret.key', 'service.lock', 'service.pid'];
      assert.deepEqual(readdirSync(values.DATA_DIR).sort(), files);
      const { card } = server;
      assert.equal(card.base_url, 'https://pos.example.com/shop');
      assert.equal('ca_certificate_file' in card, false);
      const order = await server.post('orders', { site_id: card.sites[0].id });
      assert.equal(order.status, 201, order.text);
      assert.match(order.text, /"id":9007199254740993,"id_str":"9007199254740993"/);
      assert.equal(
        order.headers.location,
        `https://pos.example.com/shop/v1/companies/${card.company_id}/orders/9007199254740993`,
      );
      assert.equal(order.headers['x-ratelimit-limit'], '77');
      assert.equal(await plainStatus(server.port, { 'x-forwarded-proto': 'https' }), 200);
      assert.equal(await plainStatus(server.port, {}), 400);
      assert.equal((await server.stop()).code, 0);
    });
  }

  function flagsOf(values: Record<string, string>): string[] {
    return Object.entries(values).map(
      ([name, value]) => `--${name.toLowerCase().replaceAll('_', '-')}=${value}`,
    );
  }

  function plainStatus(port: number, headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port, path: '/healthz', headers, agent: false },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        },
      );
      request.once('error', reject);
      request.end();
    });
  }

  /** The refused setting, and the word that the sentence has for it. */
  const REFUSED: readonly [args: readonly string[], named: RegExp][] = [
    [['--prot', '8443'], /--prot\b/],
    [['8443'], /'8443'/],
    [['--port'], /--port\b/],
    [['--port='], /--port is empty/],
    [['--port=84x'], /PORT \(--port\).*"84x"/],
    [['--port=65536'], /PORT/],
    [['--port=-1'], /PORT/],
    [['--host=a b'], /HOST \(--host\).*"a b"/],
    [['--database-url=mysql://root:hunter2@localhost/x'], /DATABASE_URL \(--database-url\)/],
    [['--database-url=postgres://passbell:hunter2@db:port/x'], /DATABASE_URL/],
    [['postgres://passbell:hunter2@db/x'], /'postgres:\/\/…@db\/x'/],
    [['--base-url=http://pos.example.com'], /BASE_URL/],
    [['--base-url=https://admin:hunter2@pos.example.com'], /BASE_URL/],
    [['--base-url=pos.example.com'], /BASE_URL/],
    [['--tls-cert-file=/c.pem'], /TLS_KEY_FILE/],
    [['--tls-key-file=/k.pem'], /TLS_CERT_FILE/],
    [['--trust-proxy=10.0.0.0/33'], /TRUST_PROXY.*"10\.0\.0\.0\/33"/],
    [['--rate-limit=lots'], /RATE_LIMIT.*"lots"/],
    [['--sandbox=maybe'], /SANDBOX.*"maybe"/],
    [['--webhook-allow-private=localhost'], /WEBHOOK_ALLOW_PRIVATE.*"localhost"/],
    [['--first-order-id=0'], /FIRST_ORDER_ID/],
    [['--first-order-id=9223372036854775808'], /FIRST_ORDER_ID/],
    [['--log-level=loud'], /LOG_LEVEL/],
  ];

  for (const [args, named] of REFUSED) {
    it(`${args.join(' ')} is refused by name`, () => {
      assert.throws(
        () => readConfig(args, {}),
        (error) =>
          error instanceof ConfigError && named.test(error.message) && !error.message.includes('hunter2'),
      );
    });
  }

  it('that are unknown or malformed stop the start with a sentence, and nothing is made', async () => {
    const dir = join(makeFolder(), 'data');
    const some = REFUSED.filter(([args]) => /prot|84x|hunter2@db:port/.test(args.join(' ')));
    assert.equal(some.length, 3);
    const outcomes = await Promise.all(some.map(([args]) => runServe(args, { DATA_DIR: dir, PORT: '0' })));
    for (const [at, [args, named]] of some.entries()) {
      const outcome = outcomes[at];
      assert.ok(outcome);
      checkRefusal(outcome, named, args.join(' '));
    }
    const byEnvironment = await runServe([], { DATA_DIR: dir, RATE_LIMIT: 'lots' });
    checkRefusal(byEnvironment, /RATE_LIMIT.*"lots"/, 'RATE_LIMIT');
    assert.equal(existsSync(dir), false);
  });
});

/** Not started: exit 1, nothing on stdout, one line that names the fault and holds no password. */
function checkRefusal(outcome: Outcome, named: RegExp, what: string): void {
  assert.equal(outcome.code, 1, `${what}: ${outcome.stderr}`);
  assert.equal(outcome.stdout, '', what);
  assert.match(outcome.stderr, /^Passbell did not start\. [^\n]+\n$/, what);
  assert.match(outcome.stderr, named, what);
  assert.ok(!outcome.stderr.includes('hunter2'), `${what} tells the password: ${outcome.stderr}`);
}

describe('a start that cannot be', () => {
  it('names a port that is in use, and goes well when it is free', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const dir = join(makeFolder(), 'data');
    const refused = await runServe([], { PORT: port, DATA_DIR: dir });
    await new Promise((resolve) => taken.close(resolve));
    checkRefusal(refused, new RegExp(`PORT.*${port} is in use`), 'port');
    const server = await serve({ dir, env: { PORT: port } });
    assert.equal(String(server.port), port);
    assert.equal((await server.get('products?limit=1')).status, 200);
    await server.stop();
  });

  it('names a host that is not of this machine', async () => {
    const refused = await runServe([], {
      HOST: '192.0.2.1',
      PORT: '0',
      DATA_DIR: join(makeFolder(), 'data'),
    });
    checkRefusal(refused, /HOST.*192\.0\.2\.1/, 'host');
  });

  it('names certificate files that cannot be used, and makes nothing', async () => {
    const folder = makeFolder();
    const dir = join(folder, 'data');
    for (const name of ['one', 'two']) await ensureCertificates(join(folder, name), new Date());
    const cert = join(folder, 'one/server.pem');
    const key = join(folder, 'one/server-key.pem');
    const text = join(folder, 'text.pem');
    writeFileSync(text, 'no certificate\n');
    const cases: readonly [cert: string, key: string, named: RegExp][] = [
      [join(folder, 'none.pem'), key, /TLS_CERT_FILE: \S+none\.pem does not exist/],
      [folder, key, /TLS_CERT_FILE: .* cannot be read \(EISDIR\)/],
      [text, key, /TLS_CERT_FILE: \S+text\.pem is no certificate/],
      [cert, join(folder, 'none.pem'), /TLS_KEY_FILE: \S+none\.pem does not exist/],
      [cert, text, /TLS_KEY_FILE: \S+text\.pem is no private key/],
      [cert, join(folder, 'two/server-key.pem'), /TLS_KEY_FILE: .* is not the key/],
    ];
    for (const [certFile, keyFile, named] of cases) {
      const env = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, PORT: '0', DATA_DIR: dir };
      checkRefusal(await runServe([], env), named, `${certFile} ${keyFile}`);
    }
    assert.equal(existsSync(dir), false);
  });

  it('says that the database cannot be used, without its password', async () => {
    const dir = join(makeFolder(), 'data');
    const port = await freePort();
    const run = (url: string) =>
      runServe([], { DATABASE_URL: url, PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'trace' });
    checkRefusal(
      await run(`postgres://passbell:hunter2@127.0.0.1:${port}/passbell`),
      /DATABASE_URL.*cannot be reached.*ECONNREFUSED/,
      'unreachable',
    );
    const good = new URL(await freshDatabase());
    const wrong = new URL(good);
    wrong.password = 'hunter2';
    checkRefusal(await run(wrong.href), /DATABASE_URL.*password authentication failed/, 'wrong password');
    const missing = new URL(good);
    missing.pathname = '/nosuchdatabase';
    const outcome = await run(missing.href);
    checkRefusal(outcome, /DATABASE_URL.*"nosuchdatabase" does not exist/, 'no database');
    assert.ok(!outcome.stderr.includes(good.password), 'the real password is not told either');
    assert.deepEqual(readdirSync(dir), ['service.lock'], 'no key is made for a database that is not there');
  });

  it('says that DATA_DIR or the database in it cannot be used', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'file'), '');
    const below = await runServe([], { DATA_DIR: join(folder, 'file/data'), PORT: '0' });
    checkRefusal(below, /file\/data.*DATA_DIR/, 'below a file');
    if (process.platform === 'linux') {
      const nowhere = await runServe([], { DATA_DIR: '/proc/passbell', PORT: '0' });
      checkRefusal(
        nowhere,
        /\/proc\/passbell cannot be used \(ENOENT\).*DATA_DIR/,
        'no folder is made there',
      );
    }
    mkdirSync(join(folder, 'other'));
    writeFileSync(
      join(folder, 'other/passbell.sqlite'),
      'This is a letter, and no database at all.\n'.repeat(100),
    );
    const letter = await runServe([], { DATA_DIR: join(folder, 'other'), PORT: '0' });
    checkRefusal(letter, /other\/passbell\.sqlite is damaged/, 'not a database');
    mkdirSync(join(folder, 'third/passbell.sqlite'), { recursive: true });
    const taken = await runServe([], { DATA_DIR: join(folder, 'third'), PORT: '0' });
    checkRefusal(taken, /third\/passbell\.sqlite/, 'a folder in its place');
  });

  it('refuses another secret.key than the one the database was made with, and a missing one', async () => {
    const server = await serve();
    await server.stop();
    const { dir } = server;
    const key = join(dir, 'secret.key');
    copyFileSync(key, join(dir, 'kept'));
    const env = { DATA_DIR: dir, PORT: '0' };
    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    checkRefusal(await runServe([], env), /secret\.key is not the key/, 'another key');
    writeFileSync(key, 'short\n');
    checkRefusal(await runServe([], env), /secret\.key does not hold a key/, 'no key');
    const kept = readFileSync(join(dir, 'kept'));
    writeFileSync(key, kept);
    const other = join(makeFolder(), 'data');
    mkdirSync(other);
    copyFileSync(join(dir, 'passbell.sqlite'), join(other, 'passbell.sqlite'));
    checkRefusal(await runServe([], { DATA_DIR: other, PORT: '0' }), /secret\.key is missing/, 'missing key');
    assert.equal(existsSync(join(other, 'secret.key')), false, 'no other key is made in its place');
    const again = await serve({ dir });
    assert.equal((await again.get('/v1/companies/me')).status, 200);
    await again.stop();
  });
});

it('secrets never get into what is printed, whatever the log level', async () => {
  const databaseUrl = await freshDatabase();
  const server = await serve({ env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace' } });
  const { card } = server;
  const { client_id, client_secret, signing_secret, access_token } = card.addon;
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const token = await server.post('/v1/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });
  await server.post('/v1/token', {
    grant_type: 'client_credentials',
    client_id,
    client_secret: `${client_secret}x`,
  });
  await server.get('orders', { headers: { authorization: basic } });
  await server.get('orders', { headers: { authorization: `Bearer ${access_token}x` } });
  const [{ id: staff_id, pin }] = card.staff;
  const sessions = `registers/${card.sites[0].registers[0].id}/sessions`;
  await server.post(sessions, { staff_id: 'nonsense', pin });
  await server.post(sessions, { staff_id: staff_id + 1, pin });
  const session = await server.post(sessions, { staff_id, pin });
  assert.equal(session.status, 201, session.text);
  const operator = session.json.access_token;
  await server.get('staff/me', { headers: { authorization: `Bearer ${operator}` } });
  await server.get('staff/me', { headers: { authorization: `Bearer ${operator}x` } });
  await server.post('orders', { site_id: card.sites[0].id, notes: access_token });
  await server.post('orders', { site_id: 'nonsense', notes: access_token });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('alter table orders rename to gone');
  await database.end();
  const failed = await server.post('orders', { site_id: card.sites[0].id, notes: access_token });
  assert.equal(failed.status, 500, failed.text);
  const { stdout, stderr, code } = await server.stop();
  assert.equal(code, 0);
  assert.match(stderr, /"level":50/, 'something is logged at all');
  const key = readFileSync(join(server.dir, 'secret.key'), 'utf8').trim();
  const passwords = [new URL(databaseUrl).password, client_secret, signing_secret, access_token, key, basic];
  const secrets = [token.json.access_token, operator, pin, card.admin.password];
  for (const secret of [...passwords, ...secrets]) {
    assert.ok(secret.length > 5);
    assert.ok(!stdout.includes(secret) && !stderr.includes(secret), `printed: ${secret}`);
  }
});
