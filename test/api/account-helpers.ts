import assert from 'node:assert/strict';
import { codeAt, stepAt } from '#src/people/totp.ts';
import type { Answer, Json, Service } from '#test/harness/service.ts';
import { Browser } from './browser.ts';
import { hirePerson, openScreen, type Screen, sendOwn } from './screens.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret in base32. */
function bytesOf(secret: string): Buffer {
  let bits = 0n;
  for (const letter of secret) bits = bits * 32n + BigInt(ALPHABET.indexOf(letter));
  const spare = BigInt((secret.length * 5) % 8);
  const hex = (bits >> spare).toString(16).padStart(Math.floor((secret.length * 5) / 8) * 2, '0');
  return Buffer.from(hex, 'hex');
}

/** What an authenticator app shows now, or some steps later. */
export function codeOf(service: Service, secret: string, later = 0n): string {
  return codeAt(bytesOf(secret), stepAt(service.clock.now()) + later);
}

/** The own account as the screen of a browser shows it. */
export async function accountOf(browser: Browser): Promise<Json> {
  const { status, text, json } = await browser.ask('GET', '/session/account', {
    headers: { accept: 'application/json' },
    without: ['authorization'],
  });
  assert.equal(status, 200, text);
  return json;
}

/** A change of the own account that is taken. */
export async function done(
  browser: Browser,
  service: Service,
  path: string,
  body: object = {},
): Promise<Json> {
  const answer = await sendOwn(browser, service, path, body);
  assert.ok(answer.status === 200 || answer.status === 204, `${answer.status} ${answer.text}`);
  return answer.json;
}

/** Somebody with an authenticator app. */
export interface WithApp {
  readonly who: { readonly email: string; readonly password: string; readonly id: bigint };
  readonly screen: Screen;
  readonly secret: string;
  readonly codes: readonly string[];
}

/** A new user of the company who has set an app up at their screen. */
export async function hireWithApp(
  service: Service,
  role: 'owner' | 'manager' | 'staff' = 'manager',
): Promise<WithApp> {
  const who = await hirePerson(service, role);
  const screen = await openScreen(service, who, service.client.companyId);
  const { secret } = await done(screen.browser, service, '/session/totp');
  const code = codeOf(service, secret);
  const { codes } = await done(screen.browser, service, '/session/totp/confirm', { code });
  return { who, screen, secret, codes };
}

/** Gives the password in a new browser, and answers the page that asks for the code. */
export async function firstStep(
  service: Service,
  { who }: Pick<WithApp, 'who'>,
  browser = new Browser(service),
): Promise<{ readonly browser: Browser; readonly page: Answer }> {
  const page = await browser.signIn(who.email, who.password);
  assert.equal(page.status, 200, page.text);
  assert.match(page.text, /name="code"/);
  return { browser, page };
}
