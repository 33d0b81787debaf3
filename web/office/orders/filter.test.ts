import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Passbell } from '#clients/typescript/index.ts';
import { listOf, readFilter, writeFilter } from './filter.ts';

const passbell = new Passbell({ baseUrl: 'https://example.com', token: 'none', company: '1' });

/** The path that the list of a page is read from. */
function pathOf(query: string): string {
  const { input, at } = listOf(readFilter(new URLSearchParams(query)));
  return at(passbell.prepare('listOrders', input).path).replace('/v1/companies/1/', '');
}

describe('the filter of the order list', () => {
  const text =
    'status=submitted%2Con_hold&site=3&register=4&staff=5&customer=6&from=2026-03-01&to=2026-03-07&min=10&max=99.5&discounted=1&linked=1&deleted=1';

  it('is kept in the address of the page', () => {
    assert.equal(String(writeFilter(readFilter(new URLSearchParams(text)))), text);
    assert.equal(String(writeFilter(readFilter(new URLSearchParams()))), '');
  });

  it('is a path of the API', () => {
    assert.equal(
      decodeURIComponent(pathOf(text)),
      'sites/3/registers/4/staff/5/customers/6/orders/submitted/on_hold/discounted/linkedcustomer/deleted?' +
        'created_lte=2026-03-07T23:59:59.999999&created_gte=2026-03-01T00:00:00&value_lte=99.5&value_gte=10&fields=customer',
    );
    assert.equal(pathOf(''), 'orders?fields=customer');
  });

  it('takes nothing that does not fit', () => {
    const wrong = 'status=gone&site=../x&register=1/2&from=yesterday&min=much&deleted=true';
    assert.equal(pathOf(wrong), 'orders?fields=customer');
  });
});
