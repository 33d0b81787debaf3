import type { Document } from '../../src/printing/shape.ts';
import type { Clock } from '../typescript/index.ts';
import type { ClaimedJob } from './job.ts';
import type { Journal, UnreportedJob } from './journal.ts';
import { AutoResetEvent } from './limits.ts';
import { NotPrinted, type OutputDevice } from './printer.ts';
import { MAX_RETRIES, PrinterQueue, type QueuedDocument, RETRY_MS } from './queue.ts';
import { partsOf, type Routes } from './routes.ts';
import type { PrintService } from './service.ts';

// The agent beside the printers: it takes jobs from the service, prints each once, and reports the outcome. State it
// must not lose is in the journal before the step it describes; everything else can be lost at any time.

/** A printer, and how it is written to. */
export interface AgentPrinter {
  readonly device: OutputDevice;
  readonly encode: (document: Document, copy: boolean) => Buffer;
}

/** The dependencies of an agent. */
export interface AgentParts {
  readonly service: PrintService;
  readonly journal: Journal;
  readonly printers: ReadonlyMap<string, AgentPrinter>;
  readonly routes: Routes;
  readonly clock: Clock;
  /** Receives the events of the agent, as sentences. */
  readonly log: (sentence: string) => void;
}

/** The lease of a job after it was handed out or extended, in ms (as in the service). */
const LEASE_MS = 60_000;
/** Nothing is begun with less of the lease left, in ms. */
const MARGIN_MS = 10_000;
/** How often jobs that wait are kept for longer, in ms. */
const EXTEND_EVERY_MS = 15_000;
/** Jobs are claimed this often also without an announcement, in ms. */
const POLL_MS = 30_000;
/** How long after a claim that had no answer the next is made, in ms. */
const CLAIM_AGAIN_MS = 2_000;
/** Most jobs of one claim, and most that wait here at a time. */
const MAX_CLAIM = 20;
const MAX_HELD = 500;
/** How long documents in print may take once the agent is to stop, and how long the last reports may, in ms. */
const STOP_PRINTING_MS = 10_000;
const STOP_TALKING_MS = 5_000;
/** After how long a job that this agent cannot read goes back, in ms. */
const UNREADABLE_MS = 10_000;
/** The longest reason that the service takes. */
const MAX_REASON = 500;
/** Most jobs from before the start that are reported. */
const MAX_UNTOLD = 100;

interface HeldJob {
  job: ClaimedJob;
  readonly parts: HeldPart[];
  leaseUntil: number;
  /** The report to the service is under way, and nothing more is printed. */
  isReported: boolean;
  /** The lease was lost; only the document in print comes to its end. */
  isDropped: boolean;
}

interface HeldPart {
  readonly printer: string;
  readonly document: Document;
  readonly queued: QueuedDocument;
  state: 'waiting' | 'printing' | 'done';
  /** Why it was not printed; undefined when it was not tried yet. */
  reason: string | undefined;
}

/** Runs an agent until the signal. Throws when the service will not have it. */
export async function runAgent(parts: AgentParts, signal: AbortSignal): Promise<void> {
  await new PrintAgent(parts).run(signal);
}

