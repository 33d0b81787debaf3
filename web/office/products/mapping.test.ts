import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessMapping, isOptionSets, readSheet, templateCsv, writeMapped } from './mapping.ts';

test('a file is cut into cells, with the line that each row begins in', () => {
  const sheet = readSheet('\ufeffName;Price\r\n"Soup; ""hot"""; 8\n\n"two\nlines";9\nlast');
  assert.deepEqual(sheet.head, ['Name', 'Price']);
  assert.deepEqual(sheet.records, [
    { line: 2, cells: ['Soup; "hot"', ' 8'] },
    { line: 4, cells: ['two\nlines', '9'] },
    { line: 6, cells: ['last'] },
  ]);
  assert.deepEqual(readSheet(''), { head: [], records: [] });
  assert.throws(() => readSheet('a,b\nx,y\n"never closed,1\n'), /^Error: Line 3: a quote/);
  assert.throws(() => readSheet('a,b\n"closed"early,1\n'), /^Error: Line 2: a quote/);
});

test('columns are guessed by the names that people give them, each once', () => {
  const heads = ['Item Name', 'PRICE', 'category', 'bar-code', 'Price', 'Colour', 'site:Main street:amount'];
  assert.deepEqual(guessMapping(heads), [
    ...['name', 'unit_price', 'categories', 'barcode', null, null],
    'site:Main street:amount',
  ]);
  const own = ['sku', 'name', 'unit_price_ex_tax', 'variant_of', 'is_sold', 'measure'];
  assert.deepEqual(guessMapping(own), own);
});

test('the chosen columns go under the names of the API, and lines find back', () => {
  const sheet = readSheet('Ref,Title,Cost of it\nT,"a\nb","€ 3,50"\nU,"c, d",1.234.5\n');
  const { csv, lines } = writeMapped(sheet, ['sku', null, 'unit_price'], { taxes: 'GST; VAT' });
  assert.equal(csv, 'sku,unit_price,taxes\nT,3.50,"GST; VAT"\nU,1.234.5,"GST; VAT"\n');
  assert.deepEqual(
    [...lines],
    [
      [1, 1],
      [2, 2],
      [3, 4],
    ],
  );
  const kept = writeMapped(sheet, ['sku', 'name', null]);
  assert.equal(kept.csv, 'sku,name\nT,"a\nb"\nU,"c, d"\n');
  assert.equal(kept.lines.get(4), 4);
});

test('without stock keeping units they are made of the names, the same ones each time', () => {
  const sheet = readSheet('name,price\nCafé latte,4\nTea,3\nCafé  Latte,5\n');
  const { csv } = writeMapped(sheet, guessMapping(sheet.head));
  assert.equal(csv, 'sku,name,unit_price\nCAFÉ-LATTE,Café latte,4\nTEA,Tea,3\nCAFÉ-LATTE-2,Café  Latte,5\n');
});

test('the template is understood column by column', () => {
  const sheet = readSheet(templateCsv());
  assert.equal(guessMapping(sheet.head).includes(null), false);
  assert.equal(sheet.records.length, 2);
  assert.equal(isOptionSets(sheet), false);
  assert.equal(isOptionSets(readSheet('name,options\n')), true);
});
