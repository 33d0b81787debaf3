import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { line, option, receipt, ticket } from '#test/harness/documents.ts';
import { DOCUMENT, type Document } from '../shape.ts';
import { COPY, paperOf, shareOf } from './document.ts';
import { columnsPer, type Paper, type PaperLine } from './paper.ts';
import { cleanLine, clustersOf, widthOf, wrap } from './text.ts';

const on = (document: Document, columns = 48, copy = false) => paperOf(document, { columns, copy });

/** A line of text as it is seen, with its style. */
function shown(each: PaperLine): string {
  if (each.kind !== 'text') return each.kind;
  const per = columnsPer(each.style.size);
  let out = '';
  for (const { column, text } of each.cells)
    out += ' '.repeat(Math.floor(column / per) - widthOf(out)) + text;
  const look = `${each.style.size === 'normal' ? '' : each.style.size}${each.style.invert ? ' inverted' : ''}`;
  return look === '' ? out : `${out.trim()} [${look.trim()}]`;
}
const text = (paper: Paper) => paper.lines.map(shown).join('\n');

describe('a width', () => {
  for (const [what, width] of [
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['宫保鸡丁', 8],
    ['ラーメン', 8],
    ['ﾗｰﾒﾝ', 4],
    ['비빔밥', 6],
    ['🍕', 2],
    ['👨‍👩‍👧', 2],
    ['🇦🇺', 2],
    ['שלום', 4],
    ['שָׁלוֹם', 4],
    ['Ａ', 2],
    ['—', 1],
    ['', 0],
  ] as const) {
    it(`of ${what} is ${width}`, () => assert.equal(widthOf(what), width));
  }
});

describe('breaking', () => {
  for (const [what, width, hang, lines] of [
    ['one two three', 7, 0, ['one two', 'three']],
    ['one two three', 8, 3, ['one two', 'three']],
    ['abcdefghij', 4, 0, ['abcd', 'efgh', 'ij']],
    ['a abcdefghij', 4, 0, ['a', 'abcd', 'efgh', 'ij']],
    ['宫保鸡丁', 5, 0, ['宫保', '鸡丁']],
    ['a宫保、鸡丁', 5, 0, ['a宫', '保、', '鸡丁']],
    ['', 5, 0, ['']],
  ] as const) {
    it(`${JSON.stringify(what)} at ${width}`, () => assert.deepEqual(wrap(what, width, hang), lines));
  }

  it('loses nothing and keeps to the width, whatever the text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('宫保', 'ラーメン。', 'é', '🍕🍕', 'שלום', ' ', '  ', 'W'.repeat(30)),
    );
    fc.assert(
      fc.property(fc.array(unit), fc.integer({ min: 2, max: 48 }), fc.nat(12), (units, width, hang) => {
        const clean = cleanLine(units.join(' '));
        const short = Math.min(hang, Math.max(0, width - 2));
        const lines = wrap(clean, width, short);
        for (const [at, each] of lines.entries()) assert.ok(widthOf(each) <= width - (at === 0 ? 0 : short));
        assert.equal(lines.join('').replaceAll(' ', ''), clean.replaceAll(' ', ''));
        // Every character is whole.
        const whole = clustersOf(clean)
          .map((cluster) => cluster.text)
          .filter((each) => each !== ' ');
        assert.deepEqual(
          lines
            .flatMap((each) => clustersOf(each).map((cluster) => cluster.text))
            .filter((each) => each !== ' '),
          whole,
        );
      }),
    );
  });
});

it('a text holds nothing that could command a printer or turn a line round', () => {
  assert.equal(
    cleanLine('\u001b@a\u001dV\u0001b\u202ec\u0000\u0010\u0004\u0001\t\u009bd\u200f'),
    '@a V b c d'.replace('b c', 'bc'),
  );
  assert.equal(cleanLine('\ud800x'), '\ufffdx');
  assert.equal(cleanLine(' a\u00a0\u3000b\r\nc '), 'a b c');
});

