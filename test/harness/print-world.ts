import { type AgentPrinter, runAgent } from '#clients/print-agent/agent.ts';
import type { ClaimedJob } from '#clients/print-agent/job.ts';
import { Journal, type JournalDisk } from '#clients/print-agent/journal.ts';
import { NetworkPrinter } from '#clients/print-agent/printer.ts';
import type { Routes } from '#clients/print-agent/routes.ts';
import type { PrintService } from '#clients/print-agent/service.ts';
import type { Clock } from '#clients/typescript/index.ts';
import { EscPosEncoder } from '#src/printing/escpos/encode.ts';
import { paperOf } from '#src/printing/paper/document.ts';
import type { Document } from '#src/printing/shape.ts';
import { VirtualPrinter } from './escpos.ts';
import { type Cut, virtualDial } from './printer.ts';
import { VirtualTime } from './virtual.ts';

// A service, agents and printers in virtual time, with everything that can go wrong between them.

interface Job {
  readonly id: string;
  readonly document: Document;
  state: 'queued' | 'sent' | 'printed';
  attempt: number;
  agent: string | undefined;
  copy: boolean;
  availableAt: number;
  /** What the agent that printed it said. */
  saidCopy: boolean | undefined;
  readonly reasons: string[];
}

/** What may go wrong with a call: its request or its answer is lost. */
export type Fault = 'request' | 'answer' | undefined;

/** The service's side of printing, as the agent is promised it. */
export class FakeService {
  readonly #now: () => number;
  readonly jobs = new Map<string, Job>();
  /** It cannot be reached. */
  down = false;
  fault: (what: string) => Fault = () => undefined;
  readonly calls: string[] = [];
  readonly #listeners = new Set<() => void>();
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(document: Document, copy = false): string {
    const id = String(++this.#count);
    this.jobs.set(id, {
      id,
      document,
      state: 'queued',
      attempt: 0,
      agent: undefined,
      copy,
      availableAt: this.#now(),
      saidCopy: undefined,
      reasons: [],
    });
    this.wake();
    return id;
  }

  wake(): void {
    if (!this.down) for (const listener of this.#listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  claim(agent: string, limit: number): ClaimedJob[] {
    const ready = [...this.jobs.values()].filter(
      ({ state, availableAt }) => state !== 'printed' && availableAt <= this.#now(),
    );
    return ready.slice(0, limit).map((job) => {
      // A lease that ran out: its holder never reported.
      if (job.state === 'sent') job.copy = true;
      job.state = 'sent';
      job.attempt++;
      job.agent = agent;
      job.availableAt = this.#now() + 60_000;
      const { id, attempt, copy, document } = job;
      return { id, attempt, copy, document, mine: false };
    });
  }

  printed(id: string, { agent, copy }: { agent: string; copy: boolean }): boolean {
    const job = this.jobs.get(id);
    if (job === undefined) return false;
    if (job.state !== 'printed') {
      job.state = 'printed';
      job.agent = agent;
      job.saidCopy = copy;
    }
    return true;
  }

  failed(
    id: string,
    say: { agent: string; attempt: number; reason: string; printed: 'no' | 'maybe' },
  ): boolean {
    const job = this.#heldBy(id, say);
    if (job === undefined) return true;
    job.state = 'queued';
    job.copy ||= say.printed === 'maybe';
    job.reasons.push(say.reason);
    job.availableAt = this.#now() + 5_000 * Math.min(job.attempt, 12);
    return true;
  }

  extend(id: string, say: { agent: string; attempt: number }): boolean {
    const job = this.#heldBy(id, say);
    if (job === undefined) return false;
    job.availableAt = this.#now() + 60_000;
    return true;
  }

  #heldBy(id: string, { agent, attempt }: { agent: string; attempt: number }): Job | undefined {
    const job = this.jobs.get(id);
    return job?.state === 'sent' && job.agent === agent && job.attempt === attempt ? job : undefined;
  }
}

/** A disk that can fail, and that outlives the process writing to it. */
export class MemoryDisk implements JournalDisk {
  text = '';
  writes = 0;
  /** The fault of a write: it is lost, half of it is written, or all of it, and then the process is killed. */
  onWrite: (write: number) => 'lost' | 'half' | 'whole' | undefined = () => undefined;

  read(): string {
    return this.text;
  }

  append(text: string): void {
    const fate = this.onWrite(++this.writes);
    if (fate === undefined || fate === 'whole') this.text += text;
    if (fate === 'half') this.text += text.slice(0, text.length / 2);
    if (fate !== undefined) throw new Killed();
  }

  replace(text: string): void {
    const fate = this.onWrite(++this.writes);
    if (fate === undefined || fate === 'whole') this.text = text;
    if (fate !== undefined) throw new Killed();
  }
}

/** The process that gets this is dead, and nothing it does from now on happens. */
export class Killed extends Error {}

const never = () => new Promise<never>(() => undefined);

/** A printer of the world: its paper, and where its connections are cut. */
export interface WorldPrinter {
  readonly paper: VirtualPrinter;
  cutNext: () => Cut | 'refused' | undefined;
}

/** Everything there is. */
export class PrintWorld {
  readonly time = new VirtualTime();
  readonly service = new FakeService(() => this.now());
  readonly printers = new Map<string, WorldPrinter>();
  readonly routes: Routes;
  readonly said: string[] = [];
  readonly #encoder = new EscPosEncoder({ codepages: 'epson', cjk: undefined });
  readonly #status: boolean;
  chance: () => number = () => 0.5;

