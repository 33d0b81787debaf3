import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../edge/address.ts';
import { addCookie, cookieOf } from '../edge/cookies.ts';
import type { FormFields } from '../edge/form.ts';
import { type Html, html } from '../edge/html.ts';
import { hashSecret, newSecret, sameHash } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { withoutEnd } from '../kernel/text.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import { type Language, sentence, type Words } from '../kernel/words.ts';
import type { Writer } from '../storage/port.ts';
import { rememberBrowser } from './signins.store.ts';
import { deleteSession, findSession, insertSession, touchSession } from './store.ts';
import { KNOWN_LIFETIME, type PeopleParts, SESSION_LIFETIME, SESSION_TOUCH } from './types.ts';

/** The cookies. `__Host-` binds them to this host: no neighbour domain can set them (session fixation). */
const SESSION_COOKIE = '__Host-passbell_session';
const FORM_COOKIE = '__Host-passbell_form';
const BROWSER_COOKIE = '__Host-passbell_browser';
const SESSION_TOKEN = /^pb_se_[\w-]{43}$/;
const FORM_TOKEN = /^pb_fo_[\w-]{43}$/;
const BROWSER_TOKEN = /^pb_kb_[\w-]{43}$/;

/** Most characters of what a browser calls itself that are kept. */
const MAX_AGENT = 300;

/** A signed-in user. */
export interface SignedIn {
  readonly user: Id;
  readonly email: string;
  readonly name: string;
  /** The language of their screens; null leaves it to the browser. */
  readonly language: Language | null;
  /** The session's hash. */
  readonly session: string;
  /** When they last proved who they are. */
  readonly provedAt: Micros;
}

/** The cookies of a browser after a sign-in. */
export interface SignInCookies {
  readonly session: string;
  /** Shows at later sign-ins that the person has signed in here before. */
  readonly browser: string;
}

/** A path of ours as the browser has to ask for it: behind a BASE_URL with a path, below that path. */
export function pathHere(parts: Pick<PeopleParts, 'publicUrl'>, path: string): string {
  return withoutEnd(new URL(parts.publicUrl()).pathname, '/') + path;
}

/** True when the browser says that another site had a request sent. */
export function isForeign(parts: Pick<PeopleParts, 'publicUrl'>, { headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const own = [new URL(parts.publicUrl()).origin, `https://${headers.host ?? ''}`];
  return (
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && !own.includes(headers.origin))
  );
}

/** The form a token was made for: a token of one form is of no use in another. */
type FormName = 'signin' | 'signout' | 'setup' | 'reset' | 'invite' | 'consent' | 'forgot' | 'code';

/** Forms that people fill in before they are signed in. */
const OPEN_FORMS: readonly FormName[] = ['signin', 'code', 'setup', 'reset', 'invite', 'forgot'];

/** One request of a browser: its user, its address, and the tokens of its forms. */
export class Visit {
  readonly address: string;
  readonly signedIn: SignedIn | undefined;
  /** The texts in the language of the user, else of the browser. */
  readonly words: Words;
  /** The hash of the browser's cookie, if a user has signed in by it. */
  readonly browser: string | undefined;
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
    const language = signedIn?.language ?? null;
    this.words =
      language === null
        ? parts.languages.wordsFor(request.headers['accept-language'])
        : parts.languages.of(language);
    this.#sessionToken = signedIn === undefined ? undefined : sessionToken;
    this.#formToken = cookieOf(request, FORM_COOKIE, FORM_TOKEN);
    const browser = cookieOf(request, BROWSER_COOKIE, BROWSER_TOKEN);
    this.browser = browser === undefined ? undefined : hashSecret(browser);
  }

  /** Reads the cookies and finds the session. */
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
    const { user_id: user, email, name, language, proved_at: provedAt } = row;
    const signedIn = { user, email, name, language, session, provedAt };
    return new Visit(parts, request, token, signedIn);
  }

  /** The hidden field that a form has to bring back. */
  tokenField(form: FormName, reply: FastifyReply): Html {
    if (OPEN_FORMS.includes(form) && this.#formToken === undefined) {
      this.#formToken = newSecret('pb_fo_', this.#parts.random);
      give(reply, FORM_COOKIE, this.#formToken);
    }
    return html`<input type="hidden" name="csrf" value="${this.#csrf(form)}">`;
  }

  /** 403 unless the form comes from one of our own pages, shown to the same browser. */
  requireOwn(form: FormName, fields: FormFields): void {
    const seed = OPEN_FORMS.includes(form) ? this.#formToken : this.#sessionToken;
    if (
      isForeign(this.#parts, this.#request) ||
      seed === undefined ||
      !sameHash(this.#csrf(form), fields.csrf ?? '')
    ) {
      throw new ApiError(
        'access_denied',
        sentence('This form is out of date or came from elsewhere. Open the page again.'),
      );
    }
  }

  /**
   * Begins a new session in place of any other: its id was never known to another person. Where a user who is signed in
   * gets another one, `provedAt` goes on: that proves nothing.
   */
  async signIn(tx: Writer, user: Id, provedAt = this.#parts.clock.now()): Promise<SignInCookies> {
    if (this.signedIn !== undefined) await deleteSession(tx, this.signedIn.session, this.#parts.clock.now());
    const session = newSecret('pb_se_', this.#parts.random);
    const agent = this.#request.headers['user-agent']?.slice(0, MAX_AGENT) ?? null;
    const begun = { user, address: this.address, agent, provedAt };
    await insertSession(tx, hashSecret(session), begun, this.#parts.clock.now());
    return { session, browser: await this.rememberBrowser(tx, user) };
  }

  /** Makes this browser known for the user: answers a new cookie, never known to another person. */
  async rememberBrowser(tx: Writer, user: Id): Promise<string> {
    const token = newSecret('pb_kb_', this.#parts.random);
    const browser = { before: this.browser, now: hashSecret(token) };
    await rememberBrowser(tx, user, browser, this.#parts.clock.now());
    return token;
  }

  /** Gives the browser its session. The form cookie is renewed with it. */
  setSession(reply: FastifyReply, { session, browser }: SignInCookies): void {
    give(reply, FORM_COOKIE, '', 0);
    give(reply, SESSION_COOKIE, session, seconds(SESSION_LIFETIME));
    this.setBrowser(reply, browser);
  }

  /** Takes the session from the browser, which stays known. */
  endSession(reply: FastifyReply): void {
    give(reply, FORM_COOKIE, '', 0);
    give(reply, SESSION_COOKIE, '', 0);
  }

  /** Gives the browser its cookie. */
  setBrowser(reply: FastifyReply, token: string): void {
    give(reply, BROWSER_COOKIE, token, seconds(KNOWN_LIFETIME));
  }

  #csrf(form: FormName): string {
    const seed = OPEN_FORMS.includes(form) ? this.#formToken : this.#sessionToken;
    return createHmac('sha256', seed ?? '')
      .update(`passbell form ${form}`)
      .digest('base64url');
  }
}

function seconds(time: Micros): number {
  return Number(time / SECOND);
}

/** Lax: an add-on's page leads here with a plain link, and the session has to come along. */
function give(reply: FastifyReply, name: string, value: string, maxAge?: number): void {
  addCookie(reply, { name, value, sameSite: 'Lax', ...(maxAge === undefined ? {} : { maxAge }) });
}
