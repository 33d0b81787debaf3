import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiFailure } from '../shared/api.ts';
import { type Bump, Bumps, MAX_WAITING, withBumps } from './bumps.ts';
import { TicketFeed } from './feed.ts';
import type { Ticket } from './tickets.ts';

function ticket(id: string, done: readonly string[] = [], state: Ticket['state'] = 'open'): Ticket {
  const lines = ['1', '2'].map((line_id) => ({ line_id }));
  return { id_str: id, state, done, document: { order_id: id, lines } } as unknown as Ticket;
}

const offline = () => new ApiFailure(0, 'offline', 'No network.');

/** A service whose answers are given when the test says so, in any order. */
function service() {
  const asked: { path: string; answer: (value: unknown) => void; fail: (error: unknown) => void }[] = [];
  const ask = (path: string) =>
    new Promise<never>((answer, fail) => {
      asked.push({ path, answer: answer as (value: unknown) => void, fail });
    });
  const feed = new TicketFeed({ all: ask, get: ask } as never, '5');
  const open = () => [...feed.state.tickets.values()].map(({ id_str, done }) => [id_str, ...done].join('/'));
  /** Lets everything happen that follows by itself. */
  const settle = () => new Promise<void>((done) => setImmediate(done));
  return { feed, asked, open, settle };
}

describe('the tickets that a screen knows', () => {
  it('are read whole, then one by one as they are named', async () => {
    const { feed, asked, open } = service();
    const all = feed.reload();
    assert.equal(feed.state.isLoaded, false);
    assert.equal(asked[0]?.path, 'sites/5/tickets?state=open&limit=500');
    asked[0]?.answer([ticket('1'), ticket('2')]);
    await all;
    assert.deepEqual(open(), ['1', '2']);
    const one = feed.look('3');
    assert.equal(asked[1]?.path, 'sites/5/tickets/3');
    asked[1]?.answer(ticket('3'));
    assert.equal(await one, true);
    assert.deepEqual(open(), ['1', '2', '3']);
    const bumped = feed.look('1');
    asked[2]?.answer(ticket('1', ['1', '2'], 'bumped'));
    await bumped;
    assert.deepEqual(open(), ['2', '3']);
    assert.deepEqual(
      feed.state.gone.map(({ id_str }) => id_str),
      ['1'],
    );
  });

  it('are read one reading at a time, and what is named meanwhile is read together afterwards', async () => {
    const { feed, asked, open, settle } = service();
    const all = feed.reload();
    const looks = ['1', '2', '2'].map((id) => feed.look(id));
    assert.equal(asked.length, 1);
    asked[0]?.answer([]);
    await all;
    await settle();
    assert.deepEqual(
      asked.slice(1).map(({ path }) => path),
      ['sites/5/tickets/1', 'sites/5/tickets/2'],
    );
    asked[1]?.answer(ticket('1'));
    asked[2]?.answer(ticket('2'));
    assert.deepEqual(await Promise.all(looks), [true, true, true]);
    assert.deepEqual(open(), ['1', '2']);
  });

  it('are read whole when many are named at once', async () => {
    const { feed, asked, settle } = service();
    void feed.look('1');
    for (let id = 2; id < 20; id++) void feed.look(String(id));
    asked[0]?.answer(ticket('1'));
    await settle();
    assert.deepEqual(
      asked.slice(1).map(({ path }) => path),
      ['sites/5/tickets?state=open&limit=500'],
    );
  });

  it('leave the board when they are open no more', async () => {
    const { feed, asked, open } = service();
    const first = feed.reload();
    asked[0]?.answer([ticket('1'), ticket('2')]);
    await first;
    const second = feed.reload();
    asked[1]?.answer([ticket('2')]);
    await second;
    assert.deepEqual(open(), ['2']);
    assert.deepEqual(
      feed.state.gone.map(({ id_str, state }) => [id_str, state]),
      [['1', 'bumped']],
    );
    const third = feed.reload();
    asked[2]?.answer([ticket('1'), ticket('2')]);
    await third;
    assert.deepEqual(open().sort(), ['1', '2']);
    assert.deepEqual(feed.state.gone, []);
  });

  it('stay as they were while the service cannot be reached', async () => {
    const { feed, asked, open } = service();
    const first = feed.reload();
    asked[0]?.answer([ticket('1')]);
    await first;
    const look = feed.look('1');
    asked[1]?.fail(offline());
    assert.equal(await look, false);
    assert.deepEqual(open(), ['1']);
    assert.ok(feed.state.trouble instanceof ApiFailure);
    const again = feed.reload();
    asked[2]?.answer([ticket('1', ['2'])]);
    await again;
    assert.equal(feed.state.trouble, undefined);
    assert.deepEqual(open(), ['1/2']);
  });
});

