import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readAttributes, readList, readPairs, writeAttributes, writeList, writePairs } from './cells.ts';
import { BYTE_ORDER_MARK, FileError, MAX_RECORDS, readCell, readCsv, writeCell, writeLine } from './csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const rowsOf = (text: string) =>
  readCsv(bytes(text), 'x.csv').records.map(({ line, cells }) => [line, ...cells]);

/** Texts that are hard on cells: formulas, quotes, separators, ends of lines, white space, any character. */
const naughty = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'=+-@\'\t\r\n";,|\\ :#\ufeffé𝄞'.split('')), maxLength: 8 }),
    fc.constantFrom('-', "'", "''", "'-", '=1+1', '@SUM(A1)', '+1', '\tx', "'=x", ' x ', 'A;B', 'null', '#1'),
  )
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'));
const item = naughty.filter((text) => text.trim() !== '');

describe('a file', () => {
  test('may have commas, semicolons or tabs, any ends of lines, quotes and a byte order mark', () => {
    const wanted = [
      [2, 'a', 'x, y'],
      [3, 'b', 'say "hi"\nthere'],
      [5, 'c', ''],
    ];
    assert.deepEqual(rowsOf('sku,name\r\na,"x, y"\r\nb,"say ""hi""\nthere"\r\nc,\r\n'), wanted);
    assert.deepEqual(rowsOf('\ufeffsku;name\na;x, y\nb;"say ""hi""\nthere"\nc;\n'), wanted);
    assert.deepEqual(rowsOf('sku\tname\ra\tx, y\rb\t"say ""hi""\nthere"\rc\t'), wanted);
  });

  test('has lines that are counted, empty ones too, and records that begin where their first cell does', () => {
    assert.deepEqual(rowsOf('sku,name\n\n,\na,"1\n2"\n\nb,2'), [
      [4, 'a', '1\n2'],
      [7, 'b', '2'],
    ]);
  });

  test('is told by its head line what stands between cells', () => {
    assert.deepEqual(readCsv(bytes('"a;b;c;d",x\n1,2'), 'x.csv').head, ['a;b;c;d', 'x']);
    assert.deepEqual(readCsv(bytes(' sku ; name \n'), 'x.csv').head, ['sku', 'name']);
  });

  for (const [what, text, words] of [
    ['nothing', '', /x\.csv: is empty/],
    ['an open quote', 'sku,name\na,"b\nc', /quote .* begins in line 2 is never closed/],
    ['a quote inside a cell', 'sku,name\na,b\nc,5" pipe\n', /quote .* begins in line 3 stands inside a cell/],
    ['text after a quote', 'sku,name\na,"b"c\n', /begins in line 2 stands inside a cell/],
    ['NUL characters', 'sku\n\u0000', /NUL/],
  ] as const) {
    test(`with ${what} is refused`, () => {
      assert.throws(
        () => readCsv(bytes(text), 'x.csv'),
        (error) => error instanceof FileError && words.test(error.message),
      );
    });
  }

  test('that is not UTF-8 is refused', () => {
    assert.throws(() => readCsv(Buffer.from([0x73, 0xe9]), 'x.csv'), /is not UTF-8/);
  });

  test('with too many records is refused', () => {
    assert.throws(
      () => readCsv(bytes(`sku\n${'a\n'.repeat(MAX_RECORDS + 1)}`), 'x.csv'),
      /more than 200000 records/,
    );
    assert.equal(readCsv(bytes(`sku\n${'a\n'.repeat(MAX_RECORDS)}`), 'x.csv').records.length, MAX_RECORDS);
  });
});

describe('a cell', () => {
  test('is empty, unset, or a text', () => {
    assert.equal(readCell(''), undefined);
    assert.equal(readCell('-'), null);
    for (const text of ['x', "'Nduja", '-5', '- x', '=1+1', ' ', "it's"]) assert.equal(readCell(text), text);
  });

  test('that a spreadsheet would run is written with an apostrophe, which is taken off again', () => {
    for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '-']) {
      assert.match(writeCell(text), /^"?'/);
      assert.equal(readCell(`'${text}`), text);
    }
    assert.equal(writeCell(''), "'");
    assert.equal(readCell("'"), '');
    assert.equal(writeCell("'Nduja"), "'Nduja");
  });

  test('gives back any text, alone and in a file', () => {
    fc.assert(
      fc.property(fc.array(naughty, { minLength: 1, maxLength: 5 }), (texts) => {
        const file = `${BYTE_ORDER_MARK}${writeLine(texts.map((_, at) => `c${at}`))}${writeLine(texts)}`;
        const [record] = readCsv(bytes(file), 'x.csv').records;
        assert.deepEqual(record?.cells.map(readCell), texts);
        for (const cell of record?.cells ?? []) assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('inside a cell', () => {
  test('lists, values and alternatives are read as people write them', () => {
    assert.deepEqual(readList(' A ;B; C;'), ['A', 'B', 'C']);
    assert.deepEqual(readList('A\\;B; C\\\\'), ['A;B', 'C\\']);
    assert.deepEqual(readPairs('A=1.5; B ; C = 2'), [
      { name: 'A', value: '1.5' },
      { name: 'B', value: undefined },
      { name: 'C', value: '2' },
    ]);
    assert.deepEqual(readAttributes('Size=S| M |L; Crust = Thin'), [
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Crust', values: ['Thin'] },
    ]);
  });

  test('any texts come back', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (texts) => {
        assert.deepEqual(readList(writeList(texts)), texts);
        const pairs = texts.map((text, at) => [text, at % 2 === 0 ? undefined : text] as const);
        assert.deepEqual(
          readPairs(writePairs(pairs)),
          pairs.map(([name, value]) => ({ name, value })),
        );
        const attributes = texts.map((text) => [text, texts] as const);
        assert.deepEqual(
          readAttributes(writeAttributes(attributes)),
          attributes.map(([name, values]) => ({ name, values })),
        );
      }),
      { numRuns: 500 },
    );
  });
});
