import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ensureCertificates } from './tls.ts';

const DAY_MS = 86_400_000;
const BEGIN = new Date('2026-11-21T10:00:00Z');
const FILES = ['ca-key.pem', 'ca.pem', 'server-key.pem', 'server.pem'];

let base: string;
let made = 0;
before(() => {
  base = mkdtempSync(join(tmpdir(), 'passbell-tls-'));
});
after(() => rmSync(base, { recursive: true }));

/** A directory that does not exist yet. */
function newDir(): string {
  return join(base, String(++made), 'tls');
}

function afterDays(days: number): Date {
  return new Date(BEGIN.getTime() + days * DAY_MS);
}

function fetchStatus(url: string, ca?: string): Promise<number | undefined> {
  return new Promise((settle, reject) => {
    const options = ca === undefined ? {} : { ca };
    get(url, { ...options, agent: false }, (response) => {
      response.resume();
      settle(response.statusCode);
    }).once('error', reject);
  });
}

test('a client that trusts ca.pem reaches the server by each of its names', async () => {
  const { key, cert, caFile, created } = await ensureCertificates(newDir(), new Date());
  assert.equal(created, true);
  const server = createServer({ key, cert }, (_, response) => response.writeHead(204).end());
  server.listen(0);
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const ca = readFileSync(caFile, 'utf8');
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      assert.equal(await fetchStatus(`https://${host}:${port}/`, ca), 204, host);
    }
    await assert.rejects(fetchStatus(`https://127.0.0.2:${port}/`, ca), {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await assert.rejects(fetchStatus(`https://localhost:${port}/`), /unable to (get|verify)/);
  } finally {
    server.close();
  }
});

test('files and modes: keys are for the owner alone', async () => {
  const dir = newDir();
  await ensureCertificates(dir, BEGIN);
  assert.deepEqual(readdirSync(dir).sort(), FILES);
  assert.deepEqual(readdirSync(join(dir, '..')), ['tls'], 'no drafts are left behind');
  if (process.platform === 'win32') return;
  assert.equal(statSync(dir).mode & 0o777, 0o700);
  for (const name of ['ca-key.pem', 'server-key.pem']) {
    assert.equal(statSync(join(dir, name)).mode & 0o777, 0o600, name);
  }
});

test('the CA signs only servers, and the server certificate is no CA', async () => {
  const dir = newDir();
  const { cert, caFile } = await ensureCertificates(dir, BEGIN);
  const [ca, server] = [new X509Certificate(readFileSync(caFile)), new X509Certificate(cert)];
  assert.equal(ca.ca, true);
  assert.equal(server.ca, false);
  assert.equal(server.checkIssued(ca), true);
  assert.deepEqual(server.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  assert.equal(days(ca), 3_650);
  assert.equal(days(server), 397);
});

function days(certificate: X509Certificate): number {
  return (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / DAY_MS;
}

test('the same certificate is used until 30 days before its end, then the same CA makes a new one', async () => {
  const dir = newDir();
  const first = await ensureCertificates(dir, BEGIN);
  const ca = readFileSync(first.caFile, 'utf8');
  const same = await ensureCertificates(dir, afterDays(366));
  assert.deepEqual(same, { ...first, created: false });

  const renewed = await ensureCertificates(dir, afterDays(368));
  assert.notEqual(renewed.cert, first.cert);
  assert.equal(renewed.created, false);
  assert.equal(readFileSync(first.caFile, 'utf8'), ca);
  const certificate = new X509Certificate(renewed.cert);
  assert.equal(certificate.verify(new X509Certificate(ca).publicKey), true);
  assert.ok(certificate.validToDate > afterDays(368 + 396));
  assert.deepEqual(readdirSync(dir).sort(), FILES);
  assert.deepEqual(await ensureCertificates(dir, afterDays(369)), renewed, 'the new one was kept');
});

test('a server certificate does not outlive its CA, and an ended CA is refused', async () => {
  const dir = newDir();
  const { caFile } = await ensureCertificates(dir, BEGIN);
  const end = new X509Certificate(readFileSync(caFile)).validToDate;
  const last = await ensureCertificates(dir, afterDays(3_640));
  assert.deepEqual(new X509Certificate(last.cert).validToDate, end);
  assert.equal((await ensureCertificates(dir, afterDays(3_645))).cert, last.cert);
  await assert.rejects(ensureCertificates(dir, afterDays(3_651)), /the CA in ca\.pem ended on 2036-11-18/);
});

test('two processes that start at once end up with the same certificates', async () => {
  const dir = newDir();
  const [one, two] = await Promise.all([ensureCertificates(dir, BEGIN), ensureCertificates(dir, BEGIN)]);
  assert.equal(one.cert, two.cert);
  assert.equal(one.key, two.key);
  assert.deepEqual(readdirSync(join(dir, '..')), ['tls']);
});

const DAMAGES: readonly [what: string, damage: (dir: string) => void, message: RegExp][] = [
  ['a missing key', (dir) => rmSync(join(dir, 'ca-key.pem')), /ca-key\.pem is missing.*Restore/],
  ['an empty file', (dir) => writeFileSync(join(dir, 'server.pem'), ''), /server\.pem is damaged/],
  [
    'a key of another certificate',
    (dir) => writeFileSync(join(dir, 'server-key.pem'), readFileSync(join(dir, 'ca-key.pem'))),
    /server-key\.pem is not the key of server\.pem/,
  ],
  [
    'certificates of two CAs',
    (dir) => {
      for (const name of ['ca.pem', 'ca-key.pem']) {
        writeFileSync(join(dir, name), readFileSync(join(base, 'other', 'tls', name)));
      }
    },
    /server\.pem is not signed by ca\.pem/,
  ],
  [
    'only other files',
    (dir) => {
      for (const name of FILES) rmSync(join(dir, name));
      writeFileSync(join(dir, 'notes.txt'), '');
    },
    /it holds other files/,
  ],
];

for (const [what, damage, message] of DAMAGES) {
  test(`a directory with ${what} stops the start with a sentence`, async () => {
    await ensureCertificates(join(base, 'other', 'tls'), BEGIN);
    const dir = newDir();
    await ensureCertificates(dir, BEGIN);
    damage(dir);
    await assert.rejects(ensureCertificates(dir, BEGIN), message);
  });
}

test('an unreadable key stops the start with a sentence', async () => {
  const dir = newDir();
  await ensureCertificates(dir, BEGIN);
  // A folder in its place cannot be read by any user, root included.
  rmSync(join(dir, 'server-key.pem'));
  mkdirSync(join(dir, 'server-key.pem'));
  await assert.rejects(ensureCertificates(dir, BEGIN), /server-key\.pem cannot be read/);
});
