import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiError } from '#src/kernel/errors.ts';
import { COMMAND_LINE, makeResetLink } from '#src/people/links.ts';
import { Passwords } from '#src/people/password.ts';
import { pairKey, sweepSignIns } from '#src/people/signins.store.ts';
import { KNOWN_LIFETIME, SIGN_IN_WINDOW } from '#src/people/types.ts';
import { sql } from '#src/storage/sql.ts';
import {
  type Answer,
  ENGINES,
  freshDatabase,
  onEachEngine,
  type Service,
  startService,
} from '#test/harness/service.ts';
import { Browser, setCookies } from './browser.ts';

const KNOWN = '__Host-passbell_browser';
const WRONG = 'a wrong password';
const random = { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) };

/** A browser somewhere in the net. */
function from(service: Service, address: string): Browser {
  const browser = new Browser(service);
  browser.headers = { 'x-forwarded-for': address };
  return browser;
}

async function answersOf(count: number, attempt: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let at = 0; at < count; at++) found.push(await attempt(at));
  return found;
}

async function statuses(count: number, attempt: (at: number) => Promise<Answer>): Promise<number[]> {
  return (await answersOf(count, attempt)).map(({ status }) => status);
}

onEachEngine(
  'wrong passwords',
  (service) => {
    let email: string;
    let password: string;
    before(() => {
      ({ email, password } = service().card.admin);
    });
    beforeEach(() => service().clock.advance(SIGN_IN_WINDOW));

    it('of strangers never keep the owner out, however many and from wherever', async () => {
      const known = from(service(), '192.0.2.1');
      assert.equal((await known.signIn(email, password)).status, 303);
      await known.submit(await known.get('/signout'), {});
      // From thirty addresses, and from the owner's own.
      const answers = await statuses(30, (at) => from(service(), `203.0.113.${at}`).signIn(email, WRONG));
      assert.deepEqual(new Set(answers), new Set([401]));
      const near = await statuses(12, () => from(service(), '192.0.2.1').signIn(email, WRONG));
      assert.deepEqual(near, [...Array(10).fill(401), 429, 429]);
      assert.equal((await known.signIn(email, password)).status, 303, 'the browser of before');
      const fresh = await from(service(), '198.51.100.7').signIn(email, password);
      assert.equal(fresh.status, 303, 'another address');
      const there = await from(service(), '192.0.2.1').signIn(email, password);
      assert.equal(there.status, 429, 'the right password is no way to find out');
    });

    it('are counted for an account and an address, also when they come at once', async () => {
      const guess = () => from(service(), '192.0.2.9').signIn(email, WRONG);
      const answers = await Promise.all(Array.from({ length: 30 }, guess));
      const count = (status: number) => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([count(401), count(429)], [10, 20]);
      const { admin } = service().foreignCard;
      const other = from(service(), '192.0.2.9');
      assert.equal((await other.signIn(admin.email, admin.password)).status, 303);
      service().clock.advance(SIGN_IN_WINDOW);
      assert.equal((await from(service(), '192.0.2.9').signIn(email, password)).status, 303);
    });

    it('of a known browser have a count of their own, as small', async () => {
      const known = from(service(), '192.0.2.20');
      await known.signIn(email, password);
      await known.submit(await known.get('/signout'), {});
      const answers = await statuses(11, () => known.signIn(email, WRONG));
      assert.deepEqual(answers, [...Array(10).fill(401), 429]);
      assert.equal((await known.signIn(email, password)).status, 429);
      assert.equal((await from(service(), '192.0.2.20').signIn(email, password)).status, 303);
    });

    it('do not tell whether there is an account: the same answers, the same count', async () => {
      const bare = (answer: Answer) => [answer.status, answer.text.replace(/value="[^"]*"/g, '')];
      const tries = async (name: string, address: string) => {
        const found: unknown[] = [];
        for (let at = 0; at < 11; at++) found.push(bare(await from(service(), address).signIn(name, WRONG)));
        return found;
      };
      assert.deepEqual(
        await tries('nobody@example.com', '192.0.2.30'),
        await tries(email.toUpperCase(), '192.0.2.31'),
      );
    });

    it('are none while there is no turn to look at the password', async (test) => {
      const known = from(service(), '192.0.2.50');
      await known.signIn(email, password);
      await known.submit(await known.get('/signout'), {});
      for (const code of ['temporarily_unavailable', 'rate_limit_exceeded'] as const) {
        const full = test.mock.method(Passwords.prototype, 'matches', () =>
          Promise.reject(new ApiError(code, 'Too many.', { headers: { 'retry-after': '5' } })),
        );
        const stranger = () => from(service(), '192.0.2.51').signIn(email, password);
        const refused = [
          ...(await answersOf(15, stranger)),
          ...(await answersOf(15, () => known.signIn(email, WRONG))),
        ];
        full.mock.restore();
        const status = code === 'rate_limit_exceeded' ? 429 : 503;
        for (const answer of refused) assert.equal(answer.status, status, answer.text);
        assert.equal(refused[0]?.headers['retry-after'], '5');
      }
      assert.equal((await from(service(), '192.0.2.51').signIn(email, password)).status, 303);
      assert.equal((await known.signIn(email, password)).status, 303);
    });

    it('from an address that has none left are none at the account', async () => {
      const address = '192.0.2.60';
      await statuses(100, (at) => from(service(), address).signIn(`u${at}@example.com`, WRONG));
      assert.deepEqual(
        await statuses(10, () => from(service(), address).signIn(email, password)),
        Array(10).fill(429),
      );
      const rows = await service().app.storage.read(async (tx) =>
        tx.all<{ attempts: bigint }>(
          sql`select attempts from sign_in_attempts where key_hash = ${pairKey(email, address)}`,
        ),
      );
      assert.equal(Number(rows[0]?.attempts ?? 0), 0);
    });

    it('are lifted by a new password, for the browser with the link', async () => {
      const { admin } = service().foreignCard;
      const address = '192.0.2.40';
      await statuses(101, (at) =>
        from(service(), address).signIn(at < 10 ? admin.email : `u${at}@example.com`, WRONG),
      );
      const path = await service().app.storage.write((tx) =>
        makeResetLink(tx, admin.email, COMMAND_LINE, { now: service().clock.now(), random }),
      );
      const browser = from(service(), address);
      const page = await browser.get(path ?? '');
      const fresh = 'correct horse battery';
      assert.equal((await browser.submit(page, { password: fresh, again: fresh })).status, 303);
      assert.equal((await browser.signIn(admin.email, fresh)).status, 303);
      assert.equal((await from(service(), address).signIn(admin.email, fresh)).status, 429);
    });
  },
  { TRUST_PROXY: '127.0.0.0/8, ::1/128' },
);

onEachEngine('known browsers', (service) => {
  it('have a cookie that no script reads, new at each sign-in, for whoever signed in by it', async () => {
    const { email, password } = service().card.admin;
    const { admin } = service().foreignCard;
    const browser = new Browser(service());
    const answer = await browser.signIn(email, password);
    const line = setCookies(answer).find((each) => each.startsWith(KNOWN)) ?? '';
    assert.match(
      line,
      /^__Host-passbell_browser=pb_kb_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
    );
    const first = browser.cookies.get(KNOWN);
    await browser.submit(await browser.get('/signout'), {});
    assert.equal(browser.cookies.get(KNOWN), first, 'signing out keeps it');
    await browser.signIn(admin.email, admin.password);
    assert.notEqual(browser.cookies.get(KNOWN), first);
    const rows = await service().app.storage.read(async (tx) => tx.all(sql`select * from known_browsers`));
    assert.equal(rows.length, 2, 'both people, by the newest cookie');
    assert.equal(new Set(rows.map((row) => row.token_hash)).size, 1);
    assert.ok(!JSON.stringify(rows.map(Object.values), String).includes(first?.slice(6) ?? ''));
  });

  it('are forgotten after half a year', async () => {
    const { clock, app } = service();
    const count = () =>
      app.storage.read(async (tx) => (await tx.all(sql`select user_id from known_browsers`)).length);
    assert.ok((await count()) > 0);
    clock.advance(KNOWN_LIFETIME);
    await app.storage.write((tx) => sweepSignIns(tx, clock.now(), 1000));
    assert.equal(await count(), 0);
    const left = await app.storage.read(async (tx) => tx.all(sql`select key_hash from sign_in_attempts`));
    assert.deepEqual(left, []);
  });

  it('keeps neither addresses nor accounts with the counts', async () => {
    await new Browser(service()).signIn('somebody@example.com', WRONG);
    const rows = await service().app.storage.read(async (tx) =>
      tx.all<{ key_hash: string }>(sql`select key_hash from sign_in_attempts`),
    );
    assert.ok(rows.length === 2 && rows.every(({ key_hash }) => /^[\w-]{43,64}$/.test(key_hash)));
  });
});

for (const engine of ENGINES) {
  describe(`counts of sign-ins (${engine})`, () => {
    const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
    after(() => rmSync(dir, { recursive: true, force: true }));

    it('hold after a start of the service', async () => {
      const env = {
        DATA_DIR: dir,
        ...(engine === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
      };
      const first = await startService(engine, env);
      const { admin } = first.card;
      try {
        await statuses(10, () => new Browser(first).signIn(admin.email, WRONG));
      } finally {
        await first.stop();
      }
      const second = await startService(engine, env);
      try {
        assert.equal((await new Browser(second).signIn(admin.email, admin.password)).status, 429);
      } finally {
        await second.stop();
      }
    });
  });
}
