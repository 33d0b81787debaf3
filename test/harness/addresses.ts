// The corpus of addresses that deliveries must never reach: test/data/private-addresses.txt.

import { readFileSync } from 'node:fs';

const [urlLines = '', nameLines = ''] = readFileSync(
  new URL('../data/private-addresses.txt', import.meta.url),
  'utf8',
).split('\n---\n');

/** The addresses as they would be given; those with a port lead to this one. */
export function privateUrls(port: number): string[] {
  return urlLines
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => (line.startsWith('"') ? String(JSON.parse(line)) : line).replace('PORT', String(port)));
}

/** Names that look harmless, each with what a name server gives for it. */
export const PRIVATE_NAMES: readonly { readonly name: string; readonly addresses: readonly string[] }[] =
  nameLines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', addresses = ''] = line.split('=').map((part) => part.trim());
      return { name, addresses: addresses.split(' ').filter((each) => each !== '') };
    });
