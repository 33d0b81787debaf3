// A fleet on three servers of PostgreSQL under Patroni: the one that leads is killed, frozen, cut off or replaced on purpose.

import { setTimeout as sleep } from 'node:timers/promises';
import { audit, lostOf } from './audit.ts';
import { Cluster, type Node } from './cluster.ts';
import { between, type Finding, type Part, type PartContext } from './part.ts';
import { openProcesses, type Processes } from './processes.ts';
import type { Rest } from './shop.ts';

const NODES = 3;
/** How Passbell finds the server that leads: each way has a process of its own. */
const WAYS = ['every address', 'the proxy'] as const;
/** Registers neither sell nor ask again as fast as they can: else everything waits for the processor of the one machine. */
const REST: Rest = { saleMs: 100, againMs: 100 };
/** How long the shop sells before a fault, in ms. */
const SELLING_MS = { least: 500, most: 1_500 };
/** How long a server stays frozen or cut off after another one has taken over, in ms. */
const AWAY_MS = { least: 0, most: 2_000 };
/** How long no order may be taken by a process after a fault, and when another one leads on purpose, in ms. */
const LIMIT_MS = { fault: 15_000, switch: 2_000 };
/** How long an order is waited for at all, in ms. */
const HOPELESS_MS = 60_000;
const POLL_MS = 20;

/** A fault: what is done to the server that leads, and how it is mended. */
interface Fault {
  readonly count: string;
  readonly limitMs: number;
  strike(cluster: Cluster, leader: Node): Promise<void> | void;
  mend(leader: Node): void;
}

const FAULTS: readonly Fault[] = [
  {
    count: 'leadersKilled',
    limitMs: LIMIT_MS.fault,
    strike: (_cluster, leader) => leader.kill(),
    mend: (leader) => leader.start(),
  },
  {
    count: 'leadersFrozen',
    limitMs: LIMIT_MS.fault,
    strike: (_cluster, leader) => leader.freeze(),
    mend: (leader) => leader.thaw(),
  },
  {
    count: 'leadersCutOff',
    limitMs: LIMIT_MS.fault,
    strike: (_cluster, leader) => leader.cut(),
    mend: (leader) => leader.mend(),
  },
  {
    count: 'switchovers',
    limitMs: LIMIT_MS.switch,
    strike: (cluster) => cluster.switchOver(),
    mend: () => undefined,
  },
];

/** The longest time without an order, by process. */
class Outages {
  readonly #ports: readonly number[];
  readonly #last = new Map<number, number>();
  readonly #longest = new Map<number, number>();
  /** Sales since the last fault, by process. */
  readonly #sales = new Map<number, number>();

  constructor({ shop, ports }: Processes) {
    this.#ports = ports;
    this.begin();
    shop.onSale = (port) => {
      const now = performance.now();
      this.#longest.set(port, this.#sinceLast(port, now));
      this.#last.set(port, now);
      this.#sales.set(port, (this.#sales.get(port) ?? 0) + 1);
    };
  }

  #sinceLast(port: number, now: number): number {
    return Math.max(this.#longest.get(port) ?? 0, now - (this.#last.get(port) ?? now));
  }

  /** Counts anew. */
  begin(): void {
    this.#longest.clear();
    this.#sales.clear();
  }

  /** Sales that each process has acknowledged since the beginning. */
  get sales(): readonly number[] {
    return this.#ports.map((port) => this.#sales.get(port) ?? 0);
  }

  /** The longest time without an order at each process, in ms, up to now. */
  get longestMs(): readonly number[] {
    const now = performance.now();
    return this.#ports.map((port) => Math.round(this.#sinceLast(port, now)));
  }
}

/** Does one thing to the server that leads; answers how long each process took no order, in ms. */
async function failOver(cluster: Cluster, outages: Outages, fault: Fault, { random }: PartContext) {
  const leader = await cluster.leader();
  if (leader === undefined) throw new Error('No server leads.');
  outages.begin();
  await fault.strike(cluster, leader);
  const struck = outages.sales;
  // Orders that were on their way when it happened are not a sign that all is well: some more are waited for.
  const isServed = () =>
    outages.sales.every((count, at) => count > (struck[at] ?? 0) + 2 * PROCESS_REGISTERS);
  const isOther = async () => {
    const now = await cluster.leader();
    return now !== undefined && now !== leader;
  };
  const end = performance.now() + HOPELESS_MS;
  while (!(isServed() && (await isOther())) && performance.now() < end) await sleep(POLL_MS);
  const { longestMs } = outages;
  await sleep(between(random, AWAY_MS.least, AWAY_MS.most));
  fault.mend(leader);
  await cluster.settle();
  return longestMs;
}

