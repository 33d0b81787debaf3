import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { addressKey, clientAddress } from './address.ts';
import { parseCidrs } from './listener.ts';

const CASES: readonly [remote: string, forwarded: string | undefined, address: string][] = [
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', '192.0.2.1'], // not a trusted proxy: its header is ignored
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'], // the entries before may be invented
  ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['10.0.0.1', '10.0.0.7', '10.0.0.7'],
  ['10.0.0.1', ' 2001:db8::1 ', '2001:db8::1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', 'x'.repeat(100), '10.0.0.1'],
];

it('the address is the last that no proxy of ours has', async () => {
  const app = fastify();
  const trusted = parseCidrs('10.0.0.0/8');
  app.get('/', (request, reply) => reply.send(clientAddress(trusted, request)));
  for (const [remoteAddress, forwarded, address] of CASES) {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await app.inject({ path: '/', remoteAddress, headers });
    assert.equal(answer.body, address, `${remoteAddress} ${forwarded}`);
  }
});

it('addresses are counted as they are, those of IPv6 by their network', () => {
  assert.equal(addressKey('192.0.2.1'), '192.0.2.1');
  assert.equal(addressKey('unknown'), 'unknown');
  for (const address of ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', '2001:0db8:0001:0002:a:b:c:d']) {
    assert.equal(addressKey(address), '2001:db8:1:2');
  }
  assert.equal(addressKey('2001:db8::1'), '2001:db8:0:0');
  assert.equal(addressKey('::1'), '0:0:0:0');
});
