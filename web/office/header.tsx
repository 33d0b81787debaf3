// What the header says before its menus can be opened.

import { Avatar, Text } from '@mantine/core';
import { UserRound } from 'lucide-react';
import type { Membership, SessionInfo } from '../shared/session.ts';

export interface HeaderProps {
  readonly session: SessionInfo;
  readonly member: Membership;
  readonly choose: (id: string) => void;
}

/** The company of the screens. */
export function CompanyName({ member }: Pick<HeaderProps, 'member'>) {
  return (
    <Text size="sm" fw={600} truncate maw={220} visibleFrom="xs">
      {member.name}
    </Text>
  );
}

/** The sign of the signed-in user. */
export function AccountSign() {
  return (
    <Avatar color="tide" radius="xl" size={36} aria-hidden>
      <UserRound size={20} />
    </Avatar>
  );
}
