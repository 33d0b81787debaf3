import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it, test } from 'node:test';
import { type Config, readConfig, SETTINGS } from './config.ts';
import { ConfigError } from './kernel/settings.ts';

function problem(args: string[], env: Record<string, string> = {}): string {
  try {
    readConfig(args, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: `accepted: ${args.join(' ')} ${JSON.stringify(env)}` });
}

const DEFAULTS: Config = {
  port: 8443,
  host: '127.0.0.1',
  dataDir: resolve('data'),
  databaseUrl: undefined,
  database: { directUrl: undefined, isPooled: false, connections: 20 },
  copies: undefined,
  baseUrl: undefined,
  tlsFiles: undefined,
  trustProxy: '',
  rateLimit: 600,
  quotas: { requests: undefined, bytes: undefined, rows: undefined },
  sandbox: true,
  bareSandbox: false,
  webhookAllowPrivate: '',
  firstOrderId: 1n,
  role: 'all',
  drainSeconds: 0,
  securityContacts: [],
  smtp: undefined,
  tracing: undefined,
  logLevel: 'info',
};

/** Every setting: accepted texts with their values, and refused ones. */
const TABLE: Record<string, { takes: [string, Partial<Config>][]; refuses: string[] }> = {
  PORT: {
    takes: [
      ['0', { port: 0 }],
      ['65535', { port: 65_535 }],
    ],
    refuses: ['65536', '-1', 'http', '80.5', '0x50', '1e3', ' 80', '99999999999'],
  },
  QUOTA_REQUESTS_PER_DAY: {
    takes: [
      ['100000', { quotas: { requests: 100_000, bytes: undefined, rows: undefined } }],
      ['0', {}],
    ],
    refuses: ['-1', '1e6', 'none', '1.5', '1234567890123456'],
  },
  QUOTA_BYTES_PER_DAY: {
    takes: [
      ['999999999999999', { quotas: { requests: undefined, bytes: 999_999_999_999_999, rows: undefined } }],
    ],
    refuses: ['1 GB', '1234567890123456'],
  },
  QUOTA_ROWS: {
    takes: [['1', { quotas: { requests: undefined, bytes: undefined, rows: 1 } }]],
    refuses: ['many'],
  },
  COPY_DIR: {
    takes: [['/mnt/copies', { copies: { dir: '/mnt/copies', recipients: undefined, keepDays: 7 } }]],
    refuses: [],
  },
  // What it takes needs another setting: see below.
  COPY_RECIPIENTS: { takes: [], refuses: [] },
  COPY_KEEP_DAYS: { takes: [['30', {}]], refuses: ['0', '-1', 'a week', '3651'] },
  HOST: {
    takes: [
      ['0.0.0.0', { host: '0.0.0.0' }],
      ['::', { host: '::' }],
      ['pos.local', { host: 'pos.local' }],
    ],
    refuses: ['two hosts', 'https://x', 'a,b', 'a\nb'],
  },
  DATA_DIR: {
    takes: [
      ['/srv/passbell', { dataDir: '/srv/passbell' }],
      ['x/../y', { dataDir: resolve('y') }],
    ],
    refuses: [],
  },
  DATABASE_URL: {
    takes: [
      ['postgres://u:p@h:5/d', { databaseUrl: 'postgres://u:p@h:5/d', drainSeconds: 5 }],
      [
        'postgresql://h/d?sslmode=require',
        { databaseUrl: 'postgresql://h/d?sslmode=require', drainSeconds: 5 },
      ],
      ['postgres://a:1,b:2/d', { databaseUrl: 'postgres://a:1,b:2/d', drainSeconds: 5 }],
    ],
    refuses: ['mysql://h/d', 'h:5432', '/var/run/postgresql', 'postgres:h', 'postgres://h:port/d'],
  },
  // What it takes needs another setting: see below.
  DATABASE_DIRECT_URL: { takes: [], refuses: ['h:5432', 'postgres://a,,b/d'] },
  DATABASE_POOLER: {
    takes: [['off', {}]],
    refuses: ['session', 'on'],
  },
  DATABASE_CONNECTIONS: {
    takes: [
      ['2', { database: { directUrl: undefined, isPooled: false, connections: 2 } }],
      ['500', { database: { directUrl: undefined, isPooled: false, connections: 500 } }],
    ],
    refuses: ['0', '1', '501', 'many'],
  },
  // What it takes needs another setting: see below.
  DATABASE_REPLICA_URL: { takes: [], refuses: ['h:5432', 'postgres://a,,b/d'] },
  DATABASE_REPLICA_LAG: {
    takes: [
      ['1', {}],
      ['300', {}],
    ],
    refuses: ['0', '301', 'long', '0.5'],
  },
  BASE_URL: {
    takes: [
      ['https://pos.example.com', { baseUrl: 'https://pos.example.com' }],
      ['https://pos.example.com/', { baseUrl: 'https://pos.example.com' }],
      ['https://Pos.Example.com:8443/till//', { baseUrl: 'https://pos.example.com:8443/till' }],
      ['https://kässe.example', { baseUrl: 'https://xn--ksse-loa.example' }],
    ],
    refuses: [
      'http://pos.example.com',
      'pos.example.com',
      'https://',
      'https://u@h',
      'https://:p@h',
      'https://h?a=b',
      'https://h?',
      'https://h#a',
      ' https://h',
      'https://h\n',
    ],
  },
  TRUST_PROXY: {
    takes: [
      ['10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8, ::1' }],
      ['127.0.0.1', { trustProxy: '127.0.0.1' }],
    ],
    refuses: [
      'proxy',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '::1/129',
      '10.0.0.0/-1',
      '10.0.0.0/1e1',
      '10.0.0',
    ],
  },
  RATE_LIMIT: {
    takes: [
      ['0', { rateLimit: 0 }],
      ['100000000', { rateLimit: 100_000_000 }],
    ],
    refuses: ['-1', '1.5', 'off', '100000001'],
  },
  SANDBOX: {
    takes: [
      ['on', { sandbox: true }],
      ['bare', { sandbox: true, bareSandbox: true }],
      ['off', { sandbox: false }],
    ],
    refuses: ['true', 'ON', '0', 'no'],
  },
  WEBHOOK_ALLOW_PRIVATE: {
    takes: [['192.168.0.0/16', { webhookAllowPrivate: '192.168.0.0/16' }]],
    refuses: ['lan', '192.168.0.0/'],
  },
  FIRST_ORDER_ID: {
    takes: [
      ['1', { firstOrderId: 1n }],
      ['9007199254740993', { firstOrderId: 9_007_199_254_740_993n }],
    ],
    refuses: ['0', '-5', '1.5', '9223372036854775808', 'first'],
  },
  DRAIN_SECONDS: {
    takes: [
      ['0', { drainSeconds: 0 }],
      ['300', { drainSeconds: 300 }],
    ],
    refuses: ['-1', '0.5', '301', '5s'],
  },
  ROLE: {
    takes: [
      ['api', { role: 'api' }],
      ['delivery', { role: 'delivery' }],
      ['all', { role: 'all' }],
    ],
    refuses: ['API', 'both', 'api,delivery'],
  },
  SECURITY_CONTACT: {
    takes: [
      ['mailto:security@example.com', { securityContacts: ['mailto:security@example.com'] }],
      [
        'https://example.com/security?from=pos, mailto:a+b@example.com,tel:+1-555-0100',
        {
          securityContacts: [
            'https://example.com/security?from=pos',
            'mailto:a+b@example.com',
            'tel:+1-555-0100',
          ],
        },
      ],
    ],
    refuses: [
      'security@example.com',
      'mailto:',
      'mailto:security',
      'http://example.com/security',
      'https://user:word@example.com/',
      'https://',
      'tel:5550100',
      'javascript:alert(1)',
      'https://example.com/a\nContact: mailto:b@example.com',
      'https://example.com/a b',
      'mailto:zoë@example.com',
      'mailto:a@example.com,',
      Array(11).fill('mailto:a@example.com').join(','),
    ],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    takes: ['http://localhost:4318', 'https://traces.example.com:4318/'].map((endpoint) => [
      endpoint,
      {
        tracing: {
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          headers: {},
          serviceName: 'passbell',
          share: 1,
        },
      },
    ]),
    refuses: [
      'localhost:4318',
      'grpc://localhost:4317',
      'http://u:hidden@localhost',
      'http://localhost?key=hidden',
    ],
  },
  // What goes with it says nothing by itself.
  OTEL_EXPORTER_OTLP_HEADERS: {
    takes: [['api-key=a%20b,x=', {}]],
    refuses: ['hidden', '=hidden', 'a b=hidden', 'a=%hidden', Array(21).fill('a=b').join(',')],
  },
  OTEL_SERVICE_NAME: { takes: [['till', {}]], refuses: [] },
  OTEL_TRACES_SAMPLER_ARG: {
    takes: ['0', '1', '0.1', '.5', '1.0'].map((share) => [share, {}]),
    refuses: ['2', '-1', '1.5', 'all', '1e-1', '50%'],
  },
  LOG_LEVEL: {
    takes: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((logLevel) => [
      logLevel,
      { logLevel },
    ]),
    refuses: ['verbose', 'INFO', '30'],
  },
};

