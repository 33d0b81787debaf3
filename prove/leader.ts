// A fleet on a leader and a follower, with the settings of deploy/standby.conf: the leader is killed, and the follower leads.

import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '#test/harness/postgres.ts';
import { addressOfBoth, startPair } from '#test/harness/replica.ts';
import { audit } from './audit.ts';
import { example } from './cluster.ts';
import { between, type Finding, type Part, type PartContext } from './part.ts';
import { openProcesses } from './processes.ts';

const PROCESSES = 2;
/** How long the shop sells before its leader is killed, and afterwards, in ms. */
const SELLING_MS = { least: 1_000, most: 4_000 };
/** How long nobody leads, in ms. */
const NOBODY_MS = { least: 0, most: 2_000 };
/** How long no order may be taken once there is a leader again, in ms. */
const LONGEST_MS = 15_000;
const POLL_MS = 10;

/** The settings of the example, but that it listens here alone. */
function standbySettings(): Record<string, string> {
  const lines = example('standby.conf', {}).matchAll(/^(\w+) = '(.*)'$/gm);
  const { listen_addresses: _all, ...settings } = Object.fromEntries(
    [...lines].map(([, name = '', value = '']) => [name, value]),
  );
  return settings;
}

/** Kills the leader once; answers what was found, and how long no order was taken since the follower leads, in ms. */
async function failOver({ random }: PartContext) {
  const pair = await startPair(standbySettings());
  await createDatabase(pair.leader.url, 'prove');
  const processes = await openProcesses(random, PROCESSES, { DATABASE_URL: addressOfBoth(pair, 'prove') });
  const { shop, sink } = processes;
  await sleep(between(random, SELLING_MS.least, SELLING_MS.most));
  pair.leader.kill();
  await sleep(between(random, NOBODY_MS.least, NOBODY_MS.most));
  await pair.promote();
  const begun = performance.now();
  const before = shop.sold.size;
  while (shop.sold.size === before && performance.now() - begun < LONGEST_MS) await sleep(POLL_MS);
  const outageMs = Math.round(performance.now() - begun);
  await sleep(between(random, SELLING_MS.least, SELLING_MS.most));
  await shop.close();
  const found = await audit(shop, sink);
  const problems = outageMs >= LONGEST_MS ? [`No order was taken for ${LONGEST_MS} ms.`] : [];
  await processes.end();
  await pair.stop();
  return { outageMs, counts: found.counts, problems: [...problems, ...found.problems] };
}

export const leader: Part = {
  name: 'leader',
  words:
    'Two processes on two servers of PostgreSQL with synchronous replication, by one address of both: the leader is killed while six registers sell, and the follower leads.',
  share: 1,
  goals: [{ count: 'failovers', atLeast: 20 }],
  async run(context: PartContext): Promise<Finding> {
    const counts: Record<string, number> = { failovers: 0, longestOutageMs: 0 };
    const problems: string[] = [];
    while (!context.isOver(counts) && problems.length === 0) {
      const one = await failOver(context);
      counts.failovers = (counts.failovers ?? 0) + 1;
      counts.longestOutageMs = Math.max(counts.longestOutageMs ?? 0, one.outageMs);
      for (const [name, count] of Object.entries(one.counts)) counts[name] = (counts[name] ?? 0) + count;
      problems.push(...one.problems);
      context.say(`${counts.failovers} failovers, ${one.outageMs} ms without an order once the follower led`);
    }
    return { counts, problems, notes: [] };
  },
};
