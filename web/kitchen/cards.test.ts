import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatDecimal, parseDecimal } from '#src/kernel/money.ts';
import { allDay } from './all-day.ts';
import { bumpedCards, bumpOf, type Card, cardsOf, recallOf } from './cards.ts';
import { isOurs, type Station, stationName, WHOLE_KITCHEN } from './station.ts';
import { markLines, type Ticket, type TicketLine } from './tickets.ts';

const T0 = Date.parse('2026-03-07T18:30:00Z');
const at = (minutes: number) => new Date(T0 + minutes * 60_000).toISOString();

type EntryFields = Pick<TicketLine, 'line_id' | 'action' | 'quantity'> & Partial<TicketLine>;

function line({ line_id, action, quantity, ...more }: EntryFields): TicketLine {
  return {
    ...{ line_id, action, quantity, name: `Dish ${line_id}`, product_id: line_id, category_ids: [] },
    ...{ course: null, notes: null, modifiers: [], options: [] },
    ...more,
  };
}

/** A ticket of an order; `id` also says when it was made, in minutes. */
function ticket(
  id: number,
  order: string,
  number: number,
  lines: readonly EntryFields[],
  more: Partial<Ticket> = {},
): Ticket {
  return {
    ...{ id_str: String(id), state: 'open', done: [], due_at: at(id), bumped_at: null },
    ...{ created_at: at(id), updated_at: at(id) },
    document: {
      ...{ language: null, order_id: order, saleid: `S${order}`, number, addon_name: null, staff_name: null },
      ...{
        customer_name: null,
        order_type: null,
        group_id: null,
        table_name: null,
        sale_number: null,
        order_number: null,
        guests: null,
      },
      ...{ notes: null, placed_at: at(id), fulfil_at: at(id), at: at(id) },
      lines: lines.map(line),
    },
    ...more,
  };
}

const LATE = T0 + 1_000 * 60_000;
const board = (tickets: readonly Ticket[], station: Station = WHOLE_KITCHEN, now = LATE) =>
  cardsOf(tickets, station, now);
const short = ({ lines }: Card): string[] =>
  lines.map(
    ({ quantity, marks, isVoid, isDone, text }) =>
      `${formatDecimal(quantity)} ${text.name}${marks.map(({ mark, by }) => ` ${mark} ${formatDecimal(by)}`).join('')}` +
      `${isVoid ? ' (void)' : ''}${isDone ? ' (done)' : ''}`,
  );

const first = ticket(1, '7', 1, [
  { line_id: '1', action: 'new', quantity: '2' },
  { line_id: '2', action: 'new', quantity: '1' },
]);