  constructor(routes: Routes, { status = true }: { status?: boolean } = {}) {
    this.routes = routes;
    this.#status = status;
    for (const name of routes.printers) {
      this.printers.set(name, { paper: new VirtualPrinter(), cutNext: () => undefined });
    }
  }

  now(): number {
    return Number(this.time.now()) / 1000;
  }

  /** A printer by its name. */
  printer(name: string): WorldPrinter {
    const found = this.printers.get(name);
    if (found === undefined) throw new Error(`There is no printer ${name}.`);
    return found;
  }

  /** Lets time pass, and everything happen that happens in it. */
  async pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
    await this.time.runUntil(this.time.now() + BigInt(Math.round(ms * 1000)), settle, isOver);
  }

  /** Starts an agent with a journal. */
  start(disk: MemoryDisk, newAgent = 'agent'): Life {
    return new Life(this, disk, newAgent);
  }

  printersOf(life: Life): Map<string, AgentPrinter> {
    return new Map(
      [...this.printers].map(([name, printer]) => {
        const dial = virtualDial(printer.paper, () => printer.cutNext());
        const device = new NetworkPrinter({
          // A dead process's connection: the printer gets nothing more from it, and its answers are lost.
          dial: async (signal) => {
            life.check();
            const link = await dial(signal);
            life.onDeath.push(() => link.destroy());
            return {
              get closed() {
                return link.closed;
              },
              write: (bytes) => (life.dead ? never() : link.write(bytes)),
              read: () => (life.dead ? never() : link.read()),
              end: () => (life.dead ? never() : link.end()),
              destroy: () => link.destroy(),
            };
          },
          clock: life.clock,
          status: this.#status,
        });
        const encode = (document: Document, copy: boolean) =>
          this.#encoder.encode(paperOf(document, { columns: 48, copy }));
        return [name, { device, encode }];
      }),
    );
  }
}

/** Lets everything happen that can happen without time. */
async function settle(): Promise<void> {
  for (let round = 0; round < 12; round++) await new Promise(setImmediate);
}

/** An agent from its start to its end. */
export class Life {
  dead = false;
  readonly onDeath: (() => void)[] = [];
  readonly clock: Clock;
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();
  failure: unknown;

  constructor(world: PrintWorld, disk: MemoryDisk, newAgent: string) {
    this.clock = {
      now: () => world.now(),
      random: () => world.chance(),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) {
            reject(signal.reason);
            return;
          }
          const cancel = world.time.after(Math.max(0, ms), () => {
            if (!this.dead) resolve();
          });
          this.onDeath.push(cancel);
          signal?.addEventListener('abort', () => {
            cancel();
            reject(signal.reason);
          });
        }),
    };
    this.ended = this.#run(world, disk, newAgent).catch((error: unknown) => {
      if (error instanceof Killed) return;
      this.failure = error;
    });
  }

  async #run(world: PrintWorld, disk: MemoryDisk, newAgent: string): Promise<void> {
    const own: JournalDisk = {
      read: () => disk.read(),
      append: (text) => this.#orDie(() => disk.append(text)),
      replace: (text) => this.#orDie(() => disk.replace(text)),
    };
    const journal = Journal.open(own, newAgent);
    await runAgent(
      {
        service: this.#serviceOf(world.service),
        journal,
        printers: world.printersOf(this),
        routes: world.routes,
        clock: this.clock,
        log: (sentence) => world.said.push(sentence),
      },
      this.#stop.signal,
    );
  }

  #orDie(work: () => void): void {
    this.check();
    try {
      work();
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  /** Throws when the process is dead. */
  check(): void {
    if (this.dead) throw new Killed();
  }

  /** The process is gone, in the middle of its work. */
  kill(): void {
    this.dead = true;
    for (const work of this.onDeath.splice(0)) work();
  }

  /** As SIGTERM does. */
  stop(): void {
    this.#stop.abort();
  }

  #serviceOf(service: FakeService): PrintService {
    const call = async <T>(what: string, work: () => T): Promise<T | undefined> => {
      if (this.dead) return never();
      service.calls.push(what);
      const fault = service.fault(what);
      if (service.down || fault === 'request') return undefined;
      const answer = work();
      await Promise.resolve();
      if (this.dead) return never();
      return fault === 'answer' ? undefined : answer;
    };
    const untilHeard = async (what: string, signal: AbortSignal, work: () => boolean): Promise<boolean> => {
      for (;;) {
        const heard = await call(what, work);
        if (heard !== undefined) return heard;
        await this.clock.sleep(1_000, signal);
      }
    };
    return {
      follow: async (wake, signal) => {
        const away = service.listen(() => {
          if (!this.dead) wake();
        });
        this.onDeath.push(away);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        away();
      },
      claim: (agent, limit) => call('claim', () => service.claim(agent, limit)),
      printed: (job, say, signal) => untilHeard('printed', signal, () => service.printed(job, say)),
      failed: (job, say, signal) => untilHeard('failed', signal, () => service.failed(job, say)),
      extend: (job, say) => call('extend', () => service.extend(job, say)),
    };
  }
}
