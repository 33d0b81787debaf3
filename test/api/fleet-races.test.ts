import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freshDatabase, type Json, type Service, startService } from '#test/harness/service.ts';
import { make } from './helpers.ts';

describe('calls that two processes of one database carry out at once', () => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
  let one: Service;
  let two: Service;
  before(async () => {
    const env = { DATA_DIR: dir, DATABASE_URL: await freshDatabase() };
    one = await startService('postgres', env);
    two = await startService('postgres', env);
  });
  after(async () => {
    await one?.stop();
    await two?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** How often a transaction was run again: the database ends one of two that wait for each other, after a second. */
  const repeated = () => [one, two].reduce((sum, { app }) => sum + app.storage.figures().repeated, 0);
  const orders = async () => {
    const ids: string[] = [];
    for (let at = 0; at < 6; at++)
      ids.push((await make(one.client, 'orders', { site_id: one.card.sites[0].id })).id_str);
    return ids;
  };

  it('atomic batches do not wait for each other’s records (reference: limits.12)', async () => {
    const ids = await orders();
    const before = repeated();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => {
        const inTurn = (at >> 1) % 2 === 0 ? ids : ids.toReversed();
        const requests = inTurn.map((id) => ({
          method: 'PUT',
          path: `/v1/companies/me/orders/${id}`,
          body: { notes: `batch ${at}` },
        }));
        return (at % 2 === 0 ? one : two).client.post('batch', { requests, atomic: true });
      }),
    );
    for (const { text, json } of answers)
      assert.deepEqual(
        json.responses?.map(({ status }: Json) => status),
        ids.map(() => 200),
        text,
      );
    assert.equal(repeated() - before, 0);
  });

  it('an atomic batch and changes of one of its orders do not wait for each other (reference: limits.12)', async () => {
    const ids = await orders();
    const paths = ids.map((id) => `orders/${id}`);
    for (let at = 0; at < 3; at++) {
      const { id } = await make(one.client, 'products', { name: `Part ${at}`, unit_price: 1 });
      paths.push(`products/${id}`);
    }
    const before = repeated();
    const change = (path: string, text: string) =>
      path.startsWith('orders') ? { notes: text } : { name: text };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, round) => {
        const requests = paths.map((path) => ({
          ...{ method: 'PUT', path: `/v1/companies/me/${path}` },
          body: change(path, `batch ${round}`),
        }));
        return [
          one.client.post('batch', { requests, atomic: true }),
          ...paths.map((path) => two.client.put(path, change(path, `alone ${round}`))),
        ];
      }).flat(),
    );
    for (const { status, text, json } of answers) {
      assert.equal(status, 200, text);
      for (const { status: each } of json.responses ?? []) assert.equal(each, 200, text);
    }
    assert.equal(repeated() - before, 0);
  });
});
