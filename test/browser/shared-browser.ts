import type { Browser } from 'playwright-core';
import { type BrowserOptions, launchBrowser } from '#test/harness/chromium.ts';

/** How long a browser that no stage uses stays, in ms: the next stage of the process follows at once. */
const IDLE_MS = 300;

/** One browser for all stages of a process that want the same kind: starting one costs as much as a short test does. */
class SharedBrowser {
  readonly #options: BrowserOptions;
  #browser: Promise<Browser> | undefined;
  #users = 0;
  #end: NodeJS.Timeout | undefined;

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  /** The browser, which stays until everybody has given it back. */
  take(): Promise<Browser> {
    clearTimeout(this.#end);
    this.#users++;
    this.#browser ??= this.#launch();
    return this.#browser;
  }

  #launch(): Promise<Browser> {
    const launched = launchBrowser(this.#options);
    // The next stage has another one where this one did not start, or ended by itself.
    const forget = () => {
      if (this.#browser === launched) this.#browser = undefined;
    };
    launched.then((browser) => browser.once('disconnected', forget), forget);
    return launched;
  }

  /** The last one who gives it back has it closed, unless somebody takes it soon. */
  giveBack(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#end = setTimeout(() => {
      const ending = this.#browser;
      this.#browser = undefined;
      void ending?.then((browser) => browser.close());
    }, IDLE_MS);
  }
}

const quick = new SharedBrowser({});
const timed = new SharedBrowser({ isTimed: true });

/** The browser of this process for stages of a kind. */
export const sharedBrowser = ({ isTimed = false }: BrowserOptions): SharedBrowser =>
  isTimed ? timed : quick;
