import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bodyOf, valuesOf } from './values.ts';

it('the form of a customer sends what was changed, and null for what was emptied', () => {
  const before = valuesOf({
    id: '7',
    id_str: '7',
    first_name: 'Ada',
    last_name: 'Example',
    email: 'ada@example.com',
    primary_email_address: 'ada@example.com',
    phone: null,
    mobile: null,
    description: null,
    reference_id: '',
    external_id: null,
    metadata: {},
    tags: ['regular'],
    image: null,
    primary_address: { address: 'Way 1', city: null, state: null, postal_code: null, country: null },
    shipping_address: null,
    company_name: null,
    tax_number: null,
    tax_exempt: null,
    created_at: '',
    updated_at: '',
  });
  assert.deepEqual(bodyOf(before, before), {});
  assert.deepEqual(bodyOf({ ...before, email: ' ', tags: [], first_name: '' }, before), {
    email: null,
    tags: [],
    first_name: '',
  });
  const moved = { ...before.primary_address, city: 'Sydney' };
  assert.deepEqual(bodyOf({ ...before, primary_address: moved }, before), {
    primary_address: { address: 'Way 1', city: 'Sydney', state: null, postal_code: null, country: null },
  });
  assert.deepEqual(
    bodyOf({ ...before, is_exempt: true, exempt_reason: 'Embassy', exempt_number: ' ' }, before),
    {
      tax_exempt: { number: null, reason: 'Embassy' },
    },
  );
  // What is written beside a switch that is off is nothing.
  assert.deepEqual(bodyOf({ ...before, exempt_reason: 'Embassy' }, before), {});
  const gone = { ...before.primary_address, address: '' };
  assert.deepEqual(bodyOf({ ...before, primary_address: gone }, before), { primary_address: null });
});
