import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { DAY, HOUR, MINUTE } from '#src/kernel/time.ts';
import { COMMAND_LINE, makeInvitation, makeResetLink } from '#src/people/links.ts';
import { findUser, INSTALLATION, membershipsOf, membersOf, sweepPeople } from '#src/people/store.ts';
import { SESSION_IDLE, SESSION_LIFETIME, SIGN_IN_WINDOW } from '#src/people/types.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, onEachEngine, type Service } from '#test/harness/service.ts';
import { auditLines } from '../harness/audit.ts';
import { Browser, formOf, setCookies } from './browser.ts';

const SESSION = '__Host-passbell_session';
const FORM = '__Host-passbell_form';
const random = { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) };

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/account')).status === 200;
}

/** The newest lines of the audit log, oldest first: who did what to what. */
async function lastLines(service: Service, company: bigint, count: number): Promise<unknown[]> {
  const rows = await service.app.storage.read((tx) => auditLines(tx, company, count));
  return rows.reverse().map(({ actor, action, subject }) => [actor, action, subject]);
}

onEachEngine('signing in', (service) => {
  let email: string;
  let password: string;
  before(() => {
    ({ email, password } = service().card.admin);
  });
  // Sign-ins that fail are counted by the quarter of an hour.
  beforeEach(() => service().clock.advance(SIGN_IN_WINDOW));

  it('gives a session in a cookie of this host alone, and signing out ends it', async () => {
    const browser = new Browser(service());
    const answer = await browser.signIn();
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, '/');
    const cookie = setCookies(answer).find((line) => line.startsWith(SESSION)) ?? '';
    assert.match(
      cookie,
      /^__Host-passbell_session=pb_se_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    );
    const account = await browser.get('/account');
    assert.match(account.text, /Passbell Sandbox: Owner/);
    assert.match(account.text, new RegExp(email));
    assert.equal((await browser.get('/signin')).headers.location, '/');
    const copy = new Browser(service());
    copy.cookies.set(SESSION, browser.cookies.get(SESSION) ?? '');
    assert.ok(await isSignedIn(copy));
    const out = await browser.submit(await browser.get('/signout'), {});
    assert.equal(out.headers.location, '/signin');
    assert.ok(!(await isSignedIn(browser)) && !(await isSignedIn(copy)), 'the copied cookie is of no use');
    assert.deepEqual(await lastLines(service(), INSTALLATION, 2), [
      [email, 'signin', null],
      [email, 'signout', null],
    ]);
    const [line] = await service().app.storage.read((tx) => auditLines(tx, INSTALLATION, 1));
    assert.equal(line?.address, '127.0.0.1');
    assert.equal(line?.created_at, service().clock.now());
  });

  it('is in the language that the browser asks for, and then in the user’s', async () => {
    const browser = new Browser(service());
    const ask = (path: string, language: string) =>
      browser.ask('GET', path, {
        headers: { 'accept-language': language },
        without: ['authorization', 'content-type'],
      });
    const german = await ask('/signin', 'de-AT,de;q=0.9');
    assert.match(german.text, /<html lang="de" dir="ltr">/);
    assert.equal(german.headers['content-language'], 'de');
    assert.match((await ask('/signin', 'ar')).text, /<html lang="ar" dir="rtl">/);
    assert.match((await ask('/signin', 'tlh')).text, /<html lang="en" dir="ltr">/);
    await browser.signIn();
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update users set language = 'ja' where email = ${email}`),
    );
    assert.match((await ask('/account', 'de')).text, /<html lang="ja" dir="ltr">/);
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update users set language = null where email = ${email}`),
    );
  });

  it('keeps hashes only, of passwords and cookies', async () => {
    const browser = new Browser(service());
    await browser.signIn();
    const token = browser.cookies.get(SESSION) ?? '';
    const rows = await service().app.storage.read(async (tx) => [
      ...(await tx.all(sql`select * from users`)),
      ...(await tx.all(sql`select * from sessions`)),
    ]);
    const text = rows.map((row) => Object.values(row).map(String).join(' ')).join('\n');
    assert.ok(text.includes('scrypt.') && !text.includes(password) && !text.includes(token.slice(6)));
  });

  it('takes the address in any capitals, and the password to the letter', async () => {
    assert.equal((await new Browser(service()).signIn(` ${email.toUpperCase()} `)).status, 303);
    const wrong = [
      '',
      password.toUpperCase(),
      `${password} `,
      password.slice(1),
      '\u0000',
      'x'.repeat(100_000),
    ];
    const texts = new Set<string>();
    for (const each of wrong) {
      const answer = await new Browser(service()).signIn(email, each);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.location, undefined);
      texts.add(answer.text.replace(/name="csrf" value="[^"]*"/, ''));
    }
    assert.equal(texts.size, 1);
  });

  it('does not tell whether there is an account', async () => {
    const bare = (answer: Answer) => [answer.status, answer.text.replace(/value="[^"]*"/g, '')];
    const known = bare(await new Browser(service()).signIn(email, 'wrong password'));
    for (const nobody of ['nobody@example.com', 'no address', '', "' or 1=1 --", 'a\u0000@b', '\ud800@b']) {
      assert.deepEqual(bare(await new Browser(service()).signIn(nobody, 'wrong password')), known);
    }
    // A value typed for an address may be a password.
    assert.deepEqual(await lastLines(service(), INSTALLATION, 1), [['unknown', 'signin.failed', null]]);
  });

  it('shows what was typed again, escaped', async () => {
    const answer = await new Browser(service()).signIn('"><script>alert(1)</script>', 'x');
    assert.equal(answer.status, 401);
    assert.doesNotMatch(answer.text, /<script/);
    assert.match(
      answer.headers['content-security-policy'] ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    );
  });

  it('makes a new session each time: a planted one is of no use (session fixation)', async () => {
    const attacker = new Browser(service());
    await attacker.signIn();
    const planted = attacker.cookies.get(SESSION) ?? '';
    const victim = new Browser(service());
    victim.cookies.set(SESSION, `pb_se_${'A'.repeat(43)}`);
    await victim.signIn();
    assert.notEqual(victim.cookies.get(SESSION), `pb_se_${'A'.repeat(43)}`);
    assert.ok(await isSignedIn(victim));
    // A sign-in over an existing session ends that session.
    const page = await new Browser(service()).get('/signin');
    const form = formOf(page);
    const cookie = `${SESSION}=${planted}; ${(setCookies(page)[0] ?? '').split(';')[0]}`;
    const over = new Browser(service());
    over.headers = { cookie };
    const answer = await over.post('/signin', { ...form.hidden, email, password });
    assert.equal(answer.status, 303);
    assert.notEqual(over.cookies.get(SESSION), planted);
    assert.equal(await isSignedIn(attacker), false);
  });

  it('leads on within this host alone (open redirect)', async () => {
    const inside = [
      '/account',
      '/oauth/authorize?client_id=x&state=%2F%2F',
      '/a//b',
      '/?next=https://evil.example',
    ];
    for (const next of inside)
      assert.equal((await new Browser(service()).signIn(email, password, next)).headers.location, next);
    const outside = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' //evil.example',
      'javascript:alert(1)',
      'evil.example',
      '/ä',
      `/${'x'.repeat(9_000)}`,
      '',
    ];
    for (const next of outside) {
      const browser = new Browser(service());
      const page = await browser.get('/signin');
      const answer = await browser.submit(page, { email, password, next });
      assert.equal(answer.headers.location, '/', next);
      const link = await browser.get(`/signin?next=${encodeURIComponent(next.slice(0, 2000))}`);
      assert.doesNotMatch(link.headers.location ?? '', /evil/);
    }
  });

  it('is taken from our own form alone (CSRF)', async () => {
    const browser = new Browser(service());
    const { hidden } = formOf(await browser.get('/signin'));
    const other = formOf(await new Browser(service()).get('/signin')).hidden.csrf ?? '';
    const good = { ...hidden, email, password };
    const forged: [Record<string, string>, Record<string, string>][] = [
      [{ csrf: '' }, {}],
      [{ csrf: other }, {}],
      [{}, { origin: 'https://evil.example' }],
      [{}, { origin: 'null' }],
      [{}, { 'sec-fetch-site': 'cross-site' }],
      [{}, { 'sec-fetch-site': 'same-site' }],
    ];
    for (const [fields, headers] of forged) {
      const answer = await browser.post('/signin', { ...good, ...fields }, { headers });
      assert.equal(answer.status, 403);
      assert.deepEqual(setCookies(answer), []);
    }
    const withoutCookie = await new Browser(service()).post('/signin', good);
    assert.equal(withoutCookie.status, 403);
    const twice = await browser.post('/signin', {}, { raw: `${new URLSearchParams(good)}&email=x` });
    assert.equal(twice.status, 400);
    assert.equal((await browser.post('/signin', good)).status, 303);
    // Signing out as well: a picture on another page signs no user out.
    const out = await browser.post('/signout', { csrf: hidden.csrf ?? '' });
    assert.equal(out.status, 403);
    assert.ok(await isSignedIn(browser));
  });

  it('stops guesses at one account from one address after ten, however many at once', async () => {
    const guess = () => new Browser(service()).signIn(email, 'a wrong password');
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(401), count(429)], [10, 30]);
    const right = await new Browser(service()).signIn();
    assert.equal(right.status, 429, 'the right password is no way to find out');
    assert.match(right.headers['retry-after'] ?? '', /^[1-9]\d{0,2}$/);
    const capitals = await new Browser(service()).signIn(email.toUpperCase());
    assert.equal(capitals.status, 429);
    const { admin } = service().foreignCard;
    assert.equal((await new Browser(service()).signIn(admin.email, admin.password)).status, 303);
    service().clock.advance(SIGN_IN_WINDOW);
    assert.equal((await new Browser(service()).signIn()).status, 303);
  });

  it('stops one address after a hundred guesses at many accounts', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 102; round++) {
      statuses.push((await new Browser(service()).signIn(`user${round}@example.com`, 'password1')).status);
    }
    assert.deepEqual(statuses.slice(0, 100), Array(100).fill(401));
    assert.deepEqual(statuses.slice(100), [429, 429]);
    assert.equal((await new Browser(service()).signIn()).status, 429);
  });

  it('is over after twelve hours without use, and after a week in any case', async () => {
    const { clock } = service();
    const idle = new Browser(service());
    await idle.signIn();
    clock.advance(SESSION_IDLE - 1n);
    assert.ok(await isSignedIn(idle));
    clock.advance(SESSION_IDLE - 1n);
    assert.ok(await isSignedIn(idle), 'its use was written down');
    clock.advance(SESSION_IDLE);
    assert.equal(await isSignedIn(idle), false);
    const busy = new Browser(service());
    await busy.signIn();
    for (let hours = 8n * HOUR; hours < SESSION_LIFETIME; hours += 8n * HOUR) {
      clock.advance(8n * HOUR);
      assert.ok(await isSignedIn(busy));
    }
    clock.advance(8n * HOUR);
    assert.equal(await isSignedIn(busy), false);
    await service().app.storage.write((tx) => sweepPeople(tx, clock.now() + DAY, 1000));
    const left = await service().app.storage.read(async (tx) => tx.all(sql`select user_id from sessions`));
    assert.deepEqual(left, []);
  });

  it('does not listen to cookies that are not ours', async () => {
    for (const cookie of [
      `${SESSION}=`,
      `${SESSION}=x`,
      `${SESSION}=pb_se_${'ä'.repeat(43)}`,
      `passbell_session=pb_se_${'A'.repeat(43)}`,
      `${FORM}=x; ${SESSION}=pb_at_${'A'.repeat(43)}`,
      'x'.repeat(9_000),
      ';;;=;',
    ]) {
      const browser = new Browser(service());
      browser.headers = { cookie: Buffer.from(cookie).toString('latin1') };
      assert.equal((await browser.get('/account')).status, 303);
      assert.equal((await browser.get('/signin')).status, 200);
    }
    const bearer = await service().client.get('/account');
    assert.equal(bearer.status, 303, 'a token is no session');
  });
});

