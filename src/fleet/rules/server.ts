import { formatTime } from '../../kernel/time.ts';
import type { Finding, ServerFacts } from '../types.ts';

// What there is to say of a PostgreSQL (reference: operations.29).

/** The shares of a server's connections from which on doctor warns, and from which on they nearly run out. */
const MANY = 0.8;
const TOO_MANY = 0.95;
/** From when on an open transaction that does nothing is wrong, and a counter that is held, in seconds. */
const IDLE_LIMIT = 300;
const HELD_LIMIT = 60;
/** How far a follower may be behind, and how much log is kept for one that is away, in bytes. */
const FAR_BEHIND = 64n * 1024n * 1024n;
const MUCH_KEPT = 1024n * 1024n * 1024n;
/** The age of transaction numbers from which on PostgreSQL should have frozen them; it stops at 2 billion. */
const OLD = 500_000_000n;
const TOO_OLD = 1_500_000_000n;

const megabytes = (bytes: bigint) => `${Math.round(Number(bytes) / 1e6)} MB`;
const about = (seconds: number) =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** Everything about the server; the good is said in one line. */
export function serverFindings(facts: ServerFacts): Finding[] {
  const found = [
    ...connections(facts),
    ...transactions(facts),
    ...locks(facts),
    ...counters(facts),
    ...replication(facts),
    ...vacuum(facts),
    ...indexes(facts),
  ];
  if (found.length > 0) return found;
  const { connections: used, maxConnections: max, followers } = facts;
  const says = `${used} of ${max} connections, followers: ${followers.length}`;
  return [{ what: 'database server', state: 'good', says }];
}

function connections({ connections: used, maxConnections: max }: ServerFacts): Finding[] {
  const share = max > 0n ? Number(used) / Number(max) : 0;
  if (share < MANY) return [];
  const says =
    `${used} of ${max} are in use. Lower DATABASE_CONNECTIONS of the processes, put a pooler between, or raise ` +
    'max_connections of PostgreSQL.';
  return [{ what: 'connections', state: share < TOO_MANY ? 'warning' : 'bad', says }];
}

function transactions({ transactions: all }: ServerFacts): Finding[] {
  return all.map(({ pid, username, application, state, seconds }) => {
    const whose = `${application === null || application === '' ? 'a program' : application} of ${username ?? 'another user'}`;
    const isIdle = state?.startsWith('idle in transaction') === true;
    const says =
      `the one of connection ${pid} (${whose}) has been open for ${about(seconds)}${isIdle ? ' and does nothing' : ''}: it keeps old ` +
      `rows from being removed, and what it has locked. Let that program end it, or: select pg_terminate_backend(${pid})`;
    return { what: 'transactions', state: isIdle && seconds > IDLE_LIMIT ? 'bad' : 'warning', says };
  });
}

function locks({ blocked }: ServerFacts): Finding[] {
  return blocked.map(({ pid, seconds, by }) => ({
    what: 'locks',
    state: 'warning',
    says:
      `connection ${pid} has waited for ${about(seconds)} for what ${by === '' ? 'another one' : by} has locked. Find out ` +
      'what that is (select * from pg_stat_activity), and end it.',
  }));
}

function counters({ counters: held }: ServerFacts): Finding[] {
  return held.map(({ company_id: company, pid, seconds }) => ({
    what: 'company counters',
    state: seconds > HELD_LIMIT ? 'bad' : 'warning',
    says:
      `connection ${pid} has held the counter of company ${company} for up to ${about(seconds)}: the company cannot sell. ` +
      `End it: select pg_terminate_backend(${pid})`,
  }));
}

function replication({ followers, slots }: ServerFacts): Finding[] {
  const late = followers.flatMap(({ name, state, bytes }): Finding[] => {
    const who = `the follower ${name ?? 'whose name is hidden'}`;
    if (state !== null && state !== 'streaming') {
      const says = `${who} does not stream yet (${state}). See its log when that lasts.`;
      return [{ what: 'replication', state: 'warning', says }];
    }
    if (bytes === null || bytes <= FAR_BEHIND) return [];
    const says = `${who} is ${megabytes(bytes)} of log behind. Look at its disk, its network, and for long queries on it.`;
    return [{ what: 'replication', state: 'warning', says }];
  });
  const idle = slots.flatMap(({ name, bytes, lost }): Finding[] => {
    if (lost !== 0n) {
      const says = `the slot ${name} has lost log that its follower needs. Copy that follower anew, and drop the slot.`;
      return [{ what: 'replication', state: 'bad', says }];
    }
    if (bytes === null || bytes <= MUCH_KEPT) return [];
    const says =
      `the slot ${name} is not in use and keeps ${megabytes(bytes)} of log, until the disk is full. Bring its follower back, ` +
      'or drop the slot: select pg_drop_replication_slot(name)';
    return [{ what: 'replication', state: 'warning', says }];
  });
  return [...late, ...idle];
}

function vacuum({ autovacuum, age, dead }: ServerFacts): Finding[] {
  const found: Finding[] = [];
  if (!autovacuum) {
    found.push({
      what: 'vacuum',
      state: 'bad',
      says: 'autovacuum is off. Switch it on: tables grow for ever without.',
    });
  }
  if (age > OLD) {
    const says = `transaction numbers of ${age} ago are not frozen; PostgreSQL stops at 2 billion. End long transactions, and do: vacuum (freeze)`;
    found.push({ what: 'vacuum', state: age > TOO_OLD ? 'bad' : 'warning', says });
  }
  for (const { name, live, dead: count, vacuumed } of dead) {
    const last = vacuumed === null ? 'it was never vacuumed' : `last vacuumed at ${formatTime(vacuumed)}`;
    const says = `the table ${name} has ${count} dead rows beside ${live}, ${last}. End long transactions, and do: vacuum ${name}`;
    found.push({ what: 'vacuum', state: 'warning', says });
  }
  return found;
}

function indexes({ invalidIndexes }: ServerFacts): Finding[] {
  return invalidIndexes.map((name) => ({
    what: 'indexes',
    state: 'warning',
    says: `${name} is not valid, as its making failed: it costs every write and helps no read. Do: reindex index concurrently ${name}, or drop it.`,
  }));
}
