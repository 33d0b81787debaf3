import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LoopYielder } from '../kernel/loop-yielder.ts';
import {
  BYTE_ORDER_MARK,
  FileError,
  MAX_COLUMNS,
  MAX_RECORDS,
  readCell,
  readCsv,
  writeCell,
  writeLine,
} from './csv.ts';
import {
  readAttributes,
  readList,
  readPairs,
  writeAttributes,
  writeList,
  writePairs,
} from './rules/cells.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const fileOf = (text: string | Uint8Array, most?: number) =>
  readCsv(typeof text === 'string' ? bytes(text) : text, 'x.csv', new LoopYielder(), most);
const rowsOf = async (text: string) =>
  (await fileOf(text)).records.map(({ line, cells }) => [line, ...cells]);

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
  test('may have commas, semicolons or tabs, any ends of lines, quotes and a byte order mark', async () => {
    const wanted = [
      [2, 'a', 'x, y'],
      [3, 'b', 'say "hi"\nthere'],
      [5, 'c', ''],
    ];
    assert.deepEqual(await rowsOf('sku,name\r\na,"x, y"\r\nb,"say ""hi""\nthere"\r\nc,\r\n'), wanted);
    assert.deepEqual(await rowsOf('\ufeffsku;name\na;x, y\nb;"say ""hi""\nthere"\nc;\n'), wanted);
    assert.deepEqual(await rowsOf('sku\tname\ra\tx, y\rb\t"say ""hi""\nthere"\rc\t'), wanted);
  });

  test('has lines that are counted, empty ones too, and records that begin where their first cell does', async () => {
    assert.deepEqual(await rowsOf('sku,name\n\n,\na,"1\n2"\n\nb,2'), [
      [4, 'a', '1\n2'],
      [7, 'b', '2'],
    ]);
  });

  test('is told by its head line what stands between cells', async () => {
    assert.deepEqual((await fileOf('"a;b;c;d",x\n1,2')).head, ['a;b;c;d', 'x']);
    assert.deepEqual((await fileOf(' sku ; name \n')).head, ['sku', 'name']);
  });

  for (const [what, text, words] of [
    ['nothing', '', /x\.csv: is empty/],
    ['an open quote', 'sku,name\na,"b\nc', /quote .* begins in line 2 is never closed/],
    ['a quote inside a cell', 'sku,name\na,b\nc,5" pipe\n', /quote .* begins in line 3 stands inside a cell/],
    ['text after a quote', 'sku,name\na,"b"c\n', /begins in line 2 stands inside a cell/],
    ['NUL characters', 'sku\n\u0000', /NUL/],
  ] as const) {
    test(`with ${what} is refused`, async () => {
      await assert.rejects(fileOf(text), (error) => error instanceof FileError && words.test(error.message));
    });
  }

  test('that is not UTF-8 is refused', async () => {
    await assert.rejects(fileOf(Buffer.from([0x73, 0xe9])), /is not UTF-8/);
  });

  test('with too many records is refused', async () => {
    await assert.rejects(fileOf(`sku\n${'a\n'.repeat(MAX_RECORDS + 1)}`), /more than 200000 records/);
    assert.equal((await fileOf(`sku\n${'a\n'.repeat(MAX_RECORDS)}`)).records.length, MAX_RECORDS);
    // What has fewer rows is not told by its empty lines.
    assert.equal((await fileOf('sku\na\n\n\nb\n', 2)).records.length, 2);
    await assert.rejects(fileOf('sku\na\n\n\nb\nc\n', 2), /more than 2 rows/);
  });

  test('with too many columns is refused', async () => {
    const head = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
    assert.equal((await fileOf(head(MAX_COLUMNS))).head.length, MAX_COLUMNS);
    await assert.rejects(fileOf(head(MAX_COLUMNS + 1)), /line 1: has more than 2000 columns/);
  });

  test('comes out the same wherever it is cut while it is read', async () => {
    const cell = `${'é"'.repeat(20_000)}\n`;
    const rows = await rowsOf(`sku,name\r\n1,"${cell.replaceAll('"', '""')}"\r\n2,b`);
    assert.deepEqual(
      rows.map(([line]) => line),
      [2, 4],
    );
    assert.ok(rows[0]?.[2] === cell);
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

  test('gives back any text, alone and in a file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(naughty, { minLength: 1, maxLength: 5 }), async (texts) => {
        const file = `${BYTE_ORDER_MARK}${writeLine(texts.map((_, at) => `c${at}`))}${writeLine(texts)}`;
        const [record] = (await fileOf(file)).records;
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
