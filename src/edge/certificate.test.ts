import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SAID_BEFORE_MS, ServedCertificate } from './certificate.ts';
import type { TlsIdentity } from './listener.ts';
import { ensureCertificates } from './tls.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-11-21T10:00:00Z');

describe('the certificate that is served (reference: operations.3)', () => {
  let folder: string;
  let first: TlsIdentity;
  let second: TlsIdentity;
  let ends: number;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'passbell-certificate-'));
    first = await ensureCertificates(join(folder, 'first'), new Date(BEGIN));
    second = await ensureCertificates(join(folder, 'second'), new Date(BEGIN + 30 * DAY_MS));
    ends = new X509Certificate(first.cert).validToDate.getTime();
  });
  after(() => rmSync(folder, { recursive: true }));

  let found: TlsIdentity | Error;
  let now: number;
  let said: string[];
  let used: TlsIdentity[];
  let served: ServedCertificate;
  beforeEach(() => {
    found = first;
    now = BEGIN;
    said = [];
    used = [];
    served = new ServedCertificate(first, {
      read: () => {
        if (found instanceof Error) throw found;
        return found;
      },
      use: (identity) => used.push(identity),
      now: () => now,
      say: (sentence) => said.push(sentence),
      warn: (error, sentence) => said.push(error === undefined ? sentence : `${sentence} ${String(error)}`),
    });
  });

  it('is the same until another one is there, which is used once', async () => {
    await served.look();
    assert.deepEqual([used, said], [[], []]);
    found = second;
    await served.look();
    await served.look();
    assert.deepEqual(used, [second]);
    assert.match(said.join('\n'), /^The certificate was renewed: it ends on 2028-01-22T\S+\.$/);
  });

  it('is kept where the files cannot be used, which is said once, and not while they are being replaced', async () => {
    found = new Error('TLS_KEY_FILE: key.pem is not the key of the certificate.');
    await served.look();
    assert.deepEqual(said, [], 'one file of two may be there already');
    for (let look = 0; look < 3; look++) await served.look();
    assert.deepEqual(said, [
      'The certificate as it is by now is not used; the one before is. Error: TLS_KEY_FILE: key.pem is not the key of the certificate.',
    ]);
    assert.deepEqual(used, []);
    found = second;
    await served.look();
    assert.deepEqual(used, [second]);
    found = new Error('gone');
    await served.look();
    await served.look();
    assert.equal(said.length, 3, 'what is wrong anew is said anew');
  });

  it('is told to end from two weeks before on, once a day', async () => {
    const metric = () => served.metrics().join('\n').split('\n').at(-1);
    now = ends - SAID_BEFORE_MS;
    await served.look();
    assert.deepEqual([served.problem(), said], [undefined, []]);
    assert.equal(metric(), `passbell_certificate_ends_seconds ${14 * 86_400}`);
    now += 1000;
    await served.look();
    await served.look();
    const sentence =
      'The certificate ends on 2027-12-23. Renew it: files that change are taken within a minute.';
    assert.deepEqual([served.problem(), said], [sentence, [sentence]]);
    now += DAY_MS;
    await served.look();
    assert.deepEqual(said, [sentence, sentence]);
    now = ends + 1000;
    assert.match(served.problem() ?? '', /^The certificate ended on 2027-12-23\./);
    assert.equal(metric(), 'passbell_certificate_ends_seconds -1');
    found = second;
    await served.look();
    assert.equal(served.problem(), undefined);
  });
});
