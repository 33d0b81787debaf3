// What a page asks for while its script is still on its way. A small script of its own asks (office/early.ts); who wants
// the same afterwards gets that answer.

/** A request as `fetch` takes it. */
interface Asked extends Omit<RequestInit, 'signal'> {
  readonly method: string;
  readonly signal?: AbortSignal;
}

/** How long an answer waits for who wants it, in ms: what comes later asks anew. */
const KEPT_MS = 10_000;

declare global {
  // The two scripts of a page share nothing else.
  var passbellAhead: Map<string, Promise<Response>> | undefined;
}

const keyOf = (url: string, { method, body }: Asked) => `${method} ${url} ${body ?? ''}`;

/** Asks ahead, for the one who wants it first; answers the body of a success, which a refusal has none of. */
export async function askAhead(url: string, init: Asked): Promise<unknown> {
  globalThis.passbellAhead ??= new Map();
  const ahead = globalThis.passbellAhead;
  const answer = fetch(url, init);
  const key = keyOf(url, init);
  const kept = answer.then((response) => response.clone());
  kept.catch(() => undefined);
  ahead.set(key, kept);
  setTimeout(() => ahead.delete(key), KEPT_MS);
  const response = await answer;
  return response.ok ? response.json() : undefined;
}

/** `fetch` that takes what was asked ahead, once. */
export function fetchAhead(url: string, init: Asked): Promise<Response> {
  const key = keyOf(url, init);
  const asked = globalThis.passbellAhead?.get(key);
  globalThis.passbellAhead?.delete(key);
  return asked === undefined ? fetch(url, init) : asked.catch(() => fetch(url, init));
}
