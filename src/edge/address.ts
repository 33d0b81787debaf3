import { type BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isInRanges, plainAddress } from './listener.ts';

/** Most proxies of a chain that are followed. */
const MAX_HOPS = 10;

/**
 * Where a request comes from: the socket's address, or, behind trusted proxies, the last address in
 * X-Forwarded-For that is none of theirs (reference: operations.5).
 */
export function clientAddress(trusted: BlockList, request: FastifyRequest): string {
  let address = plainAddress(request.raw.socket.remoteAddress ?? '');
  const header = request.headers['x-forwarded-for'];
  const hops = (typeof header === 'string' ? header : '').split(',').slice(-MAX_HOPS);
  while (isInRanges(trusted, address)) {
    const before = plainAddress(hops.pop()?.trim() ?? '');
    if (before === '' || before.length > 45) return address;
    address = before;
  }
  return address;
}

/** The key that attempts are counted by: an IPv4 address, or the /64 that one household or machine has of IPv6. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right = ''] = address.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
    : [];
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
