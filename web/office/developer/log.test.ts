import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Api, Page } from '../../shared/api.ts';
import type { LoggedEvent } from '../records.ts';
import { eventsUpTo } from './log.ts';

/** A log whose events have these topics, as the API lists it. */
function logOf(count: number, topicOf: (number: number) => string) {
  const asked: string[] = [];
  const page = (path: string): Promise<Page<LoggedEvent>> => {
    asked.push(path);
    const query = new URLSearchParams(path.split('?')[1]);
    const after = Number(query.get('after'));
    const topic = query.get('topic');
    const numbers = Array.from({ length: count }, (_, at) => at + 1)
      .filter((number) => number > after && (topic === null || topicOf(number) === topic))
      .slice(0, Number(query.get('limit')));
    return Promise.resolve({
      items: numbers.map((number) => ({ number })) as unknown as LoggedEvent[],
      next: undefined,
    });
  };
  return { asked, api: { page } as unknown as Pick<Api, 'page'> };
}

const { signal } = new AbortController();

it('the event log is read from its end to its beginning, each event once', async () => {
  const { api } = logOf(450, () => 'orders/completed');
  const seen: number[] = [];
  for (let before: number | undefined = 450; before !== undefined; ) {
    const page = await eventsUpTo(api, before, null, signal);
    seen.push(...page.events.map(({ number }) => Number(number)));
    before = page.before;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 450 }, (_, at) => 450 - at),
  );
});

it('a rare topic is looked for further and further back, for a while', async () => {
  const { api, asked } = logOf(30_000, (number) => (number === 7 ? 'taxes/deleted' : 'orders/completed'));
  const first = await eventsUpTo(api, 30_000, 'taxes/deleted', signal);
  assert.deepEqual(first.events, []);
  assert.ok(asked.length <= 6);
  let { before } = first;
  const found: number[] = [];
  for (let at = 0; before !== undefined && at < 5; at++) {
    const page = await eventsUpTo(api, before, 'taxes/deleted', signal);
    found.push(...page.events.map(({ number }) => Number(number)));
    before = page.before;
  }
  assert.deepEqual([found, before], [[7], undefined]);
});

it('an empty log has nothing to ask for', async () => {
  const { api, asked } = logOf(0, () => 'orders/completed');
  assert.deepEqual(await eventsUpTo(api, 0, null, signal), { events: [], before: undefined });
  assert.deepEqual(asked, []);
});
