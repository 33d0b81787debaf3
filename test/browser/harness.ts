// Shared by the tests of the screens: a service with the built screens, a browser, and tabs that notice every error in
// them.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, afterEach, before, describe } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { formatTime } from '#src/kernel/time.ts';
import { formOf } from '#test/api/browser.ts';
import type { BrowserOptions } from '#test/harness/chromium.ts';
import { type Engine, type Service, startService } from '#test/harness/service.ts';
import { sharedBrowser } from './shared-browser.ts';

/** How long anything on a page may take, in ms; a busy machine is slow. */
const WAIT_MS = 60_000;
/** How much of a page a failed test reports, in characters. */
const MOST_TOLD = 8_000;
const SCREENS = join(import.meta.dirname, '..', '..', 'docs', 'screens');

/** The sizes of window that screens are looked at in. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 1180, height: 820 };

export interface TabOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly scheme?: 'light' | 'dark';
  /** Has cookies and storage of its own unless it shares those of another tab. */
  readonly beside?: Tab;
  /** Its clock goes, rather than standing still with the service's. */
  readonly ticking?: boolean;
  /** Requests and words of the console that are wanted to go wrong. */
  readonly expected?: RegExp;
  /**
   * Its screens are kept for when there is no network, by a worker that fetches each of their files once more; unless told
   * so, where time is measured alone. Elsewhere the browser is one without such workers.
   */
  readonly kept?: boolean;
}

/** Who signs in. */
interface Named {
  readonly email: string;
  readonly password: string;
}

