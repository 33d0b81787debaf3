import { metric } from '../edge/metrics.ts';
import { apartOf, type Clock, type Micros, SECOND, type Ticker } from '../kernel/time.ts';
import type { Storage, Writer } from '../storage/port.ts';
import {
  databaseTime,
  GONE_AFTER,
  readProcesses,
  removeProcess,
  saveBeat,
  sweepProcesses,
} from './processes.store.ts';
import type { ProcessIdentity, ProcessRow } from './types.ts';

/** How often a process says that it lives, in ms. */
const BEAT_MS = 10_000;
/** How long a stop waits for the row to be taken off, in ms: without that it is shown as gone for a day, and no more. */
const GOODBYE_MS = 2_000;

/** The dependencies of a heartbeat. */
interface HeartbeatParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly identity: ProcessIdentity;
  /** Receives the first failure of several. */
  readonly warn: (error: unknown, sentence: string) => void;
}

/**
 * Says every 10 seconds in the table of processes that this one lives (reference: operations.29). Nobody waits for it, and nothing
 * depends on it: neither readiness nor any work.
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  #stopTicking: () => void = () => undefined;
  #beating: Promise<void> | undefined;
  #isFailing = false;
  #failed = 0;
  #apart: Micros | null = null;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
  }

  /** Beats now, and from now on. Resolves when the first beat has been written, or has failed. */
  async start(ticker: Ticker): Promise<void> {
    this.#stopTicking = ticker.every(BEAT_MS, () => void this.beat());
    await this.beat();
  }

  /** One beat; another call joins the one that is under way. It never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<void> {
    const { storage, clock, identity, warn } = this.#parts;
    try {
      let before = clock.now();
      const seen = await storage.write((tx) => {
        before = clock.now();
        return saveBeat(tx, storage.engine, identity, this.#apart, before);
      });
      this.#apart = apartOf(before, seen, clock.now());
      this.#isFailing = false;
    } catch (error) {
      this.#failed++;
      if (!this.#isFailing)
        warn(error, 'The heartbeat of this process cannot be written: doctor will show it as gone.');
      this.#isFailing = true;
    }
  }

  /** Takes processes out of the table that have been gone for a day. */
  readonly sweep = (tx: Writer, now: Micros, limit: number): Promise<number> =>
    sweepProcesses(tx, this.#parts.storage.engine, now, limit);

  /** Beats no more, and takes the row off; gives up where the database does not answer. */
  async stop(): Promise<void> {
    const { storage, identity, warn } = this.#parts;
    this.#stopTicking();
    const said = Promise.resolve(this.#beating)
      .then(() => storage.write((tx) => removeProcess(tx, identity.id)))
      .catch((error: unknown) => warn(error, 'This process could not be taken off the table of processes.'));
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GOODBYE_MS);
    await Promise.race([said, late]);
    clearTimeout(timer);
  }

  /** The figures of the fleet as the table has them, and of this process's clock and beats: these also while the database is away. */
  async metrics(): Promise<string[]> {
    const { storage, clock } = this.#parts;
    const fleet = storage.read(async (tx) =>
      fleetMetrics(await readProcesses(tx), await databaseTime(tx, storage.engine, clock.now())),
    );
    const apart = this.#apart;
    return [
      metric(
        'clock_apart_seconds',
        'gauge',
        "How far this process's clock is ahead of the database's.",
        apart === null ? [] : [['', Number(apart) / Number(SECOND)]],
      ),
      metric('heartbeats_failed_total', 'counter', 'Heartbeats of this process that were not written.', [
        ['', this.#failed],
      ]),
      ...(await fleet.catch(() => [])),
    ];
  }
}

function fleetMetrics(all: readonly ProcessRow[], now: Micros): string[] {
  const running = all.filter(({ seen_at: seen }) => seen > now - GONE_AFTER);
  const groups = Map.groupBy(running, ({ version, role }) => `{version="${version}",role="${role}"}`);
  const counts = [...groups].map(([labels, rows]) => [labels, rows.length] as const);
  return [
    metric('processes', 'gauge', 'Processes that serve this database, by version and role.', counts),
    metric('processes_gone', 'gauge', 'Processes that ended without a goodbye within a day.', [
      ['', all.length - running.length],
    ]),
  ];
}
