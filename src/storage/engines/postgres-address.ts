// The address of PostgreSQL: one server, or several of which one takes writes (reference: operations.21).

/** Most servers that an address names. */
const MAX_SERVERS = 10;

/** Which servers are used: those that take writes, or the first that answers. */
const ATTRIBUTES: Readonly<Record<string, boolean>> = { 'read-write': true, primary: true, any: false };

/** The servers of a database. */
export interface Addresses {
  /** The address of each, in the order in which they are tried. */
  readonly urls: readonly [string, ...string[]];
  /** Whether a new connection is asked first whether it takes writes. */
  readonly isChecked: boolean;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * The servers of `postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`; undefined when it is no
 * such address. With several servers it is the one that takes writes, unless `target_session_attrs` is `any`.
 */
export function readAddresses(text: string): Addresses | undefined {
  const [, scheme, hosts, rest] = PARTS.exec(text) ?? [];
  if (scheme === undefined || hosts === undefined || rest === undefined) return undefined;
  const named = hosts.split(',');
  if (named.length > MAX_SERVERS) return undefined;
  const urls: string[] = [];
  let wanted: string | null = null;
  for (const host of named) {
    const whole = scheme + host + rest;
    if (!URL.canParse(whole) || (host === '' && named.length > 1)) return undefined;
    const url = new URL(whole);
    wanted = url.searchParams.get('target_session_attrs');
    url.searchParams.delete('target_session_attrs');
    urls.push(wanted === null ? whole : url.href);
  }
  const [first, ...others] = urls;
  const isChecked = wanted === null ? others.length > 0 : ATTRIBUTES[wanted];
  if (first === undefined || isChecked === undefined) return undefined;
  return { urls: [first, ...others], isChecked };
}
