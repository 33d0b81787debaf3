import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, ConnectionError, type PreparedCall } from '#clients/typescript/index.ts';
import { EMPTY, type Entry, type NewEntry, type OutboxState } from './entries.ts';
import { memoryStore } from './memory.ts';
import { Outbox, OutboxFull } from './outbox.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type LineState, Sender } from './sender.ts';

const DONE: Outcome = { kind: 'done' };
const LATER: Outcome = { kind: 'later' };
const REFUSED: Outcome = { kind: 'refused', refusal: { code: 'not_found', sentence: 'Gone.' } };

/** A call whose note tells it apart. */
interface Noted extends NewEntry {
  readonly call: PreparedCall;
  readonly note: string;
}

/** What is kept with the notes of those that were done. */
interface State extends OutboxState<Noted> {
  readonly learned: readonly string[];
}

const NOTHING: State = { ...EMPTY, learned: [] };

/** A call for a record. */
function entry(subject: string, note: string): Noted {
  return { call: { operation: 'bumpTicket', method: 'POST', path: `/${note}` }, subject, note };
}

/** An outbox over outcomes that are given in order; missing ones are successes. */
function over(outcomes: readonly Outcome[] = [], store = memoryStore(NOTHING)) {
  const left = [...outcomes];
  const sent: Entry<Noted>[] = [];
  const refused: string[] = [];
  const outbox = new Outbox<Noted, State>({
    store,
    deliver: async (each) => {
      sent.push(each);
      return left.shift() ?? DONE;
    },
    lock: (work) => work(),
    now: () => 7,
    settle: (state, { note }) => ({ ...state, learned: [...state.learned, note] }),
    most: 3,
    full: () => 'No more than three.',
    refused: ({ note }, { sentence }) => refused.push(`${note}: ${sentence}`),
  });
  const notes = () => outbox.entries.map(({ note }) => note);
  return { outbox, store, sent, refused, notes };
}

describe('an outbox', () => {
  it('shows calls at once, and keeps them before it says so', async () => {
    const { outbox, store, notes } = over();
    let told = 0;
    outbox.subscribe(() => told++);
    const adding = outbox.add([entry('1', 'a'), entry('2', 'b')]);
    assert.deepEqual(notes(), ['a', 'b']);
    assert.equal(told, 1);
    await adding;
    assert.deepEqual(notes(), ['a', 'b']);
    const after = over([], store);
    await after.outbox.read();
    assert.deepEqual(after.notes(), ['a', 'b'], 'another page finds them');
  });

  it('sends them in order, one by one, as they were made', async () => {
    const { outbox, sent } = over();
    await outbox.add([entry('1', 'a'), entry('2', 'b')]);
    await outbox.add([entry('1', 'c')]);
    assert.deepEqual(await outbox.drain(), { end: 'idle' });
    assert.deepEqual(
      sent.map(({ seq, call, made_at, tried_at }) => [seq, call.path, made_at, tried_at]),
      [
        [1, '/a', 7, null],
        [2, '/b', 7, null],
        [3, '/c', 7, null],
      ],
    );
    assert.deepEqual(outbox.entries, []);
  });

  it('keeps what it could not send, and that it was tried', async () => {
    const { outbox, sent, notes } = over([{ kind: 'later', afterMs: 50 }, LATER, { kind: 'signin' }]);
    await outbox.add([entry('1', 'a'), entry('2', 'b')]);
    assert.deepEqual(await outbox.drain(), { end: 'later', afterMs: 50 });
    assert.deepEqual(await outbox.drain(), { end: 'later' });
    assert.deepEqual(await outbox.drain(), { end: 'signin' });
    assert.deepEqual(notes(), ['a', 'b']);
    assert.deepEqual(
      sent.map(({ note, tried_at }) => [note, tried_at]),
      [
        ['a', null],
        ['a', 7],
        ['a', 7],
      ],
    );
    assert.deepEqual(await outbox.drain(), { end: 'idle' });
  });

  it('holds back what is for the same record as a refused call, and sends the rest', async () => {
    const { outbox, sent, refused, notes } = over([REFUSED]);
    await outbox.add([entry('1', 'a'), entry('1', 'b'), entry('2', 'c')]);
    assert.deepEqual(await outbox.drain(), { end: 'idle' });
    assert.deepEqual(refused, ['a: Gone.']);
    assert.deepEqual(notes(), ['a', 'b']);
    assert.equal(outbox.entries[0]?.refusal?.code, 'not_found');
    await outbox.revise((entries) => entries.filter(({ refusal }) => refusal === null));
    await outbox.drain();
    assert.deepEqual(
      sent.map(({ note }) => note),
      ['a', 'c', 'b'],
    );
  });

  it('takes no more than it may hold, all or none', async () => {
    const { outbox, notes } = over();
    await outbox.add([entry('1', 'a'), entry('1', 'b')]);
    await assert.rejects(
      outbox.add([entry('1', 'c'), entry('1', 'd')]),
      new OutboxFull('No more than three.'),
    );
    assert.deepEqual(notes(), ['a', 'b']);
    await outbox.add([entry('1', 'c')]);
    assert.deepEqual(notes(), ['a', 'b', 'c']);
  });

  it('keeps what was learned in the write in which the call goes', async () => {
    const kept: string[] = [];
    const { change, empty } = memoryStore(NOTHING);
    const { outbox, store } = over([DONE, REFUSED], {
      empty,
      change: async (work) => {
        const { entries, learned } = await change(work);
        kept.push(`${entries.map(({ note }) => note)} ${learned}`);
        return { ...NOTHING, entries, learned };
      },
    });
    await outbox.add([entry('1', 'a'), entry('2', 'b')]);
    await outbox.drain();
    assert.deepEqual([...new Set(kept)], ['a,b ', 'b a']);
    assert.deepEqual(outbox.state.learned, ['a']);
    const after = over([], store);
    await after.outbox.read();
    assert.deepEqual(after.outbox.state.learned, ['a'], 'another page knows it');
  });

  it('shows nothing that could not be kept', async () => {
    const { outbox, notes } = over([], {
      empty: NOTHING,
      change: () => Promise.reject(new Error('The disk is full.')),
    });
    await assert.rejects(outbox.add([entry('1', 'a')]), /The disk is full/);
    assert.deepEqual(notes(), []);
  });
});

