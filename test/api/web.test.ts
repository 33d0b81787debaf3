// How the screens are served: their pages and files, what they may load, and what stays as it was beside them.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type Answer, type Service, startService } from '#test/harness/service.ts';
import { Browser } from './browser.ts';

const SCRIPT = 'console.log("the office");'.repeat(40);

/** A folder as a build leaves it. */
function makeBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'passbell-web-'));
  for (const entry of ['office', 'register', 'kitchen']) {
    mkdirSync(join(folder, entry));
    writeFileSync(
      join(folder, entry, 'index.html'),
      `<!doctype html><meta name="passbell-base" content="__PASSBELL_BASE__">` +
        `<meta property="csp-nonce" nonce="__PASSBELL_NONCE__"><title>${entry}</title>` +
        `<script type="module" src="../assets/a-1.js"></script>`,
    );
  }
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a-1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'notes.txt'), 'not a part of the screens');
  return folder;
}

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

async function serviceWith(webFolder: string, env: Record<string, string> = {}): Promise<Service> {
  const service = await startService('sqlite', env, { webFolder });
  cleanups.push(() => service.stop());
  return service;
}

const ask = (service: Service, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.client.ask(method, path, { headers, without: ['authorization', 'content-type'] });

function directives(answer: Answer): Map<string, string> {
  const text = answer.headers['content-security-policy'] ?? '';
  return new Map(
    text.split('; ').map((each) => {
      const at = each.indexOf(' ');
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

describe('the screens over HTTP', () => {
  const folder = makeBuild();
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  let own: Promise<Service> | undefined;
  const service = () => {
    own ??= serviceWith(folder);
    return own;
  };

  it('are pages that load nothing but our own files', async () => {
    const browser = new Browser(await service());
    await browser.signIn();
    for (const [path, title] of [
      ['/', 'office'],
      ['/orders', 'office'],
      ['/orders/17?tab=history', 'office'],
      ['/register', 'register'],
      ['/register/sell', 'register'],
      ['/kitchen', 'kitchen'],
    ] as const) {
      const page = await browser.get(path);
      assert.equal(page.status, 200, path);
      assert.match(page.text, new RegExp(`<title>${title}</title>`), path);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(page.headers['cache-control'], 'no-store');
      assert.equal(page.headers['x-content-type-options'], 'nosniff');
      assert.equal(page.headers['x-frame-options'], 'DENY');
      assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
      assert.equal(page.headers['referrer-policy'], 'same-origin');
      const policy = directives(page);
      assert.equal(policy.get('default-src'), "'none'");
      assert.equal(policy.get('script-src'), "'self'");
      assert.equal(policy.get('connect-src'), "'self'");
      assert.equal(policy.get('frame-ancestors'), "'none'");
      assert.equal(policy.get('base-uri'), "'none'");
      assert.equal(policy.get('form-action'), "'self'");
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(page.text) ?? [];
      assert.match(nonce, /^[A-Za-z0-9+/]{22}==$/);
      assert.equal(policy.get('style-src-elem'), `'self' 'nonce-${nonce}'`);
      assert.match(page.text, /src="\/assets\/a-1\.js"/);
      assert.doesNotMatch(page.text, /__PASSBELL/);
    }
    const [first, second] = [await browser.get('/'), await browser.get('/')];
    assert.notEqual(first.text, second.text, 'Each answer has a nonce of its own.');
  });

  it('of the back office are for who is signed in; a device finds out by itself', async () => {
    for (const [path, next] of [
      ['/', '%2F'],
      ['/orders?status=pending', '%2Forders%3Fstatus%3Dpending'],
      ['//evil.example/', '%2F%2Fevil.example%2F'],
    ] as const) {
      const answer = await ask(await service(), path, { accept: 'text/html' });
      assert.equal(answer.status, 303, path);
      assert.equal(answer.headers.location, `/signin?next=${next}`);
    }
    const page = await ask(await service(), '/register', { accept: 'text/html' });
    assert.equal(page.status, 200);
  });

  it('have files that are kept for good, compressed as the client takes them', async () => {
    const packed = makeBuild();
    cleanups.push(() => rmSync(packed, { recursive: true, force: true }));
    writeFileSync(join(packed, 'assets', 'a-1.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(packed, 'assets', 'a-1.js.gz'), gzipSync(SCRIPT));
    const served = await serviceWith(packed);
    const plain = await ask(served, '/assets/a-1.js', { accept: '*/*' });
    assert.equal(plain.text, SCRIPT);
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers.vary, 'accept-encoding');
    const brotli = await ask(served, '/assets/a-1.js', {
      accept: '*/*',
      'accept-encoding': 'gzip, deflate, br',
    });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(brotli.bytes).toString(), SCRIPT);
    const gzip = await ask(served, '/assets/a-1.js', {
      accept: '*/*',
      'accept-encoding': 'br;q=0, gzip;q=0.5',
    });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip.bytes).toString(), SCRIPT);
    const etag = plain.headers.etag ?? '';
    const known = await ask(served, '/assets/a-1.js', { accept: '*/*', 'if-none-match': etag });
    assert.equal(known.status, 304);
    assert.equal(known.text, '');
  });

  it('give away nothing else', async () => {
    for (const path of [
      '/assets/b.js',
      '/assets/notes.txt',
      '/assets/..%2foffice%2findex.html',
      '/assets/%2e%2e/manifest.json',
      '/assets/a-1.js.br',
      '/assets/',
    ]) {
      const answer = await ask(await service(), path, { accept: 'text/html,*/*' });
      assert.equal(answer.status, 404, path);
    }
  });

  it('leave the API and the other pages as they were', async () => {
    const running = await service();
    for (const path of [
      '/v1/nowhere',
      '/v1/companies/me/orders/1/nowhere',
      '/oauth/nowhere',
      '/.well-known/nowhere',
    ]) {
      const answer = await ask(running, path, { accept: 'text/html' });
      assert.equal(answer.status >= 400, true, path);
      assert.match(answer.headers['content-type'] ?? '', /application\/json/, path);
    }
    // Who does not ask for a page gets none.
    const answer = await ask(running, '/nowhere', { accept: 'application/json' });
    assert.equal(answer.status, 404);
    assert.equal(answer.json.error, 'not_found');
    assert.equal((await ask(running, '/nowhere', { accept: 'text/html' }, 'POST')).status, 404);
    assert.equal((await ask(running, '/healthz')).status, 200);
    assert.equal((await ask(running, '/signin', { accept: 'text/html' })).status, 200);
    assert.equal((await ask(running, '/favicon.ico', { accept: 'text/html,*/*' })).status, 404);
    assert.equal((await running.client.get('orders')).status, 200);
  });

  it('know the path of a BASE_URL', async () => {
    const behind = await serviceWith(folder, { BASE_URL: 'https://shop.example/till' });
    const answer = await ask(behind, '/orders', { accept: 'text/html' });
    assert.equal(answer.headers.location, '/till/signin?next=%2Forders');
    const page = await ask(behind, '/kitchen', { accept: 'text/html' });
    assert.match(page.text, /content="\/till"/);
    assert.match(page.text, /src="\/till\/assets\/a-1\.js"/);
  });

  it('say how to build them when they are not there, and are found when they are', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'passbell-web-'));
    cleanups.push(() => rmSync(empty, { recursive: true, force: true }));
    const bare = await serviceWith(join(empty, 'none'));
    for (const path of ['/', '/register', '/kitchen', '/orders']) {
      const answer = await ask(bare, path, { accept: 'text/html' });
      assert.equal(answer.status, 503, path);
      assert.match(answer.text, /npm run build/);
    }
    assert.equal((await bare.client.get('orders')).status, 200);
    assert.equal((await ask(bare, '/assets/a-1.js')).status, 404);
    renameSync(makeBuild(), join(empty, 'none'));
    assert.equal((await ask(bare, '/kitchen', { accept: 'text/html' })).status, 200);
  });
});
