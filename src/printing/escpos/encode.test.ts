import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { line, option, receipt, ticket } from '#test/harness/documents.ts';
import { linesOf, type PrintedLine, VirtualPrinter } from '#test/harness/escpos.ts';
import { paperOf } from '../paper/document.ts';
import { clustersOf, widthOf } from '../paper/text.ts';
import type { Document, TicketLine, TicketOption } from '../shape.ts';
import { hasArabic, shaped } from './arabic.ts';
import { EscPosEncoder } from './encode.ts';
import { CJK_MODES, type CjkMode, CODEPAGE_NUMBERS } from './letters.ts';
import { seenOrder } from './order.ts';

const encoders = new Map<CjkMode | undefined, EscPosEncoder>();

function print(
  document: Document,
  { columns = 48, cjk }: { columns?: number; cjk?: CjkMode } = {},
): readonly PrintedLine[] {
  const encoder = encoders.get(cjk) ?? new EscPosEncoder({ codepages: 'epson', cjk });
  encoders.set(cjk, encoder);
  const printer = new VirtualPrinter({ columns, ...(cjk === undefined ? {} : { cjk }) });
  printer.push(encoder.encode(paperOf(document, { columns, copy: false })));
  assert.equal(printer.strips.length, 1, 'It is cut once.');
  assert.deepEqual(printer.open.lines.map(({ text }) => text).join(''), '');
  return printer.strips[0]?.lines ?? [];
}
const named = (name: string, more: Partial<TicketLine> = {}) => ticket({ lines: [line(name, more)] });
const textOf = (lines: readonly PrintedLine[]) => lines.map(({ text }) => text.trim()).join('\n');

it('the bytes of a ticket are as they have always been', () => {
  const small = ticket({
    ...{ addon_name: null, staff_name: null, customer_name: null, order_type: null, group_id: null },
    table_name: null,
    ...{
      order_number: null,
      sale_number: null,
      guests: null,
      notes: null,
      lines: [line('Café', { action: 'void', quantity: '-1' })],
    },
  });
  const bytes = new EscPosEncoder({ codepages: 'epson', cjk: undefined }).encode(
    paperOf(small, { columns: 32, copy: false }),
  );
  const golden = [
    '\0'.repeat(32),
    '\x1b@\x1c.\x1bM\0',
    '\x1bE\x01\x1bt\0Order 7K3M9P2A          Ticket 1\x1bE\0\n',
    'Harbour Street\n',
    'Placed 18:05\n',
    '\x1bE\x01\x1d!\x01Due 18:30\x1bE\0\x1d!\0\n',
    `${'-'.repeat(32)}\n`,
    '\x1bE\x01\x1d!\x01\x1dB\x01VOID -1 x Caf\x82\x1dB\0\x1bE\0\x1d!\0\n',
    `${'-'.repeat(32)}\n`,
    ' 7K3M9P2A / 1 2026-11-21 18:05\n',
    '\n\n\n\n',
    '\x1dV\x01\n',
  ];
  assert.deepEqual(JSON.stringify(bytes.toString('latin1')), JSON.stringify(golden.join('')));
});

it('what stands out on paper stands out of the printer', () => {
  const lines = print(ticket({ lines: [line('Coffee', { action: 'void', quantity: '-1' }), line('Tea')] }));
  const find = (text: string) => lines.find((each) => each.text.includes(text));
  assert.deepEqual(find('Coffee'), { text: 'VOID -1 x Coffee', bold: true, invert: true, size: [1, 2] });
  assert.deepEqual(find('Tea'), { text: '1 x Tea', bold: true, invert: false, size: [1, 2] });
  assert.deepEqual(find('DINE IN')?.size, [2, 2]);
  assert.deepEqual(find('Harbour'), { text: 'Harbour Street', bold: false, invert: false, size: [1, 1] });
});

it('a receipt has its saleid as a barcode', () => {
  for (const columns of [32, 48]) {
    const printer = new VirtualPrinter({ columns });
    const encoder = new EscPosEncoder({ codepages: 'epson', cjk: undefined });
    printer.push(encoder.encode(paperOf(receipt(), { columns, copy: false })));
    assert.deepEqual(printer.strips[0]?.barcodes, ['{B7K3M9P2A']);
    assert.ok(
      linesOf(printer.strips[0] ?? { lines: [], barcodes: [], starts: [] }).some(
        (each) => each.trim() === '7K3M9P2A',
      ),
    );
  }
});

