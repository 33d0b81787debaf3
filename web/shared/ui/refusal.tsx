import { Alert, type AlertProps, Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why something cannot be, or was refused; nothing while nothing is wrong. */
export function RefusalAlert({ children, ...look }: AlertProps) {
  if (children === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert" {...look}>
      {children}
    </Alert>
  );
}

/** The same in a line of its own, without a frame. */
export function Wrong({ children, ...look }: TextProps & { readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Text size="sm" c="red" role="alert" {...look}>
      {children}
    </Text>
  );
}
