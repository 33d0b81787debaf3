// Keeps deliveries away from addresses that are not public (reference: events.25): when an address is given,
// and again when it is connected to, because a name can lead somewhere else by then.

import { BlockList, isIP, connect as openPlain, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, connect as openTls } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, errors } from 'undici';
import { type Sentence, sentence } from '../kernel/words.ts';
import { createResolver, type Resolve } from './resolve.ts';

/** The addresses beside public ones that deliveries may reach. */
export interface AddressPolicy {
  /** As `parseCidrs` makes it: WEBHOOK_ALLOW_PRIVATE, or loopback for the sandbox. */
  readonly allowPrivate: BlockList;
}

/**
 * Why a host is not connected to. One sentence for an unknown name and for one that leads to a private address: two
 * would show the owner of a webhook which names this network knows.
 */
export const NO_PUBLIC_ADDRESS =
  'The host has no address that deliveries may reach: its name is not known, or leads to an address that is not public.';

/** IPv4 ranges that are not public (the special-purpose registry of RFC 6890, and multicast). */
const RESERVED_V4 = [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a carrier's NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and where clouds keep their metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];

/**
 * The only IPv6 addresses in public use. Outside are the unspecified address, loopback, IPv4-mapped, -compatible
 * and -translated forms, NAT64, discard-only, unique local, link-local, site-local and multicast.
 */
const PUBLIC_V6 = '2000::/3';

/** The ranges inside of that which are not public. */
const RESERVED_V6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: holds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the former 6bone
  '3fff::/20', // documentation
];

const reserved = rangesOf([...RESERVED_V4, ...RESERVED_V6]);
const publicV6 = rangesOf([PUBLIC_V6]);

function rangesOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The ranges of a list by family: a BlockList itself takes ::ffff:10.0.0.1 for 10.0.0.1, and ::/0 for both. */
const byFamily = new WeakMap<BlockList, { readonly v4: BlockList; readonly v6: BlockList }>();

function isAllowedSpecially(ip: string, { allowPrivate }: AddressPolicy): boolean {
  let lists = byFamily.get(allowPrivate);
  if (lists === undefined) {
    lists = { v4: new BlockList(), v6: new BlockList() };
    lists.v4.fromJSON(allowPrivate.rules.filter((rule) => rule.includes(' IPv4 ')));
    lists.v6.fromJSON(allowPrivate.rules.filter((rule) => rule.includes(' IPv6 ')));
    byFamily.set(allowPrivate, lists);
  }
  return isIP(ip) === 6 ? lists.v6.check(ip, 'ipv6') : lists.v4.check(ip, 'ipv4');
}

/** The eight groups of an IPv6 address without a zone. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = parse(head);
  if (tail === undefined) return left;
  const right = parse(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/**
 * True when the last half is ISATAP's, ::0:5efe:a.b.c.d or ::200:5efe:a.b.c.d: below any prefix it holds an IPv4
 * address.
 */
function isIsatap(ip: string): boolean {
  const groups = groupsOf(ip);
  return ((groups[4] ?? 0) & 0xfdff) === 0 && groups[5] === 0x5efe;
}

/**
 * True when this address, in numbers, may be connected to: it is public, or the policy allows it as it stands.
 * A form that carries an IPv4 address inside an IPv6 one never counts as the IPv4 address it carries.
 */
export function vetAddress(ip: string, policy: AddressPolicy): boolean {
  const version = isIP(ip);
  if (version === 0) return false;
  const zone = ip.indexOf('%');
  // A zone exists only where addresses are not public; ranges have none.
  if (zone !== -1) return isAllowedSpecially(ip.slice(0, zone), policy);
  if (isAllowedSpecially(ip, policy)) return true;
  if (version === 4) return !reserved.check(ip, 'ipv4');
  return publicV6.check(ip, 'ipv6') && !reserved.check(ip, 'ipv6') && !isIsatap(ip);
}

const LOOPBACK = ['127.0.0.1', '::1'];

/** Names that always mean the machine itself (RFC 6761); no name server is asked for them. */
function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

const NOT_AN_ADDRESS = sentence('must be an https address without white space and control characters.');
const NOT_PUBLIC = sentence('must not lead to a private or reserved address.');

/**
 * The sentence that refuses a webhook's address (or a callback_uri) when it is given; undefined when it can be taken
 * (reference: events.24, events.25). Every spelling is judged as the URL parser reads it. Names other than localhost
 * are taken: they are checked at every connection.
 */
export function checkAddress(text: string, policy: AddressPolicy): Sentence | undefined {
  // The URL parser drops white space and control characters; another reader of the address might not.
  if (/[\s\p{Cc}\p{Cf}]/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return NOT_AN_ADDRESS;
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return NOT_AN_ADDRESS;
  if (username !== '' || password !== '') return sentence('must not hold a user name or a password.');
  const host = withoutBrackets(hostname);
  if (isIP(host) !== 0 || isLoopbackName(host)) {
    const addresses = isIP(host) === 0 ? LOOPBACK : [host];
    if (!addresses.some((each) => vetAddress(each, policy))) return NOT_PUBLIC;
    if (protocol === 'https:' || addresses.some((each) => isAllowedSpecially(each, policy))) return undefined;
  } else if (/^\.|\.\.|\.$/.test(host.replace(/(?<=[^.])\.$/, ''))) return sentence('must name a host.');
  return protocol === 'https:' ? undefined : sentence('must begin with https://.');
}

/** Why a connection was not even tried, without the address that the name leads to. */
class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor(sentence: string) {
    super(sentence);
    this.name = 'AddressRefused';
  }
}

