import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Words } from '#src/kernel/words.ts';
import { setWords } from '../../shared/words.ts';
import {
  amountBody,
  amountText,
  otherForm,
  priceBody,
  priceFields,
  priceText,
  typedPrice,
} from '../catalogue/amounts.ts';
import { bodyOf, NEW_PRODUCT } from './values.ts';

const GST = 10_000_000n;

test('a price that was typed is what is sent, and the other form follows', () => {
  const typed = typedPrice('11', 'inc', GST);
  assert.deepEqual(typed, { inc: '11', ex: '10.00', typed: 'inc' });
  assert.deepEqual(priceBody(typed, 'unit_price'), { unit_price: 11 });
  const other = typedPrice('10', 'ex', GST);
  assert.deepEqual(other, { inc: '11.00', ex: '10', typed: 'ex' });
  assert.deepEqual(priceBody(other, 'cost_price'), { cost_price_ex_tax: 10 });
  assert.deepEqual(priceBody(priceFields(11, 10), 'unit_price'), {});
  assert.deepEqual(priceBody(typedPrice('', 'inc', GST), 'unit_price'), { unit_price: null });
});

test('a price is typed with a comma or with a point', () => {
  assert.equal(JSON.stringify(amountBody('1,50')), '1.5');
  assert.equal(JSON.stringify([amountBody('0012345678,12345678')]), '[12345678.12345678]');
  const typed = typedPrice('12,10', 'inc', GST);
  assert.deepEqual(typed, { inc: '12,10', ex: '11.00', typed: 'inc' });
  assert.deepEqual(priceBody(typed, 'unit_price'), { unit_price: 12.1 });
  assert.equal(otherForm('11,00', 'inc', GST), '10');
  setWords(new Words('de', {}, 'de-DE'));
  assert.equal(JSON.stringify(amountBody('1.234,50')), '1234.5');
  assert.equal(JSON.stringify(amountBody('1.234')), '1.234');
  setWords(new Words('en'));
});

test('what is no number is sent as it was typed, so that it is refused', () => {
  assert.equal(JSON.stringify(amountBody('-')), '"-"');
  assert.equal(amountBody(' '), null);
  assert.equal(JSON.stringify(amountBody('1.50')), '1.5');
  assert.equal(JSON.stringify([amountBody('123456789.12345678')]), '[123456789.12345678]');
});

test('amounts are shown exactly, prices with small change', () => {
  assert.equal(priceText(12.5), '12.50');
  assert.equal(priceText('0.125'), '0.125');
  assert.equal(priceText(null), '');
  assert.equal(amountText(3), '3');
});

test('only what was changed is sent; what was emptied is unset', () => {
  assert.deepEqual(bodyOf(NEW_PRODUCT, NEW_PRODUCT), {});
  const base = { ...NEW_PRODUCT, sku: 'TEA', tags: ['hot'] };
  assert.deepEqual(bodyOf({ ...base, sku: '', tags: [], is_sold: false, measure: '0.5' }, base), {
    sku: null,
    tags: [],
    is_sold: false,
    measure: 0.5,
  });
});
