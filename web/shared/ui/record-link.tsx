import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** Leads to the page of a record, from its name. */
export function RecordLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Anchor component={Link} href={href} fw={600} size="sm" c="inherit" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  );
}

interface OpenerProps {
  readonly open: () => void;
  readonly children: ReactNode;
}

/** Opens a record where it is, from its name. */
export function Opener({ open, children }: OpenerProps) {
  return (
    <Anchor
      component="button"
      type="button"
      fw={600}
      size="sm"
      c="inherit"
      ta="start"
      onClick={(event) => {
        event.stopPropagation();
        open();
      }}
    >
      {children}
    </Anchor>
  );
}
