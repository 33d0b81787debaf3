import { hash } from 'node:crypto';
import type { Topic } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, raw, type Sql, sql } from '../storage/sql.ts';

// The faults that a sandbox plays to its clients (reference: sandbox.3, sandbox.4): as they are stored, and how one is
// taken. Calls and messages look for them only while the company's counters say that there are some.

/** Most faults of a company. */
export const MAX_FAULTS = 20;
/** The effects that a fault may have on a call. */
export const ROUTE_EFFECTS = ['delay', 'error', 'cut_after_commit', 'duplicate'] as const;
type RouteEffect = (typeof ROUTE_EFFECTS)[number];
/** The effects that a fault may have on a message. */
export const MESSAGE_EFFECTS = ['delay', 'duplicate', 'reorder'] as const;
type MessageEffect = (typeof MESSAGE_EFFECTS)[number];

/** The methods of calls that a fault may name. */
export const FAULT_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Fault {
  readonly company_id: Id;
  readonly id: Id;
  /** The status of an `error`. */
  readonly status: bigint | null;
  readonly delay_ms: bigint;
  /** How many it will still hit; null for no end. */
  readonly remaining: bigint | null;
  /** The share that it hits; null for all. */
  readonly share: Decimal | null;
  /** How many it has hit. */
  readonly hits: bigint;
  /** The seed of the chance by which messages are hit. */
  readonly seed: string;
  readonly created_at: Micros;
}

/** A fault of calls. */
export interface RouteFault extends Fault {
  /** Null for every method. */
  readonly method: (typeof FAULT_METHODS)[number] | null;
  /** Below the company, such as `/orders/*` (`*` is any one segment). */
  readonly path: string;
  readonly topic: null;
  readonly effect: RouteEffect;
}

/** A fault of messages. */
interface MessageFault extends Fault {
  readonly method: null;
  readonly path: null;
  readonly topic: Topic;
  readonly effect: MessageEffect;
}
export type SandboxFault = RouteFault | MessageFault;

const COLUMNS = raw(
  'company_id, id, method, path, topic, effect, status, delay_ms, remaining, share, hits, seed, created_at',
);
/** The condition of faults that have not hit all they were to hit. */
const LASTING = sql`(remaining is null or remaining > 0)`;

function select<F extends SandboxFault>(tx: Reader, company: Id, where: readonly Sql[]) {
  return tx.all<F>(
    sql`select ${COLUMNS} from sandbox_faults where ${every([sql`company_id = ${company}`, ...where])}
        order by id limit ${MAX_FAULTS}`,
  );
}

/** The faults of a company, the oldest first, with those that are over. */
export async function listFaults(tx: Reader, company: Id): Promise<SandboxFault[]> {
  return select(tx, company, []);
}

/** The faults of calls that may still hit. */
export async function routeFaults(tx: Reader, company: Id): Promise<RouteFault[]> {
  return select<RouteFault>(tx, company, [sql`topic is null`, LASTING]);
}

/** Saves a fault; those that are over make room. False when there are as many as a company may have. */
export async function addFault(tx: Writer, fault: SandboxFault): Promise<boolean> {
  const { company_id: company } = fault;
  if ((await listFaults(tx, company)).length >= MAX_FAULTS) {
    await tx.run(sql`delete from sandbox_faults where company_id = ${company} and remaining = 0`);
    if ((await listFaults(tx, company)).length >= MAX_FAULTS) return false;
  }
  const { id, method, path, topic, effect, status, delay_ms, remaining, share, hits, seed, created_at } =
    fault;
  await tx.run(
    sql`insert into sandbox_faults (${COLUMNS})
        values (${company}, ${id}, ${method}, ${path}, ${topic}, ${effect}, ${status}, ${delay_ms}, ${remaining},
          ${share}, ${hits}, ${seed}, ${created_at})`,
  );
  await countFaults(tx, company);
  return true;
}

/** Ends a fault, or all of them. False when there was none. */
export async function removeFaults(tx: Writer, company: Id, id?: Id): Promise<boolean> {
  const gone = await tx.run(
    sql`delete from sandbox_faults where ${every([
      sql`company_id = ${company}`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
    ])}`,
  );
  await countFaults(tx, company);
  return gone > 0;
}

async function countFaults(tx: Writer, company: Id): Promise<void> {
  await tx.run(
    sql`update event_counters set route_faults =
          (select count(*) from sandbox_faults where company_id = ${company} and topic is null)
        where company_id = ${company}`,
  );
}

/** Counts a hit; false when the fault is over, or was taken away meanwhile. */
export async function takeFault(tx: Writer, { company_id: company, id }: SandboxFault): Promise<boolean> {
  const taken = await tx.run(
    sql`update sandbox_faults set hits = hits + 1, remaining = remaining - 1
        where company_id = ${company} and id = ${id} and ${LASTING}`,
  );
  return taken > 0;
}

/** A share from 0 up to 1 as a decimal, from 4 bytes of chance. */
function drawn(bytes: Buffer): Decimal {
  return (BigInt(bytes.readUInt32BE(0)) * 100_000_000n) >> 32n;
}

/** True when chance is for it: by 4 bytes of it. */
export function isMeant({ share }: SandboxFault, bytes: Buffer): boolean {
  return share === null || drawn(bytes) < share;
}

/** A fault that has hit a message, with its effect. */
export interface PlayedFault {
  readonly effect: MessageEffect;
  /** How much later it is due. */
  readonly delay: Micros;
}

/**
 * The fault that hits the messages of an event, if any: the first that is meant. Chance follows from the fault's seed
 * and the number of the event, so that the same transaction run again decides the same. The caller holds the company's
 * counter. Of `reorder`, every other hit is late: what comes after it comes first.
 */
export async function faultOfEvent(
  tx: Writer,
  company: Id,
  topic: string,
  number: bigint,
): Promise<PlayedFault | undefined> {
  for (const fault of await select<MessageFault>(tx, company, [sql`topic = ${topic}`, LASTING])) {
    const chance = hash('sha256', `${fault.seed} ${number}`, 'buffer');
    if (!isMeant(fault, chance) || !(await takeFault(tx, fault))) continue;
    const isLate = fault.effect === 'delay' || (fault.effect === 'reorder' && fault.hits % 2n === 0n);
    return { effect: fault.effect, delay: isLate ? fault.delay_ms * 1000n : 0n };
  }
  return undefined;
}
