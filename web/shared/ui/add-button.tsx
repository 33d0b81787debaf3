import { Button, type ButtonProps } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface Props extends ButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly 'aria-label'?: string;
}

/** A button that begins something new. */
export function AddButton(props: Props) {
  return <Button leftSection={<Plus size={props.size === 'xs' ? 14 : 16} aria-hidden />} {...props} />;
}

interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** The same, on a page of its own. */
export function AddLink({ href, children }: LinkProps) {
  return (
    <Button component={Link} href={href} leftSection={<Plus size={16} aria-hidden />}>
      {children}
    </Button>
  );
}
