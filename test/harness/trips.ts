// How often a connection to PostgreSQL is waited for.

import { Client } from '#src/storage/engines/client.ts';

type Query = (this: object, asked: string | { readonly text: string }, ...more: unknown[]) => unknown;

/** Most runs until all statements of one are on the same connection. */
export const MAX_RUNS = 20;

/**
 * Runs `work`; answers the statements of each round trip of the connection that sends `wanted`: those that are sent while
 * others are under way share one. What the service does besides has other connections; readers that sleep are woken
 * by whichever is free, and no answer waits for that. A work may go on at another connection than it has begun on, where the
 * service has taken that one besides: it is run again until its first trip asks for `begins`.
 */
export async function tripsOf(
  wanted: RegExp,
  work: () => Promise<void>,
  begins: RegExp = wanted,
): Promise<string[][]> {
  for (let runs = 1; ; runs++) {
    const all = await tripsByConnection(work);
    const trips = all.find((each) => each.flat().some((text) => wanted.test(text))) ?? [];
    const isWhole = trips[0]?.some((text) => begins.test(text)) === true;
    if (isWhole || all.length === 0 || runs === MAX_RUNS) return trips;
  }
}

async function tripsByConnection(work: () => Promise<void>): Promise<string[][][]> {
  const prototype = Client.prototype as unknown as { query: Query };
  const real = prototype.query;
  const tripsBy = new Map<object, { readonly trips: string[][]; answered: number }>();
  prototype.query = function (asked, ...more) {
    const text = typeof asked === 'string' ? asked : asked.text;
    const answer = real.call(this, asked, ...more);
    if (text.startsWith('notify ') || !(answer instanceof Promise)) return answer;
    const known = tripsBy.get(this) ?? { trips: [], answered: 0 };
    tripsBy.set(this, known);
    // It may follow from what was answered, and so comes behind that.
    const trip = known.answered;
    known.trips[trip] = [...(known.trips[trip] ?? []), text.replaceAll(/\s+/g, ' ').trim()];
    const done = () => {
      known.answered = Math.max(known.answered, trip + 1);
    };
    void answer.then(done, done);
    return answer;
  };
  try {
    await work();
  } finally {
    prototype.query = real;
  }
  return [...tripsBy.values()].map(({ trips }) => trips);
}