describe('settings (reference: operations.2)', () => {
  it('have their defaults', () => assert.deepEqual(readConfig([], {}), DEFAULTS));

  it('count as unset when empty', () => {
    const empty = Object.fromEntries(Object.values(SETTINGS).map(({ env }) => [env, '']));
    assert.deepEqual(readConfig([], empty), DEFAULTS);
  });

  it('are all in the table below', () => {
    const own = [...Object.keys(TABLE), 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'SMTP_URL', 'MAIL_FROM'].sort();
    assert.deepEqual(
      Object.values(SETTINGS)
        .map(({ env }) => env as string)
        .sort(),
      own,
    );
  });

  for (const [env, { takes, refuses }] of Object.entries(TABLE)) {
    const flag = `--${env.toLowerCase().replaceAll('_', '-')}`;
    for (const [value, expected] of takes) {
      it(`${env}=${value}, also as ${flag}`, () => {
        assert.deepEqual(readConfig([], { [env]: value }), { ...DEFAULTS, ...expected });
        assert.deepEqual(readConfig([flag, value], {}), { ...DEFAULTS, ...expected });
        assert.deepEqual(readConfig([`${flag}=${value}`], { [env]: 'the flag wins' }), {
          ...DEFAULTS,
          ...expected,
        });
      });
    }
    for (const value of refuses) {
      it(`${env}=${JSON.stringify(value)} stops the start`, () => {
        for (const message of [problem([], { [env]: value }), problem([`${flag}=${value}`])]) {
          assert.ok(message.startsWith(`${env} (${flag}) must be `), message);
          assert.ok(message.endsWith('.'), message);
        }
      });
    }
  }

  it('never repeat a password', () => {
    const urls = { DATABASE_URL: 'postgres://u:hunter2@h:port/d', BASE_URL: 'https://u:hunter2@h' };
    for (const [env, value] of Object.entries(urls))
      assert.doesNotMatch(problem([], { [env]: value }), /hunter2/);
  });

  it('take certificate and key together only', () => {
    const { tlsFiles } = readConfig(['--tls-cert-file', 'a.pem', '--tls-key-file', '/b.pem'], {});
    assert.deepEqual(tlsFiles, { cert: resolve('a.pem'), key: '/b.pem' });
    assert.match(problem(['--tls-cert-file', 'a.pem']), /^TLS_KEY_FILE /);
    assert.match(problem([], { TLS_KEY_FILE: 'b.pem' }), /^TLS_CERT_FILE /);
  });

  it('take a pooler only with the database behind it, as it lets nobody listen', () => {
    const directUrl = 'postgres://database/d';
    const own = { DATABASE_URL: 'postgres://pooler/d', DATABASE_DIRECT_URL: directUrl };
    const behind = { ...own, DATABASE_POOLER: 'transaction' };
    assert.deepEqual(readConfig([], own).database, { directUrl, isPooled: false, connections: 20 });
    assert.deepEqual(readConfig([], behind).database, { directUrl, isPooled: true, connections: 20 });
    assert.match(
      problem(['--database-pooler', 'transaction']),
      /^DATABASE_POOLER .* needs DATABASE_DIRECT_URL/,
    );
  });

  it('are told of where they are of no use without another one', () => {
    const needs: [setting: string, value: string, other: string][] = [
      ['COPY_RECIPIENTS', 'age1x', 'COPY_DIR'],
      ['COPY_RECIPIENTS', 'nonsense', 'COPY_DIR'],
      ['DATABASE_DIRECT_URL', 'postgres://h/d', 'DATABASE_URL'],
      ['DATABASE_REPLICA_URL', 'postgres://h/d', 'DATABASE_URL'],
    ];
    for (const [setting, value, other] of needs)
      assert.match(problem([], { [setting]: value }), new RegExp(`^${setting} .* needs ${other} as well: `));
    const copies = { dir: '/mnt/copies', recipients: 'age1x', keepDays: 30 };
    const env = { COPY_DIR: copies.dir, COPY_RECIPIENTS: copies.recipients, COPY_KEEP_DAYS: '30' };
    assert.deepEqual(readConfig([], env).copies, copies);
  });

  it('say all bounds of a number, whichever it is beyond', () => {
    for (const value of ['0', '1', '501', 'many']) {
      assert.match(
        problem([], { DATABASE_CONNECTIONS: value }),
        /must be a whole number from 2 to 500, not "/,
      );
    }
  });

  it('take replicas with the database that they are copies of', () => {
    const env = { DATABASE_URL: 'postgres://one/d', DATABASE_REPLICA_URL: 'postgres://two,three/d' };
    const urls = ['postgres://two/d', 'postgres://three/d'];
    const primaryUrl = 'postgres://one/d';
    assert.deepEqual(readConfig([], env).database.replicas, { primaryUrl, urls, lagSeconds: 5 });
    const { replicas } = readConfig(['--database-replica-lag', '60'], {
      ...env,
      DATABASE_DIRECT_URL: 'postgres://direct/d',
    }).database;
    assert.deepEqual(replicas, { primaryUrl: 'postgres://direct/d', urls, lagSeconds: 60 });
    assert.match(problem([], { DATABASE_REPLICA_URL: 'postgres://two/d' }), /SQLite has no replicas/);
  });

  it('name a flag that is not known, and those that are', () => {
    for (const args of [['--prot', '80'], ['--prot=80'], ['-p', '80'], ['--no-sandbox']]) {
      const message = problem(args);
      assert.ok(message.includes((args[0] ?? '').split('=')[0] ?? ''), message);
      assert.match(message, /The flags are --port, /);
    }
    assert.match(problem(['8443']), /8443/);
    assert.match(problem(['--port']), /--port/);
  });

  it('leave the rest of the environment alone', () => {
    assert.deepEqual(readConfig([], { PATH: '/bin', PORTS: 'x', port: 'x' }), DEFAULTS);
  });
});

