import type { FastifyRequest } from 'fastify';
import type { FormFields } from '../edge/form.ts';
import { type Html, html } from '../edge/html.ts';

// What the pages of people are made of.

/** Longest address that a sign-in leads on to, in characters. */
const MAX_NEXT = 8_000;
/** Where people work: the back office. */
export const HOME = '/';

/** Where a sign-in leads on to: a path of this host and nothing else, so that it is no open redirect. */
export function localPath(text: string | undefined): string {
  if (text === undefined || text.length > MAX_NEXT || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return HOME;
  if (text.includes('\\') || !URL.canParse(text, 'https://here.invalid')) return HOME;
  return new URL(text, 'https://here.invalid').origin === 'https://here.invalid' ? text : HOME;
}

/** The fields of a form that was sent. */
export function fieldsOf(request: FastifyRequest): FormFields {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return {};
  const pairs: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) if (typeof value === 'string') pairs[name] = value;
  return pairs;
}

/** The query of a page's address; of a name that is there twice the first counts. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const mark = request.url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1));
}

/** A sentence about a refused form. */
export function alert(sentence: string | undefined): Html | undefined {
  return sentence === undefined ? undefined : html`<p role="alert">${sentence}</p>`;
}

/** True for text the database can be asked about. */
export function isText(text: string): boolean {
  return text !== '' && !text.includes('\u0000') && text.isWellFormed();
}