class PrintAgent {
  readonly #service: PrintService;
  readonly #journal: Journal;
  readonly #parts: AgentParts;
  readonly #clock: Clock;
  readonly #queues: ReadonlyMap<string, PrinterQueue>;
  readonly #held = new Map<string, HeldJob>();
  readonly #jobsMayWait = new AutoResetEvent();
  readonly #reports = new Set<Promise<void>>();
  /** Ends everything at once. */
  readonly #end = new AbortController();
  /** Aborts documents in print. */
  readonly #giveUp = new AbortController();
  /** Ends taking and printing; talking goes on for a while. */
  readonly #stop = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.#service = parts.service;
    this.#journal = parts.journal;
    this.#clock = parts.clock;
    this.#queues = new Map([...parts.printers.keys()].map((name) => [name, new PrinterQueue(parts.clock)]));
  }

  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#stop.abort();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const guarded = (work: Promise<void>) => work.catch((error: unknown) => this.#fail(error));
    for (const untold of this.#journal.unreported().slice(-MAX_UNTOLD))
      this.#report(() => this.#reportEarlierJob(untold));
    const { signal: stopped } = this.#stop;
    const coming = [
      guarded(this.#service.follow(() => this.#jobsMayWait.set(), stopped)),
      guarded(this.#claims(stopped)),
      guarded(this.#extensions(stopped)),
    ];
    const printing = [...this.#queues.values()].map((queue) => guarded(queue.run(stopped)));
    await Promise.all(coming);
    await this.#atMost(STOP_PRINTING_MS, Promise.all(printing));
    this.#giveUp.abort();
    await this.#atMost(STOP_TALKING_MS, Promise.all(printing));
    for (const held of this.#held.values()) this.#giveBack(held);
    await this.#atMost(STOP_TALKING_MS, Promise.all(this.#reports));
    this.#end.abort();
    await Promise.all(this.#reports);
    signal.removeEventListener('abort', stop);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Reports a job from before the start: the service need not wait for its lease to run out. */
  async #reportEarlierJob({ job, attempt, printed, copy }: UnreportedJob): Promise<void> {
    const say = { agent: this.#journal.agent, attempt };
    if (printed !== 'yes') {
      const reason = 'The agent was interrupted.';
      await this.#service.failed(job, { ...say, reason, printed }, this.#end.signal);
    } else if (await this.#service.printed(job, { ...say, copy }, this.#end.signal))
      this.#journal.markReported(job);
  }

  /** Waits for work, with a time limit. */
  async #atMost(ms: number, work: Promise<unknown>): Promise<void> {
    const over = new AbortController();
    const limit = this.#clock.sleep(ms, over.signal).catch(() => undefined);
    await Promise.race([work, limit]);
    over.abort();
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#failure ??= { error };
    this.#stop.abort();
  }

  #report(work: () => Promise<void>): void {
    const report = work()
      .catch((error: unknown) => this.#fail(error))
      .then(() => void this.#reports.delete(report));
    this.#reports.add(report);
  }

  async #claims(signal: AbortSignal): Promise<void> {
    this.#jobsMayWait.set();
    while (!signal.aborted) {
      await this.#jobsMayWait.wait(signal, this.#clock, POLL_MS);
      while (!signal.aborted && this.#held.size < MAX_HELD) {
        const asked = this.#clock.now();
        const limit = Math.min(MAX_CLAIM, MAX_HELD - this.#held.size);
        const jobs = await this.#claim(limit, signal);
        if (jobs === undefined) {
          await this.#clock.sleep(CLAIM_AGAIN_MS, signal).catch(() => undefined);
          continue;
        }
        if (jobs.length === 0) break;
        this.#takeAll(jobs, asked);
      }
    }
  }

  async #claim(limit: number, signal: AbortSignal): Promise<readonly ClaimedJob[] | undefined> {
    try {
      return await this.#service.claim(this.#journal.agent, limit, signal);
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  }

  #takeAll(jobs: readonly ClaimedJob[], asked: number): void {
    const taken = jobs.map((job) => ({
      job,
      parts: job.document === undefined ? [] : partsOf(job.document, this.#parts.routes),
    }));
    try {
      this.#journal.recordReceived(
        taken.map(({ job: { id, attempt, copy }, parts }) => ({
          job: id,
          attempt,
          copy,
          printers: parts.map(({ printer }) => printer),
        })),
      );
    } catch (error) {
      // Without it, a job that is handed out a second time prints as a copy.
      this.#logJournalError(error);
    }
    for (const { job, parts } of taken) {
      const before = this.#held.get(job.id);
      if (before !== undefined && !before.isReported && !before.isDropped) {
        // Its lease had run out, and no other agent had it.
        before.job = job;
        before.leaseUntil = asked + LEASE_MS;
        continue;
      }
      this.#take(job, parts, asked + LEASE_MS);
    }
  }

  #take(
    job: ClaimedJob,
    parts: readonly { printer: string; document: Document }[],
    leaseUntil: number,
  ): void {
    const held: HeldJob = { job, parts: [], leaseUntil, isReported: false, isDropped: false };
    this.#held.set(job.id, held);
    if (job.document === undefined) {
      this.#sendBackUnread(held, 'The agent cannot read the document.');
      return;
    }
    try {
      if (this.#journal.isReported(job.id)) this.#write(() => this.#journal.reopen(job.id));
    } catch (error) {
      this.#sendBackUnread(held, error instanceof Error ? error.message : String(error));
      return;
    }
    for (const { printer, document } of parts) {
      const isDone = this.#journal.stateOf(job.id, printer) === 'done';
      const part: HeldPart = {
        printer,
        document,
        state: isDone ? 'done' : 'waiting',
        reason: undefined,
        queued: { job: job.id, work: () => this.#work(held, part) },
      };
      held.parts.push(part);
      if (!isDone) this.#queues.get(printer)?.add(part.queued);
    }
    this.#settle(held);
  }

  /** A job that no printer is to blame for goes back after a while, and nothing waits for it. */
  #sendBackUnread(held: HeldJob, reason: string): void {
    const { id } = held.job;
    this.#parts.log(`Job ${id} cannot be printed: ${reason}`);
    for (const { printer, queued } of held.parts) this.#queues.get(printer)?.remove(queued);
    held.isReported = true;
    this.#report(async () => {
      await this.#clock.sleep(UNREADABLE_MS, this.#stop.signal).catch(() => undefined);
      const say = { agent: this.#journal.agent, attempt: held.job.attempt };
      await this.#service.failed(
        id,
        { ...say, reason: reason.slice(0, MAX_REASON), printed: this.#printedOf(held) },
        this.#end.signal,
      );
      this.#forget(held);
    });
  }

  /** True when it was printed, or is not to be. */
  async #work(held: HeldJob, part: HeldPart): Promise<boolean> {
    if (this.#clock.now() > held.leaseUntil - MARGIN_MS) {
      // Another agent may have it by now; if not, it is handed out again.
      this.#drop(held);
      return true;
    }
    const { id } = held.job;
    const printer = this.#parts.printers.get(part.printer);
    if (this.#journal.stateOf(id, part.printer) === 'done' || printer === undefined) {
      return this.#done(held, part);
    }
    const copy = this.#isCopy(held.job, part.printer);
    let bytes: Buffer;
    try {
      bytes = printer.encode(part.document, copy);
    } catch (error) {
      this.#sendBackUnread(held, error instanceof Error ? error.message : String(error));
      return true;
    }
    part.state = 'printing';
    try {
      await printer.device.print(bytes, {
        begin: () => this.#write(() => this.#journal.begin(id, part.printer, copy)),
        undo: () => this.#write(() => this.#journal.undo(id, part.printer)),
        signal: this.#giveUp.signal,
      });
    } catch (error) {
      part.state = 'waiting';
      const maybe = error instanceof NotPrinted && error.maybe;
      part.reason = error instanceof Error ? error.message : String(error);
      const sentence = maybe ? 'It may be on paper, and will print as a copy.' : 'It will be tried again.';
      this.#parts.log(`Job ${id} was not printed on ${part.printer}: ${part.reason}. ${sentence}`);
      this.#settle(held);
      return false;
    }
    try {
      this.#journal.finish(id, part.printer, copy);
    } catch (error) {
      this.#logJournalError(error);
    }
    this.#parts.log(`Job ${id} was printed on ${part.printer}${copy ? ' as a copy' : ''}.`);
    return this.#done(held, part);
  }

  #done(held: HeldJob, part: HeldPart): true {
    part.state = 'done';
    this.#queues.get(part.printer)?.remove(part.queued);
    this.#settle(held);
    return true;
  }

  /** A part without a journal entry has not begun, unless another agent had the job. */
  #isCopy(job: ClaimedJob, printer: string): boolean {
    if (this.#journal.stateOf(job.id, printer) !== 'none') return true;
    if (!job.copy) return false;
    return !job.mine && !this.#journal.hasReceivedAllBefore(job.id, job.attempt);
  }

  #write(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#logJournalError(error);
      throw new NotPrinted('the journal cannot be written', false);
    }
  }

  #logJournalError(error: unknown): void {
    this.#parts.log(
      `The journal cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }

  /** Takes it from the queues, and forgets it when nothing of it is being printed. */
  #drop(held: HeldJob): void {
    held.isDropped = true;
    for (const part of held.parts) {
      if (part.state !== 'printing') this.#queues.get(part.printer)?.remove(part.queued);
    }
    if (held.parts.some(({ state }) => state === 'printing')) return;
    this.#forget(held);
  }

  /** Reports a job to the service as soon as its outcome is final. */
  #settle(held: HeldJob): void {
    if (held.isReported || held.parts.some(({ state }) => state === 'printing')) return;
    if (held.parts.every(({ state }) => state === 'done')) {
      held.isReported = true;
      this.#report(() => this.#tellPrinted(held));
      return;
    }
    if (held.isDropped) {
      this.#drop(held);
      return;
    }
    // A part whose turn has not come may yet be printed; until then those that failed are tried again here.
    const failed = held.parts.filter(({ state }) => state !== 'done');
    if (!failed.every(({ reason }) => reason !== undefined)) return;
    for (const { printer, queued } of failed) {
      this.#queues.get(printer)?.remove(queued);
      this.#queues.get(printer)?.sentBack(held.job.id, held.job.attempt);
    }
    held.isReported = true;
    const reason = failed
      .map((part) => `${part.printer}: ${part.reason}`)
      .join('; ')
      .slice(0, MAX_REASON);
    this.#report(() => this.#tellFailed(held, reason, this.#printedOf(held)));
  }

  /** Whether part of a job may be on paper. */
  #printedOf({ job, parts }: HeldJob): 'no' | 'maybe' {
    const some = parts.some(({ printer }) => this.#journal.stateOf(job.id, printer) !== 'none');
    return some ? 'maybe' : 'no';
  }

  async #tellPrinted(held: HeldJob): Promise<void> {
    const { id, attempt } = held.job;
    const say = { agent: this.#journal.agent, attempt, copy: this.#journal.isCopy(id) };
    if (await this.#service.printed(id, say, this.#end.signal)) {
      try {
        this.#journal.markReported(id);
      } catch (error) {
        this.#logJournalError(error);
      }
    }
    this.#forget(held);
  }

  async #tellFailed(held: HeldJob, reason: string, printed: 'no' | 'maybe'): Promise<void> {
    const { id, attempt } = held.job;
    const say = { agent: this.#journal.agent, attempt, reason, printed };
    await this.#service.failed(id, say, this.#end.signal);
    // From now on it can come again.
    for (const { printer, state } of held.parts) {
      if (state !== 'done') this.#queues.get(printer)?.sentBack(id, attempt);
    }
    this.#clock
      .sleep(RETRY_MS * Math.min(attempt, MAX_RETRIES), this.#stop.signal)
      .then(() => this.#jobsMayWait.set())
      .catch(() => undefined);
    this.#forget(held);
  }

  #forget(held: HeldJob): void {
    if (this.#held.get(held.job.id) === held) this.#held.delete(held.job.id);
    this.#jobsMayWait.set();
  }

  /** The agent stops: parts that were not begun can be printed by another agent at once. */
  #giveBack(held: HeldJob): void {
    if (held.isReported || held.parts.some(({ state }) => state !== 'waiting' && state !== 'done')) return;
    held.isReported = true;
    this.#report(() => this.#tellFailed(held, 'The agent was stopped.', this.#printedOf(held)));
  }

  /** Extends the leases of waiting jobs, so that they are not handed to another agent. */
  async #extensions(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(EXTEND_EVERY_MS, signal).catch(() => undefined);
      for (const held of [...this.#held.values()]) {
        if (signal.aborted || held.isReported) continue;
        const asked = this.#clock.now();
        if (held.leaseUntil - asked > LEASE_MS - EXTEND_EVERY_MS / 2) continue;
        const { id, attempt } = held.job;
        const kept = await this.#service
          .extend(id, { agent: this.#journal.agent, attempt }, this.#end.signal)
          .catch((error: unknown) => {
            if (signal.aborted) return undefined;
            throw error;
          });
        if (kept === true) held.leaseUntil = asked + LEASE_MS;
        if (kept === false && held.job.attempt === attempt) this.#drop(held);
      }
    }
  }
}