/**
 * How long a connection may take, from the look-up of the name to the end of the TLS handshake, in ms (reference:
 * limits.6).
 */
const CONNECT_MS = 3_000;
/** Connections to one origin at a time: a ceiling above the delivery engine's messages in flight. */
const CONNECTIONS = 64;
/** How many of a name's addresses are tried, and how long one is before the next has its turn, at least, in ms. */
const MAX_TRIED = 8;
const MIN_ATTEMPT_MS = 250;

/** The options of a dispatcher. */
export interface DispatcherOptions {
  /** For looking the name up, connecting and the TLS handshake together, in ms. */
  readonly connectMs?: number;
  readonly resolve?: Resolve;
  /** Further trusted certificate authorities, PEM. */
  readonly ca?: readonly string[];
  /** Connections to one origin at a time. */
  readonly connections?: number;
}

/**
 * Sends requests to vetted addresses only. One dispatcher holds one policy: connections that one policy opened
 * are never used under another. The name is resolved here and every address vetted; **if one of them may not
 * be reached, none is** (a name that mixes public and private addresses is an attack or a mistake). The
 * connection goes to the vetted addresses themselves, with the name in SNI, certificate check and Host. Plain
 * http goes only where the policy allows it specially. Redirects are not followed: undici leaves 3xx to the caller.
 *
 * A request then fails with AddressRefused, undici's ConnectTimeoutError, or the error of look-up, socket or TLS.
 */
export function createDispatcher(policy: AddressPolicy, options: DispatcherOptions = {}): Dispatcher {
  const { connectMs = CONNECT_MS, resolve = createResolver(), ca = [], connections = CONNECTIONS } = options;
  const secureContext = createSecureContext({
    ca: [...getCACertificates('default'), ...ca],
    minVersion: 'TLSv1.2',
  });

  const find = async (hostname: string, protocol: string): Promise<readonly string[]> => {
    const isName = isIP(hostname) === 0;
    const all = !isName
      ? [hostname]
      : isLoopbackName(hostname)
        ? // The loopback ranges of the policy are enough: no name server can say where these names lead.
          LOOPBACK.filter((each) => vetAddress(each, policy))
        : await resolve(hostname);
    if (all.length === 0 || !all.every((each) => vetAddress(each, policy))) {
      throw new AddressRefused(NO_PUBLIC_ADDRESS);
    }
    if (protocol !== 'https:' && !all.every((each) => isAllowedSpecially(each, policy))) {
      throw new AddressRefused('Deliveries go by https only.');
    }
    return all;
  };

  const open = (hostname: string, protocol: string, port: string, addresses: readonly string[]): Socket => {
    const found = addresses.slice(0, MAX_TRIED).map((address) => ({ address, family: isIP(address) }));
    const target = {
      host: hostname,
      port: Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
      noDelay: true,
      keepAlive: true,
      autoSelectFamily: true,
      // Far receivers take longer than Node's own half second.
      autoSelectFamilyAttemptTimeout: Math.max(MIN_ATTEMPT_MS, Math.floor(connectMs / (found.length + 1))),
      // Called for names only, with `all`, as families are selected automatically.
      lookup: (_name: string, _options: object, done: (error: null, found: ResolvedAddress[]) => void) =>
        done(null, found),
    };
    if (protocol !== 'https:') return openPlain(target);
    return openTls({
      ...target,
      secureContext,
      // A literal address is checked against the certificate, but has no place in SNI.
      servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
    });
  };

  const connect: buildConnector.connector = ({ hostname, protocol, port }, callback) => {
    let socket: Socket | undefined;
    let settled = false;
    const settle = (error: Error | null) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      if (error === null && socket !== undefined) callback(null, socket);
      else {
        socket?.destroy();
        callback(error ?? new Error('There is no connection.'), null);
      }
    };
    const deadline = setTimeout(
      () => settle(new errors.ConnectTimeoutError(`No connection within ${connectMs} ms.`)),
      connectMs,
    );
    const host = withoutBrackets(hostname);
    find(host, protocol)
      .then((addresses) => {
        if (settled) return;
        socket = open(host, protocol, port, addresses);
        socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => settle(null));
        // Stays for events after the deadline; later errors are undici's.
        socket.on('error', settle);
        socket.once('close', () => settle(new Error('The connection was closed.')));
      })
      .catch((error: unknown) => settle(error instanceof Error ? error : new Error(String(error))));
  };

  return new Agent({ connect, connections, pipelining: 1, allowH2: false });
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
