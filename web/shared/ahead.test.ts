import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, type Mock, mock } from 'node:test';
import { askAhead, fetchAhead } from './ahead.ts';

const SITES = 'https://localhost/v1/sites';
const GET = { method: 'GET' } as const;

let network: Mock<typeof fetch>;
let answered = 0;
let now = 0;

/** What the page's own script is answered. */
const asks = async () => ((await (await fetchAhead(SITES, GET)).json()) as { answer: number }).answer;

beforeEach(() => {
  globalThis.passbellAhead = undefined;
  answered = 0;
  now = 100;
  network = mock.method(globalThis, 'fetch', async () => Response.json({ answer: ++answered }));
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

it('what was asked ahead is taken once', async () => {
  assert.deepEqual(await askAhead(SITES, GET), { answer: 1 });
  assert.deepEqual([await asks(), await asks(), await asks()], [1, 2, 3]);
});

it('what is asked ahead is not asked twice at the same time', async () => {
  const [ahead, own] = await Promise.all([askAhead(SITES, GET), asks()]);
  assert.deepEqual([ahead, own, network.mock.callCount()], [{ answer: 1 }, 1, 1]);
});

it('what the page has asked by itself is not asked ahead: who asks again is answered anew', async () => {
  assert.equal(await asks(), 1);
  assert.equal(await askAhead(SITES, GET), undefined);
  assert.equal(await asks(), 2);
});

it('an answer that nobody has taken for ten seconds is not given any more', async () => {
  await askAhead(SITES, GET);
  mock.timers.tick(10_000);
  assert.equal(await asks(), 2);
});

it('a page that began ten seconds ago asks nothing ahead, and remembers no more of what it asked', async () => {
  now = 10_000;
  assert.equal(await askAhead(SITES, GET), undefined);
  assert.equal(await asks(), 1);
  assert.equal(globalThis.passbellAhead?.size, 0);
});