describe('what an answer means for a call that waits', () => {
  const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
    outcomeOf(
      new ApiError('bumpTicket', status, { error: code, error_description: 'No.' }, new Headers(headers)),
    );

  it('is that it is sent again when it is unknown or put off', () => {
    assert.deepEqual(outcomeOf(new ConnectionError('None.', undefined, true, undefined)), LATER);
    assert.deepEqual(outcomeOf(new DOMException('Too slow.', 'TimeoutError')), LATER);
    for (const status of [408, 425, 429, 502, 503, 504]) assert.deepEqual(refusal(status, 'x'), LATER);
    assert.deepEqual(refusal(409, 'idempotency_key_in_use'), LATER);
    assert.deepEqual(refusal(409, 'x', { 'retry-after': '1' }), { kind: 'later', afterMs: 1_000 });
    assert.deepEqual(refusal(503, 'x', { 'retry-after': '2' }), { kind: 'later', afterMs: 2_000 });
    assert.deepEqual(refusal(401, 'invalid_token'), { kind: 'signin' });
  });

  it('is that it was refused when it is told again, and when something else than the service answers', () => {
    const again = { 'retry-after': '1', 'idempotent-replayed': 'true' };
    assert.equal(refusal(409, 'conflict', again).kind, 'refused');
    const error = new ApiError('bumpTicket', 404, undefined, new Headers());
    const sentence = 'The service answered 404.';
    assert.deepEqual(outcomeOf(error), { kind: 'refused', refusal: { code: 'http_404', sentence } });
  });

  it('is that it was refused when the same would be refused again', () => {
    for (const status of [400, 403, 404, 409, 412, 422, 500]) {
      assert.deepEqual(refusal(status, 'x'), { kind: 'refused', refusal: { code: 'x', sentence: 'No.' } });
    }
  });
});

describe('the sender of an outbox', () => {
  it('waits longer each time while the line is broken, and sends at once when it is poked', async () => {
    const ends = [LATER, LATER, LATER, DONE];
    const { outbox, sent } = over(ends);
    await outbox.add([entry('1', 'a')]);
    const waits: number[] = [];
    const lines: LineState[] = [];
    let ring: (() => void) | undefined;
    const settle = () => new Promise<void>((done) => setImmediate(done));
    const sender = new Sender({
      outbox,
      timer: (ms, work) => {
        waits.push(ms);
        ring = work;
        return () => {
          ring = undefined;
        };
      },
      changed: (line) => lines.push(line),
    });
    sender.poke();
    await settle();
    ring?.();
    await settle();
    sender.poke();
    await settle();
    assert.deepEqual(waits, [500, 1_000, 2_000]);
    ring?.();
    await settle();
    assert.equal(sent.length, 4);
    assert.deepEqual(lines.slice(-2), ['sending', 'online']);
    sender.stop();
    sender.poke();
    await settle();
    assert.equal(sent.length, 4, 'stopped');
  });
});
