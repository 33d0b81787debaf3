// GET /.well-known/security.txt (reference: operations.19; RFC 9116): the contact for reports of a weakness.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '#src/kernel/time.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';

const PATH = '/.well-known/security.txt';
const CONTACTS = ['mailto:security@example.com', 'https://example.com/security'];

const ask = (service: Service, method = 'GET', headers: Record<string, string> = {}) =>
  service.client.ask(method, PATH, { headers, without: ['authorization', 'accept', 'content-type'] });

/** The values of a field, in their order. */
function fields(text: string, name: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
}

onEachEngine('security.txt without a contact', (service) => {
  it('is not there', async () => {
    const answer = await ask(service());
    assert.equal(answer.status, 404);
    assert.equal(answer.json.error, 'not_found');
    const page = await ask(service(), 'GET', { accept: 'text/html' });
    assert.equal(page.status, 404, 'nor is it a page of the back office');
  });
});

onEachEngine(
  'security.txt',
  (service) => {
    it('names the contacts, in their order, to anybody', async () => {
      const answer = await ask(service());
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, max-age=86400');
      assert.deepEqual(fields(answer.text, 'Contact'), CONTACTS);
      assert.deepEqual(fields(answer.text, 'Canonical'), [`https://pos.example.com${PATH}`]);
      assert.equal(answer.text.split('\n').length, 5, 'and a line break at the end');
      assert.ok(answer.text.endsWith('\n'));
    });

    it('holds for less than a year, and never ends while the service runs', async () => {
      const { clock } = service();
      const expires = async () => {
        const [text = '', ...more] = fields((await ask(service())).text, 'Expires');
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.deepEqual(more, []);
        return BigInt(Date.parse(text)) * 1000n - clock.now();
      };
      for (const days of [0n, 1n, 400n]) {
        clock.advance(days * DAY);
        const left = await expires();
        assert.ok(left > 150n * DAY && left < 365n * DAY, String(left));
      }
    });

    it('is read, not written', async () => {
      const head = await ask(service(), 'HEAD');
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      const post = await service().client.ask('POST', PATH, { without: ['authorization'], body: {} });
      assert.equal(post.status, 405);
      assert.match(post.headers.allow ?? '', /GET/);
    });
  },
  { SECURITY_CONTACT: CONTACTS.join(', '), BASE_URL: 'https://pos.example.com/till' },
);
