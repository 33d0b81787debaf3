/** How long a transaction may wait for us between two statements, in ms: an orphaned one lets go of its locks then. */
const IDLE_LIMIT_MS = 5_000;
/** How long a transaction may take in all, in ms. */
const TRANSACTION_LIMIT_MS = 60_000;
/** How long the server waits for an acknowledgement of the packets it sent, in ms. */
const UNHEARD_LIMIT_MS = 5_000;
/** How often the server checks, in the middle of a statement, whether its client is still there, in ms. */
const CLIENT_CHECK_MS = 2_000;
/** When a silent connection is probed by the server, in s; and how often and how many times before it is ended. */
const KEEPALIVE = { idle: 5, interval: 2, count: 2 } as const;

/** The settings of a session. */
type Settings = readonly (readonly [name: string, value: string])[];

/** Of every session: one that the network cut off is ended soon, with its locks and keys. */
const ALWAYS: Settings = [
  ['tcp_user_timeout', String(UNHEARD_LIMIT_MS)],
  ['tcp_keepalives_idle', String(KEEPALIVE.idle)],
  ['tcp_keepalives_interval', String(KEEPALIVE.interval)],
  ['tcp_keepalives_count', String(KEEPALIVE.count)],
  ['client_connection_check_interval', String(CLIENT_CHECK_MS)],
];

/**
 * Of sessions that serve requests: a table is never read whole where an index leads to its rows. The planner weighs by the values it knows
 * to be frequent, and a value that is not there would have it read everything.
 */
const PLANS: Settings = [['enable_seqscan', 'off']];

/**
 * Long texts are packed by the server, by pglz as a rule: an eighth of what a change of an order takes there. One that was built
 * without LZ4 stays with that.
 */
const PACKING: Settings = [['default_toast_compression', 'lz4']];

/** Further ones of sessions that serve requests. */
const LIMITS: Settings = [
  ['idle_in_transaction_session_timeout', String(IDLE_LIMIT_MS)],
  ['transaction_timeout', String(TRANSACTION_LIMIT_MS)],
];

/** One statement that sets the settings that this server and its system know, and leaves the rest. */
function statementFor(settings: Settings): string {
  const each = settings.map(
    ([name, value]) =>
      `begin perform set_config('${name}', '${value}', false); exception when others then null; end;`,
  );
  return `do $$ begin ${each.join(' ')} end $$`;
}

/**
 * What follows the beginning of a transaction behind a pooler, where no session is ours: its settings end with it. Those that
 * every version of PostgreSQL knows.
 */
export function localSettings(statementLimitMs: number): string {
  return [
    'set local enable_seqscan = off',
    `set local statement_timeout = ${statementLimitMs}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`,
  ].join('; ');
}

/** The first statement of a session that serves requests. */
export const LIMITED_SESSION: string = statementFor([...ALWAYS, ...PLANS, ...PACKING, ...LIMITS]);
/** The first statement of a session whose work takes as long as it takes, or that listens. */
export const PATIENT_SESSION: string = statementFor([...ALWAYS, ...PACKING]);
