import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saleId } from '../../kernel/id.ts';
import { Words } from '../../kernel/words.ts';
import { type ReceiptDocument, type ReceiptFacts, type Row, receiptDocument } from './document.ts';
import { sellerLines } from './seller.ts';
import { readShownOrder } from './shown.ts';

const FACTS: ReceiptFacts = {
  company: {
    name: 'Blue Door',
    business_number: '51 824 753 556',
    website: 'https://blue.example',
    legal_name: null,
    tax_number: null,
    postal_address: null,
    shipping_address: null,
    receipt_header: null,
    receipt_footer: null,
  },
  site: {
    name: 'Harbour Street',
    currency: 'AUD',
    timezone: 'Australia/Sydney',
    language: null,
    legal_name: null,
    business_number: null,
    tax_number: null,
    receipt_header: null,
    receipt_footer: null,
    postal_address: {
      address: '12 Harbour Street',
      city: 'Sydney',
      state: 'NSW',
      postal_code: '2000',
      country: 'Australia',
    },
    shipping_address: null,
    email: '',
    phone: '+61 2 5550 1234',
  },
  modifierNames: new Map([
    ['6', 'بصل'],
    ['7', 'Bacon'],
    ['8', 'Onion'],
  ]),
  refunded: undefined,
  buyer: undefined,
};
const GST = { id: 1, name: 'GST', rate: 0.1 };

function line(number: number, name: string, more: object = {}): object {
  return {
    number,
    product: { id: number, name },
    quantity: 1,
    notes: null,
    unit_price_inc_tax: 11,
    price_variation: 1,
    price_fixed_variation: 0,
    line_total_ex_tax: 10,
    line_total_tax: 1,
    taxes: [GST],
    modifiers: [],
    part_of_option_set: false,
    ...more,
  };
}

const part = (number: number, name: string, more: object = {}) =>
  line(number, name, { part_of_option_set: true, ...more });

function order(more: object = {}): object {
  return {
    id: 5,
    id_str: '5',
    saleid: '4G7K2M9Q',
    sale_number: null,
    taxes: [],
    status: 'COMPLETE',
    is_refund: false,
    original_order_id_str: null,
    notes: null,
    total: 11,
    total_tax: 1,
    paid: 11,
    due: 0,
    tips: 0,
    tip_service_percent: null,
    tip_service_amount: 0,
    tip_service_paid: 0,
    credit_card_surcharge: 0,
    price_variation: 1,
    price_fixed_variation: 0,
    placed_at: '2026-03-07T18:30:00.000Z',
    lines: [],
    options: [],
    payments: [],
    customer: null,
    ...more,
  };
}

function document(more: object = {}, facts: Partial<ReceiptFacts> = {}): ReceiptDocument {
  return receiptDocument(readShownOrder(JSON.stringify(order(more))), { ...FACTS, ...facts });
}

const inCurrency = (currency: string): Partial<ReceiptFacts> => ({ site: { ...FACTS.site, currency } });
const outline = (rows: readonly Row[]) => rows.map(({ level, name }) => `${'  '.repeat(level)}${name}`);
const figures = (list: readonly { label: string; value: string }[]) =>
  list.map(({ label, value }) => `${label}: ${value}`);

