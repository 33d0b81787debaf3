// What add-ons may do, in words.

import { Badge, Group } from '@mantine/core';
import type { AddonScope } from '#src/edge/scopes.ts';

/** Every scope in words; typed by the service's own list, so that none is left out. */
export const SCOPE_WORDS: Readonly<Record<AddonScope, string>> = {
  'company:read': 'See the company, sites, registers, staff, taxes and prices',
  'company:write': 'Change the company, sites, registers, staff, taxes and prices',
  'orders:read': 'See orders',
  'orders:write': 'Make and change orders',
  'products:read': 'See products',
  'products:write': 'Change products',
  'customers:read': 'See customers',
  'customers:write': 'Change customers',
  'checkins:read': 'See who is checked in',
  'checkins:write': 'Check guests in and out',
  webhooks: 'Be told of what happens (webhooks and events)',
};

export const SCOPE_NAMES = Object.keys(SCOPE_WORDS) as AddonScope[];

/** Scopes as an add-on asks for them, each with its meaning. */
export function Scopes({ scopes }: { scopes: readonly AddonScope[] }) {
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Badge key={scope} color="gray" variant="light" tt="none" fw={500} title={SCOPE_WORDS[scope]}>
          {scope}
        </Badge>
      ))}
    </Group>
  );
}
