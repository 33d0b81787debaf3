import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readSandboxFile } from './sandbox-file.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
after(() => rm(dir, { recursive: true, force: true }));

const SANDBOX = `{"base_url":"https://localhost:8443","ca_certificate_file":"tls/ca.pem","company_id":9007199254740993,
  "sites":[{"id":11,"name":"Main","registers":[{"id":21,"name":"Register 1"},{"id":22,"name":"Register 2"}]},
           {"id":12,"name":"Other","registers":[]}],
  "staff":[{"id":1,"first_name":"Ada","pin":"1234"}],"customers":[],
  "payment_methods":[{"id":31,"name":"Card"},{"id":9223372036854775807,"name":"Cash"}],"taxes":[],
  "addon":{"client_id":"c","client_secret":"s","signing_secret":"x","redirect_uris":[],"access_token":"token"},
  "admin":{"email":"a@example.com","password":"p"}}`;

function write(text: string) {
  return writeFile(join(dir, 'sandbox.json'), text);
}

describe('sandbox.json', () => {
  test('that is not there is asked for in words', async () => {
    await assert.rejects(
      readSandboxFile(join(dir, 'none')),
      /There is no .*sandbox\.json\. It is written when Passbell/,
    );
  });

  test('gives the first site, its first register and cash, with every digit of the ids', async () => {
    await write(SANDBOX);
    assert.deepEqual(await readSandboxFile(dir), {
      baseUrl: 'https://localhost:8443',
      caFile: join(dir, 'tls', 'ca.pem'),
      token: 'token',
      signingSecret: 'x',
      companyId: '9007199254740993',
      siteId: '11',
      registerId: '21',
      paymentMethodId: '9223372036854775807',
    });
  });

  test('may do without a CA file, a register and cash', async () => {
    const text = SANDBOX.replace('"tls/ca.pem"', 'null')
      .replace('"Cash"', '"Voucher"')
      .replace(/"registers":\[\{.*?\]/, '"registers":[]');
    await write(text);
    const target = await readSandboxFile(dir);
    assert.equal('caFile' in target, false);
    assert.equal('registerId' in target, false);
    assert.equal(target.paymentMethodId, '31');
  });

  test('that is damaged or lacks something is refused by name', async () => {
    await write(SANDBOX.slice(0, 40));
    await assert.rejects(readSandboxFile(dir), /sandbox\.json is not valid JSON/);
    await write(SANDBOX.replace('access_token', 'other'));
    await assert.rejects(readSandboxFile(dir), /sandbox\.json: addon\.access_token: /);
    await write(SANDBOX.replace(/"sites":\[.*?\]\}\s*,\s*\{.*?\]\}\]/s, '"sites":[]'));
    await assert.rejects(readSandboxFile(dir), /sandbox\.json: sites: /);
    await write(SANDBOX.replace('https://localhost:8443', 'localhost'));
    await assert.rejects(readSandboxFile(dir), /sandbox\.json: base_url: /);
  });
});
