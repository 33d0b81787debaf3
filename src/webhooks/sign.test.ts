import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Signing, signHeaders, whsecOf } from './sign.ts';

const MESSAGE: Signing = {
  body: '{"id":1,"notes":"Crème brûlée ☕"}',
  keys: ['pb_ss_new-token', 'pb_ss_old-token'],
  topic: 'orders/completed',
  createdAt: 1_795_274_000_123_456n,
  messageId: 'msg_5_17',
  number: 9_007_199_254_740_993n,
  changed: ['status', 'customer'],
  sentAt: 1_795_274_000_999_999n,
};

/** The check of a receiver's library by its secret (Standard Webhooks, "Verifying signatures"). */
function verifies(secret: string, headers: Record<string, string>, body: Uint8Array | string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest('base64');
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${expected}`);
}

describe('the headers of a delivery (reference: events.28, events.29)', () => {
  it('are these, worked out elsewhere once', () => {
    assert.deepEqual(signHeaders(MESSAGE), {
      'X-Service-Topic': 'orders/completed',
      'X-Service-Signature': '723d0723fbd6d9e55d4692db91743f4a11ec4f1f50e45f4e81c63910a5d2df79',
      'X-Service-Created-Time': '1795274000123456',
      'X-Service-Event-Number': '9007199254740993',
      'X-Service-Event-Changed': 'status,customer',
      'webhook-id': 'msg_5_17',
      'webhook-timestamp': '1795274000',
      'webhook-signature':
        'v1,woinlGttitzN8fierK2J7dbRgH5vkt2L2q87AjF+Xb4= v1,xNlaPXQa54lcc42DppyDBCOaltqgdfOTmrR6lbf8oig=',
    });
  });

  it('have no number where there is no event', () => {
    assert.ok(!('X-Service-Event-Number' in signHeaders({ ...MESSAGE, number: null })));
    assert.ok(!('X-Service-Event-Changed' in signHeaders({ ...MESSAGE, changed: [] })));
  });

  it('are the same for bytes and text', () => {
    const bytes = Buffer.from(String(MESSAGE.body), 'utf8');
    assert.deepEqual(signHeaders({ ...MESSAGE, body: bytes }), signHeaders(MESSAGE));
  });

  it('sign the raw bytes, whatever they are, with every token, newest first', () => {
    const tokens = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.uint8Array(), tokens, (body, keys) => {
        const headers = signHeaders({ ...MESSAGE, body, keys });
        const [newest = ''] = keys;
        const plain = createHmac('sha256', Buffer.from(newest)).update(body).digest('hex');
        assert.equal(headers['X-Service-Signature'], plain);
        assert.equal(headers['webhook-signature']?.split(' ').length, keys.length);
        for (const key of keys) assert.ok(verifies(whsecOf(key), headers, body));
        assert.ok(!verifies(whsecOf(`${newest}x`), headers, body));
        assert.ok(!verifies(whsecOf(newest), headers, Buffer.concat([body, Buffer.from(' ')])));
      }),
    );
  });

  it('change between attempts only in the time of sending and what depends on it', () => {
    const first = signHeaders(MESSAGE);
    const retry = signHeaders({ ...MESSAGE, sentAt: MESSAGE.sentAt + 60_000_000n });
    assert.equal(retry['webhook-timestamp'], '1795274060');
    const changed = Object.keys(first).filter((name) => first[name] !== retry[name]);
    assert.deepEqual(changed, ['webhook-timestamp', 'webhook-signature']);
  });

  it('are not made without a token', () => {
    assert.throws(() => signHeaders({ ...MESSAGE, keys: [] }), /needs a token/);
  });
});

describe('the token as libraries want it', () => {
  it('is whsec_ and the token in base64', () => {
    assert.equal(whsecOf('pb_ss_new-token'), 'whsec_cGJfc3NfbmV3LXRva2Vu');
  });
});
