import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDecimal, ONE } from '#src/kernel/money.ts';
import { type LocalOrder, saleNumber, waiting } from '../../web/register/locals.ts';
import { lockedBy } from '../../web/register/locks.ts';
import { handedOver, moneyText, typed, typedMoney } from '../../web/register/money.ts';
import { equalPart, waitingPayments } from '../../web/register/pay/payable.ts';
import { doneSince, unlisted } from '../../web/register/pending.ts';
import { MAX_REFUSALS, type Refusal, withRefusal } from '../../web/register/refusals.ts';
import {
  EMPTY_QUEUE,
  type KeyedWrite,
  localItem,
  type NewWrite,
  paidItems,
  type QueueState,
  type Write,
  withDone,
} from '../../web/register/writes.ts';
import { append, withEntry } from '../../web/shared/outbox/entries.ts';
import type { Drained } from '../../web/shared/outbox/outbox.ts';
import { type LineState, Sender } from '../../web/shared/outbox/sender.ts';

const money = (text: string) => {
  const amount = typed(text);
  assert.ok(amount !== undefined, text);
  return amount;
};

describe('amounts at the register', () => {
  it('are read as people type them', () => {
    for (const [text, is] of [
      ['12,50', '12.5'],
      [' 7 ', '7'],
      ['.5', '0.5'],
      ['3.', '3'],
      ['-2', '-2'],
      ['1,000.00', '1000'],
    ] as const) {
      assert.equal(formatDecimal(money(text)), is);
    }
    for (const text of ['', 'x', '1.2.3', '1,00,00', '12 50']) assert.equal(typed(text), undefined, text);
    assert.equal(typedMoney('0.005', 2), undefined);
    assert.equal(typedMoney('0.5', 0), undefined);
    assert.equal(typedMoney('0.005', 3), ONE / 200n);
  });

  it('stand in fields with all minor units of their currency, and with more where they have more', () => {
    for (const [amount, units, text] of [
      ['1.6', 2, '1.60'],
      ['-12', 2, '-12.00'],
      ['1200', 0, '1200'],
      ['4.1', 3, '4.100'],
      ['0.125', 2, '0.125'],
      ['0.5', 0, '0.5'],
    ] as const) {
      assert.equal(moneyText(money(amount), units), text);
      assert.equal(typed(text), money(amount));
    }
  });

  it('are offered as people hand them over', () => {
    const offered = (due: string, currency: string) => handedOver(money(due), currency).map(formatDecimal);
    assert.deepEqual(offered('32.13', 'USD'), ['33', '35', '40', '50', '100']);
    assert.deepEqual(offered('20', 'EUR'), ['50', '100']);
    assert.deepEqual(offered('3390', 'JPY'), ['3400', '3500', '4000', '5000', '10000']);
    assert.deepEqual(offered('128000', 'IDR'), ['130000', '140000', '150000', '200000']);
    assert.deepEqual(offered('4.125', 'KWD'), ['5', '10', '20']);
    assert.deepEqual(handedOver(0n, 'USD'), []);
  });

  it('are split into parts that add up', () => {
    for (const [left, parts, units] of [
      ['64.25', 2, 2],
      ['10', 3, 2],
      ['100', 7, 0],
      ['0.001', 3, 3],
      ['-10', 3, 2],
    ] as const) {
      let rest = money(left);
      for (let part = parts; part > 0; part--) rest -= equalPart(rest, part, units);
      assert.equal(rest, 0n, left);
    }
    assert.equal(formatDecimal(equalPart(money('10'), 3, 2)), '3.34');
  });
});

describe('locks at the register', () => {
  it('say which lock it is', () => {
    assert.match(lockedBy(['PAYMENTS'], 'PAYMENTS') ?? '', /^No payment can be taken: .*\(PAYMENTS\)\.$/);
    assert.match(lockedBy(['ALL'], 'DELETE') ?? '', /\(ALL\)/);
    assert.equal(lockedBy(['DELETE'], 'NEW_LINES'), undefined);
    // As the service reads it: ALL takes every payment, the add-on's own too.
    assert.equal(lockedBy(['ALL'], 'APP_PAYMENT'), undefined);
  });
});

/** A queue with these writes. */
const queued = (...writes: readonly NewWrite[]): QueueState =>
  append<KeyedWrite, QueueState>(
    EMPTY_QUEUE,
    writes.map((write) => ({ ...write, key: 'key' })),
    0,
  );

/** The queue with one of them refused. */
const refused = (state: QueueState, seq: number): QueueState => {
  const refusal = { code: 'invalid_request', sentence: 'No.' };
  return withEntry<KeyedWrite, QueueState>(state, seq, (write) => ({ ...write, refusal }));
};