describe('characters', () => {
  for (const [name, expected, cjk] of [
    ['Crème brûlée ½ £5 €6', 'Crème brûlée ½ £5 €6'],
    ['Žemaitiška žuvis, łosoś', 'Žemaitiška žuvis, łosoś'],
    ['Борщ', 'Борщ'],
    ['Ψάρι πλακί', 'Ψάρι πλακί'],
    ['İçli köfte ığ', 'İçli köfte ığ'],
    ['שניצל', 'לצינש'],
    ['“Joe’s” – 2 × 3', `"Joe's" - 2 x 3`],
    ['Tiramisù 100 %', 'Tiramisù 100 %'],
    ['Ｔｅａ', 'T e a'],
    ['Bánh mì Đặc biệt', 'Bánh mì Đ'],
    ['宫保鸡丁', '????????'],
    ['🍕', '??'],
    ['宫保鸡丁 Kung Pao', '宫保鸡丁 Kung Pao', 'gb18030'],
    ['冷やし中華（大盛り）', '冷やし中華（大盛り）', 'shift_jis'],
    ['비빔밥 2', '비빔밥 2', 'euc-kr'],
    ['蚵仔煎', '蚵仔煎', 'big5'],
    ['a宫', 'a??', 'euc-kr'],
    ['𠀀', '𠀀', 'gb18030'],
  ] as const satisfies readonly (readonly [string, string, CjkMode?])[]) {
    it(`${name} is printed as ${expected}`, () => {
      const lines = print(named(name), cjk === undefined ? {} : { cjk });
      assert.ok(
        lines.some(({ text }) => text.startsWith(`1 x ${expected}`)),
        textOf(lines),
      );
    });
  }

  it('Arabic letters are joined, from the right', () => {
    // A form in Unicode stands for the letter it is a form of; some forms are one character on a printer.
    const [found = ''] = print(named('شاي بالنعناع لا'))
      .map(({ text }) => text)
      .filter((text) => text.startsWith('1 x ') && hasArabic(text.normalize('NFKC')));
    const seen = Array.from(found.slice(4).trimEnd()).reverse().join('').normalize('NFKC');
    assert.equal(seen, 'شاي بالنعناع لا');
    assert.ok(/[\ufe80-\ufefc]/.test(found));
  });

  it('each letter takes the form of its place', () => {
    const all = () => true;
    assert.equal(shaped('بب', all), '\ufe91\ufe90');
    assert.equal(shaped('ببب', all), '\ufe91\ufe92\ufe90');
    assert.equal(shaped('دب', all), '\ufea9\ufe8f');
    assert.equal(shaped('بلا', all), '\ufe91\ufefc');
    assert.equal(shaped('لا', all), '\ufefb');
    assert.equal(shaped('بَب', all), '\ufe91\ufe90');
    assert.equal(
      shaped('ب', (char) => char === '\ufe91'),
      '\ufe91',
    );
    assert.equal(
      shaped('ب', () => false),
      'ب',
    );
  });

  it('stand in the order in which they are seen', () => {
    assert.equal(seenOrder('abc (1)').join(''), 'abc (1)');
    assert.equal(seenOrder('אב(ג) 12').join(''), '12 (ג)בא');
    assert.equal(seenOrder('1 x אב').join(''), '1 x בא');
  });
});

