import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { HOUR, MINUTE } from '#src/kernel/time.ts';
import { dueMails, KEPT, MAILS_PER_HOUR, MAILS_PER_ORDER, recoverMails } from '#src/mail/store.ts';
import { sql } from '#src/storage/sql.ts';
import { ENGINES, type Engine, type Json, type Service, startService } from '#test/harness/service.ts';
import { SmtpServer } from '#test/harness/smtp.ts';
import { done, hireWithApp } from './account-helpers.ts';
import { Browser } from './browser.ts';
import { change, make, refused } from './helpers.ts';
import { screenOf } from './screens.ts';

/** Longest a message is waited for, in ms. */
const LIMIT = 10_000;

/** Waits until something is so, as far as the limit goes. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + LIMIT;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('It did not come to be.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The headers of a message, unfolded, and the rest. */
function partsOf(data: string): { head: string; body: string } {
  const end = data.indexOf('\r\n\r\n');
  return { head: data.slice(0, end).replace(/\r\n[ \t]/g, ' '), body: data.slice(end) };
}

/** The texts of a message's parts as they are read. */
function textsOf(data: string): string {
  const decoded = data.split(/\r\n--[^\r\n]+\r\n/).map((part) => {
    const { head, body } = partsOf(part);
    if (/quoted-printable/i.test(head)) {
      const bytes = body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, 'latin1').toString('utf8');
    }
    return /base64/i.test(head) && /text\//i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
  });
  return decoded.join('\n');
}

for (const engine of ENGINES) describe(`mail on ${engine}`, () => suite(engine));

