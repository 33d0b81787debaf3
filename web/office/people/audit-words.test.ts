import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatMoney } from '../../shared/format.ts';
import { ACTIONS, changesOf } from './audit-words.ts';

const money = (amount: string) => formatMoney(amount, 'USD');

/** The kinds of records whose changes are acts by themselves. */
const RECORDS = [
  ...['discount', 'option_set', 'payment_method', 'price_list', 'register', 'role', 'site', 'staff', 'tax'],
  'tax_group',
];

it('has words for what is done to every kind of records', () => {
  const acts = RECORDS.flatMap((kind) => ['created', 'changed', 'deleted'].map((what) => `${kind}.${what}`));
  assert.deepEqual(
    acts.filter((act) => !Object.hasOwn(ACTIONS, act)),
    [],
  );
});

it('says what changed in words and in figures of the reader', () => {
  const said = (before: object | null, after: object | null) =>
    changesOf({ before: { ...before }, after: { ...after } }, money).map((each) =>
      [each.label, each.before, each.after].map((part) => part ?? '–').join(' '),
    );
  assert.deepEqual(
    said(
      { total: '46.55', lines: [{ line_id: '255', name: 'Pizza', quantity: '2' }], deleted: false },
      { total: '22.9', lines: [], deleted: true },
    ),
    ['Total $46.55 $22.90', 'Lines 2 × Pizza –', 'Deleted – Yes'],
  );
  assert.deepEqual(said({ expected: '-400' }, { counted: '95.5', staff_id: '1' }), [
    'Expected -$400.00 –',
    'Counted – $95.50',
  ]);
  assert.deepEqual(said({ price_variation: null }, { price_variation: '0.9', discount: 'Staff' }), [
    'Discount – -10%',
    'Discount – Staff',
  ]);
  assert.deepEqual(
    said({ permissions: [] }, { permissions: [{ code: 'Void', name: 'Void', domain: 'x' }] }),
    ['Permissions – Void items'],
  );
  assert.deepEqual(
    said(
      {},
      { payments: [{ method: 'Cash', amount: '12', tip: '0', ref: null }], status: 'ON_HOLD', site: '12' },
    ),
    ['Payments – Cash · $12.00', 'Status – On hold', 'site – 12'],
  );
});
