import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readOrders } from '#src/demo/pizza-place.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { PIZZA_PLACE } from '#test/harness/process.ts';
import { isCosts } from '../../bench/saturday/calibrate.ts';
import { arrivals, EVENING_MINUTES, type Evening, eveningOf, poisson } from '../../bench/saturday/evening.ts';
import { actionsToPlay, ratesOfEvening } from '../../bench/saturday/main.ts';
import { auditOf } from '../../bench/saturday/play.ts';
import {
  type Cost,
  type Costs,
  coresOf,
  perOperation,
  ratesOf,
  sitesOnSqlite,
  sizingOf,
  sumOf,
  Tally,
  timesOf,
  writtenOf,
} from '../../bench/saturday/sizing.ts';
import { type Action, actionsOf, OPERATIONS, type Operation, TRADE } from '../../bench/saturday/trade.ts';

const flat: Evening = {
  ...{ date: '2015-07-04', ordersOfDay: 100, ordersOfUsualDay: 60, ordersOfYear: 20_000, lines: [1, 2, 3] },
  perMinute: Array.from({ length: EVENING_MINUTES }, () => 0.2),
};
const cost = (service: number, database = 0): Cost => ({ service, database, bytes: 10, wal: 20, events: 1 });
const costs = (engine: Costs['engine'], each = cost(1000, 2000)): Costs => ({
  ...{ engine, machine: 'none', date: '2026-11-28' },
  operations: Object.fromEntries(OPERATIONS.map((name) => [name, each])) as Record<Operation, Cost>,
  message: { service: 500, database: 100 },
  idle: { service: 0, database: 0 },
});
const rates = (given: Partial<Record<Operation, number>>) => perOperation((name) => given[name] ?? 0);

test('the busiest Saturday of the data', async () => {
  const orders = await readOrders(join(PIZZA_PLACE));
  const evening = eveningOf(orders.map(({ placedAt, lines }) => ({ placedAt, lines: lines.length })));
  assert.equal(evening.date, '2015-07-04');
  assert.equal(evening.ordersOfDay, 105);
  assert.equal(evening.ordersOfUsualDay.toFixed(1), '60.7');
  assert.equal(evening.perMinute.length, EVENING_MINUTES);
  const sum = evening.perMinute.reduce((all, rate) => all + rate, 0);
  assert.ok(sum > 50 && sum < 60, `${sum} orders of an evening`);
});

test('an evening has the number of orders of its busiest Saturday, spread as on all of them', () => {
  const saturday = (date: string, times: readonly string[]) =>
    times.map((time) => ({ placedAt: `${date}T${time}:00.000Z`, lines: 1 }));
  const evening = eveningOf([
    ...saturday('2015-01-03', ['18:00', '12:00']),
    ...saturday('2015-01-10', ['18:00']),
    // A Sunday with more.
    ...saturday('2015-01-11', ['18:00', '18:01', '18:02', '18:03']),
  ]);
  assert.equal(evening.date, '2015-01-03');
  assert.equal(evening.ordersOfDay, 2);
  // Two of three orders are of 18:00: of the two of the busiest day 4/3, over 61 minutes.
  assert.equal((evening.perMinute[60] ?? 0).toFixed(6), (4 / 3 / 61).toFixed(6));
  assert.equal(evening.perMinute[60 + 31], 0);
  assert.throws(() => eveningOf(saturday('2015-01-11', ['18:00'])), /no Saturday/);
});

test('as many come as are expected, on average, and the same for the same seed', () => {
  const roll = chanceOf(3);
  const draws = Array.from({ length: 20_000 }, () => poisson(0.25, roll));
  const mean = draws.reduce((sum, count) => sum + count, 0) / draws.length;
  assert.ok(Math.abs(mean - 0.25) < 0.02, String(mean));
  assert.equal(poisson(0, roll), 0);
  const asked = { sites: 20, scale: 1, spread: 0.5, from: 0, to: EVENING_MINUTES };
  const first = [...arrivals(flat, asked, chanceOf(1))];
  assert.deepEqual(first, [...arrivals(flat, asked, chanceOf(1))]);
  assert.notDeepEqual(first, [...arrivals(flat, asked, chanceOf(2))]);
  const wanted = 20 * EVENING_MINUTES * 0.2;
  assert.ok(Math.abs(first.length - wanted) < wanted * 0.2, `${first.length} of ${wanted}`);
});

/** What one order leads to when chance always says this. */
function course(chance: number): Action[] {
  const actions: Action[] = [];
  actionsOf(
    { atMs: 0, site: 0, lines: 2 },
    0,
    () => chance,
    (action) => actions.push(action),
  );
  return actions;
}

test('an order at the counter, and one that stays open', () => {
  const count = (actions: readonly Action[], name: Operation) =>
    actions.filter(({ operation }) => operation === name).length;
  const counter = course(0);
  assert.deepEqual(
    (['sale', 'open', 'lines', 'pay', 'bump', 'ticket', 'submitted'] as const).map((name) =>
      count(counter, name),
    ),
    [1, 0, 0, 0, 1, 2, TRADE.registers.value],
  );
  const open = course(0.99);
  const rounds = TRADE.rounds.value;
  assert.deepEqual(
    (['sale', 'open', 'lines', 'pay', 'bump', 'ticket', 'submitted'] as const).map((name) =>
      count(open, name),
    ),
    [0, 1, rounds, 1, 1 + rounds, 2 + 2 * rounds, TRADE.registers.value * (2 + rounds)],
  );
  assert.equal(Math.max(...open.map(({ atMs }) => atMs)), TRADE.payMinutes.value * 60_000 + 200);
});

