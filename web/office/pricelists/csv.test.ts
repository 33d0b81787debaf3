import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pricesCsv } from './csv.ts';

test('typed prices are a file with one line each, in the form that was typed', () => {
  const csv = pricesCsv('Happy "hour"', [
    { id: '1', sku: 'A,1', price: { inc: '5.50', ex: '5.00', typed: 'inc' } },
    { id: '2', sku: null, price: { inc: '4.40', ex: '4', typed: 'ex' } },
    { id: '3', sku: '-', price: { inc: ' ', ex: '', typed: 'inc' } },
  ]);
  assert.deepEqual(csv.split('\r\n'), [
    'sku,"list:Happy ""hour"":unit_price","list:Happy ""hour"":unit_price_ex_tax"',
    '"A,1",5.50,',
    'id:2,,4',
    "'-,-,",
    '',
  ]);
});

test('the base price list has columns without a name', () => {
  const edit = { id: '1', sku: 'A', price: { inc: '1,5', ex: '', typed: 'inc' } } as const;
  assert.equal(pricesCsv(undefined, [edit]), 'sku,unit_price,unit_price_ex_tax\r\nA,"1,5",\r\n');
});
