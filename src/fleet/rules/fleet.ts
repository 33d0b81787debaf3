import { DAY, formatTime, type Micros, SECOND } from '../../kernel/time.ts';
import type { Finding, ProcessRow } from '../types.ts';
import { spreadOf } from './versions.ts';

// What there is to say of the processes of an installation (reference: operations.29).

/** The known state of the fleet. */
interface FleetFacts {
  readonly processes: readonly ProcessRow[];
  /** The database's time. */
  readonly now: Micros;
  /** How long nothing is heard of a process until it counts as gone. */
  readonly goneAfter: Micros;
  /** The newest migration of the database. */
  readonly migration: number;
  /** The migrations known here, and whether processes of the release before may go on beside them. */
  readonly steps: readonly { readonly number: number; readonly beside?: true }[];
}

/** How far a clock may be apart from the database's: from the first on doctor warns, from the second on it is wrong. */
const WARNED_APART: Micros = SECOND;
const WRONG_APART: Micros = 5n * SECOND;
/** Most processes that are named. */
const MOST = 10;

const nameOf = ({ host, pid, role, version }: ProcessRow) => `${host}, process ${pid} (${role}, ${version})`;

function seconds(micros: Micros): string {
  return (Number(micros) / Number(SECOND)).toFixed(1);
}

/** Everything about the processes; the good is said in one line. */
export function fleetFindings(facts: FleetFacts): Finding[] {
  const { processes, now, goneAfter } = facts;
  const running = processes.filter(({ seen_at: seen }) => seen > now - goneAfter);
  const gone = processes.filter(({ seen_at: seen }) => seen <= now - goneAfter && seen > now - DAY);
  return [
    countOf(running),
    ...versionsOf(running),
    ...gone.slice(0, MOST).map(goneOf),
    ...running.flatMap((each) => clockOf(each)),
    ...running.flatMap((each) => schemaOf(each, facts)),
  ];
}

function countOf(running: readonly ProcessRow[]): Finding {
  if (running.length === 0) return { what: 'processes', state: 'good', says: 'none runs' };
  const groups = Map.groupBy(running, ({ role, version }) => `of role ${role}, version ${version}`);
  const counts = [...groups].map(([group, rows]) => `${rows.length} ${group}`);
  return { what: 'processes', state: 'good', says: counts.join('; ') };
}

function versionsOf(running: readonly ProcessRow[]): Finding[] {
  const versions = [...new Set(running.map(({ version }) => version))].sort();
  const distance = spreadOf(versions);
  if (distance === 'same') return [];
  const all = versions.join(' and ');
  if (distance === 'one') {
    const says = `${all} run side by side. That is for the time of an upgrade: stop the processes of the older one.`;
    return [{ what: 'versions', state: 'warning', says }];
  }
  const says = `${all} run side by side, which are more than one release apart. Stop the processes of the older ones now.`;
  return [{ what: 'versions', state: 'bad', says }];
}

function goneOf(row: ProcessRow): Finding {
  const seen = formatTime(row.seen_at);
  const says =
    `${nameOf(row)} was last seen at ${seen} and did not say goodbye. If nobody killed it, look in its log and the system's for ` +
    'the reason (memory, network), and start it again; it is shown for a day.';
  return { what: 'process gone', state: 'warning', says };
}

function clockOf(row: ProcessRow): Finding[] {
  const apart = row.clock_apart ?? 0n;
  const size = apart < 0n ? -apart : apart;
  if (size <= WARNED_APART) return [];
  const way = apart < 0n ? 'behind' : 'ahead of';
  const says = `that of ${nameOf(row)} is ${seconds(size)} s ${way} the database's. Use NTP on both.`;
  return [{ what: 'clocks', state: size > WRONG_APART ? 'bad' : 'warning', says }];
}

function schemaOf(row: ProcessRow, { migration, steps }: FleetFacts): Finding[] {
  const known = Number(row.migration);
  if (known > migration) {
    const says = `${nameOf(row)} works with tables of version ${known}, the database has ${migration}: an older state of it was put in its place. Start that process again.`;
    return [{ what: 'schema', state: 'bad', says }];
  }
  const hard = steps.find(({ number, beside }) => number > known && number <= migration && beside !== true);
  if (hard === undefined) return [];
  const says = `${nameOf(row)} knows the tables up to version ${known} only, and cannot go on beside version ${hard.number}. Stop it, and start the newer program.`;
  return [{ what: 'schema', state: 'bad', says }];
}
