// What add-ons may do, and what each scope is called.

import { Group } from '@mantine/core';
import type { Addon } from '#clients/typescript/index.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, translated } from '../../shared/words.ts';

/** A scope of an add-on, in words. */
export type Scope = Addon['scopes'][number];

/** Every scope in words; typed by the service's own list, so that none is left out. */
export const SCOPE_WORDS: Readonly<Record<Scope, Message>> = {
  'company:read': message('Read the company, sites, registers, staff, taxes and prices'),
  'company:write': message('Change the company, sites, registers, staff, taxes and prices'),
  'orders:read': message('Read orders'),
  'orders:write': message('Create and change orders'),
  'products:read': message('Read products'),
  'products:write': message('Change products'),
  'customers:read': message('Read customers'),
  'customers:write': message('Change customers'),
  'checkins:read': message('Read check-ins'),
  'checkins:write': message('Check guests in and out'),
  webhooks: message('Receive webhooks and events'),
};

export const SCOPE_NAMES = Object.keys(SCOPE_WORDS) as Scope[];

/** Scopes as an add-on asks for them, each with its meaning. */
export function Scopes({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Tag key={scope} color="gray" fw={500} title={translated(SCOPE_WORDS[scope])}>
          {scope}
        </Tag>
      ))}
    </Group>
  );
}
