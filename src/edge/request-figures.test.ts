import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Metrics, metric } from './metrics.ts';
import { RequestFigures } from './request-figures.ts';

test('answers are counted by route, kind of status and duration', () => {
  const figures = new RequestFigures();
  const orders = figures.of('GET', '/v1/orders');
  figures.of('POST', '/v1/orders');
  for (const [status, seconds] of [
    [200, 0.005],
    [201, 0.0051],
    [200, 99],
    [404, 0.2],
  ] as const)
    orders.add(status, seconds);
  const [text = ''] = figures.metrics();
  const value = (rest: string) =>
    new RegExp(`^passbell_request_duration_seconds${rest} (.*)$`, 'm').exec(text)?.[1];
  const labels = 'method="GET",route="/v1/orders",status="2xx"';
  assert.equal(value(`_bucket{${labels},le="0.005"}`), '1');
  assert.equal(value(`_bucket{${labels},le="0.01"}`), '2');
  assert.equal(value(`_bucket{${labels},le="10"}`), '2');
  assert.equal(value(`_bucket{${labels},le="\\+Inf"}`), '3');
  assert.equal(value(`_count{${labels}}`), '3');
  assert.equal(value(`_sum{${labels}}`), String(0.005 + 0.0051 + 99));
  assert.equal(value('_count{method="GET",route="/v1/orders",status="4xx"}'), '1');
  assert.doesNotMatch(text, /POST/);
});

test('a part whose figures cannot be had leaves the others', async () => {
  const metrics = new Metrics();
  metrics.register(() => [metric('one', 'gauge', 'One.', [['', 1]])]);
  metrics.register(() => Promise.reject(new Error('away')));
  assert.equal(
    await metrics.render(),
    '# HELP passbell_one One.\n# TYPE passbell_one gauge\npassbell_one 1\n',
  );
});