test('rates: the mean, the minute that 95 in 100 are below, and the busiest', () => {
  const tally = new Tally();
  for (let minute = 0; minute < EVENING_MINUTES; minute++) tally.add('order', minute * 60_000, 60 * minute);
  tally.add('order', EVENING_MINUTES * 60_000, 1e9);
  tally.add('order', -1, 1e9);
  const { mean, p95, peak } = ratesOf(tally, 0);
  assert.equal(mean.order, (EVENING_MINUTES - 1) / 2);
  assert.equal(p95.order, EVENING_MINUTES * 0.95);
  assert.equal(peak.order, EVENING_MINUTES - 1);
  assert.equal(sumOf(peak), peak.order);
  assert.equal(ratesOf(tally, EVENING_MINUTES - 1).mean.order, EVENING_MINUTES - 1);
});

test('cores, processes, connections and sites by arithmetic', () => {
  const busy = rates({ sale: 100, pay: 100, menu: 800 });
  const postgres = costs('postgres');
  const cores = coresOf(busy, postgres);
  assert.deepEqual(cores, { service: 1, delivery: 0.1, database: 2.02 });
  const sizing = sizingOf(busy, postgres, 1000);
  const streams = 1000 * (2 * TRADE.registers.value + TRADE.kitchens.value);
  // 1 core at half is 2 processes; the streams need as many; and one more.
  assert.deepEqual(sizing, {
    ...{ cores, streams, api: 3, delivery: 2, databaseCores: 5, connections: 105 },
  });
  assert.equal(sizingOf(busy, postgres, 10_000).api, Math.ceil((streams * 10) / 4000) + 1);
  const idle = { ...postgres, idle: { service: 250_000, database: 0 } };
  assert.equal(sizingOf(busy, idle, 1000).api, 5);
  assert.equal(sizingOf(busy, costs('sqlite'), 1000).api, 1);
  assert.equal(sitesOnSqlite(busy, costs('sqlite'), 1101), 500);
});

test('costs by what a play took', () => {
  const { operations, message } = timesOf(costs('postgres'), { service: 2, database: 3 });
  assert.deepEqual(operations.menu, { service: 2000, database: 6000, bytes: 10, wal: 20, events: 1 });
  assert.deepEqual(message, { service: 1000, database: 100 * 3 });
});

test('what a Saturday writes', () => {
  const { orders, bytes, wal } = writtenOf(flat, 10, 2, costs('postgres'));
  assert.equal(orders, 2000);
  const later = 1 - TRADE.counterShare.value;
  const writes = 1 + later * TRADE.rounds.value + later + 1 + later * TRADE.rounds.value;
  assert.equal(bytes, 2000 * writes * 10);
  assert.equal(wal, 2 * bytes);
});

test('twice the sites make twice the requests, and more orders leave the timers alone', () => {
  const mean = (sites: number, scale: number) => ratesOfEvening(flat, sites, scale, 1).mean;
  const [one, two, more] = [mean(50, 1), mean(100, 1), mean(50, 4)];
  const ratio = sumOf(two) / sumOf(one);
  assert.ok(ratio > 1.9 && ratio < 2.1, String(ratio));
  assert.equal(more.menu, one.menu);
  assert.ok(more.ticket / one.ticket > 3.5);
});

test('what is played is in order, of the minutes asked for, with all that follows', () => {
  const actions = actionsToPlay(flat, { sites: 2, scale: 1, from: 90, minutes: 10 }, chanceOf(5));
  const times = actions.map(({ atMs }) => atMs);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const placed = actions.filter(({ operation }) => operation === 'sale' || operation === 'open');
  assert.ok(placed.length > 0);
  for (const { atMs } of placed) assert.ok(atMs >= 90 * 60_000 && atMs < 100 * 60_000);
});

test('an audit names what is lost, doubled and never sent', () => {
  const placed = new Map([
    ['a-1', '1'],
    ['a-2', '2'],
    ['a-3', '3'],
  ]);
  const found = [
    ...[
      { notes: 'a-1', id: '1' },
      { notes: 'a-2', id: '2' },
      { notes: 'a-2', id: '9' },
    ],
    // Sent and not acknowledged is no fault; of another play.
    ...[
      { notes: 'a-4', id: '4' },
      { notes: 'a-5', id: '5' },
      { notes: 'b-1', id: '6' },
    ],
  ];
  const tried = new Set(['a-1', 'a-2', 'a-3', 'a-4']);
  assert.deepEqual(auditOf({ placed, tried }, 'a', found), {
    ...{ orders: 5, lost: ['a-3'], doubled: ['a-2'], unknown: ['a-5'] },
  });
});

test('costs of a file have to be whole', () => {
  const whole: unknown = costs('sqlite');
  assert.ok(isCosts(whole));
  const { sale: _sale, ...some } = costs('sqlite').operations;
  for (const value of [
    null,
    1,
    {},
    { ...costs('sqlite'), operations: some },
    { ...costs('sqlite'), idle: undefined },
  ])
    assert.ok(!isCosts(value));
});
