// Keeps the database of a release for tests of upgrades: which migrations it has, the rows of an installation that this
// program wrote, and what clients read of them. `npm run release` does so; by itself: node scripts/run.mjs scripts/released-database.ts 0.2.0

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '#src/backup/backup.ts';
import { ROUTES } from '#src/routes.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { migrate } from '#src/storage/migrate.ts';
import { databaseFile } from '#src/storage/open.ts';
import { CASES } from '#test/api/cases/all.ts';
import { callerOf, createWorld, nameOf, pathOf, type World } from '#test/api/cases/case.ts';
import {
  KEPT_KEY,
  KEPT_TOKEN,
  keepAnswers,
  keepSteps,
  letIn,
  RELEASED_DATABASES,
  readLists,
  rowsFile,
  type Seen,
} from '#test/harness/released.ts';
import { type Json, startService } from '#test/harness/service.ts';

/** Orders that are placed beside what the cases of the routes make. */
const ORDERS = 60;

/** Calls every route that writes, so that every table has rows as the API makes them. */
async function populate(dir: string): Promise<Seen> {
  const service = await startService('sqlite', { DATA_DIR: dir });
  try {
    const world = await createWorld(service);
    for (const route of ROUTES) {
      const { method } = route;
      const each = CASES[nameOf(route)];
      // What a reset of the sandbox would take away again.
      if (method === 'GET' || each === undefined || /reset/.test(route.path)) continue;
      const arranged = (await each.arrange?.(world)) ?? {};
      const { body, headers = {} } = arranged;
      await callerOf(route, world).ask(method, pathOf(route.path, 'me', arranged), {
        headers,
        ...(body === undefined ? {} : { body }),
      });
    }
    await addRareRows(world);
    for (let count = 0; count < ORDERS; count++) {
      await world.order({
        status: count % 3 === 0 ? 'PENDING' : 'COMPLETE',
        ...(count % 2 === 0 ? { customer_id: world.customer } : {}),
        payments: [{ method_id: world.cash, amount: 5 }],
      });
    }
    await service.app.storage.write((tx) => letIn(tx, service.card.addon.access_token));
    const client = service.as(`Bearer ${KEPT_TOKEN}`);
    return await readLists(async (path) => {
      const records: Json[] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const { status, text, headers } = await client.get(next);
        if (status !== 200) throw new Error(`GET ${next} was answered ${status}: ${text}`);
        records.push(...JSON.parse(text));
        const address: string | undefined = headers['x-next-page'];
        next = address === undefined ? undefined : new URL(address).pathname + new URL(address).search;
      }
      return records;
    });
  } finally {
    await service.stop();
  }
}

/** Rows of tables that no case of a route leaves any in. */
async function addRareRows({ client, make, site, product, cash }: World): Promise<void> {
  const { id } = await make('customers', {
    first_name: 'Ada',
    phone: '1',
    reference_id: 'A-1',
    tags: ['regular'],
  });
  await make(`sites/${site}/products`, {
    name: 'Flour',
    unit_price: 2,
    tags: ['dry'],
    availability: { amount: 6 },
  });
  const body = {
    ...{
      site_id: site,
      status: 'COMPLETE',
      customer_id: id,
      reference_id: 'order-1',
      note: '☕ naïve 1⁄2',
    },
    lines: [{ product_id: product, quantity: 2 }],
    payments: [{ method_id: cash, amount: 10 }],
  };
  const { status, text } = await client.post('orders', body, { headers: { 'idempotency-key': 'kept-1' } });
  if (status !== 201) throw new Error(`An order was answered ${status}: ${text}`);
}

/** Keeps the migrations and rows of a version in a folder. Answers the files. */
export async function keepDatabase(version: string, folder = RELEASED_DATABASES): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-release-'));
  try {
    // A key without a database is taken for one that was lost.
    const empty = new SqliteStorage(databaseFile(dir));
    await migrate(empty);
    await empty.close();
    writeFileSync(join(dir, 'secret.key'), `${KEPT_KEY}\n`, { mode: 0o600 });
    const answers = await populate(dir);
    const rows = rowsFile(version, folder);
    mkdirSync(folder, { recursive: true });
    const storage = new SqliteStorage(databaseFile(dir));
    try {
      // Of a folder with nothing in it: the rows alone are kept, no files of the installation.
      const clock = { now: () => BigInt(Date.now()) * 1000n };
      await backUp({ storage, clock }, join(dir, 'none'), rows);
    } finally {
      await storage.close();
    }
    return [keepSteps(version, folder), rows, keepAnswers(version, answers, folder)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [version] = process.argv.slice(2);
  if (version === undefined) throw new Error('Say which version: scripts/released-database.ts 0.2.0');
  for (const file of await keepDatabase(version)) process.stdout.write(`Kept ${file}\n`);
}
