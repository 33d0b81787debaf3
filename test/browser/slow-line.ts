// How long a page takes on a slow line and a slow machine, from an empty cache.

import type { Tab } from './harness.ts';

/** A slow line of a phone network, and a machine of a quarter of this one's speed. */
export const LINE = { kilobitsPerSecond: 1_600, latencyMs: 150, slowness: 4 } as const;
/** Bytes a second in a kilobit a second. */
const BYTES = 1_000 / 8;

/** When what came into sight, in ms since the page was asked for, and what was loaded by then. */
export interface Loading {
  readonly firstPaint: number;
  /** The screen itself. */
  readonly screen: number;
  /** As they came over the line, heads included. */
  readonly bytes: number;
  readonly requests: number;
}

interface Timing {
  readonly paint: number;
  readonly there: number;
  readonly sizes: readonly number[];
}

/** A page that shows nothing fails its test after this, in ms. */
const LONGEST_MS = 30_000;

/** What the page calls when what is waited for is in it. */
const TELLS = 'passbellThere';

/**
 * Notes when something is in the page that a selector names, as soon as it is: a slow machine looks late from outside,
 * and what looks there is a script of its own that the page would have to compile before it goes on.
 */
const watchFor = (selector: string) => `
  new MutationObserver((_, observer) => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return;
    observer.disconnect();
    performance.mark('passbell-there');
    ${TELLS}('');
  }).observe(document, { childList: true, subtree: true });
`;

const TIMING = `(() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  const [paint, there] = [at('first-contentful-paint'), at('passbell-there')];
  // What is asked for after both is loaded beside the screen, not before it.
  const sizes = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ startTime }) => startTime <= Math.max(paint, there))
    .map(({ transferSize }) => transferSize);
  return { paint, there, sizes };
})()`;

/** Loads a page on the slow line with nothing in its cache, until what `selector` names is in sight. */
export async function loadSlowly(tab: Tab, path: string, selector: string): Promise<Loading> {
  const { page } = tab;
  const line = await tab.context.newCDPSession(page);
  const perSecond = LINE.kilobitsPerSecond * BYTES;
  // A worker would answer from what it keeps.
  await line.send('ServiceWorker.enable');
  await line.send('Network.enable');
  await line.send('Network.setBypassServiceWorker', { bypass: true });
  await line.send('Network.clearBrowserCache');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latencyMs,
    downloadThroughput: perSecond,
    uploadThroughput: perSecond,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: LINE.slowness });
  await line.send('Page.enable');
  await line.send('Page.addScriptToEvaluateOnNewDocument', { source: watchFor(selector) });
  await line.send('Runtime.enable');
  await line.send('Runtime.addBinding', { name: TELLS });
  const isThere = new Promise((resolve) => line.once('Runtime.bindingCalled', resolve));
  await tab.goto(path);
  await Promise.race([isThere, page.waitForEvent('close', { timeout: LONGEST_MS })]);
  // Files that are still on their way are in no list.
  await page.waitForLoadState('load');
  const { paint, there, sizes } = (await page.evaluate(TIMING)) as Timing;
  await line.detach();
  return {
    firstPaint: Math.round(paint),
    screen: Math.round(there),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    requests: sizes.length,
  };
}
