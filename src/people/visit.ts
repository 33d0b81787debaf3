import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../edge/address.ts';
import type { Pairs } from '../edge/form.ts';
import { type Html, html } from '../edge/html.ts';
import { hashSecret, newSecret, sameHash } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Writer } from '../storage/port.ts';
import { deleteSession, findSession, insertSession, touchSession } from './store.ts';
import { type PeopleParts, SESSION_LIFETIME, SESSION_TOUCH } from './types.ts';

/** The cookies. `__Host-` binds them to this host: no neighbour domain can set them (session fixation). */
const SESSION_COOKIE = '__Host-passbell_session';
const FORM_COOKIE = '__Host-passbell_form';
const SESSION_TOKEN = /^pb_se_[\w-]{43}$/;
const FORM_TOKEN = /^pb_fo_[\w-]{43}$/;
/** Longest Cookie header that is looked at. */
const MAX_COOKIES = 8_000;

/** Who is signed in. */
export interface SignedIn {
  readonly user: Id;
  readonly email: string;
  readonly name: string;
  /** The session's hash. */
  readonly session: string;
}

/** A path of ours as the browser has to ask for it: behind a BASE_URL with a path, below that path. */
export function here(parts: Pick<PeopleParts, 'publicUrl'>, path: string): string {
  return new URL(parts.publicUrl()).pathname.replace(/\/+$/, '') + path;
}

/** The form a token was made for: a token of one form is of no use in another. */
export type FormName = 'signin' | 'signout' | 'setup' | 'reset' | 'invite' | 'consent';

/** Forms that people fill in before they are signed in. */
const OPEN_FORMS: readonly FormName[] = ['signin', 'setup', 'reset', 'invite'];

/** One request of a browser: who it is, where it comes from, and what keeps its forms safe. */
export class Visit {
  readonly address: string;
  readonly signedIn: SignedIn | undefined;
  readonly #parts: PeopleParts;
  readonly #request: FastifyRequest;
  readonly #sessionToken: string | undefined;
  #formToken: string | undefined;

  private constructor(
    parts: PeopleParts,
    request: FastifyRequest,
    sessionToken: string | undefined,
    signedIn: SignedIn | undefined,
  ) {
    this.#parts = parts;
    this.#request = request;
    this.address = clientAddress(parts.trusted, request);
    this.signedIn = signedIn;
    this.#sessionToken = signedIn === undefined ? undefined : sessionToken;
    this.#formToken = cookieOf(request, FORM_COOKIE, FORM_TOKEN);
  }

  /** Reads the cookies and looks the session up. */
  static async of(parts: PeopleParts, request: FastifyRequest): Promise<Visit> {
    const token = cookieOf(request, SESSION_COOKIE, SESSION_TOKEN);
    if (token === undefined) return new Visit(parts, request, undefined, undefined);
    const now = parts.clock.now();
    const session = hashSecret(token);
    const row = await parts.storage.read((tx) => findSession(tx, session, now));
    if (row === undefined) return new Visit(parts, request, undefined, undefined);
    if (row.seen_at <= now - SESSION_TOUCH) {
      await parts.storage.write((tx) => touchSession(tx, session, now));
    }
    const signedIn = { user: row.user_id, email: row.email, name: row.name, session };
    return new Visit(parts, request, token, signedIn);
  }

  /** The hidden field that a form has to bring back. */
  tokenField(form: FormName, reply: FastifyReply): Html {
    if (OPEN_FORMS.includes(form) && this.#formToken === undefined) {
      this.#formToken = newSecret('pb_fo_', this.#parts.random);
      addCookie(reply, FORM_COOKIE, this.#formToken, undefined);
    }
    return html`<input type="hidden" name="csrf" value="${this.#csrf(form)}">`;
  }

  /** True when the browser says that another site had it sent. */
  get isForeign(): boolean {
    const { headers } = this.#request;
    const site = headers['sec-fetch-site'];
    return (
      (site !== undefined && site !== 'same-origin') ||
      (headers.origin !== undefined && !this.#ownOrigins().includes(headers.origin))
    );
  }

  /** 403 unless the form was sent from one of our own pages to whoever it was shown to. */
  requireOwn(form: FormName, fields: Pairs): void {
    const seed = OPEN_FORMS.includes(form) ? this.#formToken : this.#sessionToken;
    if (this.isForeign || seed === undefined || !sameHash(this.#csrf(form), fields.csrf ?? '')) {
      throw new ApiError(
        'access_denied',
        'This form is out of date or came from elsewhere. Open the page again.',
      );
    }
  }

  /** Begins a new session in place of any other: its id was never known to anybody before. */
  async signIn(tx: Writer, user: Id): Promise<string> {
    if (this.signedIn !== undefined) await deleteSession(tx, this.signedIn.session, this.#parts.clock.now());
    const token = newSecret('pb_se_', this.#parts.random);
    await insertSession(tx, hashSecret(token), user, this.address, this.#parts.clock.now());
    return token;
  }

  /** Gives the browser its session, or takes it away. The form cookie is renewed with it. */
  setSession(reply: FastifyReply, token: string | undefined): void {
    addCookie(reply, FORM_COOKIE, '', 0);
    if (token === undefined) addCookie(reply, SESSION_COOKIE, '', 0);
    else addCookie(reply, SESSION_COOKIE, token, Number(SESSION_LIFETIME / 1_000_000n));
  }

  #csrf(form: FormName): string {
    const seed = OPEN_FORMS.includes(form) ? this.#formToken : this.#sessionToken;
    return createHmac('sha256', seed ?? '')
      .update(`passbell form ${form}`)
      .digest('base64url');
  }

  #ownOrigins(): string[] {
    const { host } = this.#request.headers;
    return [new URL(this.#parts.publicUrl()).origin, `https://${host ?? ''}`];
  }
}

function cookieOf(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined || header.length > MAX_COOKIES) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const value = pair.slice(at + 1).trim();
      return form.test(value) ? value : undefined;
    }
  }
  return undefined;
}

/** Lax: an add-on's page leads here with a plain link, and the session has to come along. */
function addCookie(reply: FastifyReply, name: string, value: string, maxAge: number | undefined): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  reply.header('set-cookie', `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`);
}
