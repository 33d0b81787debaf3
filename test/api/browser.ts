import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type AddonScope, SCOPES } from '#src/edge/scopes.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { insertAddon } from '#src/oauth/store.ts';
import type { Answer, Ask, Json, Service } from '#test/harness/service.ts';

const FORM = 'application/x-www-form-urlencoded';

/** What a page looks like to a browser without JavaScript: cookies, links, forms with their hidden fields. */
export class Browser {
  readonly #service: Service;
  readonly cookies = new Map<string, string>();
  /** Headers sent with every request. */
  headers: Record<string, string> = {};
  /** Who signed in last. */
  #who: { readonly email: string; readonly password: string } | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  async get(path: string): Promise<Answer> {
    return this.ask('GET', path, { without: ['authorization', 'content-type'] });
  }

  /** Sends fields as a form does. */
  async post(path: string, fields: Readonly<Record<string, string>>, more: Ask = {}): Promise<Answer> {
    return this.ask('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      ...more,
      headers: {
        'content-type': FORM,
        origin: this.#service.url,
        'sec-fetch-site': 'same-origin',
        ...more.headers,
      },
      without: ['authorization', ...(more.without ?? [])],
    });
  }

  /** Fills in and sends the one form of a page. */
  async submit(page: Answer, fields: Readonly<Record<string, string>>, more: Ask = {}): Promise<Answer> {
    const form = formOf(page);
    return this.post(form.action, { ...form.hidden, ...fields }, more);
  }

  async ask(method: string, path: string, ask: Ask): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#service.client.ask(method, path, {
      ...ask,
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...this.headers, ...ask.headers },
    });
    for (const line of setCookies(answer)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0\b/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Signs in, as the sandbox's owner unless another user is named. */
  async signIn(email?: string, password?: string, next?: string): Promise<Answer> {
    const admin = this.#service.card?.admin;
    const page = await this.get(`/signin${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`);
    assert.equal(page.status, 200, page.text);
    this.#who = { email: email ?? admin.email, password: password ?? admin.password };
    return this.submit(page, this.#who);
  }

  /** Opens a page; where that asks who is there once more, it is who signed in last (reference: authentication.29). */
  async open(path: string): Promise<Answer> {
    const page = await this.get(path);
    const { location = '' } = page.headers;
    if (page.status !== 303 || !location.includes('/signin?again=1') || this.#who === undefined) return page;
    const answer = await this.submit(await this.get(location), this.#who);
    assert.equal(answer.status, 303, answer.text);
    return this.get(answer.headers.location ?? '');
  }
}

/** The Set-Cookie lines of an answer. */
export function setCookies(answer: Answer): string[] {
  const lines: unknown = answer.headers['set-cookie'];
  return Array.isArray(lines) ? lines.map(String) : [];
}

/** The address of a page's form, and its hidden fields. */
export function formOf(page: Pick<Answer, 'text'>): { action: string; hidden: Record<string, string> } {
  const [, action] = /<form method="post" action="([^"]+)">/.exec(page.text) ?? [];
  assert.ok(action !== undefined, `There is no form: ${page.text}`);
  const hidden: Record<string, string> = {};
  for (const [, name = '', value = ''] of page.text.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)">/g,
  )) {
    hidden[name] = unescaped(value);
  }
  return { action, hidden };
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** An add-on as its maker knows it. */
export interface TestAddon {
  readonly client_id: string;
  readonly client_secret: string;
  readonly redirect_uri: string;
  readonly id: bigint;
}

/** Registers an add-on of a company. */
export async function makeAddon(
  service: Service,
  more: {
    companyId?: string;
    isPublic?: boolean;
    scopes?: readonly AddonScope[];
    redirect_uris?: readonly string[];
    name?: string;
  } = {},
): Promise<TestAddon> {
  const client_id = `pb_ci_${randomBytes(16).toString('base64url')}`;
  const client_secret = `pb_cs_${randomBytes(32).toString('base64url')}`;
  const redirect_uris = more.redirect_uris ?? ['https://addon.example/callback'];
  const [redirect_uri = ''] = redirect_uris;
  const id = await service.app.storage.write(async (tx) => {
    const [own = 0n] = await tx.ids('addon', 1);
    await insertAddon(tx, {
      company_id: BigInt(more.companyId ?? service.client.companyId),
      id: own,
      name: more.name ?? 'Loyalty & More',
      client_id,
      secret_hash: more.isPublic === true ? '' : hashSecret(client_secret),
      scopes: more.scopes ?? SCOPES,
      redirect_uris,
      signing_secret: '',
      created_at: service.clock.now(),
      is_public: more.isPublic ?? false,
    });
    return own;
  });
  return { client_id, client_secret, redirect_uri, id };
}

/** A PKCE verifier with its challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The path of an authorization request; a parameter that is undefined is left out. */
export function authorizePath(
  addon: TestAddon,
  more: Readonly<Record<string, string | undefined>> = {},
  path = '/oauth/authorize',
): string {
  const all = {
    response_type: 'code',
    client_id: addon.client_id,
    redirect_uri: addon.redirect_uri,
    state: 'xyz',
    ...more,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  return `${path}?${query}`;
}

/** The query of the address an answer leads to. */
export function answeredTo(answer: Answer, redirectUri: string): URLSearchParams {
  assert.equal(answer.status, 303, answer.text);
  const { location = '' } = answer.headers;
  assert.ok(location.startsWith(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}`), location);
  return new URL(location).searchParams;
}

/** Consents in a browser that is signed in; gives the code. */
export async function consent(
  browser: Browser,
  addon: TestAddon,
  more: Readonly<Record<string, string | undefined>> = {},
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const page = await browser.open(authorizePath(addon, more));
  assert.equal(page.status, 200, page.text);
  const [, company = ''] = /name="company_id" value="(\d+)"/.exec(page.text) ?? [];
  const answer = await browser.submit(page, { company_id: company, decision: 'allow', ...fields });
  const code = answeredTo(answer, addon.redirect_uri).get('code');
  assert.match(code ?? '', /^pb_ac_[\w-]{43}$/);
  return code ?? '';
}

/** Asks the token endpoint with a form, without any Authorization header of the harness. */
export function askToken(
  service: Service,
  fields: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
  path = '/v1/token',
): Promise<Answer> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  return service.client.ask('POST', path, {
    raw: body.toString(),
    headers: { 'content-type': FORM, ...headers },
    without: headers.authorization === undefined ? ['authorization', 'accept'] : ['accept'],
  });
}

/** The fields that redeem a code of a confidential add-on. */
export function redemption(addon: TestAddon, code: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: addon.redirect_uri,
    client_id: addon.client_id,
    client_secret: addon.client_secret,
  };
}

/** Redeems a code and gives the answer's body. */
export async function redeem(
  service: Service,
  addon: TestAddon,
  code: string,
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<Json> {
  const answer = await askToken(service, { ...redemption(addon, code), ...more });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}
