// npm run dev: one address, the screens from Vite and everything else from the service, and an end for both.

import assert from 'node:assert/strict';
import { request } from 'node:https';
import { it } from 'node:test';
import { launchBrowser } from '#test/harness/chromium.ts';
import { accepts, freePort, makeFolder, Process, until } from '#test/harness/process.ts';

interface Got {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

function get(port: number, path: string): Promise<Got> {
  const headers = { accept: 'text/html, application/json' };
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers, rejectUnauthorized: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

it('npm run dev shows the screens as they are in web/, and asks the service for the rest', async () => {
  const port = await freePort();
  const dev = new Process('scripts/dev.ts', [], {
    env: { PORT: String(port), DATA_DIR: makeFolder() },
  });
  await until('the service is ready', () => dev.stdout.includes('is ready at'));
  const page = await get(port, '/register/orders');
  assert.equal(page.status, 200);
  assert.match(page.text, /<script type="module" src="\/register\/main\.tsx/);
  assert.match(page.text, /src="\/@vite\/client"/);
  assert.doesNotMatch(page.text, /__PASSBELL/);
  const source = await get(port, '/register/main.tsx');
  assert.equal(source.status, 200);
  assert.match(source.text, /\/register\/register\.tsx/);
  assert.equal((await get(port, '/readyz')).status, 200);
  assert.equal((await get(port, '/v1/companies/me')).status, 401);
  assert.match((await get(port, '/docs')).text, /Passbell API/);
  // The sources run in a browser as they stand, with what brings changes into the page.
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage({ ignoreHTTPSErrors: true });
    const faults: string[] = [];
    tab.on('pageerror', ({ message }) => faults.push(message));
    await tab.goto(`https://localhost:${port}/register`);
    await tab.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }

  dev.kill('SIGTERM');
  await dev.ended;
  assert.equal(await accepts(port), false);
});