onEachEngine('one-time links', (service) => {
  let company: bigint;
  before(() => {
    company = BigInt(service().client.companyId);
  });
  beforeEach(() => service().clock.advance(SIGN_IN_WINDOW));
  const makers = () => ({ now: service().clock.now(), random });
  const resetLink = async (email: string): Promise<string> => {
    const path = await service().app.storage.write((tx) => makeResetLink(tx, email, COMMAND_LINE, makers()));
    assert.match(path ?? '', /^\/reset\?token=pb_ol_[\w-]{43}$/);
    return path ?? '';
  };
  const invitation = (email: string, role: 'owner' | 'manager' | 'staff') =>
    service().app.storage.write((tx) => makeInvitation(tx, { company, email, role }, COMMAND_LINE, makers()));
  const isGone = (answer: Answer) => {
    assert.equal(answer.status, 404, answer.text);
    assert.match(answer.text, /This link was used already/);
    assert.equal(answer.headers.location, undefined);
  };

  describe('that reset a password', () => {
    it('set a new one once, and end every session', async () => {
      const { email, password } = service().foreignCard.admin;
      const inside = new Browser(service());
      await inside.signIn(email, password);
      const path = await resetLink(email);
      const browser = new Browser(service());
      const page = await browser.get(path);
      assert.equal(page.status, 200);
      const bad: [string, string, RegExp][] = [
        ['short', 'short', /at least 10 characters/],
        ['correct horse battery', 'correct horse batterie', /not the same/],
        ['aaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaa', /4 different characters/],
        [email, email, /must not be the e-mail address/],
        ['x1y2'.repeat(100), 'x1y2'.repeat(100), /at most 200/],
        ['', '', /at least 10/],
      ];
      for (const [first, again, problem] of bad) {
        const answer = await browser.submit(page, { password: first, again });
        assert.equal(answer.status, 400);
        assert.match(answer.text, problem);
      }
      const fresh = 'correct horse battery';
      const sent = await Promise.all(
        Array.from({ length: 5 }, () => browser.submit(page, { password: fresh, again: fresh })),
      );
      assert.deepEqual(sent.map(({ status }) => status).sort(), [303, 404, 404, 404, 404]);
      assert.equal(await isSignedIn(inside), false);
      assert.equal((await new Browser(service()).signIn(email, password)).status, 401);
      assert.equal((await new Browser(service()).signIn(email, fresh)).status, 303);
      isGone(await browser.get(path));
      const log = await lastLines(service(), INSTALLATION, 4);
      assert.deepEqual(log.slice(0, 2), [
        ['operator', 'reset.offered', email],
        [email, 'password.reset', null],
      ]);
    });

    it('are good for a day, the last one alone, and for what they were made', async () => {
      const { email } = service().card.admin;
      const first = await resetLink(email);
      const second = await resetLink(email);
      const browser = new Browser(service());
      isGone(await browser.get(first));
      assert.equal((await browser.get(second)).status, 200);
      isGone(await browser.get(second.replace('/reset', '/invite')));
      isGone(await browser.get(second.replace('/reset', '/setup')));
      isGone(await browser.get(`${second.slice(0, -1)}_`));
      for (const token of ['', 'x', '\u0000', "' or 1=1 --"]) {
        isGone(await browser.get(`/reset?token=${encodeURIComponent(token)}`));
      }
      isGone(await browser.get('/reset'));
      service().clock.advance(DAY);
      isGone(await browser.get(second));
      const nobody = await service().app.storage.write((tx) =>
        makeResetLink(tx, 'nobody@example.com', COMMAND_LINE, makers()),
      );
      assert.equal(nobody, undefined);
    });

    it('open an account that too many guesses have closed', async () => {
      const { email } = service().card.admin;
      for (let count = 0; count < 11; count++) await new Browser(service()).signIn(email, 'wrong');
      const browser = new Browser(service());
      const page = await browser.get(await resetLink(email));
      const fresh = 'another good password';
      assert.equal((await browser.submit(page, { password: fresh, again: fresh })).status, 303);
      assert.equal((await new Browser(service()).signIn(email, fresh)).status, 303);
    });

    it('are taken from our own form alone', async () => {
      const { email } = service().card.admin;
      const page = await new Browser(service()).get(await resetLink(email));
      const { hidden } = formOf(page);
      const fields = { ...hidden, password: 'attacker chose', again: 'attacker chose' };
      assert.equal((await new Browser(service()).post('/reset', fields)).status, 403);
    });
  });

  describe('that invite', () => {
    it('make an account and a member, once', async () => {
      const path = await invitation('Mia@Example.com', 'manager');
      const browser = new Browser(service());
      const page = await browser.get(path);
      assert.match(page.text, /Join as Manager/);
      const password = 'mia has a password';
      assert.equal((await browser.submit(page, { name: '', password, again: password })).status, 400);
      const joined = await browser.submit(page, { name: '<b>Mia</b>', password, again: password });
      assert.equal(joined.status, 303, joined.text);
      const account = await browser.get('/account');
      assert.match(account.text, /&lt;b&gt;Mia&lt;\/b&gt;/);
      assert.match(account.text, /Passbell Sandbox: Manager/);
      isGone(await new Browser(service()).get(path));
      assert.equal((await new Browser(service()).signIn('mia@example.com', password)).status, 303);
      const members = await service().app.storage.read((tx) => membersOf(tx, company));
      assert.deepEqual(
        members.map(({ email, role }) => [email, role]),
        [
          [service().card.admin.email, 'owner'],
          ['Mia@Example.com', 'manager'],
        ],
      );
      assert.deepEqual(await lastLines(service(), company, 2), [
        ['operator', 'member.invited', 'Mia@Example.com as manager'],
        ['Mia@Example.com', 'member.joined', 'manager'],
      ]);
    });

    it('ask who has an account to sign in first', async () => {
      const { email, password } = service().foreignCard.admin;
      const fresh = await service().app.storage.read((tx) => findUser(tx, email));
      assert.ok(fresh !== undefined);
      // The password may have been reset by another test: it is set by a link again.
      const reset = new Browser(service());
      await reset.submit(await reset.get(await resetLink(email)), { password, again: password });
      const path = await invitation(email, 'staff');
      const browser = new Browser(service());
      const first = await browser.get(path);
      assert.equal(first.status, 303);
      assert.match(first.headers.location ?? '', /^\/signin\?next=%2Finvite/);
      const other = new Browser(service());
      await other.signIn('mia@example.com', 'mia has a password');
      assert.equal((await other.get(path)).status, 303, 'somebody else cannot take it');
      const back = await browser.submit(await browser.get(first.headers.location ?? ''), { email, password });
      const page = await browser.get(back.headers.location ?? '');
      assert.equal((await browser.submit(page, {})).status, 303);
      const roles = await service().app.storage.read((tx) => membershipsOf(tx, fresh.id));
      assert.deepEqual(
        roles.map(({ company_name, role }) => [company_name, role]),
        [
          ['Passbell Sandbox', 'staff'],
          ['Foreign', 'owner'],
        ],
      );
    });
  });

  it('are stored as hashes only', async () => {
    const path = await resetLink(service().card.admin.email);
    const rows = await service().app.storage.read(async (tx) => tx.all(sql`select * from one_time_links`));
    const text = rows.map((row) => Object.values(row).map(String).join(' ')).join('\n');
    assert.ok(rows.length > 0 && !text.includes(path.slice(-43)));
  });
});