describe('orders of this device', () => {
  it('have numbers of their own', () => {
    const numbers = new Set(
      Array.from({ length: 1_000 }, () => saleNumber('A', 1_780_000_000_000, Math.random)),
    );
    assert.ok(numbers.size > 990);
    for (const number of numbers) assert.match(number, /^A[0-9A-Z]{10,20}$/);
  });

  it('are shown until they are made, and their payments counted until they are sent', () => {
    const local = { name: 'local-1' } as LocalOrder;
    const create = { subject: 'local-1', kind: 'create', body: '{}', label: '' } as const;
    const body = '{"amount":2.5,"tip":1}';
    const paid = { subject: '7', kind: 'payment', body, label: '' } as const;
    const state = queued(create, paid);
    assert.deepEqual(waiting([local], state.entries), [local]);
    assert.deepEqual(waiting([local], []), []);
    assert.deepEqual(waitingPayments(state, '7'), [{ amount: money('2.5'), tip: ONE }]);
    assert.deepEqual(waitingPayments(state, '8'), []);
    // Those that this device knows by its own name for the order as well.
    const named = { ...queued({ ...paid, subject: 'local-1' }), known: [['local-1', '7']] as const };
    assert.deepEqual(waitingPayments(named, '7'), [{ amount: money('2.5'), tip: ONE }]);
    // A refused payment does not count until it is retried or discarded.
    assert.deepEqual(waitingPayments(refused(state, 2), '7'), []);
  });

  it('count as done when they have gone without a refusal', () => {
    const create = { subject: 'local-1', kind: 'create', body: '{}', label: '' } as const;
    const accept = { subject: '7', kind: 'fields', body: '{}', label: '' } as const;
    const before = refused(queued(create, accept, accept), 3);
    const [made, accepted, no] = before.entries;
    const left = (...entries: readonly (Write | undefined)[]) => ({
      ...before,
      entries: entries.filter((write) => write !== undefined),
    });
    assert.deepEqual(doneSince(before, left(accepted, no)), [made]);
    assert.deepEqual(doneSince(before, left(no)), [made, accepted]);
    assert.deepEqual(doneSince(before, left(made, accepted)), []);
    assert.deepEqual(doneSince(EMPTY_QUEUE, before), []);
  });

  it('are listed once: not beside themselves as the service has them', () => {
    const locals = [{ name: 'local-1' }, { name: 'local-2' }];
    const state: QueueState = { ...EMPTY_QUEUE, known: [['local-1', '7']] };
    assert.deepEqual(unlisted(locals, state, []), locals);
    assert.deepEqual(unlisted(locals, state, [{ id_str: '7' }, { id_str: '8' }]), [{ name: 'local-2' }]);
  });

  describe('split by item', () => {
    const sale = {
      subject: 'local-1',
      kind: 'create',
      body: '{}',
      label: '',
      items: [localItem(1)],
    } as const;
    const part = {
      subject: 'local-1',
      kind: 'payment',
      body: '{}',
      label: '',
      items: [localItem(0)],
    } as const;
    const later = { subject: '7', kind: 'payment', body: '{}', label: '', items: ['31'] } as const;
    const done = (state: QueueState, fields: object) => {
      const [first] = state.entries;
      assert.ok(first !== undefined);
      return withDone({ ...state, entries: state.entries.slice(1) }, first, fields);
    };

    it('remembers which items money was taken for, before and after they have ids', () => {
      const waits = queued(sale, part);
      assert.deepEqual([...paidItems(waits, 'local-1')], ['#1', '#0']);
      const made = done(waits, { made: '7', lines: ['30', '31', '32'] });
      assert.deepEqual([...paidItems(made, 'local-1')], ['31', '#0']);
      assert.deepEqual([...paidItems(made, '7')], ['31', '#0']);
      // A line before it went: the item is still the same one.
      const all = done(made, { lines: ['30', '32'] });
      assert.deepEqual([...paidItems(all, '7')], ['31', '30']);
      assert.deepEqual([...paidItems(all, '8')], []);
    });

    it('offers items again whose payment was refused', () => {
      const waits = queued(later);
      assert.deepEqual([...paidItems(waits, '7')], ['31']);
      assert.deepEqual([...paidItems(refused(waits, 1), '7')], []);
    });
  });

  it('keep the latest refusals until somebody has seen them', () => {
    let kept: readonly Refusal[] = [];
    for (let at = 0; at <= MAX_REFUSALS; at++) {
      kept = withRefusal(kept, { id: String(at), label: 'Refund', sentence: 'No.', at });
    }
    assert.equal(kept.length, MAX_REFUSALS);
    assert.equal(kept[0]?.id, '1');
  });
});

describe('sending', () => {
  /** A sender over a queue whose results are given, with a timer that is fired by hand. */
  function sending(ends: Drained[]) {
    const states: LineState[] = [];
    const timers: { ms: number; work: () => void }[] = [];
    let drains = 0;
    const sender = new Sender({
      outbox: {
        drain: () => {
          drains++;
          return Promise.resolve(ends.shift() ?? { end: 'idle' });
        },
      },
      timer: (ms, work) => {
        const timer = { ms, work };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
      changed: (state) => states.push(state),
    });
    const settle = () => new Promise((done) => setImmediate(done));
    return { sender, states, timers, settle, drains: () => drains };
  }

  it('is tried again, later each time, until it goes through', async () => {
    const { sender, states, timers, settle } = sending([
      { end: 'later' },
      { end: 'later' },
      { end: 'later', afterMs: 7_000 },
    ]);
    sender.poke();
    await settle();
    const waits: number[] = [];
    for (let timer = timers.shift(); timer !== undefined; timer = timers.shift()) {
      waits.push(timer.ms);
      timer.work();
      await settle();
    }
    assert.deepEqual(waits, [500, 1_000, 7_000]);
    assert.deepEqual(states.slice(-2), ['sending', 'online']);
  });

  it('waits for somebody to sign in, without a timer', async () => {
    const { sender, states, timers, settle } = sending([{ end: 'signin' }]);
    sender.poke();
    await settle();
    assert.equal(states.at(-1), 'signin');
    assert.deepEqual(timers, []);
    sender.poke();
    await settle();
    assert.equal(states.at(-1), 'online');
  });

  it('starts anew when something was added meanwhile, and never twice at a time', async () => {
    const { sender, settle, drains } = sending([]);
    sender.poke();
    sender.poke();
    sender.poke();
    await settle();
    assert.equal(drains(), 2);
    sender.stop();
    sender.poke();
    await settle();
    assert.equal(drains(), 2);
  });
});