describe('a ticket', () => {
  const lines = [
    line('Bread', { quantity: '3' }),
    line('Coffee', { action: 'void', quantity: '-1' }),
    line('Tea', { action: 'less', quantity: '-2' }),
    line('Juice', { action: 'more', quantity: '0.5' }),
    line('Steak', { action: 'recall', quantity: '2', course: 2 }),
    line('Cake', { course: 2 }),
    line('Margherita', {
      course: 1,
      notes: 'well done\nno cut',
      modifiers: [
        { name: 'Olives', count: 2, without: false },
        { name: 'Chilli', count: 1, without: false },
        { name: 'Basil', count: 1, without: true },
      ],
      options: [
        option('Crust', 'Thin', { options: [option('Edge', 'Cheese', { instructions: 'Extra' })] }),
        option('Topping', 'Onion', { instructions: 'No' }),
        option('Sauce', 'Tomato', { instructions: 'On Side' }),
      ],
    }),
  ];

  it('says everything, by course, and what is not to be made stands out', () => {
    assert.equal(
      text(on(ticket({ lines }))),
      [
        'DINE IN [double]',
        'Table 12 [double]',
        '#A07 [double]',
        'Order 7K3M9P2A                          Ticket 1',
        'Harbour Street',
        'From Quick Eats',
        '#88',
        'Taken by Sam',
        'For Ada Lovelace',
        'Guests 4',
        'Placed 18:05',
        'Due 18:30 [tall]',
        '! Allergic to peanuts',
        '! Birthday',
        'rule',
        '3 x Bread [tall]',
        'VOID -1 x Coffee [tall inverted]',
        '-2 less Tea [tall inverted]',
        '+0.5 more Juice [tall]',
        'rule',
        '                    COURSE 1',
        '1 x Margherita [tall]',
        '    Crust: Thin',
        '      Edge: EXTRA Cheese',
        '    Topping: NO Onion',
        '    Sauce: ON SIDE Tomato',
        '    + 2 x Olives',
        '    + Chilli',
        '    WITHOUT Basil',
        '    ! well done',
        '    ! no cut',
        'rule',
        '                    COURSE 2',
        'CALLED 2 x Steak [tall]',
        '1 x Cake [tall]',
        'rule',
        '         7K3M9P2A / 1 2026-11-21 18:05',
        'feed',
        'feed',
        'feed',
        'feed',
        'cut',
      ].join('\n'),
    );
  });

  it('of an order that says little is short, and one for another day names it', () => {
    const short = on(
      ticket({
        addon_name: null,
        staff_name: null,
        customer_name: null,
        order_type: null,
        group_id: null,
        table_name: null,
        order_number: null,
        sale_number: null,
        guests: null,
        notes: null,
        fulfil_at: '2026-11-22T01:30:00.000Z',
      }),
    );
    assert.deepEqual(short.lines.slice(0, 5).map(shown), [
      'Order 7K3M9P2A                          Ticket 1',
      'Harbour Street',
      'Placed 18:05',
      'Due 2026-11-22 12:30 [tall]',
      'rule',
    ]);
  });

  it('of an order without a number is called out by its sale number, and keys are not called out', () => {
    const heads = (order_number: string | null, sale_number: string) =>
      on(ticket({ order_number, sale_number }))
        .lines.map(shown)
        .filter((line) => line.startsWith('#'));
    assert.deepEqual(heads(null, '88'), ['#88 [double]']);
    assert.deepEqual(heads('B12', '1234567890'), ['#B12 [double]', '#1234567890']);
    assert.deepEqual(heads('B12', 'R1MI2X9K3ABCD'), ['#B12 [double]']);
  });

  it('is in the language of its site', () => {
    const german = text(on(ticket({ language: 'de', staff_name: 'Ada' }), 48, true));
    for (const words of ['*** KOPIE ***', 'Aufgenommen von Ada', 'Bestellung '])
      assert.ok(german.includes(words), words);
  });

  it('that may be there already says so at its top and bottom', () => {
    const marked = on(ticket(), 48, true).lines.map(shown);
    assert.equal(marked[0], `${COPY} [double]`);
    assert.equal(marked.at(-6), `${COPY} [double]`);
    assert.ok(!text(on(ticket())).includes('COPY'));
    assert.equal(on(receipt(), 32, true).lines.filter((each) => shown(each).includes(COPY)).length, 2);
  });

  it('is shared out by category', () => {
    const shared = ticket({
      lines: [
        line('Pizza', { category_ids: ['3'] }),
        line('Beer', { category_ids: ['3', '7'] }),
        line('Salad'),
      ],
    });
    const names = (share: Parameters<typeof shareOf>[1]) =>
      shareOf(shared, share)?.lines.map((each) => each.name);
    assert.deepEqual(names({ categories: new Set(['7']) }), ['Beer']);
    assert.deepEqual(names({ categories: new Set(['3', '7']) }), ['Pizza', 'Beer']);
    assert.deepEqual(names({ categories: new Set(), butNot: new Set(['7']) }), ['Pizza', 'Salad']);
    assert.deepEqual(names({ categories: new Set(['3']), butNot: new Set(['3', '7']) }), [
      'Pizza',
      'Beer',
      'Salad',
    ]);
    assert.equal(names({ categories: new Set(['9']) }), undefined);
  });
});

