import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '../../kernel/money.ts';
import { readAmount, readMoment } from './amounts.ts';
import { guessFields, wrongMap } from './fields.ts';

test('amounts are read where they can mean one thing alone', () => {
  const cases: [cell: string, amount: string | undefined][] = [
    ['12.5', '12.5'],
    ['-0.01', '-0.01'],
    ['1,250.50', '1250.5'],
    ['1.250,50', '1250.5'],
    ['12,5', '12.5'],
    ['$ 4.00', '4'],
    ['€4,20', '4.2'],
    ['(3.10)', '-3.1'],
    ['\u22123.10', '-3.1'],
    ["1'250.50", '1250.5'],
    ['1,250', undefined],
    ['1.2.3', undefined],
    ['', undefined],
    ['1e3', undefined],
    ['٣', undefined],
    ['9'.repeat(13), undefined],
  ];
  for (const [cell, amount] of cases) {
    const read = readAmount(cell);
    assert.equal(read === undefined ? undefined : formatDecimal(read), amount, cell);
  }
});

test('times are ISO 8601, or days with dots', () => {
  assert.deepEqual(readMoment('2024-12-31 18:30'), { kind: 'local', text: '2024-12-31 18:30' });
  assert.deepEqual(readMoment('31.12.2024 18:30'), { kind: 'local', text: '2024-12-31 18:30' });
  assert.deepEqual(readMoment(' 2024-12-31 '), { kind: 'date', text: '2024-12-31' });
  assert.deepEqual(readMoment('2024-12-31T18:30:00Z')?.kind, 'moment');
  for (const cell of ['12/31/2024', '31.13.2024', 'yesterday', '']) assert.equal(readMoment(cell), undefined);
});

test('columns are guessed by what other systems call them, each once', () => {
  assert.deepEqual(
    guessFields('sales', ['Order ID', 'Timestamp', 'Qty', 'SKU', 'Item', 'Tender', 'Amount']),
    [...['sale', 'time', 'quantity', 'sku', 'name', 'method', 'paid']],
  );
  assert.deepEqual(guessFields('customers', ['id', 'ID', 'E-mail Address', 'Shoe size']), [
    ...['customer', null, 'email', null],
  ]);
});

test('columns are what is said of them, and the others are guessed', () => {
  const head = ['Beleg', 'Order ID', 'Qty', 'Tender'];
  const said = new Map([
    ['beleg', 'sale'],
    ['Tender', null],
  ]);
  assert.deepEqual(guessFields('sales', head, said), ['sale', null, 'quantity', null]);
  assert.equal(wrongMap('sales', head, said), undefined);
  for (const wrong of [
    [['Colour', null]],
    [['Qty', 'colour']],
    [
      ['Qty', 'sale'],
      ['Beleg', 'sale'],
    ],
  ] satisfies [string, string | null][][])
    assert.notEqual(wrongMap('sales', head, new Map(wrong)), undefined, JSON.stringify(wrong));
});
