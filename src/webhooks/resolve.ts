import { lookup, Resolver } from 'node:dns/promises';

/** How long a name server may take at first, in ms, and how often it is asked. */
const ANSWER_MS = 1_000;
const TRIES = 2;

/** Codes for a name that a name server does not know, or that no name server answers for. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']);

/** Finds the addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Replacements of the machine's own resolvers, for tests. */
interface ResolverOptions {
  /** Name servers, as `address:port`; the system's when not given. */
  readonly servers?: readonly string[];
  /** How long a name server may take at first, in ms. */
  readonly answerMs?: number;
  /** The system's own look-up. */
  readonly system?: Resolve;
}

/**
 * Asks DNS without Node's worker threads: they are few, and names whose servers never answer would hold up all
 * others. Only names unknown to DNS are looked up by the system (its hosts file, its search domains), each name once
 * at a time.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { servers, answerMs = ANSWER_MS, system = askSystem } = options;
  const resolver = new Resolver({ timeout: answerMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const asking = new Map<string, Promise<readonly string[]>>();

  const askSystemOnce = (hostname: string): Promise<readonly string[]> => {
    const asked = asking.get(hostname);
    if (asked !== undefined) return asked;
    const answer = system(hostname).finally(() => asking.delete(hostname));
    asking.set(hostname, answer);
    return answer;
  };

  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    for (const answer of answers) {
      if (answer.status === 'rejected' && !UNKNOWN.has(codeOf(answer.reason))) throw answer.reason;
    }
    return await askSystemOnce(hostname);
  };
}

async function askSystem(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