/** Registers per process. */
const PROCESS_REGISTERS = 3;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The counts of a fault: how often it happened, and the times without an order by way. */
function figures({ count, limitMs }: Fault, times: readonly (readonly number[])[]): Record<string, number> {
  const found: Record<string, number> = { [count]: times.length };
  if (times.length === 0) return found;
  for (const [at, way] of WAYS.entries()) {
    const one = times.map((each) => each[at] ?? 0);
    const name = `${count}, ms without an order by ${way}`;
    found[`${name}: median`] = median(one);
    found[`${name}: longest`] = Math.max(...one);
    found[`${name}: over ${limitMs}`] = one.filter((ms) => ms > limitMs).length;
  }
  return found;
}

export const failover: Part = {
  name: 'failover',
  words:
    'Three servers of PostgreSQL under Patroni with synchronous replication, by the files of deploy/, and two processes: one knows all three servers, one goes by HAProxy. The server that leads is killed (kill -9), frozen (SIGSTOP), cut off its network, and replaced by `patronictl switchover`, while six registers sell, each a tenth of a second after its last sale or try.',
  share: 4,
  goals: FAULTS.map(({ count }) => ({ count, atLeast: 20 })),
  needs: ['postgres', 'patroni', 'patronictl', 'etcd', 'haproxy'],
  async run(context: PartContext): Promise<Finding> {
    const cluster = await Cluster.start({ nodes: NODES });
    try {
      return await drill(cluster, context);
    } finally {
      await cluster.end();
    }
  },
};

async function drill(cluster: Cluster, context: PartContext): Promise<Finding> {
  await cluster.createDatabase();
  const addresses = [cluster.everyAddress, cluster.oneAddress];
  const processes = await openProcesses(
    context.random,
    WAYS.length,
    (at) => ({ DATABASE_URL: addresses[at] ?? '' }),
    { rest: REST, waiters: 2 },
  );
  const { shop, sink } = processes;
  const outages = new Outages(processes);
  const times = new Map(FAULTS.map((fault) => [fault, [] as (readonly number[])[]]));
  const counts = () =>
    Object.fromEntries(FAULTS.map((fault) => [fault.count, times.get(fault)?.length ?? 0]));
  const lost: string[] = [];
  const broken: string[] = [];
  let checked = 0;
  for (let at = 0; !context.isOver(counts()) && lost.length === 0; at++) {
    const fault = FAULTS[at % FAULTS.length];
    if (fault === undefined) break;
    await sleep(between(context.random, SELLING_MS.least, SELLING_MS.most));
    const longest = await failOver(cluster, outages, fault, context).catch((error: unknown) => String(error));
    if (typeof longest === 'string') {
      // The logs of the servers follow in what it says, and are not for a record.
      context.say(longest);
      broken.push(`${fault.count} ${(times.get(fault)?.length ?? 0) + 1}: ${longest.split('\n')[0]}`);
      break;
    }
    times.get(fault)?.push(longest);
    const promised = [...shop.sold];
    lost.push(...(await lostOf(shop, promised.slice(checked))));
    checked = promised.length;
    const told = WAYS.map((way, index) => `${longest[index]} ms by ${way}`).join(', ');
    context.say(`${fault.count} ${counts()[fault.count]}: ${told}; ${checked} orders`);
  }
  await shop.close();
  const found = await audit(shop, sink);
  await processes.end();
  const seen = FAULTS.map((fault) => figures(fault, times.get(fault) ?? []));
  const late = seen.flatMap((each) =>
    Object.entries(each).flatMap(([name, value]) =>
      name.includes(': over') && value > 0 ? [`${name}: ${value}.`] : [],
    ),
  );
  const gone = lost.length === 0 ? [] : [`Gone after a fault: ${lost.slice(0, 5).join(', ')}.`];
  return {
    counts: Object.assign({}, ...seen, found.counts, { sentAgain: shop.again, deliveredAgain: sink.repeats }),
    problems: [...broken, ...gone, ...found.problems, ...late],
    notes: [],
  };
}
