// Opens a screen when there is no network: stores its page and the files of the page. It stores only public files, never
// answers of the API. Each screen has a worker and a cache of its own.

declare const self: ServiceWorkerGlobalScope;

export {};

/** Files that are kept at most besides those of the page; the oldest go first. */
const MOST = 120;

const isAsset = (address: string) => new URL(address).pathname.includes('/assets/');
const pageKey = () => self.registration.scope;
/** The back office has pages whose paths begin alike, such as `/kitchens`. */
const isOwn = (address: string) =>
  `${new URL(address).pathname}/`.startsWith(`${new URL(pageKey()).pathname}/`);
/** `passbell-register`, `passbell-kitchen`. */
const openCache = () => caches.open(`passbell-${new URL(pageKey()).pathname.split('/').at(-1)}`);

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isOwn(request.url)) event.respondWith(page(request));
  } else if (isAsset(request.url)) event.respondWith(asset(request));
});

/** The page names the files that it has loaded. */
self.addEventListener('message', (event) => {
  const addresses: unknown[] = Array.isArray(event.data?.keep) ? event.data.keep : [];
  event.waitUntil(keep(addresses.filter((each) => typeof each === 'string').filter(isAsset)));
});

/** The newest page; without the network, the last one that was kept with all its files. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await openCache()).match(pageKey());
    if (kept === undefined) throw error;
    return kept;
  }
}

/** File names have a hash of their content: a stored file never changes. */
async function asset(request: Request): Promise<Response> {
  const cache = await openCache();
  const kept = await cache.match(request.url);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/**
 * Keeps the files of a page, and the page once all that it names are there: one that was loaded in part would not open. Where the
 * service has another release by now, its page is kept when that is loaded, with its parts.
 */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await openCache();
  await Promise.all(addresses.map((address) => asset(new Request(address))));
  const answer = await fetch(pageKey(), { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const named = namedIn(await answer.clone().text());
  const kept = await Promise.all(
    named.map(async (address) => addresses.includes(address) && (await cache.match(address)) !== undefined),
  );
  if (!kept.includes(false)) await cache.put(pageKey(), answer);
  const others = (await cache.keys()).filter(({ url }) => isAsset(url) && !addresses.includes(url));
  for (const old of others.slice(0, Math.max(0, others.length - MOST))) await cache.delete(old);
}

/** The addresses of the files that a page names: all that it has in quotes. */
function namedIn(text: string): string[] {
  const quoted = text.split('"').filter((part) => part.includes('/assets/'));
  return quoted.map((address) => new URL(address, pageKey()).href);
}
