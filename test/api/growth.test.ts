import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { readKeyring } from '#src/keys/file.ts';
import { Projector } from '#src/reports/projector.ts';
import { ROUTES } from '#src/routes.ts';
import { sql } from '#src/storage/sql.ts';
import { queueFigures } from '#src/webhooks/queue.store.ts';
import { PrivateAddressPolicy, startDelivery } from '#src/webhooks/service.ts';
import { upkeep } from '#src/webhooks/upkeep.ts';
import { GROWING, grow } from '#test/harness/growing.ts';
import { listCalls } from '#test/harness/list-calls.ts';
import { until } from '#test/harness/process.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';
import { type Recorded, recordStatements } from '#test/harness/statements.ts';
import { type Shop, trade } from '#test/harness/trade.ts';
import { openMeter, type Work } from '#test/harness/work.ts';
import { CASES } from './cases/all.ts';
import { callerOf, createWorld, nameOf, pathOf, type World } from './cases/case.ts';

// No question that the service asks of its database takes longer because trade has gone on for years: each is asked over
// few copies of what there is, and over many, and has the same work with both.

const FEW = 6_500;
const MANY = 16_000;
/** Less than a walk takes through what was added. */
const MORE_ALLOWED = 6_000;

async function callEverything(world: World): Promise<void> {
  for (const route of ROUTES) {
    const each = CASES[nameOf(route)];
    if (each === undefined || route.path.includes('sandbox/reset')) continue;
    const arranged = (await each.arrange?.(world)) ?? {};
    const path = pathOf(route.path, world.client.companyId, arranged);
    const { body, headers = {}, without = [] } = arranged;
    const answer = await callerOf(route, world).ask(route.method, path, {
      headers,
      without,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(answer.status, each.status, `${nameOf(route)}: ${answer.text}`);
    await each.settles?.(arranged, world);
  }
}

function shopOf({ client, site, register, staff, cash, product }: World): Shop {
  return {
    ...{ site, register, staff, cash, product },
    call: async (method, path, body, headers = {}) => {
      const answer = await client.ask(method, path, { body, headers });
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
      return answer.json;
    },
  };
}

/** What the service does by itself, once. */
async function workBehind({ app, clock, config }: Service): Promise<void> {
  const random = { bytes: (count: number) => randomBytes(count) };
  const { storage } = app;
  const warn = (error: unknown) => assert.fail(String(error));
  await new Projector({ storage, stopwatch: clock, warn }).catchUp();
  const keyring = readKeyring(config.dataDir, random);
  const reach = new PrivateAddressPolicy('');
  const delivery = await startDelivery({ storage, clock, random, keyring, reach, warn, alarm: warn });
  // None of the addresses may be reached, so that each message fails at once.
  await until('a message was sent', async () => {
    const sent = await storage.read(async (tx) =>
      tx.get(sql`select 1 as one from delivery_attempts limit 1`),
    );
    await storage.read(queueFigures);
    return sent !== undefined;
  });
  await delivery.stop();
  await upkeep(storage, clock.now());
  await app.requests.flush();
  await app.edge.usage?.flush();
  await app.sweep();
}

/** What the records of a catalogue are counted or gone through for, by a part of the statement. */
const CATALOGUE =
  'It goes through what a company sells: 100,000 products are a large catalogue, and no trade adds to it.';
const SANDBOX = "A sandbox's clock moves all that has a time; no company in business has one.";
const ENDED = 'What belongs to a record ends with it: each of these rows is changed.';

/** Statements that take longer when there is more, and why they may. */
const EXCEPTIONS: readonly (readonly [part: string, reason: string])[] = [
  ['(taxes like ? escape', `A tax is deleted only when nothing has it. ${CATALOGUE}`],
  ['count(*) as count, max(p.updated_at) as updated_at from product_categories', CATALOGUE],
  [
    'from categories where company_id = ? and id',
    `The categories of a site are those with a product there. ${CATALOGUE}`,
  ],
  ['select c.category_id, c.product_id from site_products s', `A site's menu is read whole. ${CATALOGUE}`],
  ['select distinct p.option_set_id as id from site_products s', `A site's menu is read whole. ${CATALOGUE}`],
  ['delete from option_set_options where company_id = ? and option_set_id = ?', ENDED],
  [
    'select subject as grouped',
    'A report adds up the days that are asked for, of each product that was sold in them.',
  ],
  [
    'select state from orders o where o.company_id = ? and o.site_id = ?',
    'A site that begins to have tickets gets those of the orders of a day.',
  ],
  ['update idempotency_keys set created_at = created_at - ?', SANDBOX],
  ['update access_tokens set expires_at = expires_at - ?', SANDBOX],
  ['update refresh_tokens set expires_at = expires_at - ?', SANDBOX],
  ['update authorization_codes set expires_at = expires_at - ?', SANDBOX],
];

/** One that walks, so that it is seen to be noticed. */
const WALK: Recorded = {
  statement: 'select 1',
  examples: [sql`select id from orders where etag = ${'none'}`],
};

/** How the work of a statement grew. */
interface Growth {
  readonly statement: string;
  readonly few: number;
  readonly many: Work;
}

const grew = ({ few, many }: Growth) => many.amount - few > MORE_ALLOWED && many.amount > 2 * few;
const exceptionOf = ({ statement }: Pick<Growth, 'statement'>) =>
  EXCEPTIONS.find(([part]) => statement.includes(part));

onEachEngine('no question', (service) => {
  /** The most work of each statement with any of its values. */
  async function measureAll(recorded: Iterable<Recorded>): Promise<Map<string, Work>> {
    const beliefs = Object.keys(GROWING).map((table) => ({
      table,
      rows: /customer|product|prices|option/.test(table) ? 100_000 : 1_000_000,
    }));
    const meter = await openMeter(service(), beliefs);
    const most = new Map<string, Work>();
    try {
      for (const { statement, examples } of recorded) {
        for (const example of examples) {
          const work = await meter.measure(example);
          if (work !== undefined && work.amount >= (most.get(statement)?.amount ?? 0))
            most.set(statement, work);
        }
      }
    } finally {
      await meter.close();
    }
    return most;
  }

  it('takes longer the more there is', async (t) => {
    const { app, client } = service();
    const { storage } = app;
    const recorder = recordStatements(storage);
    const world = await createWorld(service());
    await callEverything(world);
    for (const path of listCalls(await trade(shopOf(world)))) {
      const answer = await client.get(path);
      assert.ok(answer.status < 500, `${path}: ${answer.text}`);
    }
    await workBehind(service());
    recorder.end();
    const isRead = ({ statement }: Recorded) => /^[sw]/.test(statement);
    const isWrite = ({ statement }: Recorded) => /^[udi]/.test(statement);
    const all = [...recorder.statements.values(), WALK];
    // What a write leaves behind when it is undone, entries of indexes that lead nowhere, is no work of what is read.
    const asked = [...all.filter(isRead), ...all.filter(isWrite)];
    await grow(storage, { company: client.companyId }, 1, FEW);
    const few = await measureAll(asked);
    await grow(storage, { company: client.companyId }, FEW + 1, MANY);
    const many = await measureAll(asked);
    const growths = [...many].map(([statement, work]): Growth => {
      return { statement, few: few.get(statement)?.amount ?? 0, many: work };
    });
    t.diagnostic(`${growths.length} statements`);
    // Fewer would be no check.
    assert.ok(growths.length > 500);
    const found = growths.filter((each) => grew(each) && exceptionOf(each) === undefined);
    assert.ok(
      found.some(({ statement }) => statement === WALK.statement),
      'A statement that walks is not noticed.',
    );
    const walks = found.filter(({ statement }) => statement !== WALK.statement);
    assert.deepEqual(
      walks.map(
        ({ statement, few: was, many: { amount, plan } }) => `${was} -> ${amount}: ${statement}\n${plan}`,
      ),
      [],
    );
    const needless = EXCEPTIONS.filter(
      ([part]) => !growths.some(({ statement }) => statement.includes(part)),
    );
    assert.deepEqual(needless, [], 'These statements are not asked any more: their exceptions can go.');
  });
});