function suite(engine: Engine): void {
  let service: Service;
  let smtp: SmtpServer;
  before(async () => {
    smtp = await new SmtpServer().listen();
    service = await startService(engine, { ROLE: 'all', SMTP_URL: smtp.url, MAIL_FROM: 'shop@example.com' });
  });
  after(async () => {
    await service.stop();
    await smtp.close();
  });
  beforeEach(() => {
    smtp.answer = () => undefined;
    smtp.received.length = 0;
    service.clock.advance(HOUR);
  });
  const sell = (more: object = {}) =>
    make(service.client, 'orders', { site_id: service.card.sites[0].id, status: 'COMPLETE', ...more });
  const mail = async (email = 'ada@example.com', more: object = {}) =>
    make(service.client, `orders/${(await sell()).id_str}/receipt/mail`, { email, ...more });
  const read = async (id: string): Promise<Json> => (await service.client.get(`mails/${id}`)).json;
  const inState = (id: string, state: string) =>
    until(async () => {
      const found = await read(id);
      return found.state === state ? found : undefined;
    });

  it('a receipt goes out in the language asked for, as text, HTML and PDF (reference: mail.1)', async () => {
    await change(service.client, `sites/${service.card.sites[0].id}`, { email: 'site@example.org' });
    const sent = await inState((await mail('ada@example.com', { language: 'ar' })).id_str, 'sent');
    assert.equal(sent.attempts.length, 1);
    assert.equal(sent.attempts[0].status, 250);
    const [got] = smtp.received;
    assert.ok(got !== undefined);
    assert.deepEqual([got.from, got.to], ['shop@example.com', ['ada@example.com']]);
    const { head } = partsOf(got.data);
    assert.match(head, /^Reply-To: <?site@example\.org>?/m);
    assert.match(head, /^Auto-Submitted: auto-generated/m);
    assert.ok(head.includes(sent.message_id));
    const texts = textsOf(got.data);
    assert.match(texts, /dir="rtl"/);
    assert.match(texts, /\/r\/[\w-]{43}/);
    assert.match(got.data, /Content-Type: application\/pdf/);
  });

  it('a server that is busy is tried again with the same Message-ID; one that refuses is not (reference: mail.4)', async () => {
    smtp.answer = (command) => (command === 'RCPT' ? '451 later' : undefined);
    const { id_str: id } = await mail();
    const waiting = await until(async () => {
      const found = await read(id);
      return found.attempts.length === 1 ? found : undefined;
    });
    assert.deepEqual([waiting.state, waiting.attempts[0].status], ['queued', 451]);
    assert.equal(Date.parse(waiting.next_attempt_at) * 1000, Number(service.clock.now() + MINUTE));
    smtp.answer = () => undefined;
    service.clock.advance(MINUTE);
    service.app.mail?.wake();
    const sent = await inState(id, 'sent');
    assert.equal(sent.message_id, waiting.message_id);
    smtp.answer = (command) => (command === 'RCPT' ? '550 no such person' : undefined);
    const dead = await inState((await mail('nobody@example.com')).id_str, 'dead');
    assert.equal(dead.attempts.length, 1);
    assert.match(dead.failure, /refused the message \(550\)/);
    smtp.answer = () => undefined;
    const again = await make(service.client, `mails/${dead.id_str}/resend`, {});
    assert.notEqual(again.message_id, dead.message_id);
    await inState(again.id_str, 'sent');
  });

  it('a connection that is cut after the message is tried again, and the receiver can tell (reference: mail.4)', async () => {
    let cuts = 0;
    smtp.answer = (command) => (command === 'sent' && cuts++ === 0 ? 'cut' : undefined);
    const { id_str: id } = await mail();
    await until(async () => ((await read(id)).attempts.length === 1 ? true : undefined));
    service.clock.advance(MINUTE);
    service.app.mail?.wake();
    await inState(id, 'sent');
    const ids = smtp.received.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1]);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('what a process that is gone had claimed is sent by another', async () => {
    let isReached = false;
    smtp.answer = (command) => {
      isReached ||= command === 'greeting';
      return command === 'greeting' ? 'hang' : undefined;
    };
    const { id_str: id } = await mail();
    await until(async () => isReached || undefined);
    const { storage } = service.app;
    const now = service.clock.now();
    assert.equal(await storage.write((tx) => recoverMails(tx, now, now)), 0, 'its lease holds');
    smtp.answer = () => undefined;
    assert.equal(await storage.write((tx) => recoverMails(tx, undefined, now)), 1);
    service.app.mail?.wake();
    const sent = await inState(id, 'sent');
    assert.equal(sent.attempts[0].error, 'The process stopped before the attempt had ended.');
    assert.equal(smtp.received.length, 1);
  });

  it('an act that is undone queues nothing', async () => {
    const order = await sell();
    const path = `orders/${order.id_str}/receipt/mail`;
    const { status } = await service.client.post(`${path}?dry_run=1`, { email: 'ada@example.com' });
    assert.equal(status, 201);
    assert.deepEqual((await service.client.get(`mails?order_id=${order.id_str}`)).json, []);
    const due = await service.app.storage.read((tx) => dueMails(tx, service.clock.now(), 10));
    assert.deepEqual(due, []);
  });

  it('addresses are one each, without anything that a header could take (reference: mail.5)', async () => {
    const { id_str: id } = await sell();
    const wrong = [
      'ada',
      'ada@localhost',
      'ada@127.0.0.1',
      'ada@example.com, bob@example.com',
      'ada@example.com\r\nBcc: bob@example.com',
      'Ada <ada@example.com>',
      '"a b"@example.com',
      'a..b@example.com',
      'ada@exa mple.com',
      `${'a'.repeat(65)}@example.com`,
    ];
    for (const email of wrong)
      refused(
        await service.client.post(`orders/${id}/receipt/mail`, { email }),
        400,
        'invalid_request',
        'email',
      );
    const sent = await mail('ada@bücher.example');
    assert.equal(sent.to, 'ada@xn--bcher-kva.example');
    refused(
      await service.client.post(`orders/${id}/receipt/mail`, { email: 'a@b.example', language: 'xx' }),
      400,
      'invalid_request',
      'language',
    );
    await change(service.client, '/v1/companies/me', { name: 'Evil\tShop' });
    await inState((await mail()).id_str, 'sent');
    assert.ok(smtp.received.every(({ data }) => !/^Bcc:/im.test(partsOf(data).head)));
  });

  it('go out for complete orders alone, ten times for one, and so many in an hour (reference: mail.6)', async () => {
    const open = await make(service.client, 'orders', { site_id: service.card.sites[0].id });
    const body = { email: 'ada@example.com' };
    refused(await service.client.post(`orders/${open.id_str}/receipt/mail`, body), 409, 'conflict');
    refused(await service.client.get(`orders/${open.id_str}/receipt/link`), 409, 'conflict');
    const order = await sell();
    const all = await Promise.all(
      Array.from({ length: MAILS_PER_ORDER + 3 }, () =>
        service.client.post(`orders/${order.id_str}/receipt/mail`, body),
      ),
    );
    assert.equal(all.filter(({ status }) => status === 201).length, MAILS_PER_ORDER);
    assert.equal(all.filter(({ status }) => status === 409).length, 3);
    await service.app.storage.write(async (tx) =>
      tx.run(
        sql`update mail_hours set taken = ${BigInt(MAILS_PER_HOUR)} where company_id = ${BigInt(service.client.companyId)}`,
      ),
    );
    const late = await service.client.post(`orders/${(await sell()).id_str}/receipt/mail`, body);
    refused(late, 429, 'rate_limit_exceeded');
    service.clock.advance(HOUR);
    await mail();
  });

  it('the log is found by state, address and order, and messages about accounts are for who runs the company', async () => {
    const mine = await mail('Find.Me@example.com');
    await inState(mine.id_str, 'sent');
    const idsOf = async (query: string, client = service.client) =>
      (await client.get(`mails?${query}`)).json.map((each: Json) => each.id_str);
    assert.deepEqual(await idsOf('to=find.me@EXAMPLE.com'), [mine.id_str]);
    assert.deepEqual(await idsOf(`order_id=${mine.order_id}&state=sent`), [mine.id_str]);
    assert.deepEqual(await idsOf(`order_id=${mine.order_id}&state=dead`), []);
    assert.equal((await idsOf('newest=1&limit=1&kind=receipt'))[0], mine.id_str);
    const { client: owner } = await screenOf(service, service.card);
    const invited = await owner.post('invitations', { email: 'new@example.com', role: 'staff' });
    assert.equal(invited.json.mailed, true);
    const [invitation] = (await owner.get('mails?kind=invitation&newest=1')).json;
    await inStateAt(owner, invitation.id_str, 'sent');
    assert.ok(textsOf(smtp.received.at(-1)?.data ?? '').includes(invited.json.link));
    assert.deepEqual(await idsOf('kind=invitation'), []);
    refused(await service.client.get(`mails/${invitation.id_str}`), 404, 'not_found');
    refused(await service.foreign.get(`mails/${mine.id_str}`), 404, 'not_found');
    refused(await owner.post(`mails/${invitation.id_str}/resend`), 409, 'conflict');
    const rows = await service.app.storage.read(async (tx) =>
      tx.all<{ content: string | null }>(
        sql`select content from mails where id = ${BigInt(invitation.id_str)}`,
      ),
    );
    assert.equal(rows[0]?.content, null, 'the link is not kept');
  });

  const inStateAt = (client: Service['client'], id: string, state: string) =>
    until(async () => ((await client.get(`mails/${id}`)).json.state === state ? true : undefined));

  it('what has ended is deleted after its time (reference: mail.8)', async () => {
    const { id_str: id } = await mail();
    await inState(id, 'sent');
    service.clock.advance(KEPT + MINUTE);
    await service.app.sweep();
    assert.equal((await service.client.get(`mails/${id}`)).status, 404);
  });

  describe('the page of a receipt (reference: mail.9, mail.10)', () => {
    const linkOf = async (order: Json): Promise<string> => {
      const { json } = await service.client.get(`orders/${order.id_str}/receipt/link`);
      return new URL(json.url).pathname;
    };
    const page = (path: string, headers: Record<string, string> = {}) =>
      service.send('GET', path, { headers: { accept: 'text/html', ...headers } });

    it('is there for who has its address, in their language, for no search engine and no cache', async () => {
      const order = await sell({ notes: 'Hello' });
      const path = await linkOf(order);
      const shown = await page(path, { 'accept-language': 'de' });
      assert.equal(shown.status, 200);
      assert.match(shown.text, /lang="de" dir="ltr"/);
      assert.ok(shown.text.includes(order.saleid));
      assert.equal(shown.headers['cache-control'], 'no-store');
      assert.equal(shown.headers['x-robots-tag'], 'noindex, nofollow');
      assert.equal(shown.headers['referrer-policy'], 'no-referrer');
      assert.match(shown.headers['content-security-policy'] ?? '', /default-src 'none'/);
      assert.match((await page(`${path}?language=ar`)).text, /dir="rtl"/);
      const pdf = await page(`${path}/pdf`);
      assert.equal(pdf.headers['content-type'], 'application/pdf');
      assert.match(pdf.text, /^%PDF/);
    });

    it('is the same 404 for every other token, and for an order that is deleted', async () => {
      const order = await sell();
      const path = await linkOf(order);
      const token = path.slice(3);
      const turned = (at: number) =>
        `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      const guesses = [
        turned(0),
        turned(20),
        turned(41),
        turned(42),
        'A'.repeat(43),
        token.slice(1),
        `${token}A`,
        order.saleid,
      ];
      const texts = new Set<string>();
      for (const guess of guesses) {
        const answer = await page(`/r/${guess}`);
        assert.equal(answer.status, 404, guess);
        texts.add(answer.text);
      }
      assert.equal(texts.size, 1);
      const deleted = await service.app.storage.write(async (tx) =>
        tx.run(sql`update orders set deleted = 1 where id = ${BigInt(order.id_str)}`),
      );
      assert.equal(deleted, 1);
    });

    it('is limited for each address', async () => {
      const path = await linkOf(await sell());
      service.clock.advance(MINUTE);
      const statuses: number[] = [];
      for (let turn = 0; turn < 61; turn++) statuses.push((await page(path)).status);
      assert.deepEqual(statuses.slice(-2), [200, 429]);
      service.clock.advance(MINUTE);
      assert.equal((await page(path)).status, 200);
    });
  });

  it('tells people what was changed of their account (reference: authentication.25)', async () => {
    const ann = await hireWithApp(service);
    const { browser } = ann.screen;
    await done(browser, service, '/session/recovery_codes');
    const to = { password: ann.who.password, new_password: 'another password' };
    await done(browser, service, '/session/password', to);
    await until(async () => (smtp.received.length >= 3 ? true : undefined));
    const said = smtp.received.map(({ to: [address], data }) => [address, textsOf(data)] as const);
    for (const wanted of [
      /authenticator app was set up/,
      /New recovery codes were made/,
      /password of your account/,
    ])
      assert.ok(
        said.some(([address, text]) => address === ann.who.email && wanted.test(text.replace(/\s+/g, ' '))),
        String(wanted),
      );
    assert.ok(!said.some(([, text]) => text.includes(ann.secret) || text.includes(ann.codes[0] ?? '')));
  });

  describe('a forgotten password (reference: mail.13)', () => {
    const ask = async (email: string) => {
      const browser = new Browser(service);
      return browser.submit(await browser.get('/forgot'), { email });
    };

    it('is set anew by a link of one hour that works once; strangers learn nothing', async () => {
      const { email } = service.card.admin;
      assert.match((await new Browser(service).get('/signin')).text, /href="\/forgot"/);
      const known = await ask(email);
      const unknown = await ask('stranger@example.com');
      assert.deepEqual([known.status, unknown.status], [200, 200]);
      assert.equal(known.text, unknown.text);
      const got = await until(async () => smtp.received[0]);
      assert.equal(smtp.received.length, 1);
      const path = /\/reset\?token=pb_ol_[\w-]{43}/.exec(textsOf(got.data))?.[0] ?? '';
      const browser = new Browser(service);
      service.clock.advance(HOUR - MINUTE);
      const form = await browser.get(path);
      assert.equal(form.status, 200);
      const fields = { password: 'correct horse', again: 'correct horse' };
      assert.equal((await browser.submit(form, fields)).status, 303);
      assert.equal((await new Browser(service).get(path)).status, 404, 'it works once');
      const notice = await until(async () => smtp.received[1]);
      assert.deepEqual(notice.to, [email]);
    });

    it('is of no use after its hour, and few are sent', async () => {
      const { email } = service.card.admin;
      for (let turn = 0; turn < 5; turn++) assert.equal((await ask(email)).status, 200);
      await until(async () => (smtp.received.length >= 3 ? true : undefined));
      const path = /\/reset\?token=pb_ol_[\w-]{43}/.exec(textsOf(smtp.received[2]?.data ?? ''))?.[0] ?? '';
      service.clock.advance(HOUR);
      assert.equal((await new Browser(service).get(path)).status, 404);
      assert.equal(smtp.received.length, 3);
    });
  });
}

it('without a mail server nothing is queued, and the refusal says what to set (reference: mail.2)', async () => {
  const service = await startService('sqlite', { SMTP_URL: '', MAIL_FROM: '' });
  try {
    const order = await make(service.client, 'orders', {
      site_id: service.card.sites[0].id,
      status: 'COMPLETE',
    });
    const answer = await service.client.post(`orders/${order.id_str}/receipt/mail`, {
      email: 'ada@example.com',
    });
    refused(answer, 409, 'conflict');
    assert.match(answer.json.error_description, /SMTP_URL and MAIL_FROM/);
    assert.equal((await service.client.get(`orders/${order.id_str}/receipt/link`)).json.can_mail, false);
    assert.doesNotMatch((await new Browser(service).get('/signin')).text, /\/forgot/);
    assert.equal((await new Browser(service).get('/forgot')).headers.location, '/signin');
  } finally {
    await service.stop();
  }
});
