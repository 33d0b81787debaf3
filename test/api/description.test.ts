import assert from 'node:assert/strict';
import { get } from 'node:https';
import { before, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { describedOperations, routeName, successStatus } from '#src/description/document.ts';
import { Call } from '#src/edge/call.ts';
import { ROUTES } from '#src/routes.ts';
import { z } from '#src/shape/reads.ts';
import type { Document } from '#test/harness/described.ts';
import { type Answer, type Ask, onEachEngine, startService } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import { callerOf, createWorld, pathOf, type World } from './cases/case.ts';
import { refused } from './helpers.ts';

/** The files of the pages. */
const FILES = ['docs.js', 'docs.css', 'bell.svg', 'noto-sans.woff2'];

/** How a schema reads a body, so that two can be compared. */
const readingOf = (schema: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

onEachEngine('description', (service) => {
  let world: World;
  before(async () => {
    world = await createWorld(service());
  });

  // What a body is described by is what reads it: with another schema every word about it would be wrong.
  for (const { route, operation } of describedOperations(ROUTES)) {
    const each = CASES[routeName(route)];
    if (route.method === 'GET' || each === undefined) continue;

    it(`${operation.id} reads its body by what it is described by`, async (t) => {
      const arranged = (await each.arrange?.(world)) ?? {};
      const { input } = Call.prototype;
      const read: string[] = [];
      t.mock.method(Call.prototype, 'input', function (this: Call, schema: z.ZodType) {
        read.push(readingOf(schema));
        return input.call(this, schema);
      });
      const path = pathOf(route.path, world.client.companyId, arranged);
      const { body, headers = {} } = arranged;
      const ask: Ask = { headers, ...(body === undefined ? {} : { body }) };
      const answer = await callerOf(route, world).ask(route.method, path, ask);
      assert.equal(answer.status, successStatus(route, operation), answer.text);
      // The requests of a batch are read after its own body.
      const own = route.access === 'batch' ? read.slice(0, 1) : read;
      assert.deepEqual(own, operation.body === undefined ? [] : [readingOf(operation.body.schema)]);
    });

    for (const group of operation.body?.needsOneOf ?? []) {
      it(`${operation.id} needs ${group.join(' or ')}`, async () => {
        const arranged = (await each.arrange?.(world)) ?? {};
        const left = new Set(group.flatMap((name) => [name, `${name}_str`]));
        const sent = Object.entries(arranged.body ?? {});
        const body = Object.fromEntries(sent.filter(([name]) => !left.has(name)));
        assert.notEqual(Object.keys(body).length, sent.length);
        const path = pathOf(route.path, world.client.companyId, arranged);
        const answer = await callerOf(route, world).ask(route.method, path, { ...arranged, body });
        assert.equal(answer.status, 400, answer.text);
        assert.ok(
          answer.json.errors.some(({ field }: { field: string }) => group.includes(field)),
          answer.text,
        );
      });
    }
  }

  const ask = (path: string, options: Ask = {}) =>
    service().client.ask('GET', path, { ...options, without: ['authorization', ...(options.without ?? [])] });

  it('is there for everybody, and says where the service is', async () => {
    const answer = await ask('/openapi.json');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const document: Document & { servers: unknown; openapi: string } = answer.json;
    assert.equal(document.openapi, '3.1.1');
    assert.deepEqual(document.servers, [{ url: service().url, description: 'This service.' }]);
    assert.ok(Object.keys(document.paths).length > 80);
    assert.ok(answer.text.includes(`"tokenUrl":"${service().url}/v1/token"`));
    assert.equal(answer.text.includes('address.invalid'), false);

    const again = await ask('/openapi.json', { headers: { 'if-none-match': answer.headers.etag ?? '' } });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
    refused(await service().client.ask('POST', '/openapi.json', { body: {} }), 405, 'method_not_allowed');
  });

  it('costs no more for another name in Host than any answer: only its own address is packed as well as can be', async () => {
    const { url, ca } = service();
    const of = (host: string, accept: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        const headers = { host, 'accept-encoding': accept };
        get(`${url}/openapi.json`, { ca, servername: 'localhost', headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({ encoding: answer.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
          );
        }).on('error', reject);
      });
    const own = await of(new URL(url).host, 'br');
    for (const host of ['pos.example.com', '192.168.1.20:8443']) {
      const [plain, packed] = await Promise.all([of(host, 'identity'), of(host, 'br')]);
      assert.deepEqual([plain.encoding, packed.encoding, own.encoding], [undefined, 'br', 'br']);
      assert.equal(JSON.parse(String(plain.bytes)).servers[0].url, `https://${host}`);
      assert.deepEqual(brotliDecompressSync(packed.bytes), plain.bytes);
      assert.ok(packed.bytes.length > own.bytes.length * 1.05, `${packed.bytes.length}, ${own.bytes.length}`);
    }
  });

  it('is shown by pages that load nothing from elsewhere', async () => {
    const page = await ask('/docs');
    assert.equal(page.status, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal((await ask('/docs/')).text, page.text);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) =>
      String(address),
    );
    for (const address of addresses)
      assert.match(address, /^(?:\/docs(?:\/[a-z.#-]+)?|\/openapi\.json|#main)/i);
    assert.equal(
      /<script(?![^>]*src=)|<style| on\w+=| style=/.test(page.text),
      false,
      'Something is inline.',
    );

    const policy = page.headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe/);
    for (const name of FILES) {
      const file: Answer = await ask(`/docs/${name}`);
      assert.equal(file.status, 200, name);
      assert.ok(file.bytes.length > 100, name);
      for (const [header, value] of [
        ['content-security-policy', policy],
        ['x-content-type-options', 'nosniff'],
        ['x-frame-options', 'DENY'],
        ['referrer-policy', 'no-referrer'],
      ] as const) {
        assert.equal(file.headers[header], value, name);
      }
      const again = await ask(`/docs/${name}`, { headers: { 'if-none-match': file.headers.etag ?? '' } });
      assert.equal(again.status, 304, name);
    }
  });

  it('has every operation, parameter, status and example on a page, and no link to nowhere', async () => {
    const document: Document = (await ask('/openapi.json')).json;
    const links = [...(await ask('/docs')).text.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, to]) =>
      String(to),
    );
    const pages = new Map<string, string>();
    for (const to of links) {
      const [path = ''] = to.split('#');
      if (!pages.has(path)) pages.set(path, (await ask(path)).text);
    }
    for (const text of pages.values()) {
      for (const [, to] of text.matchAll(/href="(\/docs\/[^"]+#[^"]+)"/g)) links.push(String(to));
    }
    const places = new Set<string>();
    const articles = new Map<string, string>();
    for (const [path, text] of pages) {
      for (const [, id] of text.matchAll(/ id="([^"]*)"/g)) places.add(`${path}#${id}`);
      for (const article of text.split('<article ')) {
        const [, id] = /^id="([^"]*)" class="operation"/.exec(article) ?? [];
        if (id !== undefined) articles.set(id, article);
      }
    }
    for (const to of links) assert.ok(places.has(to) || (!to.includes('#') && pages.has(to)), to);
    const items = Object.entries({ ...document.paths, ...document.webhooks });
    let shown = 0;
    for (const [path, item] of items) {
      for (const [method, operation] of Object.entries(item)) {
        const { operationId, responses } = operation;
        const article = articles.get(operationId);
        assert.ok(article !== undefined, `${operationId} is on no page`);
        assert.ok(article.includes(`<code class="path">${path}</code>`), operationId);
        assert.ok(article.includes(`data-method="${method}"`), operationId);
        for (const status of Object.keys(responses))
          assert.ok(article.includes(status), `${operationId} ${status}`);
        for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
          assert.ok(article.includes(`<code>${name}</code>`), `${operationId} ${name}`);
        }
        const examples = [
          operation.requestBody?.content,
          ...Object.values(responses).map(({ content }) => content),
        ];
        const wanted = examples.flatMap((content) =>
          Object.values(content ?? {}).filter(({ example }) => example !== undefined),
        );
        const blocks = article.match(/<summary>Example</g)?.length ?? 0;
        assert.equal(blocks, wanted.length, `examples of ${operationId}`);
        shown += 1;
      }
    }
    assert.ok(shown > 200);
  });

  it('names the address of the service in its calls, below the path of BASE_URL', async () => {
    const set = await startService('sqlite', { BASE_URL: 'https://pos.example.com/till' });
    try {
      const page = await set.client.get('/docs/orders');
      assert.ok(page.text.includes('https://pos.example.com/till/v1/companies/me/orders'), 'address');
      assert.ok(page.text.includes('href="/till/docs/docs.css"'), 'files');
      assert.equal(/"\/docs/.test(page.text), false, 'a link that leaves the path');
    } finally {
      await set.stop();
    }
  });

  for (const name of ['package.json', 'index.js', '..%2fserve.ts', '%2e%2e%2fserve.ts', 'constructor', 'a']) {
    it(`gives nothing of /docs/${name}`, async () => {
      refused(await ask(`/docs/${name}`), 404, 'not_found');
    });
  }
});

it('says BASE_URL where it is set', async () => {
  const set = await startService('sqlite', { BASE_URL: 'https://pos.example.com' });
  try {
    assert.equal((await set.client.get('/openapi.json')).json.servers[0].url, 'https://pos.example.com');
  } finally {
    await set.stop();
  }
});
