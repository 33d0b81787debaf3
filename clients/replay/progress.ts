import type { Output } from '../common/output.ts';

/** How often the bar is drawn again, and a line written where there is no terminal, in ms. */
const DRAW_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const BAR_CELLS = 24;

/** Shows how far a piece of work is: a bar on a terminal, else a line now and then. */
export class Progress {
  readonly #out: Output;
  readonly #now: () => number;
  readonly #label: string;
  readonly #total: number;
  readonly #begun: number;
  readonly #every: number;
  #done = 0;
  #shownAt: number;
  #drawn = false;

  constructor(out: Output, now: () => number, label: string, total: number) {
    this.#out = out;
    this.#now = now;
    this.#label = label;
    this.#total = total;
    this.#begun = now();
    this.#shownAt = this.#begun;
    this.#every = out.isTTY === true ? DRAW_EVERY_MS : LINE_EVERY_MS;
  }

  /** Counts more work as done. */
  add(count: number): void {
    this.#done += count;
    const now = this.#now();
    if (now - this.#shownAt < this.#every) return;
    this.#shownAt = now;
    this.#show(now);
  }

  /** Writes a sentence without breaking the bar. */
  say(sentence: string): void {
    this.#clear();
    this.#out.write(`${sentence}\n`);
  }

  /** Takes the bar away. */
  end(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.#drawn) this.#out.write('\r\x1b[K');
    this.#drawn = false;
  }

  #show(now: number): void {
    const share = Math.min(1, this.#done / Math.max(1, this.#total));
    const seconds = (now - this.#begun) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    const left = rate > 0 ? `, ${formatSeconds((this.#total - this.#done) / rate)} left` : '';
    const figures =
      `${formatCount(this.#done)} of ${formatCount(this.#total)} ` +
      `(${Math.floor(share * 100)} %), ${formatCount(Math.round(rate))} a second${left}`;
    if (this.#out.isTTY === true) {
      const filled = Math.floor(share * BAR_CELLS);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`;
      this.#out.write(`\r${this.#label} ${bar} ${figures}\x1b[K`);
      this.#drawn = true;
    } else this.#out.write(`${this.#label}: ${figures}\n`);
  }
}

/** A whole number for people: `21,350`. */
export function formatCount(count: number | string): string {
  const [whole = '', ...fraction] = String(count).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return [groups.join(','), ...fraction].join('.');
}

/** A length of time for people: `8 s`, `2 min 05 s`, `1 h 02 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
