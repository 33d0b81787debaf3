import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import type { Route } from '#src/edge/route.ts';
import { SECOND } from '#src/kernel/time.ts';
import { ROUTES } from '#src/routes.ts';
import { type FaultyEdge, openFaultyEdge } from '#test/harness/faults.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { refused } from './helpers.ts';

const ROOT = '/v1/companies/me';
const statuses = (answer: Answer): number[] => answer.json.responses.map(({ status }: Json) => status);

onEachEngine('how far a batch goes (reference: limits.12)', (service) => {
  let edge: FaultyEdge;
  let failing = false;
  before(async () => {
    const answers: Readonly<Record<string, () => string>> = {
      '/companies/:company_id/sites': () => JSON.stringify(['x'.repeat(5 * 1024 * 1024)]),
      '/companies/:company_id/status': () => {
        service().clock.advance(11n * SECOND);
        return '[]';
      },
      '/companies/:company_id/taxes': () => {
        if (failing) throw new Error('a fault');
        return '[]';
      },
    };
    const routes = ROUTES.map((route): Route => {
      const answer = answers[route.path];
      if (answer === undefined || route.method !== 'GET' || route.access !== 'read') return route;
      return { ...route, handler: async () => ({ status: 200, body: answer() }) };
    });
    edge = await openFaultyEdge(service(), routes);
  });
  after(async () => edge.close());

  const order = (notes: string) => {
    const body = { site_id: service().card.sites[0].id, notes };
    return { method: 'POST', path: `${ROOT}/orders`, body };
  };
  const get = (path: string) => ({ method: 'GET', path: `${ROOT}/${path}` });
  const send = (requests: readonly unknown[], more: Readonly<Record<string, unknown>> = {}, headers = {}) =>
    edge.ask('POST', `${ROOT}/batch`, service().client.token, { body: { requests, ...more }, headers });
  const countOf = async (notes: string) =>
    (await service().client.get('orders?limit=5000')).json.filter((each: Json) => each.notes === notes)
      .length;

  it('ends after 8 MiB of answers, and after 10 s', async () => {
    for (const [path, words] of [
      ['sites', /8 MiB/],
      ['status', /10 s/],
    ] as const) {
      const name = randomUUID();
      const requests = [order(name), get(path), get(path), order(name)];
      const ended = await send(path === 'sites' ? requests : requests.toSpliced(2, 1));
      assert.deepEqual(statuses(ended), path === 'sites' ? [201, 200, 200, 424] : [201, 200, 424]);
      const { body } = ended.json.responses.at(-1);
      assert.equal(body.error, 'not_carried_out');
      assert.match(body.error_description, words);
      assert.equal(await countOf(name), 1);
      const none = await send(requests, { atomic: true });
      assert.equal(statuses(none).filter((status) => status === 424).length, 4);
      assert.equal(await countOf(name), 1);
    }
  });

  it('goes on under its key where it ended', async () => {
    const name = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const requests = [order(name), get('status'), order(name)];
    assert.deepEqual(statuses(await send(requests, {}, headers)), [201, 200, 424]);
    assert.equal(await countOf(name), 1);
    // The same time passes again: what was made is not made once more, and the rest has to be sent in another.
    const again = await send(requests, {}, headers);
    assert.deepEqual(statuses(again), [201, 200, 424]);
    assert.equal(again.json.responses[0].headers['idempotent-replayed'], 'true');
    assert.equal(await countOf(name), 1);
  });

  it('fails as a whole when it is atomic and something fails unexpectedly, else at that place', async () => {
    const name = randomUUID();
    failing = true;
    const each = await send([order(name), get('taxes'), order(name)]);
    assert.deepEqual(statuses(each), [201, 500, 201]);
    assert.equal(each.json.responses[1].body.error, 'server_error');
    refused(await send([order(name), get('taxes'), order(name)], { atomic: true }), 500, 'server_error');
    assert.equal(await countOf(name), 2);
    failing = false;
  });

  it('has one transaction of a company at a time, and refuses more than wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => send([order('many')], { atomic: true })),
    );
    const tooMany = answers.filter(({ status }) => status === 429);
    assert.ok(tooMany.length > 0 && tooMany.length <= 7, `${tooMany.length} were refused`);
    for (const answer of tooMany) assert.equal(answer.headers['retry-after'], '2');
    for (const answer of answers) if (answer.status !== 429) assert.deepEqual(statuses(answer), [201]);
  });
});
