import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf, readFilter, writeFilter } from './filter.ts';

const FIELDS =
  'fields=image%2Ccategories%2Cavailability%2Cunit_price%2Cvariant_parent_id%2Cvariant_attributes';

test('a filter is the same after a way through the address', () => {
  for (const text of [
    '',
    'q=tea',
    'by=sku&q=T+1',
    'category=3&site=4&sold=true&available=false&counted=true',
  ]) {
    assert.equal(writeFilter(readFilter(new URLSearchParams(text))).toString(), text);
  }
});

test('what does not fit is left out, and so is what counts at a site alone', () => {
  const filter = readFilter(new URLSearchParams('by=colour&category=x&site=1e3&sold=maybe'));
  assert.equal(writeFilter(filter).toString(), '');
  const nowhere = readFilter(new URLSearchParams('sold=true&available=true'));
  assert.equal(pathOf(nowhere), `products?${FIELDS}`);
});

test('paths are those of the API', () => {
  const path = (text: string) => pathOf(readFilter(new URLSearchParams(text)));
  assert.equal(path(''), `products?${FIELDS}`);
  assert.equal(path('q= tea %26 milk'), `products?name=tea+%26+milk&${FIELDS}`);
  assert.equal(path('by=sku&q=T1'), `products?sku=T1&${FIELDS}`);
  assert.equal(path('category=3'), `categories/3/products?${FIELDS}`);
  assert.equal(
    path('site=4&category=3&sold=true&available=false&counted=true'),
    `sites/4/categories/3/products?sold=true&is_available=false&inventoried=true&${FIELDS}`,
  );
});
