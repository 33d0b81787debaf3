import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lineName } from './line-name.ts';

it('a line is called by its own description, else by its product', () => {
  const product = { name: 'Tea' };
  assert.equal(lineName({ product, description: 'Tea for two' }), 'Tea for two');
  assert.equal(lineName({ product, description: null }), 'Tea');
  // Of a service or a device's memory before lines had one.
  assert.equal(lineName({ product }), 'Tea');
});
