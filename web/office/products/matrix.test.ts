import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VariantHead } from '../catalogue/records.ts';
import { attributesOf, matrixOf } from './matrix.ts';

const head = (id: string, variant_attributes: Record<string, string>): VariantHead => ({
  ...{ id, id_str: id, name: id, sku: null },
  variant_attributes,
});

test('variants stand where their values cross', () => {
  const attributes = attributesOf({ Crust: ['Thin', 'Thick'], Milk: ['No', 'Yes'], Size: ['L', 'S'] });
  const matrix = matrixOf(attributes, [head('1', { Crust: 'Thick', Milk: 'No', Size: 'S' })], 10);
  assert.deepEqual(
    matrix?.rows.map(({ values }) => values),
    [
      ['Thin', 'No'],
      ['Thin', 'Yes'],
      ['Thick', 'No'],
      ['Thick', 'Yes'],
    ],
  );
  const found = matrix?.rows.flatMap(({ cells }) => cells).filter(({ variant }) => variant !== undefined);
  assert.deepEqual(
    found?.map(({ combination }) => combination),
    [{ Crust: 'Thick', Milk: 'No', Size: 'S' }],
  );
});

test('one attribute is one row; many rows are cut, and counted', () => {
  assert.equal(matrixOf([], [], 10), undefined);
  assert.equal(matrixOf(attributesOf({ Size: ['L', 'S'] }), [], 10)?.rows.length, 1);
  const many = { A: Array.from({ length: 200 }, (_, at) => String(at)), B: ['x'] };
  const matrix = matrixOf(attributesOf(many), [], 50);
  assert.deepEqual([matrix?.rows.length, matrix?.total], [50, 200]);
});
