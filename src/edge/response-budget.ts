import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import {
  COMPANY_IN_FLIGHT,
  FLIGHT_RETRY_S,
  LARGE_AT_ONCE,
  LARGE_PER_COMPANY,
  LARGE_WAITING,
  TOTAL_IN_FLIGHT,
} from './budgets.ts';
import { LoopScheduler } from './loop-scheduler.ts';

/** The owner of an answer: a company, or everybody for public files. */
export type BudgetOwner = Id | 'everybody';

/** The page turned out to be a large one, and others are being made: it is made from its beginning, in its turn. */
export class LargePageDeferred extends Error {
  constructor() {
    super('The page is large and has to wait for its turn.');
    this.name = 'LargePageDeferred';
  }
}

const MIB = 1024 * 1024;
const RETRY = { headers: { 'retry-after': String(FLIGHT_RETRY_S) } };

/** The resources of a process that answers hold: bytes in flight, and large pages that are being made. */
export class ResponseBudget {
  readonly turns = new LoopScheduler();
  readonly #held = new Map<BudgetOwner, number>();
  #total = 0;
  /** Answers that were refused because too many bytes were in flight. */
  refused = 0;
  /** Large pages that are being made, by company. */
  readonly #making = new Map<BudgetOwner, number>();
  /** Requests that wait to make a large page; a company that was served goes to the end. */
  readonly #waiting = new Map<BudgetOwner, (() => void)[]>();
  #running = 0;

  /** Bytes in flight, of all owners. */
  get bytes(): number {
    return this.#total;
  }

  /**
   * Counts bytes of an answer; 429 or 503 when they are too many, unless the answer must be sent anyway
   * (`mayRefuse`).
   */
  reserve(owner: BudgetOwner, bytes: number, mayRefuse: boolean): void {
    const held = this.#held.get(owner) ?? 0;
    if (mayRefuse && held > 0) this.#check(owner, held + bytes, this.#total + bytes);
    this.#held.set(owner, held + bytes);
    this.#total += bytes;
  }

  #check(owner: BudgetOwner, held: number, total: number): void {
    if (held <= COMPANY_IN_FLIGHT && total <= TOTAL_IN_FLIGHT) return;
    this.refused++;
    if (held > COMPANY_IN_FLIGHT) {
      const whose =
        owner === 'everybody' ? sentence('Pictures and files') : sentence("The company''s answers");
      throw new ApiError(
        'rate_limit_exceeded',
        sentence(
          '{whose} that are being sent come to {size} MiB. Read answers to their end, ' +
            'one or two at a time, or ask for less at once (limit, fields); then try again in ' +
            '{seconds} s.',
          { whose, size: COMPANY_IN_FLIGHT / MIB, seconds: FLIGHT_RETRY_S },
        ),
        RETRY,
      );
    }
    throw new ApiError(
      'temporarily_unavailable',
      sentence('The answers that are being sent come to {size} MiB. Try again in {seconds} s.', {
        size: TOTAL_IN_FLIGHT / MIB,
        seconds: FLIGHT_RETRY_S,
      }),
      RETRY,
    );
  }

  /** Bytes that are not held any more. */
  release(owner: BudgetOwner, bytes: number): void {
    if (bytes === 0) return;
    this.#total -= bytes;
    const held = (this.#held.get(owner) ?? 0) - bytes;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }

  #hasRoom(owner: BudgetOwner): boolean {
    return this.#running < LARGE_AT_ONCE && (this.#making.get(owner) ?? 0) < LARGE_PER_COMPANY;
  }

  /** Begins a large page at once, when it may. */
  tryLarge(owner: BudgetOwner): boolean {
    if (this.#waiting.has(owner) || !this.#hasRoom(owner)) return false;
    this.#begin(owner);
    return true;
  }

  /** Resolves when a large page may begin; too many that wait are refused. */
  async large(owner: BudgetOwner): Promise<void> {
    if (this.tryLarge(owner)) return;
    const queue = this.#waiting.get(owner) ?? [];
    if (queue.length >= LARGE_WAITING) {
      throw new ApiError(
        'rate_limit_exceeded',
        sentence(
          '{count} large pages of the company wait for their turn. Ask for a few at a ' +
            'time, or for less at once (limit, fields); try again in {seconds} s.',
          { count: LARGE_WAITING, seconds: FLIGHT_RETRY_S },
        ),
        RETRY,
      );
    }
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      this.#waiting.set(owner, queue);
    });
  }

  #begin(owner: BudgetOwner): void {
    this.#running++;
    this.#making.set(owner, (this.#making.get(owner) ?? 0) + 1);
  }

  /** A large page is made; the next ones begin, of each company in turn. */
  endLarge(owner: BudgetOwner): void {
    this.#running--;
    const left = (this.#making.get(owner) ?? 0) - 1;
    if (left > 0) this.#making.set(owner, left);
    else this.#making.delete(owner);
    for (const [next, queue] of [...this.#waiting]) {
      if (!this.#hasRoom(next)) continue;
      this.#waiting.delete(next);
      const begin = queue.shift();
      if (queue.length > 0) this.#waiting.set(next, queue);
      if (begin === undefined) continue;
      this.#begin(next);
      begin();
    }
  }
}

/** One answer's reservation. It is released when the answer has left, or its client has gone. */
export class ResponseReservation {
  readonly #budget: ResponseBudget;
  readonly #owner: BudgetOwner;
  readonly #mayRefuse: boolean;
  #bytes = 0;
  #isLarge = false;
  #released = false;

  constructor(budget: ResponseBudget, owner: BudgetOwner, mayRefuse: boolean) {
    this.#budget = budget;
    this.#owner = owner;
    this.#mayRefuse = mayRefuse;
  }

  /** The turns of the event loop. */
  get turns(): LoopScheduler {
    return this.#budget.turns;
  }

  /** Counts bytes of the answer; 429 or 503 when too many are in flight. */
  reserve(bytes: number): void {
    if (this.#released) return;
    this.#budget.reserve(this.#owner, bytes, this.#mayRefuse);
    this.#bytes += bytes;
  }

  /** The answer is made again from its beginning: the bytes of the earlier attempt are released. */
  restart(): void {
    this.#budget.release(this.#owner, this.#bytes);
    this.#bytes = 0;
  }

  /** The answer turns out to be a large page; throws LargePageDeferred when it has to wait. */
  beginLarge(): void {
    if (this.#isLarge) return;
    if (!this.#budget.tryLarge(this.#owner)) throw new LargePageDeferred();
    this.#isLarge = true;
  }

  /** Waits for the turn of a large page. */
  async waitForLarge(): Promise<void> {
    await this.#budget.large(this.#owner);
    this.#isLarge = true;
    if (this.#released) throw new ApiError('rate_limit_exceeded', sentence('The client has gone.'));
  }

  /** The page is made. */
  endLarge(): void {
    if (!this.#isLarge) return;
    this.#isLarge = false;
    this.#budget.endLarge(this.#owner);
  }

  /** The answer has left, or never will. */
  release(): void {
    this.#released = true;
    this.restart();
  }
}
