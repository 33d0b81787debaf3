import type pg from 'pg';
import { Client } from './client.ts';
import { type Ending, endOf } from './postgres-errors.ts';

const IS_WRITABLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`;

const ASK_WRITABLE = { text: IS_WRITABLE, query_timeout: 5_000 };

/** The function of the server that says, as a warning beside a COMMIT that succeeds, that no follower has it. */
const WAITS_FOR_FOLLOWERS = 'SyncRepWaitForLSN';

/** How a connection is used. */
export interface ConnectionOptions {
  /** Its first statement; behind a pooler, where no session is ours, there is none. */
  readonly session: string | undefined;
  /** As in Connection. */
  readonly losses: number;
  /** Whether its server is asked whether it takes writes. */
  readonly isChecked: boolean;
  readonly server: number;
}

/** A connection of the pool, as long as it lives. */
export class Connection {
  readonly client: pg.PoolClient;
  /** As in MonitoredConnection. */
  pid: bigint | null | undefined;
  /** How it ended; undefined while it can be asked. */
  ending: Ending | undefined;
  /** How many losses had been found when it was made: it may be lost as well when there are more. */
  readonly losses: number;
  /** Whether its server takes writes; settles when that was asked. Undefined: nobody asks. */
  isWritable: Promise<boolean> | undefined;

  /** Its server gave up waiting for its followers: what it committed may be lost with it. */
  isAlone = false;
  /** The number of its server. */
  readonly server: number;

  constructor(client: pg.PoolClient, { session, losses, isChecked, server }: ConnectionOptions) {
    this.client = client;
    this.losses = losses;
    this.server = server;
    client.on('error', (error) => {
      this.ending ??= endOf(error) ?? 'disconnect';
    });
    client.on('notice', ({ routine }) => {
      if (routine === WAITS_FOR_FOLLOWERS) this.isAlone = true;
    });
    client.on('end', () => {
      this.ending ??= 'disconnect';
    });
    this.isWritable = isChecked ? this.askWritable() : undefined;
    if (session === undefined) {
      this.pid = null;
      return;
    }
    client.query(session).catch(() => undefined);
    const own = 'processID' in client ? client.processID : undefined;
    client
      .query<{ pid: bigint }>('select pg_backend_pid() as pid')
      .then(({ rows: [row] }) => {
        // Behind a pooler the process that answers is another one each time.
        this.pid = row !== undefined && Number(row.pid) === own ? row.pid : null;
      })
      .catch(() => undefined);
  }

  /** Asks the server whether it takes writes by now; false when it does not answer, and then the connection is of no more use. */
  askWritable(): Promise<boolean> {
    this.isWritable = this.client.query<{ is_writable: bigint }>(ASK_WRITABLE).then(
      ({ rows: [row] }) => row?.is_writable === 1n,
      () => {
        this.ending ??= 'disconnect';
        return false;
      },
    );
    return this.isWritable;
  }

  /** Sends a statement, together with those that are asked before anything is waited for. */
  ask(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.client instanceof Client) this.client.gather();
    return this.client.query(query);
  }

  /** Calls back at the end of this turn of the event loop: what is asked then goes out with what was asked in it. */
  beforeSend(ask: () => void): void {
    if (this.client instanceof Client) this.client.beforeSend(ask);
    else setImmediate(ask);
  }

  /** Cuts it, with statements pending. */
  cut(): void {
    if (this.client instanceof Client) this.client.cut();
  }

  /** Gives it back to the pool; a lost one is discarded. */
  release(isLost: boolean): void {
    this.client.release(isLost);
    if (isLost) this.cut();
  }
}