describe('bumps', () => {
  const bump = (id: string, lines: readonly string[], kind: Bump['kind'] = 'bump'): Bump => ({
    ...{ kind, lines, at: '2026-03-07T18:30:00.000Z', ticket: ticket(id) },
  });

  /** Bumps over answers that are given in order; missing answers are successes. */
  function over(answers: (undefined | unknown)[], looks: boolean[] = [], kept: readonly Bump[] = []) {
    const sent: string[] = [];
    const refused: string[] = [];
    let saved: readonly Bump[] = [];
    const bumps = new Bumps({
      send: ({ kind, ticket: { id_str }, lines }) => {
        sent.push(`${kind} ${id_str} ${lines.join()}`);
        const answer = answers.shift();
        return answer === undefined ? Promise.resolve() : Promise.reject(answer);
      },
      look: () => Promise.resolve(looks.shift() ?? true),
      refused: ({ ticket: { id_str } }) => refused.push(id_str),
      load: () => kept,
      save: (waiting) => {
        saved = waiting;
      },
    });
    return { bumps, sent, refused, saved: () => saved };
  }

  it('show at once, go out in order, and are forgotten when the ticket was read after them', async () => {
    const { bumps, sent } = over([]);
    bumps.add([bump('1', ['1']), bump('2', ['1', '2'])]);
    assert.equal(bumps.waiting.length, 2);
    bumps.add([bump('1', ['1'], 'recall')]);
    const shown = withBumps([ticket('1'), ticket('2')], bumps.waiting);
    assert.deepEqual(
      shown.map(({ done, state }) => [done, state]),
      [
        [[], 'open'],
        [['1', '2'], 'bumped'],
      ],
    );
    await bumps.send();
    await new Promise<void>((done) => setImmediate(done));
    assert.deepEqual(sent, ['bump 1 1', 'bump 2 1,2', 'recall 1 1']);
    assert.deepEqual(bumps.waiting, []);
  });

  it('wait for a connection that is gone, over a page that is loaded anew', async () => {
    const settle = () => new Promise<void>((done) => setImmediate(done));
    const { bumps, sent, saved } = over([
      offline(),
      new ApiFailure(503, 'busy', 'Later.'),
      new Error('aborted'),
    ]);
    bumps.add([bump('1', ['1'])]);
    await settle();
    await bumps.send();
    await bumps.send();
    assert.deepEqual([sent.length, bumps.waiting.length, saved().length], [3, 1, 1]);
    const after = over([], [], saved());
    assert.equal(after.bumps.waiting.length, 1);
    await after.bumps.send();
    assert.deepEqual([after.sent, after.saved()], [['bump 1 1'], []]);
  });

  it('are said again when nobody could read what became of them', async () => {
    const { bumps, sent } = over([], [false]);
    bumps.add([bump('1', ['1'])]);
    await new Promise<void>((done) => setImmediate(done));
    assert.equal(bumps.waiting.length, 1);
    await bumps.send();
    assert.deepEqual(sent, ['bump 1 1', 'bump 1 1']);
    assert.equal(bumps.waiting.length, 0);
  });

  it('are taken back when they are refused, and the next one goes on', async () => {
    const { bumps, sent, refused } = over([new ApiFailure(404, 'not_found', 'Gone.')]);
    bumps.add([bump('1', ['1']), bump('2', ['1'])]);
    await new Promise<void>((done) => setImmediate(done));
    assert.deepEqual([refused, sent.length, bumps.waiting.length], [['1'], 2, 0]);
  });

  it('are refused here when too many wait', () => {
    const { bumps } = over(Array.from({ length: MAX_WAITING + 1 }, offline));
    assert.equal(bumps.add(Array.from({ length: MAX_WAITING }, () => bump('1', ['1']))), true);
    assert.equal(bumps.add([bump('2', ['1'])]), false);
    assert.equal(bumps.waiting.length, MAX_WAITING);
  });

  it('recall a ticket that the board does not know any more', () => {
    const gone = { ...bump('9', ['1', '2'], 'recall'), ticket: ticket('9', ['1', '2'], 'bumped') };
    assert.deepEqual(
      withBumps([], [gone]).map(({ id_str, state }) => [id_str, state]),
      [['9', 'open']],
    );
  });
});