test('traces go where the settings of OpenTelemetry say (reference: operations.24)', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x=1',
    OTEL_SERVICE_NAME: 'till',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  };
  assert.deepEqual(readConfig([], env).tracing, {
    url: 'https://traces.example.com/otlp/v1/traces',
    headers: { 'api-key': 'a b', x: '1' },
    serviceName: 'till',
    share: 0.25,
  });
  for (const wrong of ['http://u:hidden@localhost', 'ftp://hidden'])
    assert.doesNotMatch(problem([], { OTEL_EXPORTER_OTLP_ENDPOINT: wrong }), /hidden/);
  assert.doesNotMatch(problem([], { OTEL_EXPORTER_OTLP_HEADERS: 'hidden' }), /hidden/);
});

test('DRAIN_SECONDS is 5 where other processes can take over, and 0 on SQLite', () => {
  assert.equal(readConfig([], {}).drainSeconds, 0);
  const DATABASE_URL = 'postgres://localhost/passbell';
  assert.equal(readConfig([], { DATABASE_URL }).drainSeconds, 5);
  assert.equal(readConfig(['--drain-seconds=0'], { DATABASE_URL, DRAIN_SECONDS: '9' }).drainSeconds, 0);
});

describe('the mail server (reference: mail.2)', () => {
  const MAIL_FROM = 'shop@example.com';

  it('is read with its port, its TLS and its password', () => {
    const of = (SMTP_URL: string) => readConfig([], { SMTP_URL, MAIL_FROM }).smtp;
    const from = MAIL_FROM;
    assert.deepEqual(of('smtp://localhost'), {
      ...{ host: 'localhost', port: 587, secure: false, user: undefined, password: undefined, from },
    });
    assert.deepEqual(of('smtps://me%40x:p%2Fw@mail.example.com:4650'), {
      ...{ host: 'mail.example.com', port: 4650, secure: true, user: 'me@x', password: 'p/w', from },
    });
  });

  it('and the address need each other; what is wrong is named without its password', () => {
    assert.match(problem([], { SMTP_URL: 'smtp://localhost' }), /^MAIL_FROM .* is needed as well/);
    assert.match(problem([], { MAIL_FROM }), /^SMTP_URL .* is needed as well/);
    for (const wrong of [
      'http://u:hidden@host',
      'smtp://',
      'smtp://u:hidden@host/path',
      'smtp://:hidden@host',
    ]) {
      const said = problem([], { SMTP_URL: wrong, MAIL_FROM });
      assert.match(said, /^SMTP_URL .* must be an address/);
      assert.doesNotMatch(said, /hidden/);
    }
    assert.match(
      problem([], { SMTP_URL: 'smtp://h', MAIL_FROM: 'Shop <a@b.c>' }),
      /^MAIL_FROM .* must be one/,
    );
  });
});