describe('a receipt', () => {
  const BUYER: NonNullable<ReceiptFacts['buyer']> = {
    company_name: 'Acme Pty Ltd',
    tax_number: 'ABN 1',
    primary_address: { address: null, city: null, state: null, postal_code: null, country: null },
    shipping_address: { address: 'Dock 4', city: 'Perth', state: null, postal_code: '6000', country: 'AU' },
  };
  const ADA = { first_name: 'Ada', last_name: 'Lee', email: 'ada@example.com', phone: null };
  const WHOLE = [
    'Acme Pty Ltd',
    'Ada Lee',
    'Dock 4',
    'Perth 6000',
    'AU',
    'Tax number ABN 1',
    'ada@example.com',
  ];
  const SHORT = ['Ada Lee', 'ada@example.com'];
  const taxes = [{ ...GST, id_str: '1', taxable: 10, amount: 1 }];
  const BUYERS: readonly [title: string, more: object, lines: readonly string[]][] = [
    ['Receipt', { invoice_number: null }, SHORT],
    ['Refund', { invoice_number: null, is_refund: true }, SHORT],
    ['Invoice', { invoice_number: 'A-1' }, WHOLE],
    ['Credit note', { invoice_number: 'A-CN-1', is_refund: true }, WHOLE],
    ['Tax invoice', { invoice_number: null, taxes }, WHOLE],
  ];
  for (const [title, more, lines] of BUYERS) {
    it(`that is called ${title} says who bought`, () => {
      const made = document({ customer: ADA, ...more }, { buyer: BUYER });
      assert.deepEqual([made.title, made.customer], [title, lines]);
    });
  }

  it('says who sold, when by the clocks of the site, and to whom', () => {
    const { seller, facts, customer, moment } = document({
      sale_number: 'A-17',
      order_type: 'Dine in',
      table_name: 'Window 4',
      customer: { first_name: 'Zoë', last_name: null, email: 'zoe@example.com', phone: null },
    });
    assert.deepEqual(seller, {
      name: 'Blue Door',
      lines: [
        'Harbour Street',
        '12 Harbour Street',
        'Sydney NSW 2000',
        'Australia',
        '+61 2 5550 1234',
        'https://blue.example',
        'Business number 51 824 753 556',
      ],
    });
    assert.deepEqual(figures(facts), [
      'Receipt: 4G7K2M9Q',
      'Sale number: A-17',
      'Order: 5',
      'Date: 2026-03-08 05:30',
      'Time zone: Australia/Sydney',
      'Order type: Dine in',
      'Table: Window 4',
    ]);
    assert.deepEqual(customer, ['Zoë', 'zoe@example.com']);
    assert.equal(moment, '2026-03-07T18:30:00.000Z');
  });

  it('says at its top and end what the company wants, line by line (reference: printing.22)', () => {
    assert.deepEqual([document().header, document().footer], [[], []]);
    const company = {
      ...FACTS.company,
      receipt_header: ' \r\nBest soup in town\r\n',
      receipt_footer: 'Thank you!\n\n\n \nשלום\u2028Open\tdaily\n\u200b\n',
    };
    const { header, footer } = document({}, { company });
    assert.deepEqual(header, ['Best soup in town']);
    assert.deepEqual(footer, ['Thank you!', '', 'שלום', 'Open daily']);
  });

  const charged = { taxes: [{ name: 'GST', rate: 0.1, taxable: 10, amount: 1 }] };
  const zeroRated = { taxes: [{ name: 'GST', rate: 0, taxable: 10, amount: 0 }] };
  const numbered = { invoice_number: 'HARBOUR-2026-000012' };
  const back = { is_refund: true, original_order_id_str: '4', total: -11, paid: -11 };
  const unnamed = { company: { ...FACTS.company, business_number: '' } };
  const atSite = { ...unnamed, site: { ...FACTS.site, tax_number: 'DE123456789' } };
  for (const [what, title, more, facts] of [
    ['charged tax by a business number', 'Tax invoice', charged, {}],
    ['charged tax by a tax number of the site', 'Tax invoice', charged, atSite],
    ['charged tax without any number', 'Receipt', charged, unnamed],
    ['charged no tax', 'Receipt', {}, {}],
    ['charged 0', 'Receipt', zeroRated, {}],
    ['numbered and charged tax', 'Tax invoice', { ...charged, ...numbered }, {}],
    ['numbered and charged no tax', 'Invoice', numbered, {}],
    ['numbered and charged tax without any number', 'Invoice', { ...charged, ...numbered }, unnamed],
    ['a refund', 'Refund', { ...back, ...charged }, {}],
    ['open and not paid', 'Bill', { ...charged, status: 'PENDING', due: 11, paid: 0 }, {}],
    ['open and paid in part', 'Bill', { status: 'ACCEPTED', due: 1, paid: 10 }, {}],
    ['open and paid', 'Receipt', { status: 'PENDING' }, {}],
    ['rejected', 'Receipt', { status: 'REJECTED', due: 11, paid: 0 }, {}],
    ['sold on account', 'Receipt', { due: 11, paid: 0 }, {}],
    ['an open refund', 'Refund', { ...back, status: 'PENDING', due: -11, paid: 0 }, {}],
    ['a numbered refund', 'Credit note', { ...back, ...numbered }, {}],
  ] as const) {
    it(`that is ${what} is called ${title} (reference: orders.57)`, () =>
      assert.equal(document(more, facts).title, title));
  }

  it('of a refund names what it gives back money for (reference: orders.56)', () => {
    const refund = document(back);
    assert.deepEqual(figures(refund.facts).slice(1, 3), [
      `Refund of receipt: ${saleId(4n)}`,
      'Refund of order: 4',
    ]);
    assert.deepEqual(figures(refund.settlement), ['Paid back: 11.00']);
    const refunded = { saleid: 'ABCDEFGH', invoiceNumber: null, moment: '2026-02-28T22:00:00.000Z' };
    const invoice = { ...refunded, invoiceNumber: 'HARBOUR-2026-000001' };
    const credit = { ...back, invoice_number: 'HARBOUR-CN-2026-000001' };
    for (const [more, of, subject] of [
      [back, refunded, 'Refund of receipt ABCDEFGH of 2026-03-01'],
      [credit, refunded, 'Credit note HARBOUR-CN-2026-000001 for receipt ABCDEFGH of 2026-03-01'],
      [credit, invoice, 'Credit note HARBOUR-CN-2026-000001 for invoice HARBOUR-2026-000001 of 2026-03-01'],
    ] as const) {
      assert.equal(document(more, { refunded: of }).subject, subject);
    }
    assert.equal(document(numbered).subject, null);
    assert.equal(document(numbered).number, 'HARBOUR-2026-000012');
    assert.equal(figures(document(numbered).facts)[0], 'Invoice number: HARBOUR-2026-000012');
  });

  it('of what is to be paid says that it is not a receipt, and not whose invoice it would be', () => {
    const bill = document({ status: 'PENDING', due: 11, paid: 0, customer: ADA }, { buyer: BUYER });
    assert.deepEqual([bill.subject, bill.due, bill.customer], ['This is not a receipt.', '11.00', SHORT]);
    assert.equal(document({ status: 'PENDING', due: 0 }).subject, null);
  });

  it('says why there is no tax', () => {
    const notesOf = (tax_exempt: object | null) => document({ tax_exempt }).notes;
    assert.deepEqual(notesOf(null), []);
    assert.deepEqual(notesOf({ number: null, reason: null }), ['Tax exempt']);
    assert.deepEqual(notesOf({ number: 'E-7', reason: 'Embassy' }), ['Tax exempt: Embassy · E-7']);
  });

  it('has the site of its own where it has one, else the company (reference: orders.55)', () => {
    const postal = { address: 'Head St 1', city: null, state: null, postal_code: null, country: null };
    const company = {
      ...FACTS.company,
      legal_name: 'Blue Door Pty Ltd',
      tax_number: 'T-1',
      postal_address: postal,
      receipt_header: 'Hello',
      receipt_footer: 'Bye',
    };
    const far = { ...FACTS.site, postal_address: null };
    assert.deepEqual(document({}, { company, site: far }).seller.lines, [
      'Blue Door Pty Ltd',
      'Harbour Street',
      'Head St 1',
      '+61 2 5550 1234',
      'https://blue.example',
      'Business number 51 824 753 556',
      'Tax number T-1',
    ]);
    // Also where the sentence runs from right to left, the groups of a number keep their order.
    const arabic = new Words('ar', { 'Tax number {number}': 'الرقم الضريبي {number}' });
    const said = sellerLines({ ...company, tax_number: '11 22 33' }, far, arabic).at(-1);
    assert.match(said ?? '', /\u206611 22 33\u2069/);
    const own = {
      ...FACTS.site,
      legal_name: 'Harbour GmbH',
      business_number: 'B-2',
      tax_number: 'B-2',
      receipt_header: '',
      receipt_footer: 'See you',
    };
    const { seller, header, footer } = document({}, { company, site: own });
    assert.deepEqual(seller.lines.slice(0, 2), ['Harbour GmbH', 'Harbour Street']);
    assert.deepEqual(seller.lines.slice(-1), ['Business number B-2']);
    assert.deepEqual([header, footer], [[], ['See you']]);
  });

  for (const [what, more, details] of [
    ['nothing', {}, []],
    ['a percentage off', { price_variation: 0.875 }, ['12.5% discount']],
    ['a percentage on top', { price_variation: 1.15 }, ['15% surcharge']],
    ['all of it off', { price_variation: 0 }, ['100% discount']],
    ['an amount off', { price_fixed_variation: -2.5 }, ['2.50 discount']],
    ['by its name', { price_variation: 0.9, discount_name: 'Staff' }, ['Staff (10% discount)']],
    ['an amount on top', { price_fixed_variation: 0.125 }, ['0.125 surcharge']],
    ['a note for the kitchen', { notes: 'No bread' }, []],
    ['modifiers', { modifiers: [7, 7, -8, 9] }, ['2 × Bacon, without Onion, Modifier 9']],
    ['a name from the right', { modifiers: ['6'] }, ['\u2068بصل\u2069']],
  ] as const) {
    it(`says in words that a line has ${what}`, () => {
      assert.deepEqual(document({ lines: [line(1, 'Burger', more)] }).rows[0]?.details, details);
    });
  }

  it('calls a line by its description', () => {
    assert.equal(
      document({ lines: [line(1, 'Burger', { description: 'Big one' })] }).rows[0]?.name,
      'Big one',
    );
  });

  it('is written in the language of the site, figures with its decimal mark', () => {
    const german = document({ lines: [line(1, 'Tea')] }, { site: { ...FACTS.site, language: 'de' } });
    assert.equal(german.title, 'Beleg');
    assert.deepEqual(german.columns, [
      'Artikel',
      'Menge',
      'Preis inkl. Steuer',
      'Steuer',
      'Betrag inkl. Steuer',
    ]);
    assert.match(german.totals.at(-1)?.value ?? '', /^AUD \d+,\d\d$/);
    assert.equal(german.headings.payments, 'Zahlungen');
    assert.equal(document({}, { site: { ...FACTS.site, language: 'ja' } }).han, 'jp');
  });

  it('shows figures exactly, with the decimals of the currency', () => {
    const figuresOf = (more: object, currency: string) => {
      const [row] = document({ lines: [line(1, 'Soup', more)] }, inCurrency(currency)).rows;
      return [row?.quantity, row?.price, row?.tax, row?.amount];
    };
    const exact = { quantity: 0.0001, unit_price_inc_tax: 1234567.12345678 };
    assert.deepEqual(figuresOf(exact, 'AUD'), ['0.0001', '1234567.12345678', '10%', '11.00']);
    assert.deepEqual(figuresOf({ quantity: -2 }, 'JPY'), ['-2', '11', '10%', '11']);
    const two = { taxes: [GST, { ...GST, rate: 0.09975 }], line_total_ex_tax: 0.1, line_total_tax: 0.2 };
    assert.deepEqual(figuresOf(two, 'KWD'), ['1', '11.000', '10% + 9.975%', '0.300']);
    const large = JSON.stringify(order()).replace('"total":11', '"total":9999999999.00000001');
    assert.equal(readShownOrder(large).total, 999_999_999_900_000_001n);
  });

  it('shows options below the line they belong to, nested ones further in', () => {
    const { rows } = document({
      lines: [
        line(1, 'Pizza'),
        part(2, 'Large'),
        part(3, 'Olives'),
        part(4, 'Garlic'),
        line(5, 'Tea'),
        part(6, 'Milk'),
      ],
      options: [
        {
          number: 1,
          name: 'Tea with',
          line_number: 5,
          options: [{ name: 'Milk', line_number: 6, instructions: 'On Side' }],
        },
        {
          number: 2,
          name: 'Size',
          line_number: 1,
          options: [
            {
              name: 'Large',
              line_number: 2,
              option_sets: [
                { name: 'Dips', options: [{ name: 'Garlic', line_number: 4, instructions: 'Extra' }] },
              ],
            },
          ],
        },
        {
          number: 3,
          name: null,
          line_number: 1,
          options: [
            { name: 'Olives', line_number: 3, instructions: null },
            { name: 'Onion', line_number: null, instructions: 'No' },
          ],
        },
      ],
    });
    assert.deepEqual(outline(rows), [
      'Pizza',
      '  Size: Large',
      '    Dips: Extra Garlic',
      '  Olives',
      '  No Onion',
      'Tea',
      '  Tea with: Milk on the side',
    ]);
    assert.deepEqual(rows[4], {
      level: 1,
      name: 'No Onion',
      details: [],
      quantity: '',
      price: '',
      tax: '',
      amount: '',
    });
  });

  it('leaves no line out and shows none twice, with any sets', () => {
    const lost = [line(1, 'Pizza'), part(2, 'Lost'), part(3, 'Twice')];
    const set = (to: number, ...numbers: number[]) => ({
      name: 'Set',
      line_number: to,
      options: numbers.map((line_number) => ({ name: null, line_number })),
    });
    const { rows } = document({ lines: lost, options: [set(1, 3, 3, 1, 99), set(3, 3), set(77, 3)] });
    assert.deepEqual(outline(rows), ['Pizza', '  Set: Twice', '  Set: Pizza', '  Set: Option', '  Lost']);
    const sixth = (level: number): object => ({
      name: `${level}`,
      line_number: 1,
      options: [{ name: 'Deep', line_number: null, option_sets: level < 6 ? [sixth(level + 1)] : [] }],
    });
    const levels = document({ lines: [line(1, 'Pizza')], options: [sixth(1)] }).rows.map(
      ({ level }) => level,
    );
    assert.deepEqual(levels, [0, 1, 2, 3, 4, 4, 4]);
  });

  it('adds taxes up by name and rate, as they were charged on each line', () => {
    const of = (name: string, rate: number, taxable: number, amount: number) => ({
      name,
      rate,
      taxable,
      amount,
    });
    const taxes = [
      of('GST', 0.1, 10, 1),
      of('GST', 0.05, 100, 4.99),
      of('QST', 0.09975, 100, 9.99),
      of('GST', 0.1, 10, 1),
    ];
    const lines = [line(1, 'Soup'), line(2, 'Gift', { taxes: [], line_total_ex_tax: 50, line_total_tax: 0 })];
    const rows = document({ lines, taxes }).taxes.map(({ name, rate, net, tax }) =>
      [name, rate, net, tax].join(' '),
    );
    assert.deepEqual(rows, [
      'GST 10% 20.00 2.00',
      'GST 5% 100.00 4.99',
      'QST 9.975% 100.00 9.99',
      'Not taxed  50.00 0.00',
    ]);
  });

  it('names amounts outside the total, the payments and the amount due', () => {
    const { totals, payments, settlement, notes } = document({
      total: 23.5,
      total_tax: 2.14,
      paid: 20,
      due: 5.85,
      tips: 1,
      tip_service_percent: 10,
      tip_service_amount: 2.35,
      tip_service_paid: 1.82,
      credit_card_surcharge: 0.3,
      price_variation: 0.9,
      notes: 'Window table',
      lines: [line(1, 'Soup')],
      payments: [
        {
          ...{ method: { name: 'Terminal' }, amount: 15, tip: 1, ref: 'TX-1' },
          ...{ card: { brand: 'Visa', last4: '4242' }, paid_at: '2026-03-07T18:30:00.000Z' },
        },
        { method: { name: 'Cash' }, amount: 5, tip: 0, ref: null, paid_at: '2026-03-07T18:31:59.999Z' },
      ],
    });
    assert.deepEqual(figures(totals), ['Total excluding tax: 21.36', 'Tax: 2.14', 'Total: AUD 23.50']);
    assert.deepEqual(payments, [
      { method: 'Terminal Visa ····4242', detail: '2026-03-08 05:30 · TX-1 · tip 1.00', amount: '15.00' },
      { method: 'Cash', detail: '2026-03-08 05:31', amount: '5.00' },
    ]);
    assert.deepEqual(figures(settlement), [
      'Service 10%: 2.35',
      'Service paid: 1.82',
      'Tips: 1.00',
      'Card surcharge: 0.30',
      'Paid: 20.00',
      'Amount due: 5.85',
    ]);
    assert.deepEqual(notes, ['10% discount on the whole order, included in the amounts above']);
  });

  it('does not ask again for what a refund gave back without lines', () => {
    const given = document({ is_refund: true, original_order_id_str: '4', total: -3, paid: -5, due: 2 });
    assert.equal(given.due, '');
    assert.deepEqual(figures(given.settlement), ['Paid back: 5.00']);
    const exchanged = document({ is_refund: true, original_order_id_str: '4', total: 3, paid: 0, due: 3 });
    assert.deepEqual(figures(exchanged.settlement), ['Paid back: 0.00', 'Amount due: 3.00']);
    assert.equal(document({ status: 'REJECTED', total: 11, due: 11 }).due, '');
  });

  it('names every discount of orders that were merged', () => {
    const discounts = [
      { discount_name: 'Voucher', price_fixed_variation: -5 },
      { discount_name: null, price_fixed_variation: -2 },
    ];
    const { notes } = document({ price_fixed_variation: -7, discounts });
    assert.deepEqual(notes, [
      'Voucher (5.00 discount) on the whole order, included in the amounts above',
      '2.00 discount on the whole order, included in the amounts above',
    ]);
  });

  it('refuses a record that is no order', () => {
    for (const text of ['{}', '[]', JSON.stringify(order({ total: 'much' }))]) {
      assert.throws(() => readShownOrder(text));
    }
  });
});
