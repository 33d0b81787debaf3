import { Passes } from '../kernel/passes.ts';
import type { Random } from '../kernel/random.ts';
import { retryAfter } from '../kernel/retries.ts';
import { type Clock, MINUTE, type Micros, SECOND, type Timers } from '../kernel/time.ts';
import type { Storage } from '../storage/port.ts';
import { type Compose, MailImpossible, type MailMessage } from './message.ts';
import type { SendMail, SmtpAnswer } from './send.ts';
import {
  type ClaimedMail,
  claimMail,
  dueMails,
  firstDue,
  firstMailLease,
  recordMail,
  recoverMails,
  releaseMail,
} from './store.ts';

/** How long a claim holds: making the message, the whole of an attempt, and time to record it. */
const MAIL_LEASE: Micros = 3n * MINUTE;
/** Messages in flight of one process at a time. */
const MAIL_SLOTS = 4;
/** How often the queue is looked at when no wake-up comes, in ms. */
const POLL_MS = 2_000;
/** How soon a pass follows another at the earliest, in ms. */
const LEAST_MS = 50;
/** How long a due message may lie with a slot free before something is wrong. */
const STALL: Micros = 2n * MINUTE;
/** The dependencies of the engine. */
interface MailEngineParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly timers: Timers;
  readonly compose: Compose;
  readonly send: SendMail;
  /** Receives errors that are tried again. */
  readonly warn: (error: unknown, sentence: string) => void;
  /** No other process sends from this database: messages in flight at its last stop are taken over at once. */
  readonly alone: boolean;
  readonly pollMs?: number;
}

/**
 * Sends the queue of mail (reference: mail.3, mail.4). It claims in one transaction, sends outside of any, records in
 * another that the lease fences. A crash between sending and recording may send a message twice.
 */
export class MailEngine {
  readonly outcomes = { sent: 0, refused: 0, failed: 0 };
  readonly #parts: MailEngineParts;
  readonly #passes: Passes;
  /** Since when a message has been due that was not claimed although there was a slot; undefined: none is. */
  #stalledSince: Micros | undefined;

  constructor(parts: MailEngineParts) {
    this.#parts = parts;
    const { clock, timers, storage, warn, pollMs = POLL_MS } = parts;
    this.#passes = new Passes({
      ...{ clock, timers, pollMs, leastMs: LEAST_MS },
      onWake: (wake) => storage.onWake(wake),
      serve: () => this.#serve(),
      failed: (error, isFirst) => {
        if (isFirst) warn(error, 'The queue of mail cannot be looked at; it is tried again.');
      },
    });
  }

  get isRunning(): boolean {
    return this.#passes.isHealthy;
  }

  get inFlight(): number {
    return this.#passes.inFlight;
  }

  /** A message has been due for long with a slot free, and is not sent. */
  get isStalled(): boolean {
    const since = this.#stalledSince;
    return this.#passes.isRunning && since !== undefined && since < this.#parts.clock.now() - STALL;
  }

  /** Resolves when the first pass over the queue is over. */
  async start(): Promise<void> {
    const { storage, clock, alone, warn } = this.#parts;
    await this.#passes.start(async () => {
      if (!alone) return;
      await storage
        .write((tx) => recoverMails(tx, undefined, clock.now()))
        .catch((error: unknown) => warn(error, 'Mail in flight before the start waits for its lease.'));
    });
  }

  /** Starts a pass: there may be due messages. */
  wake(): void {
    this.#passes.wake();
  }

  /** Claims no more, waits a while for messages in flight, and puts back the rest. */
  async stop(): Promise<void> {
    await this.#passes.stop();
  }

  /** Claims what is due, as far as there are slots. Answers when there is more to do. */
  async #serve(): Promise<Micros | undefined> {
    const { storage, clock } = this.#parts;
    const now = clock.now();
    const leased = await storage.read((tx) => firstMailLease(tx), { isSingle: true });
    if (leased !== undefined && leased <= now) await storage.write((tx) => recoverMails(tx, now, now));
    const free = MAIL_SLOTS - this.#passes.inFlight;
    // The end of a message in flight wakes us.
    if (free <= 0) return undefined;
    const due = await storage.read((tx) => dueMails(tx, now, free), { isSingle: true });
    if (due.length > 0) {
      const lease = this.#parts.random.bytes(12).toString('base64url');
      const claims = await storage.write(async (tx) => {
        const claimed: ClaimedMail[] = [];
        for (const each of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
          const mail = await claimMail(tx, each, lease, now, now + MAIL_LEASE);
          if (mail !== undefined) claimed.push(mail);
        }
        return claimed;
      });
      for (const each of claims) this.#passes.fly(this.#deliver(each));
      this.#stalledSince = claims.length > 0 ? undefined : (this.#stalledSince ?? now);
    } else this.#stalledSince = undefined;
    return storage.read((tx) => firstDue(tx), { isSingle: true });
  }

  async #deliver(claimed: ClaimedMail): Promise<void> {
    const { clock, storage, warn } = this.#parts;
    const startedAt = clock.now();
    try {
      const answer = await this.#attempt(claimed, startedAt);
      if (answer === undefined) {
        await storage.write((tx) => releaseMail(tx, claimed));
        return;
      }
      const { sent, status, error, final } = answer;
      this.outcomes[sent ? 'sent' : status === null ? 'failed' : 'refused']++;
      const endedAt = clock.now();
      const interval = sent || final ? undefined : retryAfter(Number(claimed.attempts));
      const retryAt = interval === undefined ? undefined : endedAt + interval;
      const result = { startedAt, endedAt, sent, status, error, answer: answer.answer, retryAt };
      await this.#passes.record(() => storage.write((tx) => recordMail(tx, claimed, result)));
    } catch (error) {
      // The lease ends by itself, and then it is sent again.
      warn(error, 'What became of a message could not be recorded.');
    }
  }

  /** Makes and sends one message; undefined when it was cut because the process stops. */
  async #attempt(claimed: ClaimedMail, now: Micros): Promise<SmtpAnswer | undefined> {
    const { compose, send, warn } = this.#parts;
    const failure = (error: string, final: boolean): SmtpAnswer => ({
      sent: false,
      status: null,
      error,
      answer: null,
      final,
    });
    let message: MailMessage;
    try {
      message = await compose(claimed);
    } catch (error) {
      if (error instanceof MailImpossible) return failure(error.message, true);
      warn(error, `Message ${claimed.id} of company ${claimed.company_id} cannot be made.`);
      return failure('The message could not be made.', false);
    }
    try {
      return await send({
        ...message,
        to: claimed.recipient,
        messageId: claimed.message_id,
        at: new Date(Number(now / (SECOND / 1000n))),
        signal: this.#passes.signal,
      });
    } catch (error) {
      if (this.#passes.signal.aborted) return undefined;
      throw error;
    }
  }
}
