import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, ConnectionError, Passbell } from '#clients/typescript/index.ts';
import { EMPTY, type Entry, type OutboxState } from '../shared/outbox/entries.ts';
import { memoryStore } from '../shared/outbox/memory.ts';
import { Outbox } from '../shared/outbox/outbox.ts';
import { type Bump, type BumpEntry, bumpCall, pressesOf, sendBump, withBumps } from './bumps.ts';
import { TicketFeed } from './feed.ts';
import type { KeptTickets } from './kept.ts';
import type { Ticket } from './tickets.ts';

function ticket(id: string, done: readonly string[] = [], state: Ticket['state'] = 'open'): Ticket {
  const lines = ['1', '2'].map((line_id) => ({ line_id }));
  return { id_str: id, state, done, document: { order_id: id, lines } } as unknown as Ticket;
}

const offline = () => new ConnectionError('No answer.', undefined, true, undefined);

/** Lets everything happen that follows by itself. */
const settle = () => new Promise<void>((done) => setImmediate(done));

interface Asked {
  readonly what: string;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** A service whose answers are given when the test says so, in any order. */
function service(before?: KeptTickets) {
  const asked: Asked[] = [];
  const ask = (what: string) =>
    new Promise<never>((answer, fail) => {
      asked.push({ what, answer: answer as Asked['answer'], fail });
    });
  const passbell = {
    all: (list: string, most: number, { state }: { state: string }) => ask(`${list} ${state} ${most}`),
    call: (_: string, { ticket_id }: { ticket_id: string }) => ask(ticket_id),
  };
  let stored = before;
  const kept = {
    read: async () => stored,
    write: async (tickets: KeptTickets) => {
      stored = tickets;
    },
  };
  const feed = new TicketFeed({ passbell: passbell as never, site: '5', kept, now: () => 1_000 });
  const open = () => [...feed.state.tickets.values()].map(({ id_str, done }) => [id_str, ...done].join('/'));
  return { feed, asked, open, stored: () => stored };
}

describe('the tickets that a screen knows', () => {
  it('are read whole, then one by one as they are named', async () => {
    const { feed, asked, open } = service();
    const all = feed.reload();
    assert.equal(feed.state.asOf, undefined);
    assert.equal(asked[0]?.what, 'listTickets open 2000');
    asked[0]?.answer([ticket('1'), ticket('2')]);
    await all;
    assert.deepEqual(open(), ['1', '2']);
    const one = feed.look('3');
    assert.equal(asked[1]?.what, '3');
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
    const { feed, asked, open } = service();
    const all = feed.reload();
    const looks = ['1', '2', '2'].map((id) => feed.look(id));
    assert.equal(asked.length, 1);
    asked[0]?.answer([]);
    await all;
    await settle();
    assert.deepEqual(
      asked.slice(1).map(({ what }) => what),
      ['1', '2'],
    );
    asked[1]?.answer(ticket('1'));
    asked[2]?.answer(ticket('2'));
    assert.deepEqual(await Promise.all(looks), [true, true, true]);
    assert.deepEqual(open(), ['1', '2']);
  });

  it('are read whole when many are named at once', async () => {
    const { feed, asked } = service();
    void feed.look('1');
    for (let id = 2; id < 20; id++) void feed.look(String(id));
    asked[0]?.answer(ticket('1'));
    await settle();
    assert.deepEqual(
      asked.slice(1).map(({ what }) => what),
      ['listTickets open 2000'],
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
    assert.ok(feed.state.trouble instanceof ConnectionError);
    const again = feed.reload();
    asked[2]?.answer([ticket('1', ['2'])]);
    await again;
    assert.equal(feed.state.trouble, undefined);
    assert.deepEqual(open(), ['1/2']);
  });

  it('are read by the next reading when one has failed, so that none is left out', async () => {
    const { feed, asked, open } = service();
    const first = feed.reload();
    asked[0]?.answer([ticket('1')]);
    await first;
    const lost = feed.look('2');
    const waiting = feed.look('3');
    asked[1]?.fail(offline());
    assert.equal(await lost, false);
    await settle();
    assert.deepEqual(
      asked.slice(2).map(({ what }) => what),
      ['3', '2'],
    );
    asked[2]?.answer(ticket('3'));
    asked[3]?.answer(ticket('2'));
    assert.equal(await waiting, true);
    assert.deepEqual([open(), feed.state.trouble], [['1', '3', '2'], undefined]);
    const missed = feed.reload();
    asked[4]?.fail(offline());
    await missed;
    const look = feed.look('3');
    assert.equal(asked[5]?.what, 'listTickets open 2000', 'what was not read whole is read whole');
    asked[5]?.answer([ticket('2')]);
    await look;
    assert.deepEqual(open(), ['2']);
  });

  it('are those that the device has kept until they are read, with the time of then', async () => {
    const before = { site: '5', at: 400, tickets: [ticket('1'), ticket('2')] };
    const { feed, asked, open, stored } = service(before);
    await feed.open();
    assert.deepEqual([open(), feed.state.asOf, feed.state.isRead], [['1', '2'], 400, false]);
    feed.touch();
    assert.equal(feed.state.asOf, 400, 'nothing says that they are right by now');
    const failed = feed.reload();
    asked[0]?.fail(offline());
    await failed;
    assert.deepEqual([open(), feed.state.asOf], [['1', '2'], 400]);
    const all = feed.reload();
    asked[1]?.answer([ticket('2')]);
    await all;
    assert.deepEqual([open(), feed.state.asOf, feed.state.isRead], [['2'], 1_000, true]);
    await settle();
    assert.deepEqual(stored(), { site: '5', at: 1_000, tickets: [ticket('2')] });
  });

  it('are not those of another site', async () => {
    const { feed, open } = service({ site: '6', at: 400, tickets: [ticket('1')] });
    await feed.open();
    assert.deepEqual([open(), feed.state.asOf], [[], undefined]);
  });
});

describe('bumps', () => {
  const bump = (id: string, lines: readonly string[], kind: Bump['kind'] = 'bump'): Bump => ({
    ...{ kind, lines, at: '2026-03-07T18:30:00.000Z', ticket: ticket(id) },
  });
  const passbell = new Passbell({ baseUrl: 'https://passbell.test', token: 'none', company: '7' });
  const call = (made: Bump) => bumpCall(passbell, '5', made);
  const entry = (made: Bump): Entry<BumpEntry> => ({
    ...{ ...call(made), seq: 1, made_at: 0, tried_at: null, refusal: null },
  });

  /** Bumps over answers that are given in order; missing answers are successes. */
  function over(answers: unknown[], looks: boolean[] = []) {
    const sent: string[] = [];
    const send = ({ path, body }: BumpEntry['call']) => {
      sent.push(`${path} ${body}`);
      const answer = answers.shift();
      return answer === undefined ? Promise.resolve() : Promise.reject(answer);
    };
    const bumps = new Outbox<BumpEntry>({
      store: memoryStore<OutboxState<BumpEntry>>(EMPTY),
      deliver: (each) => sendBump({ send: send as never }, each, async () => looks.shift() ?? true),
      lock: (work) => work(),
      now: () => 0,
      most: 10,
      full: () => 'Full.',
    });
    return { bumps, sent };
  }

  it('show from the moment on in which they are made, until their ticket was read after them', async () => {
    const { bumps, sent } = over([]);
    const added = bumps.add([bump('1', ['1']), bump('2', ['1', '2'])].map(call));
    const shown = withBumps([ticket('1'), ticket('2')], bumps.entries);
    assert.deepEqual(
      shown.map(({ done, state }) => [done, state]),
      [
        [['1'], 'open'],
        [['1', '2'], 'bumped'],
      ],
    );
    await added;
    await bumps.add([call(bump('1', ['1'], 'recall'))]);
    assert.deepEqual(
      withBumps([ticket('1')], bumps.entries).map(({ done }) => done),
      [[], ['1', '2']],
    );
    await bumps.drain();
    const tickets = '/v1/companies/7/sites/5/tickets';
    assert.deepEqual(sent, [
      `${tickets}/1/bump {"line_ids":["1"]}`,
      `${tickets}/2/bump {"line_ids":["1","2"]}`,
      `${tickets}/1/recall {"line_ids":["1"]}`,
    ]);
    assert.deepEqual(bumps.entries, []);
  });

  it('are sent again when nobody could read what became of them', async () => {
    const { bumps, sent } = over([], [false]);
    await bumps.add([call(bump('1', ['1']))]);
    assert.deepEqual(await bumps.drain(), { end: 'later' });
    assert.equal(bumps.entries.length, 1);
    assert.deepEqual(await bumps.drain(), { end: 'idle' });
    assert.deepEqual([sent.length, bumps.entries.length], [2, 0]);
  });

  it('are no more on the board when they are refused', async () => {
    const gone = new ApiError('bumpTicket', 404, { error: 'not_found' }, new Headers());
    const { bumps } = over([gone]);
    await bumps.add([call(bump('1', ['1', '2']))]);
    await bumps.drain();
    assert.deepEqual(
      withBumps([ticket('1')], bumps.entries).map(({ done, state }) => [done, state]),
      [[[], 'open']],
    );
  });

  it('wait as often as something was pressed, and each by itself where an earlier version kept them', () => {
    const of = (press: string, id: string) => entry({ ...bump(id, ['1']), press });
    assert.equal(pressesOf([of('a', '1'), of('a', '2'), of('b', '1')]), 2);
    const refusal = { code: 'not_found', sentence: 'Gone.' };
    assert.equal(pressesOf([of('a', '1'), { ...of('b', '1'), refusal }]), 1);
    const kept = entry(bump('1', ['1']));
    assert.equal(pressesOf([kept, { ...kept, seq: 2 }]), 2);
  });

  it('recall a ticket that the board does not know any more', () => {
    const gone = { ...bump('9', ['1', '2'], 'recall'), ticket: ticket('9', ['1', '2'], 'bumped') };
    assert.deepEqual(
      withBumps([], [entry(gone)]).map(({ id_str, state }) => [id_str, state]),
      [['9', 'open']],
    );
  });
});
