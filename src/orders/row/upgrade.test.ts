// Orders that a version saved which did not know when they were paid: they are found by when it was recorded.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { blankOrder, paymentOf } from '#test/harness/orders.ts';
import { ENGINES } from '#test/harness/service.ts';
import { freshStorage } from '#test/harness/storage.ts';
import { HOUR } from '../../kernel/time.ts';
import { MIGRATIONS, migrate } from '../../storage/migrate.ts';
import { sql } from '../../storage/sql.ts';
import { encodeState } from './codec.ts';

const BEFORE = MIGRATIONS.filter(({ number }) => number < 29);

for (const engine of ENGINES) {
  it(`orders of before are found by their payments (${engine})`, async () => {
    const database = await freshStorage(engine);
    const storage = database.open();
    await migrate(storage, BEFORE);
    const cases: [id: bigint, paid: bigint[]][] = [
      [1n, []],
      [2n, [5n * HOUR]],
      [3n, [7n * HOUR, 6n * HOUR]],
    ];
    await storage.write(async (tx) => {
      for (const [id, paid] of cases) {
        const payments = paid.map((created_at, at) => ({ ...paymentOf('1'), number: at + 1, created_at }));
        const state = encodeState({ ...blankOrder, id, payments });
        await tx.run(
          sql`insert into orders (company_id, id, site_id, status, deleted, discounted, on_account, total, created_at,
                updated_at, placed_at, fulfil_at, saleid, etag, head, lines, options, payments, state)
              values (1, ${id}, 1, 'PENDING', 0, 0, 0, 0, 0, 0, 0, 0, ${String(id)}, '', '{}', '[]', '[]', '[]', ${state})`,
        );
      }
    });
    await migrate(storage);
    const rows = await storage.read(async (tx) =>
      tx.all<{ id: bigint; paid_at: bigint | null }>(sql`select id, paid_at from orders order by id`),
    );
    assert.deepEqual(
      rows.map(({ id, paid_at }) => [id, paid_at]),
      [
        [1n, null],
        [2n, 5n * HOUR],
        [3n, 7n * HOUR],
      ],
    );
    await database.remove();
  });
}
