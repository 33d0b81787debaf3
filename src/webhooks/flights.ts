import type { Keyring } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Passes } from '../kernel/passes.ts';
import { retryAfter } from '../kernel/retries.ts';
import { type Clock, type Micros, SECOND } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { type Message, type MessageSources, makeMessage } from './message.ts';
import { type Claim, type Lane, release } from './queue.store.ts';
import { Recorder } from './recorder.ts';
import type { Answer, Send } from './send.ts';
import { Slots } from './slots.ts';
import { laneOf } from './stalls.ts';

/**
 * How long after its claim a message may begin: one that waited longer for a slot is put back, so that the rest of the
 * lease is enough for it.
 */
const HOLD: Micros = 2n * SECOND;

/** Results of attempts, counted since the start. */
export type Outcome = 'delivered' | 'refused' | 'failed';

/** The sources of messages, or why they could not be read. */
type Sources = MessageSources | { readonly error: unknown };

/** Messages about one record that were claimed together, to be sent one after the other. */
interface Run {
  readonly target: string;
  readonly claimedAt: Micros;
  readonly sources: Sources;
  /** Those that have not begun. */
  readonly left: Claim[];
}

/** The dependencies of flights. */
interface FlightParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly send: Send;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Sends what was claimed as slots become free, and records what came of it (reference: events.33, events.34). */
export class Flights {
  readonly outcomes: Record<Outcome, number> = { delivered: 0, refused: 0, failed: 0 };
  readonly slots = new Slots<Run>();
  /** How long the bodies are together that were claimed and have not ended. */
  bytes = 0n;
  readonly #parts: FlightParts;
  readonly #passes: Passes;
  readonly #recorder: Recorder;
  /** How long the bodies are together that wait for the slots of an address. */
  readonly #waiting = new Map<string, bigint>();
  /** Addresses with a slot that has become free. */
  readonly #freed = new Set<string>();

  constructor(parts: FlightParts, passes: Passes) {
    this.#parts = parts;
    this.#passes = passes;
    this.#recorder = new Recorder(parts.storage, (write) => passes.record(write));
  }

  /** Sends runs of claims, each of one record, in their order. */
  add(runs: readonly (readonly [Claim, ...Claim[]])[], sources: Sources, claimedAt: Micros): void {
    const targets = new Set<string>();
    for (const run of runs) {
      const [first] = run;
      const { target } = first;
      for (const { bytes } of run) {
        this.bytes += bytes;
        this.#wait(target, bytes);
      }
      this.slots.wait(target, laneOf(first), { target, claimedAt, sources, left: [...run] });
      targets.add(target);
    }
    if (this.#passes.isRunning) for (const target of targets) this.#begin(target);
    else this.putBack();
  }

  /** How long the bodies are together that wait for the slots of an address. */
  bytesWaiting(target: string): bigint {
    return this.#waiting.get(target) ?? 0n;
  }

  #wait(target: string, bytes: bigint): void {
    const waiting = this.bytesWaiting(target) + bytes;
    if (waiting > 0n) this.#waiting.set(target, waiting);
    else this.#waiting.delete(target);
  }

  /** Puts back what waits for a slot. */
  putBack(): void {
    const claims = this.slots.drain().flatMap((run) => this.#leftOf(run));
    this.#passes.fly(this.#release(claims));
  }

  /** Takes what is left of a run. */
  #leftOf({ target, left }: Run): Claim[] {
    for (const { bytes } of left) this.#wait(target, -bytes);
    return left.splice(0);
  }

