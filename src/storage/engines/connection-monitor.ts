import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.ts';

/**
 * How long a connection may be silent before its server process is looked up, and how often silence is checked, in
 * ms.
 */
const SILENCE_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** How long it may take before the other servers are asked whether they lead, in ms. */
const LOOK_PATIENCE_MS = 500;
/** How long that look-up may take, in ms. */
const LOOK_LIMIT_MS = 3_000;
/** How long a connection may be silent when the server cannot be reached by another one either, in ms. */
const UNREACHABLE_MS = 8_000;

/** Values that tests change. */
export interface ConnectionMonitorOptions {
  /** How long a connection may be silent before its server process is looked up, in ms. */
  readonly silenceMs?: number;
  /** How often silence is checked, in ms. */
  readonly lookEveryMs?: number;
  /** How long a connection may be silent when the server cannot be reached by another one either, in ms. */
  readonly unreachableMs?: number;
}

/** A connection that may be waiting for an answer. */
export interface MonitoredConnection {
  /** The server process: undefined until it is known, null when a pooler stands between. */
  readonly pid: bigint | null | undefined;
  /** The number of its server. */
  readonly server: number;
  /** Since when no answer has come to a pending statement, by performance.now(); undefined when none is pending. */
  readonly silentSince: number | undefined;
  /** Gives the connection up: its pending statements are rejected as lost. */
  abandon(): void;
}

/** A process that waits for its client within a statement has not received all of it, or cannot send the answer. */
const AT_WORK = `(state = 'active' and wait_event_type is distinct from 'Client') is true`;
const OURS = 'from pg_stat_activity where pid = any($1::int[]) and usename = current_user';
const FIND_BUSY = `select pid::text as pid ${OURS} and ${AT_WORK}`;
const END_IDLE = `select pg_terminate_backend(pid) ${OURS} and not ${AT_WORK}`;

/** A connection as it was when it was found silent. */
interface Asked {
  readonly watched: MonitoredConnection;
  readonly since: number;
  readonly pid: bigint | null | undefined;
}

/** Whether no answer has come since. */
const isSilent = ({ watched, since }: Asked) => watched.silentSince === since;

const pidOf = ({ pid }: Asked) => (typeof pid === 'bigint' ? [pid.toString()] : []);

/** The server processes that are at work; or that the server did not say, or could not be reached. */
type Processes = ReadonlySet<bigint> | 'unknown' | 'unreachable';

/** The server of the connections. */
export interface MonitoredServer {
  /** Tells where it is. */
  url(): string;
  /** Called when connections to a server were found lost: others as old may be lost as well. */
  onLoss(server: number): void;
  /** Whether writes are taken by another server by now; asked when this one cannot be reached. */
  isElsewhere(): Promise<boolean>;
}

/** A silence as the monitor has followed it. */
interface Silence {
  readonly since: number;
  /** How many checks have found it. */
  checks: number;
  /** After how many of them the connection is examined. */
  patience: number;
}

/**
 * Distinguishes connections whose answers take long from those whose packets the network drops. The connection itself
 * shows no difference before the system gives up minutes later; another connection can: a server process that is not
 * working on the statement has not received it, or its answer was lost. Such a process is ended, so that its locks
 * and keys are free, and then the connection is given up. Silence is counted in checks: while this process stands still
 * it sends nothing and hears nothing, and checks nothing.
 */
