import assert from 'node:assert/strict';
import { it } from 'node:test';
import { percentOf, rateOf } from './rate.ts';

it('a rate is typed as a percentage, and stays exact', () => {
  for (const [percent, rate] of [
    ['10', '0.1'],
    ['7.5', '0.075'],
    ['0', '0'],
    ['100', '1'],
    ['8.875', '0.08875'],
    ['0.000001', '0.00000001'],
    [' 12,5 ', '0.125'],
  ] as const) {
    assert.equal(JSON.stringify(rateOf(percent)), rate);
  }
  assert.equal(percentOf(0.075), '7.5');
  assert.equal(percentOf(0.1), '10');
  assert.equal(percentOf('0.2'), '20');
});

it('what is no rate is left for the API to refuse', () => {
  for (const text of ['', 'ten', '10 %']) assert.equal(JSON.stringify(rateOf(text)), JSON.stringify(text));
  assert.equal(JSON.stringify(rateOf('0.0000001')), '0.0000001e-2');
});