describe('the cards of the board', () => {
  it('are one per order, the one that has waited longest first', () => {
    const cards = board([
      ticket(10, '9', 1, [{ line_id: '5', action: 'new', quantity: '1' }]),
      first,
      ticket(12, '7', 2, [{ line_id: '3', action: 'new', quantity: '1' }]),
      ticket(9, '8', 1, [{ line_id: '4', action: 'new', quantity: '1' }]),
    ]);
    assert.deepEqual(
      cards.map(({ key }) => key),
      ['7', '8', '9'],
    );
    assert.equal(cards[0]?.since, Date.parse(at(1)));
    assert.deepEqual(cards.map(short)[0], ['2 Dish 1', '1 Dish 2', '1 Dish 3 added 1']);
  });

  it('count ids as numbers where tickets came at the same time', () => {
    const same = { due_at: at(0) };
    const cards = board([
      ticket(10, '10', 1, [{ line_id: '1', action: 'new', quantity: '1' }], same),
      ticket(9, '9', 1, [{ line_id: '2', action: 'new', quantity: '1' }], same),
    ]);
    assert.deepEqual(
      cards.map(({ key }) => key),
      ['9', '10'],
    );
  });

  it('have more, less and void marked on the line, and what was changed below what it was', () => {
    const cards = board([
      first,
      ticket(2, '7', 2, [{ line_id: '1', action: 'more', quantity: '3' }]),
      ticket(3, '7', 3, [{ line_id: '1', action: 'less', quantity: '-1' }]),
      ticket(4, '7', 4, [
        { line_id: '2', action: 'void', quantity: '-1' },
        { line_id: '2', action: 'new', quantity: '1', notes: 'mild' },
      ]),
    ]);
    assert.deepEqual(cards.map(short), [
      ['4 Dish 1 more 3 less -1', '1 Dish 2 void -1 (void)', '1 Dish 2 added 1'],
    ]);
    assert.equal(cards[0]?.isVoid, false);
  });

  it('tell changes alone when what they change was bumped', () => {
    const more = ticket(2, '7', 2, [{ line_id: '1', action: 'more', quantity: '1' }]);
    const gone = ticket(3, '7', 3, [{ line_id: '2', action: 'void', quantity: '-1' }]);
    const [card] = board([{ ...first, state: 'bumped' }, more, gone]);
    assert.ok(card);
    assert.deepEqual(short(card), ['1 Dish 1 more 1', '1 Dish 2 void -1 (void)']);
    assert.deepEqual([card.isChange, card.isVoid, card.since], [true, false, Date.parse(at(2))]);
    const [done] = board([{ ...first, done: ['1'] }, more]);
    assert.ok(done);
    assert.deepEqual(short(done), ['2 Dish 1 (done)', '1 Dish 2', '1 Dish 1 more 1']);
  });

  it('say that the course of a dish is called, without adding to it', () => {
    const called = (id: number) =>
      ticket(id, '7', id, [{ line_id: '1', action: 'recall', quantity: '2', course: 2 }]);
    const [open] = board([first, called(2)]);
    assert.ok(open);
    assert.deepEqual(short(open), ['2 Dish 1 recall 2', '1 Dish 2']);
    assert.equal(open.lines[0]?.text.course, 2);
    assert.deepEqual(allDay([open])[0], { name: 'Dish 1', count: parseDecimal('2'), orders: 1 });
    // What was bumped before is made: it is called, and not counted again.
    const [alone] = board([called(3)]);
    assert.ok(alone);
    assert.deepEqual([short(alone), alone.isChange, allDay([alone])], [['2 Dish 1 recall 2'], true, []]);
  });

  it('say when nothing of the order is made any more', () => {
    const [card] = board([
      first,
      ticket(2, '7', 2, [
        { line_id: '1', action: 'void', quantity: '-2' },
        { line_id: '2', action: 'void', quantity: '-1' },
      ]),
    ]);
    assert.equal(card?.isVoid, true);
    assert.deepEqual(Object.fromEntries(bumpOf(card)), { 1: ['1', '2'], 2: ['1', '2'] });
  });

  it('always add up to what the kitchen was told', () => {
    const change = fc.record({
      line: fc.integer({ min: 1, max: 3 }).map(String),
      by: fc.integer({ min: -4, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        const known = new Map<string, number>();
        const tickets = changes.flatMap(({ line: id, by }, index) => {
          const before = known.get(id) ?? 0;
          const after = Math.max(0, before + by);
          if (before === after) return [];
          known.set(id, after);
          const action = before === 0 ? 'new' : after === 0 ? 'void' : after > before ? 'more' : 'less';
          return [
            ticket(index + 1, '7', index + 1, [{ line_id: id, action, quantity: String(after - before) }]),
          ];
        });
        const shown = new Map<string, bigint>();
        for (const { lines } of board(tickets)) {
          for (const { isVoid, quantity, text } of lines) {
            if (!isVoid) shown.set(text.line_id, (shown.get(text.line_id) ?? 0n) + quantity);
          }
        }
        for (const [id, quantity] of known) {
          assert.equal(shown.get(id) ?? 0n, parseDecimal(String(quantity)), `line ${id}`);
        }
      }),
    );
  });

  it('for later are apart until it is time, but not because a clock is wrong', () => {
    const later = ticket(1, '7', 1, [{ line_id: '1', action: 'new', quantity: '1' }], { due_at: at(30) });
    assert.equal(board([later], WHOLE_KITCHEN, Date.parse(at(29)))[0]?.isLater, true);
    assert.equal(board([later], WHOLE_KITCHEN, Date.parse(at(30)))[0]?.isLater, false);
    assert.equal(board([first], WHOLE_KITCHEN, T0 - 3_600_000)[0]?.isLater, false);
  });
});

describe('stations', () => {
  const food = ticket(1, '7', 1, [
    { line_id: '1', action: 'new', quantity: '1', category_ids: ['a'] },
    { line_id: '2', action: 'new', quantity: '1', category_ids: ['b', 'c'] },
    { line_id: '3', action: 'new', quantity: '1' },
  ]);
  const grill: Station = { mode: 'only', categories: ['a'] };
  const rest: Station = { mode: 'except', categories: ['a'] };

  it('share every line between those of some categories and everything else', () => {
    for (const each of food.document.lines) assert.notEqual(isOurs(grill, each), isOurs(rest, each));
    assert.deepEqual(board([food], grill).map(short), [['1 Dish 1']]);
    assert.deepEqual(board([food], rest).map(short), [['1 Dish 2', '1 Dish 3']]);
    assert.deepEqual(
      [board([food], grill)[0]?.elsewhere, board([food], rest)[0]?.elsewhere, board([food])[0]?.elsewhere],
      [2, 1, 0],
    );
  });

  it('bump and recall their own lines', () => {
    const [card] = board([food], rest);
    assert.ok(card);
    assert.deepEqual([...bumpOf(card)], [['1', ['2', '3']]]);
    const bumped = markLines(food, ['2', '3'], true, at(5));
    assert.deepEqual([bumped.state, bumped.bumped_at], ['open', null]);
    assert.deepEqual(board([bumped], rest), []);
    assert.equal(board([bumped], grill)[0]?.elsewhere, 0);
    const [past] = bumpedCards([bumped], rest, 10);
    assert.ok(past);
    assert.deepEqual([...recallOf(past)], [['1', ['2', '3']]]);
    assert.deepEqual(bumpedCards([bumped], grill, 10), []);
    const all = markLines(bumped, ['1'], true, at(6));
    assert.deepEqual([all.state, all.bumped_at, all.done], ['bumped', at(6), ['1', '2', '3']]);
    assert.deepEqual(markLines(all, ['2'], false, at(7)).done, ['1', '3']);
  });

  it('have names', () => {
    const names = new Map([
      ['a', 'Pizza'],
      ['b', 'Salads'],
    ]);
    assert.equal(stationName(WHOLE_KITCHEN, names), '');
    assert.equal(stationName({ mode: 'only', categories: ['a', 'b'] }, names), 'Pizza, Salads');
    assert.equal(stationName({ mode: 'except', categories: ['b'] }, names), 'All but Salads');
    assert.equal(stationName({ mode: 'only', categories: [] }, names), 'No category selected');
    assert.equal(stationName({ mode: 'except', categories: [] }, names), '');
  });
});

describe('bumped tickets', () => {
  it('are listed by when they were bumped, the last one first', () => {
    const bumped = (id: number, when: number) =>
      ticket(id, String(id), 1, [{ line_id: '1', action: 'new', quantity: '1' }], {
        ...{ state: 'bumped', bumped_at: at(when) },
      });
    const keys = (most: number) =>
      bumpedCards([bumped(1, 9), bumped(2, 5), first, bumped(3, 9)], WHOLE_KITCHEN, most).map(
        ({ key }) => key,
      );
    assert.deepEqual(keys(10), ['3', '1', '2']);
    assert.deepEqual(keys(2), ['3', '1']);
  });
});

describe('all-day counts', () => {
  it('add up what is to be made, by dish, without what is done or void', () => {
    const cards = board([
      first,
      ticket(2, '8', 1, [
        { line_id: '3', action: 'new', quantity: '0.5', name: 'Dish 1' },
        { line_id: '4', action: 'new', quantity: '9', name: 'Dish 9' },
      ]),
      ticket(3, '8', 2, [{ line_id: '4', action: 'void', quantity: '-9', name: 'Dish 9' }]),
      ticket(4, '9', 2, [{ line_id: '6', action: 'less', quantity: '-1', name: 'Dish 1' }]),
      {
        ...ticket(5, '10', 1, [{ line_id: '7', action: 'new', quantity: '1', name: 'Dish 1' }]),
        done: ['7'],
      },
    ]);
    assert.deepEqual(
      allDay(cards).map(({ name, count, orders }) => [name, formatDecimal(count), orders]),
      [
        ['Dish 1', '2.5', 2],
        ['Dish 2', '1', 1],
      ],
    );
  });
});
