import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { insertDeliveries, targetOf } from '#src/outbox/deliveries.ts';
import { sql } from '#src/storage/sql.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { claim, type Result } from './queue.store.ts';
import { Recorder } from './recorder.ts';

const NOW = 1_800_000_000_000_000n;
const DELIVERED: Result = {
  ...{ startedAt: NOW, endedAt: NOW + 5n, delivered: true, status: 200, error: null, answer: 'ok' },
  retryAt: undefined,
};

onEachStorage('the recorder', [], (ground) => {
  const claimed = async (count: number) => {
    const address = 'https://recorded.example/';
    const route = {
      ...{ addon_id: 1n, webhook_id: 1n, address, target: targetOf(address), format: 'json', headers: null },
    };
    const queued = Array.from({ length: count }, (_, at) => ({
      route,
      subject: { topic: 'taxes/updated', resource: BigInt(at), number: null, body: '{}', bytes: 2, at: NOW },
    }));
    const { storage } = ground();
    return storage.write(async (tx) => {
      const ids = await insertDeliveries(tx, 1n, NOW, queued);
      return claim(tx, 1n, ids, { lease: 'mine', now: NOW, until: NOW + SECOND });
    });
  };
  const once = async (write: () => Promise<unknown>) => {
    await write();
  };
  const states = async () => {
    const rows = await ground().storage.read(async (tx) =>
      tx.all<{ state: string; attempts: bigint }>(
        sql`select d.state, (select count(*) from delivery_attempts a where a.company_id = d.company_id and a.delivery_id = d.id)
            as attempts from deliveries d order by d.id desc limit 5`,
      ),
    );
    return rows.map(({ state, attempts }) => `${state} ${attempts}`);
  };

  it('records together what ends while it records', async () => {
    const { storage } = ground();
    const write = mock.method(storage, 'write');
    const recorder = new Recorder(storage, once);
    await Promise.all((await claimed(5)).map((each) => recorder.add({ claimed: each, result: DELIVERED })));
    assert.equal(write.mock.callCount(), 3);
    write.mock.restore();
    assert.deepEqual(await states(), new Array(5).fill('delivered 1'));
  });

  it('records the others of one that cannot be recorded, and says which it was', async () => {
    const recorder = new Recorder(ground().storage, once);
    const claims = await claimed(5);
    const results = await Promise.allSettled(
      claims.map((each, at) =>
        recorder.add({ claimed: each, result: { ...DELIVERED, answer: at === 3 ? '\u0000' : 'ok' } }),
      ),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      claims.map((_, at) => (at === 3 ? 'rejected' : 'fulfilled')),
    );
    const found = await states();
    assert.deepEqual(found.toSorted(), [...new Array<string>(4).fill('delivered 1'), 'sending 0']);
  });

  it('ends also for results whose lease was lost', async () => {
    const [one] = await claimed(1);
    assert.ok(one !== undefined);
    const recorder = new Recorder(ground().storage, once);
    await recorder.add({ claimed: { ...one, lease: 'of another' }, result: DELIVERED });
    assert.equal((await states())[0], 'sending 0');
  });
});
