import { notFound } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/id.ts';

/** The path of an address, without its query. */
export function pathOf(url: string): string {
  return url.split('?')[0] ?? '';
}

/** True for a path of the API itself: /v1 has names of the OAuth endpoints too (reference: conventions.54). */
export function isOfApi(path: string): boolean {
  return path.startsWith('/v1/') && !path.startsWith('/v1/oauth/') && path !== '/v1/token';
}

/** Every `…_id` in a path is an id and no word holds a NUL, or the path leads nowhere. */
export function requireIds(params: Record<string, string | undefined>): void {
  for (const name in params) {
    if (name === 'company_id') continue;
    const value = params[name] ?? '';
    if (name.endsWith('_id') ? parseId(value) === undefined : value.includes('\u0000')) throw notFound();
  }
}

const OWN_COMPANY = '/v1/companies/me';

/** The path with `me` written out, so that both spellings share cursors and idempotency keys. */
export function ownPath(path: string, company: Id): string {
  if (!path.startsWith(OWN_COMPANY)) return path;
  const rest = path.slice(OWN_COMPANY.length);
  return rest === '' || rest.startsWith('/') ? `/v1/companies/${company}${rest}` : path;
}
