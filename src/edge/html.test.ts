import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import { html, sendPage } from './html.ts';

it('every value is escaped, in text and in attributes', () => {
  const text = `<a href="x" title='y'>&amp;</a>`;
  assert.equal(
    html`<p title="${text}">${text}</p>`.text,
    '<p title="&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;">' +
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;</p>',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const inner = html`${value}`.text;
      assert.doesNotMatch(inner, /[<>"']/);
      assert.doesNotMatch(inner, /&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
});

it('HTML stays HTML, lists are joined, and what is not there leaves nothing', () => {
  const items = ['<a>', 'b'].map((each) => html`<li>${each}</li>`);
  assert.equal(html`<ul>${items}</ul>`.text, '<ul><li>&lt;a&gt;</li><li>b</li></ul>');
  assert.equal(html`a${undefined}${null}${false}${''}${0}${7n}${[]}b`.text, 'a07b');
});

it('a page has its title escaped, and a policy without script', async () => {
  const app = fastify();
  app.get('/', (_request, reply) =>
    sendPage(reply, { title: '</title><script>', body: html`<p>x</p>`, formTargets: ['https://a.example'] }),
  );
  const answer = await app.inject('/');
  assert.equal(answer.statusCode, 200);
  assert.ok(answer.body.includes('<title>&lt;/title&gt;&lt;script&gt; · Passbell</title>'));
  assert.match(
    String(answer.headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self' https:\/\/a\.example; frame-ancestors 'none'; base-uri 'none'$/,
  );
});
