import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readPdf } from '#test/harness/pdf.ts';
import { Fonts } from '../../pdf/fonts.ts';
import type { ReceiptDocument, Row } from './document.ts';
import { renderReceipt } from './render.ts';

const fonts = new Fonts();

function row(name: string, more: Partial<Row> = {}): Row {
  return { level: 0, name, details: [], quantity: '1', price: '11.00', tax: '10%', amount: '11.00', ...more };
}

function receipt(more: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    layout: 1,
    title: 'Tax invoice',
    number: '4G7K2M9Q',
    moment: '2026-03-07T18:30:00.000Z',
    seller: { name: 'Blue Door', lines: [] },
    header: [],
    footer: [],
    subject: null,
    facts: [],
    customer: [],
    columns: ['Item', 'Qty', 'Price', 'Tax', 'Amount'],
    rows: [],
    notes: [],
    taxes: [{ name: 'GST', rate: '10%', net: '10.00', tax: '1.00' }],
    totals: [{ label: 'Total', value: 'AUD 11.00', strong: true }],
    payments: [],
    settlement: [{ label: 'Paid', value: '11.00' }],
    due: '',
    refundOf: null,
    headings: {
      customer: 'Customer',
      payments: 'Payments',
      noItems: 'No items',
      taxes: ['Tax', 'Rate', 'Net', 'Tax amount'],
    },
    han: 'sc',
    ...more,
  };
}

const render = async (more: Partial<ReceiptDocument> = {}) =>
  readPdf(await renderReceipt(receipt(more), fonts));
const plural = (count: number, name: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(name(at)));

/** The pieces of a name from left to right, as they stand on the page. */
async function placed(name: string): Promise<string[]> {
  const [page] = await render({ rows: [row(name, { quantity: '#' })] });
  const line = page?.lines.find((pieces) => pieces.includes('#')) ?? [];
  return line.slice(0, line.indexOf('#'));
}

it('scripts from left to right are written as they are', async () => {
  for (const name of [
    'Žluťoučký kůň',
    'Борщ Ґ',
    'Σουβλάκι ὕδωρ',
    'Phở đặc biệt',
    '親子丼と鰯',
    '宫保鸡丁',
    '麵點灣',
    '김치찌개',
    '（大）',
    '½ € ₪ ™ – …',
  ]) {
    assert.equal((await placed(name)).join(''), name);
  }
});

it('scripts from right to left are set in the order of the page (UAX 9)', async () => {
  for (const [name, pieces] of [
    ['שלום', 'םולש'],
    ['שלום עולם', 'םלוע|םולש'],
    ['חומוס (גדול) 12', '12|(|לודג|)|סומוח'],
    ['Tea שלום and עולם x', 'Tea |םולש| and |םלוע| x'],
    ['مرحبا', 'ابحرم'],
    ['فارسی ۱۲۳۴', '۱۲۳۴|یسراف'],
    // Two marks of direction: the name inside keeps to itself, and they are not seen.
    ['2 × \u2068שלום\u2069, x', '2 × |םולש|, x'],
    // The groups of a number keep their order.
    ['رقم \u206651 824 753\u2069', '51 824 753|مقر'],
    // Letters that one font lacks are all set in another, so that they join.
    ['ړندې', 'ېدنړ'],
  ] as const) {
    assert.equal((await placed(name)).filter((piece) => piece.trim() !== '').join('|'), pieces, name);
  }
});

for (const [script, text] of Object.entries({
  Thai: 'ต้มยำกุ้ง',
  Devanagari: 'मसाला डोसा',
  Bengali: 'ইলিশ ভাপা',
  Tamil: 'இட்லி',
  Telugu: 'పులిహోర',
  Gujarati: 'ઢોકળા',
  Gurmukhi: 'ਸਰ੍ਹੋਂ ਦਾ ਸਾਗ',
  Kannada: 'ಬಿಸಿ ಬೇಳೆ ಬಾತ್',
  Malayalam: 'പുട്ട്',
  Odia: 'ଦହି ବରା',
  Sinhala: 'කොත්තු රොටි',
  Khmer: 'អាម៉ុក',
  Lao: 'ຕຳໝາກຫຸ່ງ',
  Myanmar: 'မုန့်ဟင်းခါး',
  Georgian: 'ხაჭაპური',
  Armenian: 'խորոված',
  Ethiopic: 'ዶሮ ወጥ',
  Thaana: 'މަސް',
  Tibetan: 'མོག་མོག',
  'Traditional Chinese': '臭豆腐滷肉飯鱻',
  emoji: '🍕👩‍👩‍👧🇩🇪☕❤️🏳️‍🌈👍🏽',
  symbols: '★♫☎✓➜⌘',
}))
  it(`${script} is printed in its own letters`, async () => {
    const made = await renderReceipt(receipt({ rows: [row(text)] }), fonts);
    const said = readPdf(made).flatMap(({ lines }) => lines.flat());
    assert.ok(!said.join('').includes('□'), said.join('|'));
    assert.ok(said.join('').length > 0);
  });

it('what no font has is a box, one for each picture; nothing breaks it', async () => {
  assert.equal((await placed('A 𓀀 \u{10ffff} 𐎀')).join(''), 'A □ □ □');
  assert.equal((await placed('a\u0000b\u200bc\ufeffd\te\u0301')).join(''), 'a bcd é'.normalize('NFD'));
  for (const name of [
    '',
    ' ',
    '\u2068',
    '\u0301',
    '\u202e\u202e',
    '\ud800',
    '\u{10ffff}',
    'x'.repeat(1500),
    '界'.repeat(1500),
    'ש'.repeat(1500),
  ]) {
    const pages = await render({ rows: [row(name, { details: [name] })], seller: { name, lines: [name] } });
    assert.ok(pages.length >= 1);
  }
});

