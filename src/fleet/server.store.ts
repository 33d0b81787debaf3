import type { Reader } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import type {
  Blocked,
  DeadRows,
  Follower,
  HeldCounter,
  IdleSlot,
  LongTransaction,
  ServerFacts,
} from './types.ts';

// What PostgreSQL says of itself, for doctor. Texts of statements are not read: they may hold what is of companies.

/** Limits beyond which doctor reports something of the server. */
interface ServerLimits {
  /** From when on a transaction is long, in seconds. */
  readonly transaction: number;
  /** From when on a lock is held or waited for long, in seconds. */
  readonly lock: number;
  /** Dead rows up to which nothing is said of a table, and for how long they may be there without a vacuum, in seconds. */
  readonly dead: number;
  readonly unvacuumed: number;
}

const LIMITS: ServerLimits = { transaction: 60, lock: 5, dead: 10_000, unvacuumed: 900 };
/** Most rows of each kind. */
const MOST = 6;

const NUMBERS = sql`select
    (select sum(numbackends)::bigint from pg_stat_database) as connections,
    current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint as max,
    case when current_setting('autovacuum') = 'on' then 1 else 0 end::bigint as autovacuum,
    (select age(datfrozenxid)::bigint from pg_database where datname = current_database()) as age`;

/** Seconds from a time of a view until now. */
const since = (column: string) => raw(`extract(epoch from clock_timestamp() - ${column})::float8`);

/** Those of superusers and of other users are hidden but from members of pg_monitor. */
const transactions = ({
  transaction,
}: ServerLimits) => sql`select pid::bigint as pid, usename::text as username, application_name as application, state,
    ${since('xact_start')} as seconds from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and xact_start < clock_timestamp() - make_interval(secs => ${transaction})
  order by xact_start limit ${MOST}`;

const blocked = ({ lock }: ServerLimits) => sql`select pid::bigint as pid, ${since('query_start')} as seconds,
    array_to_string(pg_blocking_pids(pid), ', ') as by from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'
    and query_start < clock_timestamp() - make_interval(secs => ${lock})
  order by query_start limit ${MOST}`;

/** A row that a transaction has changed or locked names it, until it ends: no lock is taken to find that out. */
const counters = ({
  lock,
}: ServerLimits) => sql`select c.company_id, a.pid::bigint as pid, ${since('a.xact_start')} as seconds
  from event_counters c
  join pg_locks l on l.locktype = 'transactionid' and l.granted and l.mode = 'ExclusiveLock' and l.transactionid = c.xmax
  join pg_stat_activity a on a.pid = l.pid
  where a.xact_start < clock_timestamp() - make_interval(secs => ${lock})
  order by a.xact_start, c.company_id limit ${MOST}`;

/** Base backups are there as well, and are no followers. */
const FOLLOWERS = sql`select coalesce(nullif(application_name, ''), client_addr::text) as name, state,
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint as bytes from pg_stat_replication
  where state is null or state <> 'backup' order by pid limit ${MOST}`;

const SLOTS = sql`select slot_name::text as name,
    pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint as bytes,
    case when wal_status = 'lost' then 1 else 0 end::bigint as lost from pg_replication_slots
  where not active and not temporary order by slot_name limit ${MOST}`;

/** PostgreSQL vacuums from a fifth of the rows on, within minutes: half of them for long is what it does not keep up with. */
const deadRows = ({
  dead,
  unvacuumed,
}: ServerLimits) => sql`select relname::text as name, n_live_tup as live, n_dead_tup as dead,
    (extract(epoch from greatest(last_vacuum, last_autovacuum)) * 1000000)::bigint as vacuumed from pg_stat_user_tables
  where n_dead_tup > ${dead} and n_dead_tup * 2 > n_live_tup
    and coalesce(greatest(last_vacuum, last_autovacuum), '-infinity') < clock_timestamp() - make_interval(secs => ${unvacuumed})
  order by n_dead_tup desc limit ${MOST}`;

/** One that is just being made is not valid yet, and has its row among what is in progress. */
const INVALID = sql`select i.indexrelid::regclass::text as name from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where not i.indisvalid and n.nspname !~ '^pg_'
    and not exists (select 1 from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
  order by 1 limit ${MOST}`;

/** Reads what PostgreSQL shows to the user that Passbell connects as. */
export async function readServer(tx: Reader, limits = LIMITS): Promise<ServerFacts> {
  const all = async <T>(query: Sql): Promise<T[]> => tx.all<T>(query);
  const numbers = await tx.get<{ connections: bigint; max: bigint; autovacuum: bigint; age: bigint }>(
    NUMBERS,
  );
  const indexes = await all<{ name: string }>(INVALID);
  return {
    connections: numbers?.connections ?? 0n,
    maxConnections: numbers?.max ?? 0n,
    autovacuum: numbers?.autovacuum !== 0n,
    age: numbers?.age ?? 0n,
    transactions: await all<LongTransaction>(transactions(limits)),
    blocked: await all<Blocked>(blocked(limits)),
    counters: await all<HeldCounter>(counters(limits)),
    followers: await all<Follower>(FOLLOWERS),
    slots: await all<IdleSlot>(SLOTS),
    dead: await all<DeadRows>(deadRows(limits)),
    invalidIndexes: indexes.map(({ name }) => name),
  };
}
