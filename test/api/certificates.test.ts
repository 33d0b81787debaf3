// Certificates that are renewed while a service runs (reference: operations.3).

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { connect } from 'node:tls';
import { ensureCertificates } from '#src/edge/tls.ts';
import { DAY } from '#src/kernel/time.ts';
import { until } from '#test/harness/process.ts';
import { type Service, startService } from '#test/harness/service.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbell-certificates-'));
});
after(() => rmSync(folder, { recursive: true }));

/** The certificate that a new connection is given. */
async function served({ url }: Service): Promise<string> {
  const socket = connect({ host: 'localhost', port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).toString();
}

/** Asks without checking who answers: that is what changes. */
async function ask({ url }: Service, path: string): Promise<string> {
  const request = get(`${url}${path}`, { rejectUnauthorized: false, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return text(response);
}

const checkOf = async (service: Service) => JSON.parse(await ask(service, '/readyz')).checks.certificate;

it('of the settings are taken when their files change, on new connections', async () => {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const place = (from: string) => {
    copyFileSync(join(folder, from, 'server.pem'), files.cert);
    copyFileSync(join(folder, from, 'server-key.pem'), files.key);
  };
  // Made so long ago that it ends within a week.
  const old = await ensureCertificates(join(folder, 'old'), new Date(Date.now() - 390 * 86_400_000));
  const renewed = await ensureCertificates(join(folder, 'renewed'), new Date());
  place('old');
  const service = await startService('sqlite', { TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key });
  try {
    service.clock.advance(BigInt(Date.now()) * 1000n - service.clock.now());
    assert.equal(await served(service), old.cert);
    const { ok, reason } = await checkOf(service);
    assert.equal(ok, true, 'requests are served');
    assert.match(reason, /^The certificate ends on \d{4}-\d\d-\d\d\. Renew it/);
    assert.match(await ask(service, '/metrics'), /^passbell_certificate_ends_seconds 6\d{5}$/m);

    writeFileSync(files.cert, 'half a file');
    service.ticker.tick();
    service.ticker.tick();
    assert.equal(await served(service), old.cert);
    place('renewed');
    service.ticker.tick();
    await until('the renewed certificate is served', async () => (await served(service)) === renewed.cert);
    assert.deepEqual(await checkOf(service), { ok: true });
  } finally {
    await service.stop();
  }
});

it('of our own are renewed in time by the same authority', async () => {
  const service = await startService('sqlite');
  try {
    const first = await served(service);
    service.clock.advance(360n * DAY);
    service.ticker.tick();
    assert.equal(await served(service), first);
    service.clock.advance(8n * DAY);
    service.ticker.tick();
    await until('the renewed certificate is served', async () => (await served(service)) !== first);
    const authority = new X509Certificate(service.ca);
    const renewed = new X509Certificate(await served(service));
    assert.equal(renewed.verify(authority.publicKey), true);
    assert.equal(
      renewed.toString().trim(),
      readFileSync(join(service.config.dataDir, 'tls/server.pem'), 'utf8').trim(),
    );
    assert.deepEqual(await checkOf(service), { ok: true });
  } finally {
    await service.stop();
  }
});
