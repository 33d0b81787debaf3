import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Passbell } from '#clients/typescript/index.ts';
import { eventsUpTo, lastNumber } from './log.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A log whose events have these topics, as the API lists it. */
function logOf(count: number, topicOf: (number: number) => string) {
  const asked: string[] = [];
  const passbell = new Passbell({
    baseUrl: 'https://pos.example',
    token: 'x',
    fetch: (url) => {
      asked.push(url);
      const query = new URL(url).searchParams;
      const after = Number(query.get('after'));
      const topic = query.get('topic');
      const numbers = Array.from({ length: count }, (_, at) => at + 1)
        .filter((number) => number > after && (topic === null || topicOf(number) === topic))
        .slice(0, Number(query.get('limit')));
      const body = JSON.stringify(numbers.map((number) => ({ number })));
      return Promise.resolve(new Response(body, { headers: JSON_TYPE }));
    },
  });
  return { asked, passbell };
}

const { signal } = new AbortController();

it('the event log is read from its end to its beginning, each event once', async () => {
  const { passbell } = logOf(450, () => 'orders/completed');
  const seen: number[] = [];
  for (let before: number | undefined = 450; before !== undefined; ) {
    const page = await eventsUpTo(passbell, before, null, signal);
    seen.push(...page.events.map(({ number }) => Number(number)));
    before = page.before;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 450 }, (_, at) => 450 - at),
  );
});

it('a rare topic is looked for further and further back, for a while', async () => {
  const { passbell, asked } = logOf(30_000, (number) =>
    number === 7 ? 'taxes/deleted' : 'orders/completed',
  );
  const first = await eventsUpTo(passbell, 30_000, 'taxes/deleted', signal);
  assert.deepEqual(first.events, []);
  assert.ok(asked.length <= 6);
  let { before } = first;
  const found: number[] = [];
  for (let at = 0; before !== undefined && at < 5; at++) {
    const page = await eventsUpTo(passbell, before, 'taxes/deleted', signal);
    found.push(...page.events.map(({ number }) => Number(number)));
    before = page.before;
  }
  assert.deepEqual([found, before], [[7], undefined]);
});

it('an empty log has nothing to ask for', async () => {
  const { passbell, asked } = logOf(0, () => 'orders/completed');
  assert.deepEqual(await eventsUpTo(passbell, 0, null, signal), { events: [], before: undefined });
  assert.deepEqual(asked, []);
});

it('the last number is what the stream begins with, and the stream is let go', async () => {
  let cut = false;
  const passbell = new Passbell({
    baseUrl: 'https://pos.example',
    token: 'x',
    fetch: (_url, init) => {
      init.signal?.addEventListener('abort', () => {
        cut = true;
      });
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('id: 41\n\n')),
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    },
  });
  assert.equal(await lastNumber(passbell, signal), 41);
  assert.ok(cut);
});
