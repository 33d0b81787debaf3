import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOf, readFilter, writeFilter } from './filter.ts';

describe('the filter of the order list', () => {
  const text =
    'status=submitted%2Con_hold&site=3&register=4&staff=5&customer=6&from=2026-03-01&to=2026-03-07&min=10&max=99.5&discounted=1&linked=1&deleted=1';

  it('is kept in the address of the page', () => {
    assert.equal(String(writeFilter(readFilter(new URLSearchParams(text)))), text);
    assert.equal(String(writeFilter(readFilter(new URLSearchParams()))), '');
  });

  it('is a path of the API', () => {
    assert.equal(
      decodeURIComponent(pathOf(readFilter(new URLSearchParams(text)))),
      'sites/3/registers/4/staff/5/customers/6/orders/submitted/on_hold/discounted/linkedcustomer/deleted?' +
        'created_gte=2026-03-01T00:00:00&created_lte=2026-03-07T23:59:59.999999&value_gte=10&value_lte=99.5&fields=customer',
    );
    assert.equal(pathOf(readFilter(new URLSearchParams())), 'orders?fields=customer');
  });

  it('takes nothing that does not fit', () => {
    const wrong = 'status=gone&site=../x&register=1/2&from=yesterday&min=much&deleted=true';
    assert.equal(pathOf(readFilter(new URLSearchParams(wrong))), 'orders?fields=customer');
  });
});
