// So that a screen also opens without a network: a service worker keeps its page and files.
import { BASE } from '../base.ts';
import worker from './worker/offline.ts?worker&url';

/** Every file of the service that this page has loaded: those named in it, and their fonts and chunks. */
function loaded(): Set<string> {
  const named = [
    ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]'),
  ];
  const addresses = named.map((each) => (each instanceof HTMLScriptElement ? each.src : each.href));
  for (const { name } of performance.getEntriesByType('resource')) addresses.push(name);
  return new Set(addresses.filter((address) => address.startsWith(location.origin)));
}

/** Lets the browser keep the page of a screen. Where it cannot, the screen works all the same while it is open. */
export async function keepPage(screen: 'register' | 'kitchen'): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(worker, { scope: `${BASE}/${screen}` });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: [...loaded()] });
  } catch {
    // A browser may forbid it, as in a private window.
  }
}