export class ConnectionMonitor {
  readonly #server: MonitoredServer;
  /** After how many checks a silent connection is examined. */
  readonly #patience: number;
  readonly #unreachableMs: number;
  readonly #watched = new Set<MonitoredConnection>();
  readonly #silences = new WeakMap<MonitoredConnection, Silence>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(server: MonitoredServer, options: ConnectionMonitorOptions = {}) {
    this.#server = server;
    const { silenceMs = SILENCE_MS, lookEveryMs = LOOK_EVERY_MS, unreachableMs = UNREACHABLE_MS } = options;
    this.#patience = Math.ceil(silenceMs / lookEveryMs);
    this.#unreachableMs = unreachableMs;
    this.#timer = setInterval(() => this.#check(), lookEveryMs);
    this.#timer.unref();
  }

  /** Monitors a connection until the returned function is called. */
  add(watched: MonitoredConnection): () => void {
    this.#watched.add(watched);
    return () => void this.#watched.delete(watched);
  }

  /** Ends the monitor, after the check that is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #check(): void {
    const late: MonitoredConnection[] = [];
    for (const watched of this.#watched) if (this.#isLate(watched)) late.push(watched);
    if (this.#looking !== undefined || late.length === 0) return;
    this.#looking = this.#examine(late).finally(() => {
      this.#looking = undefined;
    });
  }

  /** Counts one check more of a silence; true when the connection is to be examined. */
  #isLate(watched: MonitoredConnection): boolean {
    const { silentSince: since, pid } = watched;
    if (since === undefined || pid === null) return false;
    const known = this.#silences.get(watched);
    const silence = known?.since === since ? known : { since, checks: 0, patience: this.#patience };
    if (silence !== known) this.#silences.set(watched, silence);
    return ++silence.checks > silence.patience;
  }

  async #examine(late: readonly MonitoredConnection[]): Promise<void> {
    const asked = late.flatMap((watched): Asked[] => {
      const { silentSince: since, pid } = watched;
      return since === undefined ? [] : [{ watched, since, pid }];
    });
    const { busy, isElsewhere } = await this.#lookUp(asked);
    const lost = new Set<number>();
    // An answer that arrived meanwhile had only been waiting for this process.
    for (const { watched, since, pid } of asked.filter(isSilent)) {
      const isKnown = typeof pid === 'bigint' && busy !== 'unknown' && busy !== 'unreachable';
      const isLost = isKnown
        ? !busy.has(pid)
        : isElsewhere || this.#isBeyondHope(since, pid, busy === 'unreachable');
      if (!isLost) {
        // A long statement is examined less and less often.
        const silence = this.#silences.get(watched);
        if (isKnown && silence !== undefined) silence.patience = 2 * silence.checks;
        continue;
      }
      lost.add(watched.server);
      watched.abandon();
    }
    for (const server of lost) this.#server.onLoss(server);
  }

  /** The server processes that are at work; where the answer takes long or does not come, whether another server leads by now. */
  async #lookUp(
    asked: readonly Asked[],
  ): Promise<{ readonly busy: Processes; readonly isElsewhere: boolean }> {
    const looked = this.#endIdle(asked);
    const isSlow = new AbortController();
    const slow = sleep(LOOK_PATIENCE_MS, 'slow' as const, { signal: isSlow.signal }).catch(
      () => 'slow' as const,
    );
    const first = await Promise.race([looked, slow]);
    isSlow.abort();
    if (first !== 'slow' && first !== 'unreachable') return { busy: first, isElsewhere: false };
    if (await this.#server.isElsewhere()) return { busy: 'unreachable', isElsewhere: true };
    return { busy: await looked, isElsewhere: false };
  }

  /** Whether to give up without having seen the process. A new connection whose own process is unknown is lost. */
  #isBeyondHope(since: number, pid: bigint | null | undefined, isUnreachable: boolean): boolean {
    return (pid === undefined || isUnreachable) && performance.now() - since >= this.#unreachableMs;
  }

  /** The processes of these that are at work; the others are ended, but for those whose answer has come meanwhile. */
  async #endIdle(asked: readonly Asked[]): Promise<Processes> {
    const client = new Client({
      connectionString: this.#server.url(),
      application_name: 'passbell watch',
      connectionTimeoutMillis: LOOK_LIMIT_MS,
      query_timeout: LOOK_LIMIT_MS,
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: string }>(FIND_BUSY, [asked.flatMap(pidOf)]);
      const busy = new Set(rows.map(({ pid }) => BigInt(pid)));
      const isIdle = ({ pid }: Asked) => typeof pid === 'bigint' && !busy.has(pid);
      const idle = asked.filter(isIdle).filter(isSilent).flatMap(pidOf);
      if (idle.length > 0) await client.query(END_IDLE, [idle]);
      client.end().catch(() => undefined);
      return busy;
    } catch (error) {
      client.cut();
      return error instanceof pg.DatabaseError ? 'unknown' : 'unreachable';
    }
  }
}
