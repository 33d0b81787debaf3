import type { FastifyReply, FastifyRequest } from 'fastify';

/** Longest Cookie header that is read. */
const MAX_COOKIES = 8_000;

/** A cookie that no script reads and that only goes over HTTPS. */
interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Lax is sent along with a plain link from elsewhere, Strict with nothing that another site began. */
  readonly sameSite: 'Lax' | 'Strict';
  /** All of this host unless a path is named. */
  readonly path?: string;
  /** In seconds; until the browser is closed without it, gone at once with 0. */
  readonly maxAge?: number;
}

/** The value of a request's cookie, if it has the form of our cookies. */
export function cookieOf(request: FastifyRequest, name: string, form: RegExp): string | undefined {
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

/** Gives the browser a cookie. */
export function addCookie(reply: FastifyReply, { name, value, sameSite, path = '/', maxAge }: Cookie): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  reply.header('set-cookie', `${name}=${value}; Path=${path}; Secure; HttpOnly; SameSite=${sameSite}${age}`);
}
