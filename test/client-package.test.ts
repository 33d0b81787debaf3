import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { type Service, startService } from '#test/harness/service.ts';
import { generatedFiles } from '../scripts/describe.ts';

// The client as others get it: built, installed, and used as its guides show.

const root = dirname(import.meta.dirname);
const client = join(root, 'clients/typescript');
const run = promisify(execFile);

/** The first example of a guide. */
function exampleOf(file: string): string {
  const [, code] =
    /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')) ?? [];
  assert.ok(code !== undefined, `${file} has no example.`);
  return code;
}

let dir: string;
let service: Service;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'passbell-client-'));
  const installed = join(dir, 'node_modules/passbell-client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(client, 'package.json'), join(installed, 'package.json'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const [built, started] = await Promise.all([
    run(process.execPath, [compiler, '-p', client, '--outDir', join(installed, 'dist'), '--pretty', 'false']),
    startService('sqlite'),
  ]);
  assert.equal(built.stdout, '');
  service = started;
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'ca.pem'), service.ca);
});
after(async () => {
  await service.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What an example prints. */
async function printed(code: string, name: string): Promise<string> {
  const file = join(dir, `${name}.ts`);
  writeFileSync(file, code);
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem'),
    PASSBELL_URL: service.url,
    PASSBELL_TOKEN: service.client.token.replace('Bearer ', ''),
  };
  const { stdout, stderr } = await run(process.execPath, [file], { env });
  assert.equal(stderr, '');
  return stdout;
}

it('the example of the client’s own guide works when it is pasted', async () => {
  const text = await printed(exampleOf('clients/typescript/README.md'), 'readme');
  assert.match(text, /^\d+ .+\n/);
  assert.match(text, /Order [0-9A-Z]{8} is SUBMITTED\.\n$/);
});

it('the example of the API guide works when it is pasted', async () => {
  const text = await printed(exampleOf('docs/api.md'), 'api');
  assert.match(text, /^[0-9A-Z]{8} 0\n/);
  assert.match(text, /Placed [0-9A-Z]{8}\.\n$/);
});

it('the client’s types and operations are those of the description', () => {
  for (const [file, text] of generatedFiles()) {
    assert.ok(
      readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === text,
      `${file} is stale: npm run describe -- --keep makes it anew.`,
    );
  }
});
