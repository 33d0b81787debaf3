import { isIP } from 'node:net';

/** True for an address of this machine. */
export function isLoopback(address: URL): boolean {
  const host = address.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}