describe('what a name holds', () => {
  const hostile = [
    '\u001b@\u001dV\u0000',
    'a\u001b\u0070\u0000\u0019\u00fa',
    '\u0010\u0014\u0001\u0000\u0005',
    '\u001d(k\u0003\u00001Q0',
    '\u001c.\u001c&\u009b',
    // Pictures that code pages have at the places of commands: this is ESC, GS, FS, DLE, LF and others.
    '←↔∟►◙☺☻♥♦♣♠•◘○♂♀♪♫☼◄↕‼¶§▬↨↑↓→▲▼⌂',
  ];

  it('never reaches the printer as a command', () => {
    for (const cjk of [undefined, ...CJK_MODES]) {
      for (const bad of hostile) {
        const everywhere = ticket({
          customer_name: bad,
          addon_name: bad,
          group_id: bad,
          notes: bad,
          lines: [
            line(bad, {
              notes: bad,
              modifiers: [{ name: bad, count: 1, without: false }],
              options: [option(bad, bad, { instructions: bad })],
            }),
          ],
        });
        // The printer refuses every command that it was not meant to get.
        print(everywhere, cjk === undefined ? {} : { cjk });
      }
    }
  });

  it('neither does any character there is, on any kind of printer', () => {
    const kinds = [undefined, ...CJK_MODES].map((cjk) => new EscPosEncoder({ codepages: 'epson', cjk }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(CJK_MODES.length), (name, kind) => {
        const cjk = [undefined, ...CJK_MODES][kind];
        const printer = new VirtualPrinter({ columns: 32, ...(cjk === undefined ? {} : { cjk }) });
        const paper = paperOf(named(name, { notes: name }), { columns: 32, copy: false });
        printer.push(kinds[kind]?.encode(paper) ?? Buffer.alloc(0));
        assert.equal(printer.strips.length, 1);
      }),
      { numRuns: 300 },
    );
  });

  it('is made of bytes from 0x20 on for every maker', () => {
    for (const codepages of CODEPAGE_NUMBERS) {
      const encoder = new EscPosEncoder({ codepages, cjk: undefined });
      const plain = encoder.encode(paperOf(named('a'), { columns: 48, copy: false }));
      const name = '←↔∟►◙ Crème Борщ Ψάρι';
      const bytes = encoder.encode(paperOf(named(name), { columns: 48, copy: false }));
      const commands = (all: Buffer) => all.filter((byte) => [0x1c, 0x1d, 0x10].includes(byte)).length;
      assert.equal(commands(bytes), commands(plain), codepages);
    }
  });
});

describe('a printer shows every word', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[!-~]{1,60}$/),
    fc.constantFrom('Crème', 'Борщ', 'Ψάρι', 'Žuvis', 'W'.repeat(70)),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
  const optionsOf = (inner: fc.Arbitrary<TicketOption[]>): fc.Arbitrary<TicketOption> =>
    fc.record({
      set: words,
      name: words,
      instructions: fc.constantFrom(null, 'No', 'Extra', 'Only', 'On Side'),
      options: inner,
    });
  const options = optionsOf(fc.array(optionsOf(fc.constant([])), { maxLength: 2 }));
  const lines = fc.array(
    fc.record({
      line_id: fc.constant('1'),
      action: fc.constantFrom(
        'new' as const,
        'more' as const,
        'less' as const,
        'void' as const,
        'recall' as const,
      ),
      quantity: fc.constantFrom('1', '-2', '0.5', '12'),
      name: words,
      product_id: fc.constant('1'),
      category_ids: fc.constant([]),
      course: fc.constantFrom(null, 1, 2),
      notes: fc.option(words, { nil: null }),
      modifiers: fc.array(
        fc.record({ name: words, count: fc.integer({ min: 1, max: 3 }), without: fc.boolean() }),
        {
          maxLength: 2,
        },
      ),
      options: fc.array(options, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('of a ticket, broken or whole', () => {
    const inOption = (each: TicketOption): string[] => [
      each.set,
      each.name,
      ...each.options.flatMap(inOption),
    ];
    fc.assert(
      fc.property(lines, words, words, fc.constantFrom(32, 48), (all, customer, notes, columns) => {
        const shown = print(ticket({ lines: all, customer_name: customer, notes }), { columns });
        // Text broken over lines is whole again without the spaces between.
        const text = shown.map((each) => each.text.replaceAll(' ', '')).join('');
        const said = [
          ...[customer, notes],
          ...all.flatMap((each) => [
            each.name,
            each.notes ?? '',
            ...each.modifiers.map((modifier) => modifier.name),
            ...each.options.flatMap(inOption),
          ]),
        ];
        for (const each of said)
          assert.ok(text.includes(each.replaceAll(' ', '')), `${each} is missing in ${text}`);
        for (const { text: one, size } of shown) assert.ok(widthOf(one) * size[0] <= columns);
      }),
      { numRuns: 150 },
    );
  });
});

it('characters that are seen as one are never torn', () => {
  assert.deepEqual(
    clustersOf('e\u0301👨‍👩‍👧').map((each) => each.text),
    ['e\u0301', '👨‍👩‍👧'],
  );
});
