import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { line, option, receipt, ticket } from '#test/harness/documents.ts';
import { readPdf } from '#test/harness/pdf.ts';
import { Fonts } from '../../pdf/fonts.ts';
import { Printer } from '../../pdf/printer.ts';
import { paperOf } from '../paper/document.ts';
import type { Document } from '../shape.ts';
import { barsOf, SIGNS } from './barcode.ts';
import { previewOf } from './preview.ts';
import { renderPaper } from './render.ts';

const fonts = new Fonts();
const render = (document: Document, columns = 48, copy = false) =>
  renderPaper(paperOf(document, { columns, copy }), fonts);
const wordsOf = (bytes: Buffer) =>
  readPdf(bytes).flatMap(({ texts }) => texts.map(({ text }) => text.trim()));

describe('a preview', () => {
  it('shows every word in its column', async () => {
    const bytes = await render(
      ticket({
        lines: [
          line('Crème brûlée', { action: 'void', quantity: '-1', notes: 'Борщ Ψάρι' }),
          line('宫保鸡丁 冷やし中華 비빔밥', {
            options: [option('Size', 'Large', { instructions: 'Extra' })],
          }),
        ],
      }),
    );
    const words = wordsOf(bytes);
    const expected =
      'DINE IN Table 12 Harbour Street Placed 18:05 Due 18:30 VOID -1 x Crème brûlée Борщ Ψάρι Size: EXTRA Large';
    for (const word of expected.split(' '))
      assert.ok(words.includes(word), `${word} is missing in ${words.join(' ')}`);
    assert.ok(words.join('').includes('宫保鸡丁冷やし中華비빔밥'), words.join(''));
  });

  it('is as wide as its paper, and as high as what stands on it', async () => {
    const size = (bytes: Buffer) =>
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1'))?.slice(1).map(Number);
    const wide = size(await render(receipt()));
    const narrow = size(await render(receipt(), 32));
    const longer = size(await render(ticket({ lines: Array.from({ length: 60 }, () => line('Tea')) }), 32));
    assert.ok((wide?.[0] ?? 0) > (narrow?.[0] ?? 0));
    assert.ok((longer?.[1] ?? 0) > (narrow?.[1] ?? 0));
    const many = await render(ticket({ lines: Array.from({ length: 800 }, () => line('Tea')) }), 32);
    assert.equal(wordsOf(many).filter((word) => word === 'Tea').length, 800);
    assert.ok(readPdf(many).length > 1);
  });

  it('is the same file for the same document, and another for a copy', async () => {
    const [first, second, copy] = [
      await render(receipt()),
      await render(receipt()),
      await render(receipt(), 48, true),
    ];
    assert.deepEqual(first, second);
    assert.notDeepEqual(first, copy);
    assert.equal(wordsOf(copy).filter((word) => word === 'COPY').length, 2);
  });

  it('is made by the thread that makes PDF files', async () => {
    const printer = new Printer(new URL('../../print-worker.ts', import.meta.url));
    try {
      const bytes = await printer.print(1n, previewOf(ticket(), { width: 58 }));
      assert.ok(wordsOf(bytes).includes('Margherita'));
      assert.throws(() => previewOf(ticket({ timezone: 'Nowhere/Land' })), RangeError);
    } finally {
      await printer.close();
    }
  });
});

describe('a barcode', () => {
  it('has signs of eleven units, and an end of thirteen, none twice', () => {
    assert.equal(SIGNS.length, 107);
    assert.equal(new Set(SIGNS).size, 107);
    for (const [at, sign] of SIGNS.entries()) {
      const units = Array.from(sign, Number);
      assert.equal(
        units.reduce((sum, unit) => sum + unit, 0),
        at === 106 ? 13 : 11,
        String(at),
      );
      // The bars of a sign have an even number of units together.
      const bars = units.filter((_, place) => place % 2 === 0).reduce((sum, unit) => sum + unit, 0);
      if (at < 106) assert.equal(bars % 2, 0, String(at));
    }
  });

  it('begins, ends and is checked as it has to be', () => {
    // Start B, A, B, 1, 2, the check sign and the end.
    const signs = [104, 33, 34, 17, 18, (104 + 33 + 2 * 34 + 3 * 17 + 4 * 18) % 103, 106];
    assert.deepEqual(barsOf('AB12').join(''), signs.map((sign) => SIGNS[sign]).join(''));
  });
});