/** A page of the browser. What goes wrong in it fails the test that opened it. */
export class Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #url: string;
  readonly #service: Service;
  readonly #faults: string[] = [];
  readonly #expected: RegExp | undefined;

  constructor(service: Service, context: BrowserContext, page: Page, expected: RegExp | undefined) {
    this.#service = service;
    this.#url = service.url;
    this.context = context;
    this.page = page;
    this.#expected = expected;
    page.setDefaultTimeout(WAIT_MS);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#note(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#note(`thrown: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is left cancels its open requests.
      if (why !== 'net::ERR_ABORTED') this.#note(`request: ${request.method()} ${request.url()} ${why}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.#note(`answer: ${response.status()} ${response.url()}`);
      // A screen that asks for what no call knows is as wrong as one that is refused.
      const ignored = response.headers()['x-ignored-parameters'];
      if (ignored !== undefined) this.#note(`ignored: ${ignored} of ${response.url()}`);
    });
  }

  #note(fault: string): void {
    if (this.#expected?.test(fault) !== true) this.#faults.push(fault);
  }

  /** Opens a path of the service. */
  async goto(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
  }

  /** Where the page is: path and query. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /** Opens a path as somebody who has signed in: the sandbox's owner unless another user is named. */
  async signIn(next = '/', who: Named = this.#service.card.admin): Promise<void> {
    const { request } = this.context;
    const page = await request.get(`${this.#url}/signin`);
    const form = formOf({ text: await page.text() });
    const answer = await request.post(this.#url + form.action, {
      form: { ...form.hidden, email: who.email, password: who.password },
      headers: { origin: this.#url, 'sec-fetch-site': 'same-origin' },
      maxRedirects: 0,
    });
    assert.equal(answer.status(), 303, `${who.email} has not signed in`);
    await this.goto(next);
  }

  /** Signs in by the sign-in page. */
  async signInByPage(next: string, who: Named = this.#service.card.admin): Promise<void> {
    await this.goto(`/signin?next=${encodeURIComponent(next)}`);
    await this.page.getByLabel('E-mail address').fill(who.email);
    await this.page.getByLabel('Password').fill(who.password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL(this.#url + next);
  }

  /** Fails when axe finds something serious on the page as it is. */
  async checkAccessibility(): Promise<void> {
    // Evaluated by the debugger, where the page's own policy does not count; once for each page that is loaded.
    if (!(await this.page.evaluate("'axe' in window"))) await this.page.evaluate(AXE);
    const found = (await this.page.evaluate(RUN_AXE)) as AxeFault[];
    const told = found.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.join('\n  ')}`);
    assert.deepEqual(told, [], told.join('\n'));
  }

  /** Has the browser's storage hold what an earlier visit has left, from the next page on and until a page removes it. */
  async keep(entries: readonly (readonly [key: string, value: string])[]): Promise<void> {
    await this.context.addInitScript((all) => {
      if (localStorage.getItem('visited') !== null) return;
      localStorage.setItem('visited', 'before');
      for (const [key, value] of all) localStorage.setItem(key, value);
    }, entries);
  }

  /** From the next page on the browser keeps this tab silent until somebody touches it. */
  async silence(): Promise<void> {
    await this.context.addInitScript(UNHEARD);
  }

  /** Keeps a picture for docs/screens, when `npm run screens` asks for pictures. */
  async picture(name: string): Promise<void> {
    if (process.env.PASSBELL_SCREENS === undefined) return;
    mkdirSync(SCREENS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENS, `${name}.png`), animations: 'disabled' });
  }

  /** What is on the page and what went wrong in it, for the report of a test that failed. */
  async told(): Promise<string> {
    const page = await this.page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    return [this.path, ...this.#faults, page.slice(0, MOST_TOLD)].join('\n');
  }

  /** Closes the tab; fails when something went wrong in it. */
  async close(): Promise<void> {
    await this.page.close();
    const faults = this.#faults.splice(0);
    assert.deepEqual(faults, []);
  }
}

/** Before the page's own scripts: they find a browser without service workers. */
const NO_WORKERS = 'delete Navigator.prototype.serviceWorker';

const UNHEARD = `(() => {
  let isTouched = false;
  addEventListener('pointerdown', () => { isTouched = true; }, true);
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    return isTouched ? resume.call(this) : new Promise(() => {});
  };
})()`;

interface AxeFault {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html + ' ' + node.failureSummary) })))`;

/** A service and a browser. */
export interface Stage {
  readonly service: Service;
  /** Opens an empty tab. It is closed after the test, which fails when something went wrong in it. */
  open(options?: TabOptions): Promise<Tab>;
}

/** What a group of tests runs on: by default a service on SQLite, with no settings of its own. */
export interface StageOptions extends BrowserOptions {
  /** Settings of the service. */
  readonly env?: Record<string, string>;
  readonly engine?: Engine;
}

type Define = (stage: () => Stage) => void;

/** Runs a group of tests over one service with its screens, and one browser. */
export function onStage(name: string, define: Define): void {
  onStageWith(name, {}, define);
}

/** The same, on a service and in a browser with settings. */
export function onStageWith(
  name: string,
  { env = {}, engine = 'sqlite', isTimed = false }: StageOptions,
  define: Define,
): void {
  describe(name, () => {
    let service: Service | undefined;
    let browser: Browser | undefined;
    let tabs: Tab[] = [];
    const browsers = sharedBrowser({ isTimed });
    before(async () => {
      [service, browser] = await Promise.all([startService(engine, env), browsers.take()]);
    });
    afterEach(async (test) => {
      const open = tabs;
      tabs = [];
      if ('passed' in test && !test.passed) for (const tab of open) test.diagnostic(await tab.told());
      const closed = await Promise.allSettled(open.map((tab) => tab.close()));
      await Promise.all([...new Set(open.map((tab) => tab.context))].map((context) => context.close()));
      for (const each of closed) if (each.status === 'rejected') throw each.reason;
    });
    after(async () => {
      browsers.giveBack();
      await service?.stop();
    });
    define(() => {
      if (service === undefined || browser === undefined) throw new Error('The stage has not been set.');
      const { clock } = service;
      const stage = { service, browser };
      return {
        service,
        async open({
          size = DESK,
          scheme = 'light',
          beside,
          ticking = false,
          expected,
          kept = isTimed,
        } = {}) {
          const context =
            beside?.context ??
            (await stage.browser.newContext({
              viewport: size,
              colorScheme: scheme,
              ignoreHTTPSErrors: true,
              locale: 'en-US',
              timezoneId: 'UTC',
              reducedMotion: 'reduce',
            }));
          if (!kept && beside === undefined) await context.addInitScript(NO_WORKERS);
          // The service's clock stands still: its date is the browser's date.
          if (!ticking) await context.clock.setFixedTime(formatTime(clock.now()));
          const tab = new Tab(stage.service, context, await context.newPage(), expected);
          tabs.push(tab);
          return tab;
        },
      };
    });
  });
}
