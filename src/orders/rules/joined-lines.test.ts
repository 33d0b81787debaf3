import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, lineOf } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { mergeOrders as mergeTold } from './merge.ts';
import { divideByLines, divideByShares, splitOrder } from './split.ts';

// Parts of one line that a merge brings together (reference: tables.11).

const counter = (from = 10_000n) => {
  let next = from;
  return () => next++;
};

const pizza: Line = { ...lineOf('9.99'), number: 1, line_id: 1n, quantity: ONE };
const soup: Line = { ...pizza, number: 2, line_id: 2n, quantity: 3n * ONE, notes: 'Hot' };
const order: Order = { ...blankOrder, lines: [pizza, soup] };

/** Merges orders of which the kitchen knows nothing. */
const mergeOrders = (target: Order, sources: readonly Order[]) => mergeTold(target, sources, new Set());

const halved = (whole = order, nextId = counter()) => {
  const { rest, parts } = splitOrder(whole, divideByShares(whole, [1n, 1n]), nextId, [1n, 1n]);
  const [part = whole] = parts;
  return { rest, part };
};
const short = ({ lines }: Order) =>
  lines.map(({ line_id: id, quantity }) => [id, Number(quantity) / Number(ONE)]);
/** An order with another line in the place of one. */
const withLine = (whole: Order, id: bigint, fields: Partial<Line>): Order => ({
  ...whole,
  lines: whole.lines.map((line) => (line.line_id === id ? { ...line, ...fields } : line)),
});

describe('parts of a line', () => {
  it('are one line again, whichever of their orders is left', () => {
    const { rest, part } = halved();
    assert.deepEqual(mergeOrders(rest, [part]).lines, order.lines);
    assert.deepEqual(mergeOrders(part, [rest]).lines, order.lines);
  });

  it('are one line where they are divided once more, some of them and then all', () => {
    const { rest, part } = halved();
    const { rest: quarter, part: other } = halved(part, counter(20_000n));
    const some = mergeOrders(quarter, [rest]);
    assert.deepEqual(short(some), [
      [1n, 0.75],
      [2n, 2.25],
    ]);
    assert.deepEqual(mergeOrders(some, [other]).lines, order.lines);
    assert.deepEqual(mergeOrders(rest, [other, quarter]).lines, order.lines);
  });

  it('are the whole without the one that kept its id, and a part of that still', () => {
    const { rest, parts } = splitOrder(order, divideByShares(order, [1n, 1n, 1n]), counter(), [1n, 1n, 1n]);
    const [one = order, two = order] = parts;
    const both = mergeOrders(one, [two]);
    assert.deepEqual(
      both.lines.map(({ divided_from: from }) => from),
      [1n, 2n],
    );
    assert.deepEqual(mergeOrders(both, [rest]).lines, order.lines);
  });

  it('stay apart where anything but what adds up was changed', () => {
    for (const fields of [
      { notes: 'Cold' },
      { seat: 2 },
      { course_ordinal: 1 },
      { course_status: 'called' },
      { sent_to_kitchen: true },
      { unit: { amount: ONE, form: 'inc' } },
      { price_variation: ONE / 2n },
      { cost: ONE },
      { description: 'Special' },
      { metadata: { key: 'value' } },
      { taxes: [{ id: 1n, name: 'GST', rate: ONE / 10n, terms: null }] },
    ] satisfies Partial<Line>[]) {
      const { rest, part } = halved();
      const merged = mergeOrders(rest, [withLine(part, 10_000n, fields)]);
      assert.deepEqual(
        short(merged),
        [
          [1n, 0.5],
          [2n, 3],
          [10_000n, 0.5],
        ],
        Object.keys(fields).join(),
      );
    }
  });

  it('come to what they came to where a quantity was changed', () => {
    const { rest, part } = halved();
    const more = withLine(part, 10_000n, { quantity: ONE, settled: null });
    const merged = mergeOrders(rest, [more]);
    assert.deepEqual(short(merged), [
      [1n, 1.5],
      [2n, 3],
    ]);
    const total = (of: Order) => figuresOf(of).priced.total;
    assert.equal(total(merged), total(rest) + total(more));
  });

  it('stay apart from other lines, however alike', () => {
    const twin: Order = { ...blankOrder, id: 99n, lines: [{ ...pizza, line_id: 50n }] };
    assert.deepEqual(short(mergeOrders(halved().rest, [twin])), [
      [1n, 0.5],
      [2n, 1.5],
      [50n, 1],
    ]);
  });

  it('are the one that the kitchen was told of, and apart where that is of several or not known', () => {
    const { rest, part } = halved();
    const merged = (told: ReadonlySet<bigint> | undefined) => mergeTold(rest, [part], told);
    assert.deepEqual(short(merged(new Set([1n, 10_001n]))), [
      [1n, 1],
      [10_001n, 3],
    ]);
    assert.deepEqual(short(merged(new Set([1n, 2n, 10_000n]))), [
      [1n, 0.5],
      [2n, 3],
      [10_000n, 0.5],
    ]);
    assert.equal(merged(undefined).lines.length, 4);
    // Told of as a part: what it comes to next is told by that name.
    assert.equal(merged(new Set([10_001n])).lines[1]?.divided_from, 2n);
  });

  it('have their options with them, and are apart where other ones were chosen', () => {
    const option: Line = { ...pizza, number: 2, line_id: 3n, part_of: 1n };
    const drink: Line = { ...option, number: 3, line_id: 4n };
    const set = {
      option_set_id: 7n,
      name: 'With it',
      line_id: 1n,
      options: [
        {
          line_id: 3n,
          option_sets: [
            { option_set_id: 8n, name: 'Size', line_id: 3n, options: [{ line_id: 4n, option_sets: [] }] },
          ],
        },
      ],
    };
    const menu: Order = { ...blankOrder, lines: [pizza, option, drink], options: [set] };
    const { rest, part } = halved(menu);
    for (const merged of [mergeOrders(rest, [part]), mergeOrders(part, [rest])]) {
      assert.deepEqual(merged.lines, menu.lines);
      assert.deepEqual(merged.options, menu.options);
    }
    const other: Order = { ...part, options: part.options.map((each) => ({ ...each, name: 'Another' })) };
    const apart = mergeOrders(rest, [other]);
    assert.deepEqual([apart.lines.length, apart.options.length], [6, 2]);
  });

  it('that give back are joined too, and never with what is sold', () => {
    const back: Order = { ...blankOrder, lines: [{ ...pizza, quantity: -ONE }] };
    const { rest, part } = halved(back);
    assert.deepEqual(mergeOrders(rest, [part]).lines, back.lines);
    const sold = withLine(part, 10_000n, { quantity: ONE / 2n });
    assert.equal(mergeOrders(rest, [sold]).lines.length, 2);
  });

  it('make room: what was divided is counted once', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({
      ...pizza,
      number: at + 1,
      line_id: BigInt(at + 1),
    }));
    const { rest, part } = halved({ ...blankOrder, lines: many });
    assert.equal(mergeOrders(rest, [part]).lines.length, 300);
    const moved = divideByLines(rest, [[{ number: 1 }]]);
    assert.equal(splitOrder(rest, moved, counter()).rest.lines.length, 299);
  });
});
