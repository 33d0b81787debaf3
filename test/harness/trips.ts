// How often a connection to PostgreSQL is waited for.

import { Client } from '#src/storage/engines/client.ts';

type Query = (this: object, asked: string | { readonly text: string }, ...more: unknown[]) => unknown;

/**
 * Runs `work`; answers the statements of each round trip of the connection that sends `wanted`: those that are sent while
 * others are under way share one. What the service does besides has other connections.
 */
export async function tripsOf(wanted: RegExp, work: () => Promise<void>): Promise<string[][]> {
  const prototype = Client.prototype as unknown as { query: Query };
  const real = prototype.query;
  const tripsBy = new Map<object, string[][]>();
  const pending = new WeakMap<object, number>();
  prototype.query = function (asked, ...more) {
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text.startsWith('notify ')) return real.call(this, asked, ...more);
    const before = pending.get(this) ?? 0;
    const trips = tripsBy.get(this) ?? [];
    tripsBy.set(this, trips);
    if (before === 0) trips.push([]);
    trips.at(-1)?.push(text.replaceAll(/\s+/g, ' ').trim());
    pending.set(this, before + 1);
    const answer = real.call(this, asked, ...more);
    const done = () => void pending.set(this, (pending.get(this) ?? 1) - 1);
    if (answer instanceof Promise) void answer.then(done, done);
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = real;
  }
  return [...tripsBy.values()].find((trips) => trips.flat().some((text) => wanted.test(text))) ?? [];
}
