import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { commandOf, curlOf, quoted } from './curl.ts';

it('a command asks what was asked for, and holds no token', () => {
  assert.equal(
    curlOf({
      method: 'GET',
      address: 'https://pos.example/v1/companies/me/orders?limit=5',
      body: 'x',
      caFile: '',
    }),
    [
      'curl',
      `-H "Authorization: Bearer $PASSBELL_TOKEN"`,
      `'https://pos.example/v1/companies/me/orders?limit=5'`,
    ].join(' \\\n  '),
  );
  const post = curlOf({
    method: 'POST',
    address: 'https://a/v1',
    body: `{"name":"O'Neil"}`,
    caFile: ' ca.pem ',
  });
  assert.match(post, /^curl -X POST \\\n {2}--cacert 'ca\.pem'/);
  assert.ok(post.includes(`--data-raw '{"name":"O'\\''Neil"}'`));
});

it('a form is sent field by field; only what is named as one is read from the environment', () => {
  assert.equal(
    commandOf({
      method: 'POST',
      address: 'https://a/v1/token',
      form: [
        ['code', '$HOME'],
        ['client_secret', { variable: 'SECRET' }],
      ],
    }),
    [
      'curl',
      `--data-urlencode 'code=$HOME'`,
      `--data-urlencode "client_secret=$SECRET"`,
      `'https://a/v1/token'`,
    ].join(' \\\n  '),
  );
});

it('what was typed is a word of the command, whatever is in it', () => {
  for (const text of [`a'b`, `$(reboot)`, '`id`', '"; true #', 'a\nb', '\\', "''", '!!']) {
    const said = execFileSync('/bin/sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' });
    assert.equal(said, text);
  }
});