onEachEngine(
  'the first start without a sandbox',
  (service) => {
    it('offers a link on the console that founds the first company, once', async () => {
      // The harness has made a company after the start: this asks who can sign in.
      const [line = ''] = service().told;
      const [, path = ''] = /(\/setup\?token=\S+)$/.exec(line) ?? [];
      assert.match(
        line,
        /^There is no company yet\. .* works once: https:\/\/localhost:\d+\/setup\?token=pb_ol_/,
      );
      await service().app.storage.write(async (tx) => {
        await tx.run(sql`delete from users`);
      });
      const browser = new Browser(service());
      const page = await browser.get(path);
      assert.equal(page.status, 200, page.text);
      const password = 'the founder’s own password';
      const good = {
        company: 'Café “Wien” <1>',
        currency: 'eur',
        timezone: 'Europe/Vienna',
        name: 'Fritz',
        email: 'fritz@example.com',
        password,
        again: password,
      };
      const bad: [Record<string, string>, RegExp][] = [
        [{ company: '' }, /name of the company/],
        [{ currency: 'XXX1' }, /ISO 4217/],
        [{ timezone: 'Vienna' }, /time zone/],
        [{ name: ' ' }, /your name/],
        [{ email: 'fritz' }, /e-mail address/],
        [{ again: 'x' }, /not the same/],
      ];
      for (const [fields, problem] of bad) {
        const answer = await browser.submit(page, { ...good, ...fields });
        assert.equal(answer.status, 400);
        assert.match(answer.text, problem);
      }
      const founded = await browser.submit(page, good);
      assert.equal(founded.status, 303, founded.text);
      const account = await browser.get('/account');
      assert.match(account.text, /Café “Wien” &lt;1&gt;: Owner/);
      assert.equal((await browser.get(path)).status, 404);
      assert.equal((await new Browser(service()).signIn('fritz@example.com', password)).status, 303);
      service().clock.advance(MINUTE);
    });
  },
  { SANDBOX: 'off' },
);
