import { lookup, Resolver } from 'node:dns/promises';

/** How long a name server may take at first, in ms, and how often it is asked. */
const ANSWER_MS = 1_000;
const TRIES = 2;

/** Finds the addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks DNS without Node's worker threads: they are few, and names whose servers never answer would hold up
 * everybody else's. What DNS does not know is looked up as the system does it (its hosts file, its search
 * domains), each name once at a time.
 */
export function createResolver(): Resolve {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  const bySystem = new Map<string, Promise<readonly string[]>>();

  const askSystem = (hostname: string): Promise<readonly string[]> => {
    const asked = bySystem.get(hostname);
    if (asked !== undefined) return asked;
    const asking = lookup(hostname, { all: true, order: 'verbatim' })
      .then((found) => found.map(({ address }) => address))
      .finally(() => bySystem.delete(hostname));
    bySystem.set(hostname, asking);
    return asking;
  };

  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    for (const answer of answers) {
      if (answer.status === 'rejected' && isTimeout(answer.reason)) throw answer.reason;
    }
    return await askSystem(hostname);
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}