it('a receipt says what was bought, what it came to, and whose it is', () => {
  const paper = on(
    receipt({
      title: 'Refund',
      is_refund: true,
      refund_of: 'AB12CD34',
      due: 'AUD -1.00',
      notes: ['Thank you'],
      status: 'PENDING',
    }),
    32,
  );
  assert.equal(
    text(paper),
    [
      'Trattoria Sirena'.slice(0, 16),
      '         Harbour Street',
      '       12 Harbour Street',
      '        Sydney NSW 2000',
      '        +61 2 5550 1234',
      '       ABN 51 824 753 556',
      'feed',
      'Refund [tall]',
      '          of AB12CD34',
      'Sale                    7K3M9P2A',
      'Number                        88',
      'Date            2026-11-21 18:05',
      'Status                   PENDING',
      'Order type               Dine in',
      'Table                         12',
      'Served by                    Sam',
      'rule',
      '2 x Margherita             36.00',
      '    + Olives',
      '  2 x Thin crust            2.00',
      '1 x Flat white              4.50',
      'Thank you',
      'rule',
      'Total                  AUD 42.50 [tall]',
      'incl. GST 10%               3.86',
      'Surcharge                   2.13',
      'rule',
      'Visa                       44.63',
      'Due                    AUD -1.00',
      'feed',
      '            7K3M9P2A',
      'barcode',
      '        2026-11-21 19:20',
      'feed',
      'feed',
      'feed',
      'feed',
      'cut',
    ]
      .join('\n')
      .replace('Trattoria Sirena', 'Trattoria Sirena [double]'),
  );
});

it('a receipt has the texts of the company below its head and at its end (reference: printing.22)', () => {
  const lines = on(
    receipt({ header: 'Best soup\r\nin town', footer: '\nThank you!\n\n\nOpen daily\n ' }),
    32,
  ).lines.map(shown);
  const at = lines.indexOf('           Best soup');
  assert.deepEqual(lines.slice(at - 2, at + 4), [
    '       ABN 51 824 753 556',
    'feed',
    '           Best soup',
    '            in town',
    'feed',
    'Tax invoice [tall]',
  ]);
  const end = lines.indexOf('           Thank you!');
  assert.deepEqual(lines.slice(end - 1, end + 5), [
    'feed',
    '           Thank you!',
    'feed',
    '           Open daily',
    'feed',
    '            7K3M9P2A',
  ]);
});

it('the texts of the company keep to the paper, whatever they are', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.constantFrom(
      'W'.repeat(500),
      '界'.repeat(500),
      'שלום '.repeat(100),
      'مرحبا'.repeat(100),
      '\n'.repeat(500),
    ),
    fc.constantFrom(
      '👩‍👩‍👧'.repeat(50),
      '\u202etxet\u2066',
      '\u001b@\u001dV\u0001',
      'Z\u0351\u036b'.repeat(160),
    ),
  );
  const bare = on(receipt(), 32).lines.map(shown);
  fc.assert(
    fc.property(text, text, fc.constantFrom(32, 48), (header, footer, columns) => {
      const { lines } = on(receipt({ header, footer }), columns);
      for (const each of lines) {
        if (each.kind !== 'text') continue;
        for (const { column, text: words } of each.cells) {
          const per = columnsPer(each.style.size);
          assert.ok(column >= 0 && column + widthOf(words) * per <= columns, JSON.stringify(words));
          assert.equal(cleanLine(words), words);
        }
      }
      // Nothing else of the receipt goes.
      assert.ok(lines.length >= bare.length - 1);
      assert.ok(lines.some((each) => each.kind === 'barcode'));
    }),
  );
});

it('a receipt that was kept before there were texts of the company prints', () => {
  const { header: _header, footer: _footer, ...kept } = receipt();
  assert.deepEqual(on(kept as Document), on(receipt()));
  assert.deepEqual(DOCUMENT.reads.parse(kept), receipt());
});

it('a figure that is wider than the paper stands below its label', () => {
  const long = on(receipt({ payments: [{ label: 'Visa', amount: '1'.repeat(40) }] }), 32);
  assert.ok(text(long).includes(`Visa\n${'1'.repeat(32)}\n${' '.repeat(24)}${'1'.repeat(8)}`));
});