  /** Begins what waits for the slots of an address, as far as it has any. */
  #begin(target: string): void {
    let next = this.slots.begin(target);
    // Ends: each turn takes something that waits.
    while (next !== undefined) {
      this.#passes.fly(this.#fly(next.item, next.lane));
      next = this.slots.begin(target);
    }
  }

  /** Begins it behind the answers that have come meanwhile: what is done for many at a time costs a tenth less. */
  #beginSoon(target: string): void {
    if (this.#freed.size === 0) {
      setImmediate(() => {
        const freed = [...this.#freed];
        this.#freed.clear();
        for (const each of freed) this.#begin(each);
      });
    }
    this.#freed.add(target);
  }

  /** Sends the next message of a run, and gives back the slot; what came of it is recorded after that. */
  async #fly(run: Run, lane: Lane): Promise<void> {
    const { clock } = this.#parts;
    const { target, left } = run;
    const startedAt = clock.now();
    const claimed = startedAt > run.claimedAt + HOLD ? undefined : left.shift();
    if (claimed === undefined) {
      this.slots.free(target, lane, undefined);
      this.#beginSoon(target);
      return this.#release(this.#leftOf(run));
    }
    this.#wait(target, -claimed.bytes);
    const answer = await this.#attempt(claimed, run.sources, startedAt);
    const endedAt = clock.now();
    const delivered = answer?.status === 200 && answer.error === null;
    this.slots.free(target, lane, answer && { delivered, latency: endedAt - startedAt });
    const goesOn = delivered && left.length > 0 && this.#passes.isRunning;
    // Others that wait for the address take turns with this run.
    if (goesOn) this.slots.wait(target, lane, run);
    this.#beginSoon(target);
    await Promise.all([
      answer === undefined
        ? this.#release([claimed])
        : this.#record(claimed, answer, { startedAt, endedAt, delivered }),
      goesOn ? undefined : this.#release(this.#leftOf(run)),
    ]);
  }

  async #record(
    claimed: Claim,
    { status, error, excerpt }: Answer,
    attempt: { readonly startedAt: Micros; readonly endedAt: Micros; readonly delivered: boolean },
  ): Promise<void> {
    const { delivered, endedAt } = attempt;
    this.outcomes[delivered ? 'delivered' : error === null ? 'refused' : 'failed']++;
    this.bytes -= claimed.bytes;
    const interval = delivered ? undefined : retryAfter(Number(claimed.attempts));
    const retryAt = interval === undefined ? undefined : endedAt + interval;
    const result = { ...attempt, status, error, answer: excerpt, retryAt };
    try {
      await this.#recorder.add({ claimed, result });
    } catch (failure) {
      // The lease ends by itself, and then it is sent again.
      this.#parts.warn(failure, 'The result of a delivery could not be recorded.');
    }
  }

  /** Puts back what was claimed and not sent. */
  async #release(claims: readonly Claim[]): Promise<void> {
    if (claims.length === 0) return;
    const { storage, warn } = this.#parts;
    for (const { bytes } of claims) this.bytes -= bytes;
    try {
      await storage.write((tx) => release(tx, claims));
    } catch (error) {
      warn(error, 'Deliveries that were not sent wait for the end of their lease.');
    }
  }

  /** Sends one message; undefined when it was cut because the process stops, or its sources could not be read. */
  async #attempt(claimed: Claim, sources: Sources, now: Micros): Promise<Answer | undefined> {
    const { keyring, send, warn } = this.#parts;
    if ('error' in sources) {
      warn(sources.error, 'What is delivered could not be read.');
      return undefined;
    }
    const fail = (error: unknown, what: string): Answer => {
      warn(error, `Delivery ${claimed.id} of company ${claimed.company_id} cannot be ${what}.`);
      const why = error instanceof ApiError ? error.message : `The message could not be ${what}.`;
      return { status: null, error: why, excerpt: null };
    };
    let message: Message;
    try {
      message = makeMessage(claimed, sources, keyring, now);
    } catch (error) {
      return fail(error, 'made');
    }
    const { company_id: company, address } = claimed;
    const { signal } = this.#passes;
    try {
      return await send({ ...message, company, address, claimed, signal });
    } catch (error) {
      return signal.aborted ? undefined : fail(error, 'sent');
    }
  }
}
