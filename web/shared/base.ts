/** The path this service lives below: empty, or the path of BASE_URL. The server writes it into the page. */
export const BASE = document.querySelector<HTMLMetaElement>('meta[name=passbell-base]')?.content ?? '';

/** The nonce of style elements that are made by script (Content-Security-Policy). */
export function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** The sign-in page, which leads back to where we are; `ended` when a session is over that the page had. */
export function signInAddress(why?: 'ended'): string {
  const here = location.pathname.slice(BASE.length) + location.search;
  return `${BASE}/signin?next=${encodeURIComponent(here)}${why === undefined ? '' : '&ended=1'}`;
}
