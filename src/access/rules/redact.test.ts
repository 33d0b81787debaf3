import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBody } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redact.ts';
import { isSecretName, redactBody } from './redact.ts';

const shown = (body: unknown, max = 2_048) => redactBody(body, max);

describe('what the log of requests shows of a body', () => {
  it('is the body, when there is nothing secret in it', () => {
    const text =
      '{"site_id":1,"lines":[{"product_id":5,"quantity":2.5,"notes":"a \\"b\\" <c>"}],"x":null,"y":true}';
    assert.equal(shown(parseBody(Buffer.from(text))), text);
    assert.equal(shown([]), '[]');
    assert.equal(shown('x'), '"x"');
  });

  it('stars every value of headers, and what stands behind the path of an address', () => {
    const body = {
      topic: 'orders/completed',
      address: 'https://user:pw@example.com/hook?key=s3cr3t&more=x#frag',
      headers: {
        'X-Key': 's3cr3t',
        Authorization: 'Bearer s3cr3t',
        'X-Many': ['s3cr3t', { deep: 7 }],
        'X-None': null,
      },
      filter: { attributes: ['customer'] },
    };
    assert.equal(
      shown(body),
      '{"topic":"orders/completed","address":"https://***@example.com/hook?***","headers":{"X-Key":"***",' +
        '"Authorization":"***","X-Many":["***",{"deep":"***"}],"X-None":null},"filter":{"attributes":["customer"]}}',
    );
    assert.equal(shown({ headers: 's3cr3t' }), '{"headers":"***"}');
    for (const [text, wanted] of [
      ['https://a.example/x?s3cr3t and ?more', 'https://a.example/x?*** and ?***'],
      ['see http://a.example/#s3cr3t', 'see http://a.example/?***'],
      ['Really? Is 1 < 2?', 'Really? Is 1 < 2?'],
      ['https://a.example/plain', 'https://a.example/plain'],
    ] as const) {
      assert.equal(redactText(text), wanted);
    }
  });

  it('stars fields by their names, whatever they hold, at any depth', () => {
    for (const name of [
      ...[
        'password',
        'PASSWORD',
        'new_password',
        'passwd',
        'client_secret',
        'secret',
        'token',
        'access_token',
      ],
      ...[
        'refreshToken',
        'Authorization',
        'authorisation',
        'Cookie',
        'api_key',
        'apiKey',
        'pin',
        'PIN',
        'card_pin',
      ],
      ...['cardPin', 'pin2', 'cvv', 'card.cvc', 'card_number', 'cardNumber', 'pan', 'otp', 'credentials'],
    ]) {
      for (const value of ['hunter2', 4711, ['hunter2'], { deep: 'hunter2' }, true]) {
        const text = shown({ a: [{ [name]: value }] });
        assert.equal(text, `{"a":[{${JSON.stringify(name)}:"***"}]}`);
      }
    }
    for (const name of [
      'shipping',
      'spinach',
      'opinion',
      'name',
      'company',
      'postal_code',
      'passenger',
      'span',
      'topic',
    ]) {
      assert.equal(isSecretName(name), false, name);
    }
    assert.equal(shown({ password: null }), '{"password":null}');
  });

  it('stars what looks like the number of a card, in text and as a number', () => {
    for (const card of [
      '4111111111111111',
      '4111 1111 1111 1111',
      '3782-822463-10005',
      '6304000000000000000',
    ]) {
      assert.equal(redactText(`paid by ${card}, thanks`), 'paid by ***, thanks');
      assert.equal(shown({ [`key ${card}`]: `x${card}` }), '{"key ***":"x***"}');
    }
    assert.equal(
      shown(parseBody(Buffer.from('{"a":4111111111111111,"b":[5500000000000004]}'))),
      '{"a":***,"b":[***]}',
    );
    for (const fine of ['2026-11-21T18:30:00Z', '0412 345 678', '+61 2 9374 4000', '123456789012', '1.25']) {
      assert.equal(redactText(fine), fine);
    }
  });

  it('stars credentials wherever they turn up', () => {
    const secret = 'x'.repeat(43);
    assert.equal(redactText(`see pb_at_${secret} and pb_cs_${secret}.`), 'see pb_at_*** and pb_cs_***.');
    assert.equal(redactText('whsec_YWJjZGVm=='), 'whsec_***');
    assert.equal(redactText('Authorization: Bearer abc.def-123456'), 'Authorization: Bearer ***');
    assert.equal(redactText('pb_ci_public'), 'pb_ci_public');
    assert.equal(redactText('Basic pizza'), 'Basic pizza');
  });

  it('ends at its length, and costs nothing beyond it', () => {
    const text = shown({ a: 'b'.repeat(10_000) });
    assert.ok(text.length === 2_048 && text.endsWith('…'));
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
    assert.ok(shown({ wide, after: 1 }).length <= 2_048);
    let reads = 0;
    const counted = Array.from({ length: 10_000 }, () => ({
      get field() {
        reads++;
        return 'value';
      },
    }));
    shown(counted, 100);
    assert.ok(reads < 20, `${reads} values were looked at`);
    let deep: unknown = 'end';
    for (let at = 0; at < 100; at++) deep = [deep];
    assert.match(shown(deep), /^\[+"…"\]+$/);
  });

  it('shows no part of a card whose number is cut off', () => {
    for (let before = 2_020; before < 2_060; before++) {
      const text = shown({ a: `${'.'.repeat(before)}4111 1111 1111 1111` });
      assert.doesNotMatch(text, /4111|1111/);
    }
    for (let before = 4_070; before < 4_100; before++) {
      assert.doesNotMatch(
        shown(`${'pb_at_x '.repeat(400)}${'.'.repeat(before - 3_200)}4111111111111111`),
        /4111/,
      );
    }
  });

  it('makes text of any text', () => {
    for (const odd of ['\ud800', 'a\u0000b', '"\\', '\u202e', '<script>', '😀'.repeat(2_000)]) {
      const text = shown({ a: odd });
      assert.ok(text.length <= 2_048);
      assert.ok(text.replaceAll('\\ud800', '').isWellFormed());
    }
  });
});