it('every line of 200 is there once, under a head on each page, with page numbers', async () => {
  const pages = await render({ rows: plural(200, (at) => `Dish ${at + 1}`) });
  const texts = pages.map(({ lines }) => lines.map((line) => line.join('|')));
  assert.equal(pages.length, 5);
  for (const [at, lines] of texts.entries()) {
    assert.ok(lines.includes('Item|Qty|Price|Tax|Amount'));
    assert.ok(lines.includes(`${at + 1} / 5`));
    assert.equal(lines.includes('Blue Door|Tax invoice 4G7K2M9Q'), at > 0);
  }
  const dishes = texts.flat().filter((line) => line.startsWith('Dish'));
  assert.deepEqual(
    dishes,
    Array.from({ length: 200 }, (_, at) => `Dish ${at + 1}|1|11.00|10%|11.00`),
  );
});

it('sums stay with their labels, wherever the page ends', async () => {
  for (let count = 20; count <= 45; count++) {
    const pages = await render({
      rows: plural(count, (at) => `Dish ${at}`),
      payments: [{ method: 'Cash', detail: 'now', amount: '11.00' }],
    });
    const texts = pages.map(({ lines }) => lines.map((line) => line.join('|')));
    for (const wanted of ['Total|AUD 11.00', 'Cash|11.00', 'Paid|11.00']) {
      assert.equal(texts.flat().filter((line) => line === wanted).length, 1, `${wanted} after ${count}`);
    }
    const last = texts.findIndex((lines) => lines.includes('Payments'));
    assert.ok(texts[last]?.includes('Paid|11.00'), 'Payments and what they came to are on two pages.');
    for (const { texts } of pages) {
      for (const { x, y, text } of texts) {
        assert.ok(x >= 47 && x < 548 && y > 30 && y < 842, `${text} stands at ${x}, ${y}.`);
      }
    }
  }
});

it('many payments and long notes go on over pages', async () => {
  const pages = await render({
    payments: Array.from({ length: 200 }, (_, at) => ({
      method: `Card ${at}`,
      detail: 'now',
      amount: '1.00',
    })),
    notes: ['word '.repeat(400), 'more '.repeat(400)],
    rows: [row('Soup', { details: Array.from({ length: 20 }, () => 'a long note '.repeat(60)) })],
  });
  const texts = pages.flatMap(({ lines }) => lines.map((line) => line.join('|')));
  assert.equal(texts.filter((line) => /^Card \d+\|1\.00$/.test(line)).length, 200);
  assert.ok(texts.join(' ').split('more').length > 400);
});

it('the texts of the company stand at the top and the end, within the page, whatever they are', async () => {
  const header = ['Best soup in town', '', '宫保鸡丁 and שלום עולם'];
  const [page] = await render({ header, footer: ['Thank you!'], rows: [row('Soup')] });
  const lines = page?.lines.map((line) => line.join('').trim()) ?? [];
  const places = ['Best soup in town', '宫保鸡丁', 'ItemQtyPriceTaxAmount', 'Paid11.00', 'Thank you!'].map(
    (text) => lines.findIndex((line) => line.startsWith(text)),
  );
  assert.ok(!places.includes(-1), lines.join('\n'));
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
  );
  for (const odd of [
    'W'.repeat(500),
    '界'.repeat(500),
    'ש'.repeat(500),
    'مرحبا '.repeat(83),
    'Z\u0351\u036b\u0343'.repeat(125),
    '👩‍👩‍👧'.repeat(60),
    '\u202etext',
  ]) {
    for (const texts of [[odd], odd.slice(0, 250).match(/./gsu) ?? []]) {
      const pages = await render({ header: texts, footer: texts });
      for (const { texts: pieces } of pages) {
        for (const { x, y, text } of pieces)
          assert.ok(x >= 47 && x < 548 && y > 30 && y < 842, `${text} stands at ${x}, ${y}.`);
      }
      const total = pages
        .flatMap((each) => each.lines)
        .filter((line) => line.join('|') === 'Total|AUD 11.00');
      assert.equal(total.length, 1, odd.slice(0, 20));
    }
  }
  const long = await render({ header: ['W'.repeat(500)], footer: ['x'.repeat(500)] });
  const said = long.flatMap((each) => each.lines.map((line) => line.join('')));
  for (const letter of ['W', 'x']) {
    const some = said.filter((line) => line.startsWith(letter.repeat(5)));
    assert.equal(some.join('').length, 500);
    assert.ok(some.length > 1);
  }
});

it('the same document gives the same bytes, after any other documents', async () => {
  const rows = [row('宫保鸡丁'), row('שלום'), row('Soup')];
  const first = await renderReceipt(receipt({ rows }), new Fonts());
  await renderReceipt(receipt({ rows: [row('김치찌개')] }), fonts);
  assert.deepEqual(await renderReceipt(receipt({ rows }), fonts), first);
  assert.ok(first.length < 60_000, `${first.length} bytes`);
});

it('the largest order is made in bounds', async () => {
  const pages = await render({
    rows: plural(1000, (at) => `Dish ${at} ${'with words '.repeat(20)}`).map((each) => ({
      ...each,
      details: ['note '.repeat(100)],
    })),
  });
  assert.ok(pages.length > 50 && pages.length < 400, `${pages.length} pages`);
});
