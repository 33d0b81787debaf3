import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TOPICS } from '#src/kernel/event.ts';
import { MAX_ATTEMPTS, retryAfter } from '#src/kernel/retries.ts';
import { MINUTE } from '#src/kernel/time.ts';
import { matches } from '#src/outbox/match.ts';
import { payloadOf } from '../payloads.ts';
import { filterFault } from './filter.ts';

it('retries come after 1, 2, 4, 8 and then 15 minutes, thirty times (reference: events.32)', () => {
  const minutes = Array.from({ length: MAX_ATTEMPTS }, (_, at) => retryAfter(at + 1));
  assert.deepEqual(minutes.slice(0, 4), [MINUTE, 2n * MINUTE, 4n * MINUTE, 8n * MINUTE]);
  assert.ok(minutes.slice(4, 30).every((each) => each === 15n * MINUTE));
  assert.equal(minutes.length, 31);
  assert.equal(minutes[30], undefined);
});

it('every topic takes what fits it of a filter', () => {
  for (const topic of TOPICS) {
    const hasSites = filterFault(topic, { site_ids: ['1'] }, []) === undefined;
    const isOfSites = 'site_id' in payloadOf(topic).fields || /^(products|sites)\//.test(topic);
    assert.equal(hasSites, isOfSites, topic);
    const attributes = filterFault(topic, { attributes: ['customer'] }, ['customer']) === undefined;
    assert.equal(attributes, topic === 'orders/completed' || topic.endsWith('/updated'), topic);
    assert.equal(filterFault(topic, {}, []) === undefined, topic !== 'products/availability', topic);
  }
});

it('a filter passes what applies to a site and changed an attribute', () => {
  const event = { topic: 'products/updated', sites: ['1', '2'], changed: ['name'], payload: '{}' };
  const cases: [Parameters<typeof matches>[0], Partial<typeof event>, boolean][] = [
    [{}, {}, true],
    [{ site_ids: ['2', '3'] }, {}, true],
    [{ site_ids: ['3'] }, {}, false],
    [{ site_ids: ['1'] }, { sites: [] }, false],
    [{ attributes: ['sku', 'name'] }, {}, true],
    [{ attributes: ['sku'] }, {}, false],
    [{ attributes: ['name'], site_ids: ['3'] }, {}, false],
    [{ attributes: ['show_online'] }, {}, false],
    [{ attributes: ['show_online'] }, { payload: '{"show_online":true}' }, true],
    [{ attributes: ['show_online'] }, { payload: '{"show_online":false}' }, false],
    [{ attributes: ['show_online'] }, { changed: ['show_online'] }, true],
    [{ attributes: ['show_online'] }, { topic: 'sites/updated', payload: '{"show_online":true}' }, false],
  ];
  for (const [filter, change, expected] of cases) {
    assert.equal(matches(filter, { ...event, ...change }), expected, JSON.stringify([filter, change]));
  }
});
