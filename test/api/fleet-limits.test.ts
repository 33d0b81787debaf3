import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { RECEIPTS_PER_MINUTE } from '#src/orders/http/receipt-page.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, freshDatabase, type Service, startService } from '#test/harness/service.ts';
import { isError } from './edge-helpers.ts';

const LIMIT = 10;
const ADDRESS = { 'x-forwarded-for': '203.0.113.7' };

describe('limits of two processes of one database (reference: conventions.30, limits.15)', () => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
  let one: Service;
  let two: Service;
  before(async () => {
    const env = {
      DATA_DIR: dir,
      DATABASE_URL: await freshDatabase(),
      RATE_LIMIT: String(LIMIT),
      TRUST_PROXY: '127.0.0.0/8, ::1/128',
    };
    one = await startService('postgres', env);
    two = await startService('postgres', env);
  });
  after(async () => {
    await one?.stop();
    await two?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    for (const { clock } of [one, two]) clock.advance(2n * MINUTE - (clock.now() % MINUTE));
  });

  /** A second passes at both: each has told the other what it has counted. */
  const exchange = async () => {
    for (const { app } of [one, two, one]) await app.edge.counts.exchange();
  };
  /** Asks one after the other in turn, a second after each pair, until both refuse. Answers how many were let through. */
  async function untilRefused(ask: (service: Service) => Promise<Answer>, most: number): Promise<number> {
    let good = 0;
    for (let at = 0; at < most; at++) {
      const answers = [await ask(one), await ask(two)];
      good += answers.filter(({ status }) => status !== 429).length;
      if (answers.every(({ status }) => status === 429)) return good;
      await exchange();
    }
    return assert.fail('They were never refused.');
  }

  it('requests are refused after the limit in sum', async () => {
    const ask = ({ client }: Service) => client.get('orders?limit=1');
    const good = await untilRefused(ask, LIMIT + 2);
    assert.ok(good >= LIMIT && good <= LIMIT + 2, `${good} were let through`);
    const refused = await ask(two);
    isError(refused, 429, 'rate_limit_exceeded');
    assert.equal(refused.headers['x-ratelimit-remaining'], '0');
    for (const { clock } of [one, two]) clock.advance(MINUTE);
    assert.equal((await ask(two)).headers['x-ratelimit-remaining'], String(LIMIT - 1));
  });

  it('other companies have their own', async () => {
    for (let at = 0; at < LIMIT; at++) assert.equal((await one.client.get('orders?limit=1')).status, 200);
    await exchange();
    const other = await two.foreign.get('orders?limit=1');
    assert.deepEqual([other.status, other.headers['x-ratelimit-remaining']], [200, String(LIMIT - 1)]);
  });

  it('secrets of add-ons are guessed no more often than at one process', async () => {
    const { client_id } = one.card.addon;
    const guess = ({ send }: Service) =>
      send('POST', '/oauth/token', {
        headers: { ...ADDRESS, 'content-type': 'application/x-www-form-urlencoded' },
        raw: `grant_type=refresh_token&refresh_token=x&client_id=${client_id}&client_secret=wrong`,
      });
    const good = await untilRefused(guess, 32);
    assert.ok(good >= 30 && good <= 32, `${good} were let through`);
  });

  it('so they are by Basic at the API', async () => {
    const { client_id } = one.card.addon;
    const authorization = `Basic ${Buffer.from(`${client_id}:wrong`).toString('base64')}`;
    const guess = ({ client }: Service) => client.get('orders', { headers: { ...ADDRESS, authorization } });
    const good = await untilRefused(guess, 32);
    assert.ok(good >= 30 && good <= 32, `${good} were let through`);
  });

  it('so are the addresses of receipts', async () => {
    const guess = ({ send }: Service) => send('GET', '/r/nothing', { headers: ADDRESS });
    const good = await untilRefused(guess, RECEIPTS_PER_MINUTE + 2);
    assert.ok(good >= RECEIPTS_PER_MINUTE && good <= RECEIPTS_PER_MINUTE + 2, `${good} were let through`);
  });

  it('so is what browsers ask before a call', async () => {
    const ask = ({ send }: Service) => send('OPTIONS', '/v1/companies/me/orders', { headers: ADDRESS });
    const good = await untilRefused(ask, LIMIT + 2);
    assert.ok(good >= LIMIT && good <= LIMIT + 2, `${good} were let through`);
  });

  it('what is kept for it names nobody, and is swept away', async () => {
    await one.client.get('orders?limit=1');
    await one.send('GET', '/r/nothing', { headers: ADDRESS });
    await one.app.edge.counts.exchange();
    const count = () =>
      one.app.storage.read(async (tx) => tx.all(sql`select key_hash, process from process_counts`));
    const rows = await count();
    assert.ok(rows.length >= 2);
    for (const { key_hash } of rows) assert.match(String(key_hash), /^[\w-]{22}$/);
    for (const { clock } of [one, two]) clock.advance(MINUTE);
    await one.app.sweep();
    assert.deepEqual(await count(), []);
  });

  it('the ticker drives it, once a second', async () => {
    for (let at = 0; at < LIMIT; at++) await one.client.get('orders?limit=1');
    one.ticker.tick();
    await one.app.edge.counts.exchange();
    await two.client.get('orders?limit=1');
    two.ticker.tick();
    await two.app.edge.counts.exchange();
    assert.equal((await two.client.get('orders?limit=1')).status, 429);
  });
});
