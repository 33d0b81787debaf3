// What the screens promise on a slow line and a slow machine, with nothing in the browser's cache.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { WEB_FOLDER } from '#src/web/files.ts';
import { onStageWith, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';
import { LINE, loadSlowly } from './slow-line.ts';

/** The machine of a test has other work to do: each page is loaded this often, and the fastest counts. */
const LOADS = 3;

/**
 * How long the files of a screen may be on the slow line, in ms: exact, where a measured time has whatever else the machine
 * does in it. The rest, until 1.5 s of the back office and 2 s of the others, is for evaluating them.
 */
const ON_THE_LINE: Readonly<Record<string, number>> = { office: 780, register: 940, kitchen: 1_010 };

/**
 * The limits of a page: ms until something is seen, ms until it can be used, bytes of everything until then.
 * The times have the room of a machine that is half as fast and does other work: the bytes hold what is on the line.
 */
interface Limits {
  readonly paint: number;
  readonly screen: number;
  readonly kilobytes: number;
}

async function holds(
  test: TestContext,
  tab: Tab,
  path: string,
  limits: Limits,
  selector: string,
): Promise<void> {
  const paints: number[] = [];
  const screens: number[] = [];
  const sizes: number[] = [];
  for (let load = 0; load < LOADS; load++) {
    const { firstPaint, screen, bytes, requests } = await loadSlowly(tab, path, selector);
    test.diagnostic(
      `${path}: first paint ${firstPaint} ms, screen ${screen} ms, ${Math.round(bytes / 1000)} kB in ${requests}`,
    );
    assert.ok(firstPaint > 0, 'Nothing was painted.');
    paints.push(firstPaint);
    screens.push(screen);
    sizes.push(bytes / 1000);
  }
  assert.ok(Math.min(...paints) < limits.paint, `the first paint took ${paints.join(', ')} ms`);
  assert.ok(Math.min(...screens) < limits.screen, `the screen took ${screens.join(', ')} ms`);
  assert.ok(Math.min(...sizes) < limits.kilobytes, `the screen took ${sizes.join(', ')} kB`);
}

it('no screen loads more before it is shown than it may', () => {
  const weights = JSON.parse(readFileSync(join(WEB_FOLDER, '.weights.json'), 'utf8')) as {
    entry: string;
    sent: number;
    budget: number;
    files: string[];
  }[];
  assert.deepEqual(weights.map(({ entry }) => entry).sort(), ['kitchen', 'office', 'register']);
  for (const { entry, sent, budget, files } of weights) {
    assert.ok(sent > 50_000 && sent <= budget, `${entry}: ${sent} bytes of ${budget}`);
    // The page names every file: none is found out about by way of another, one more round trip later.
    const page = readFileSync(join(WEB_FOLDER, entry, 'index.html'), 'utf8');
    const unnamed = files.filter((file) => !page.includes(`"../${file}"`));
    assert.deepEqual(unnamed, [], entry);
    // For the page and its files, with nothing evaluated yet.
    const onTheLine = 2 * LINE.latencyMs + (sent * 8) / LINE.kilobitsPerSecond;
    const most = ON_THE_LINE[entry] ?? 0;
    assert.ok(onTheLine < most, `${entry}: ${Math.round(onTheLine)} ms of ${most} on the line`);
  }
});

onStageWith('pages on a slow line', { isTimed: true }, (stage) => {
  it('the register paints and can be used', async (test) => {
    const tab = await openRegister(stage(), { ticking: true });
    const limits = { paint: 2_000, screen: 5_000, kilobytes: 212 };
    await holds(test, tab, '/register', limits, '.product');
  });

  it('the back office paints, and shows the figures of today', async (test) => {
    const tab = await stage().open({ ticking: true });
    await tab.signIn('/');
    const limits = { paint: 2_000, screen: 5_000, kilobytes: 170 };
    await holds(test, tab, '/', limits, 'main h1');
  });

  it('what the back office loads later has its styles before it is seen', async () => {
    const tab = await stage().open({ ticking: true });
    await tab.signIn('/');
    const field = 'main input.mantine-Input-input';
    // Its corners are square where the sheet of what comes later is not there yet.
    await tab.page.addInitScript(`new MutationObserver((_, observer) => {
      const found = document.querySelector(${JSON.stringify(field)});
      if (found === null) return;
      observer.disconnect();
      globalThis.cornersAtFirst = getComputedStyle(found).borderTopLeftRadius;
    }).observe(document, { childList: true, subtree: true })`);
    await loadSlowly(tab, '/customers', field);
    assert.equal(await tab.page.evaluate('cornersAtFirst'), '8px');
  });
});
