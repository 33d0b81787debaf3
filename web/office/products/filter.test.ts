import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, readFilter, writeFilter } from './filter.ts';

const fields = [
  'image',
  'categories',
  'availability',
  'unit_price',
  'variant_parent_id',
  'variant_attributes',
];

test('a filter is the same after a way through the address', () => {
  for (const text of [
    '',
    'q=tea',
    'by=sku&q=T+1',
    'by=barcode&q=4006381333931',
    'category=3&site=4&sold=true&available=false&counted=true',
  ]) {
    assert.equal(writeFilter(readFilter(new URLSearchParams(text))).toString(), text);
  }
});

test('what does not fit is left out, and so is what counts at a site alone', () => {
  const filter = readFilter(new URLSearchParams('by=colour&category=x&site=1e3&sold=maybe'));
  assert.equal(writeFilter(filter).toString(), '');
  const nowhere = readFilter(new URLSearchParams('sold=true&available=true'));
  assert.deepEqual(callOf(nowhere), { list: 'listProducts', input: { fields } });
});

test('a filter asks the list of the API that knows it', () => {
  const call = (text: string) => callOf(readFilter(new URLSearchParams(text)));
  assert.deepEqual(call(''), { list: 'listProducts', input: { fields } });
  assert.deepEqual(call('q= tea %26 milk'), { list: 'listProducts', input: { name: 'tea & milk', fields } });
  assert.deepEqual(call('by=sku&q=T1'), { list: 'listProducts', input: { sku: 'T1', fields } });
  assert.deepEqual(call('category=3'), { list: 'listCategoryProducts', input: { category_id: '3', fields } });
  assert.deepEqual(call('site=4'), { list: 'listSiteProducts', input: { site_id: '4', fields } });
  assert.deepEqual(call('site=4&category=3&sold=true&available=false&counted=true'), {
    list: 'listSiteCategoryProducts',
    input: { category_id: '3', site_id: '4', sold: true, is_available: false, inventoried: true, fields },
  });
});
