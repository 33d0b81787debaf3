import assert from 'node:assert/strict';
import { insertUser, setMembership } from '#src/people/store.ts';
import type { Role } from '#src/people/types.ts';
import { until } from '#test/harness/process.ts';
import type { Answer, Ask, Card, Client, Json, Service } from '#test/harness/service.ts';
import { Browser } from './browser.ts';

/** What a browser's own pages send along with a change. */
export const OWN = {
  'x-passbell-screen': '1',
  'content-type': 'application/json',
  accept: 'application/json',
};

/** A change that one of our own pages sends. */
export function sendOwn(
  browser: Browser,
  service: Service,
  path: string,
  body: unknown,
  more: Ask = {},
): Promise<Answer> {
  return browser.ask('POST', path, {
    body,
    ...more,
    headers: { ...OWN, origin: service.url, 'sec-fetch-site': 'same-origin', ...more.headers },
    without: ['authorization', ...(more.without ?? [])],
  });
}

/** A browser that is signed in, and its token for one company. */
export interface Screen {
  readonly browser: Browser;
  readonly client: Client;
  /** What POST /session/token answered. */
  readonly token: Json;
}

/** Signs a user in, and returns the client that a screen of theirs would be. */
export async function openScreen(
  service: Service,
  who: { email: string; password: string },
  company: unknown,
): Promise<Screen> {
  const browser = new Browser(service);
  const signedIn = await browser.signIn(who.email, who.password);
  assert.equal(signedIn.status, 303, signedIn.text);
  return anotherToken(service, browser, company);
}

/** One more token for a browser that is signed in. */
export async function anotherToken(service: Service, browser: Browser, company: unknown): Promise<Screen> {
  const answer = await sendOwn(browser, service, '/session/token', { company_id: company });
  assert.equal(answer.status, 200, answer.text);
  const { json: token } = answer;
  return { browser, token, client: service.as(`Bearer ${token.access_token}`, token.company_id_str) };
}

/** The screen of a company's owner. */
export function screenOf(service: Service, card: Card): Promise<Screen> {
  return openScreen(service, card.admin, card.company_id);
}

let people = 0;

/** A new user, as a member of a company. */
export async function hirePerson(
  service: Service,
  role: Role,
  company = service.client.companyId,
): Promise<{ email: string; password: string; id: bigint }> {
  const email = `a-${role}-${++people}@example.com`;
  const password = `the password of ${email}`;
  const password_hash = await service.passwords.hash(password);
  const id = await service.app.storage.write(async (tx) => {
    const [user = 0n] = await tx.ids('user', 1);
    const now = service.clock.now();
    await insertUser(tx, { id: user, email, name: `A ${role}`, password_hash }, now);
    await setMembership(tx, BigInt(company), user, role, now);
    return user;
  });
  return { email, password, id };
}

/** A new user with a role, at a screen. */
export async function screenAs(
  service: Service,
  role: Role,
  company = service.client.companyId,
): Promise<Screen> {
  return openScreen(service, await hirePerson(service, role, company), company);
}

/** Lets a device in for a register, as an owner or manager does. */
export async function letIn(
  service: Service,
  { browser, token }: Screen,
  register: unknown,
  name = 'Till',
): Promise<{ client: Client; device: Json }> {
  const body = { company_id: token.company_id, register_id: register, name };
  const answer = await sendOwn(browser, service, '/session/device', body);
  assert.equal(answer.status, 201, answer.text);
  const { access_token, device } = answer.json;
  return { device, client: service.as(`Bearer ${access_token}`, token.company_id_str) };
}

/** A browser that is the screen of a device, with its token. */
export interface DeviceScreen {
  readonly browser: Browser;
  readonly device: Json;
  readonly kind: 'register' | 'kitchen';
  readonly company: string;
  /** The name and value of the cookie with its key. */
  readonly cookie: readonly [name: string, value: string];
}

/** Makes a browser of its own the screen of a register or a kitchen, as an owner or manager does. */
export async function letInScreen(
  service: Service,
  { browser: signedIn, token }: Screen,
  register: unknown,
  kind: 'register' | 'kitchen' = 'register',
  name = 'Till',
): Promise<DeviceScreen> {
  const browser = new Browser(service);
  for (const [key, value] of signedIn.cookies) browser.cookies.set(key, value);
  const body = { company_id: token.company_id, register_id: register, name, kind };
  const answer = await sendOwn(browser, service, '/session/device', body);
  assert.equal(answer.status, 201, answer.text);
  const cookie = `__Secure-passbell_${kind}`;
  const value = browser.cookies.get(cookie) ?? '';
  // The user who let it in has left.
  browser.cookies.clear();
  browser.cookies.set(cookie, value);
  return {
    browser,
    device: answer.json.device,
    kind,
    company: token.company_id_str,
    cookie: [cookie, value],
  };
}

/** A token by the key in the cookie. */
export function askDeviceToken(
  service: Service,
  { browser, kind }: DeviceScreen,
  more: object = {},
): Promise<Answer> {
  return sendOwn(browser, service, '/session/device/token', { kind, ...more });
}

/** The client that the screen of a device is. */
export async function deviceClient(service: Service, screen: DeviceScreen): Promise<Client> {
  const answer = await askDeviceToken(service, screen);
  assert.equal(answer.status, 200, answer.text);
  return service.as(`Bearer ${answer.json.access_token}`, screen.company);
}

/** Waits until a request is in the log of requests, and gives its line: it gets there after its answer has left. */
export async function lineOf(service: Service, owner: Client, requestId: string): Promise<Json> {
  let line: Json;
  await until(`${requestId} is in the log of requests`, async () => {
    await service.app.requests.flush();
    const { json } = await owner.get('requests?limit=5000');
    line = json.find((each: Json) => each.request_id === requestId);
    return line !== undefined;
  });
  return line;
}
