// What a page asks for while its script is still on its way. A small script of its own asks (office/early.ts); who wants
// the same afterwards gets that answer.

/** A request as `fetch` takes it. */
interface Asked extends Omit<RequestInit, 'signal'> {
  readonly method: string;
  readonly signal?: AbortSignal;
}

/** How long an answer waits for who wants it, and how long after its beginning a page asks ahead, in ms. */
const KEPT_MS = 10_000;

declare global {
  // The two scripts of a page share nothing else: answers that wait, and nothing where the page's own script has asked.
  var passbellAhead: Map<string, Promise<Response> | undefined> | undefined;
}

const keyOf = (url: string, { method, body }: Asked) => `${method} ${url} ${body ?? ''}`;

function aheadOf(): Map<string, Promise<Response> | undefined> {
  globalThis.passbellAhead ??= new Map();
  return globalThis.passbellAhead;
}

const isBeginning = () => performance.now() < KEPT_MS;

/**
 * Asks ahead, for the one who wants it first; answers the body of a success, which a refusal has none of. Does not ask what the
 * page's own script has asked before: the answer would wait, and be taken by whoever asks again to see what has changed.
 */
export async function askAhead(url: string, init: Asked): Promise<unknown> {
  const ahead = aheadOf();
  const key = keyOf(url, init);
  if (ahead.has(key) || !isBeginning()) return undefined;
  const answer = fetch(url, init);
  const kept = answer.then((response) => response.clone());
  kept.catch(() => undefined);
  ahead.set(key, kept);
  setTimeout(() => {
    if (ahead.get(key) === kept) ahead.set(key, undefined);
  }, KEPT_MS);
  const response = await answer;
  return response.ok ? response.json() : undefined;
}

/** `fetch` that takes what was asked ahead, once. */
export function fetchAhead(url: string, init: Asked): Promise<Response> {
  const ahead = aheadOf();
  const key = keyOf(url, init);
  const asked = ahead.get(key);
  if (asked !== undefined || isBeginning()) ahead.set(key, undefined);
  return asked === undefined ? fetch(url, init) : asked.catch(() => fetch(url, init));
}
