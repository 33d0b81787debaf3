import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Small text that says more about what it stands beside or below. */
export function Hint({ size = 'sm', ...props }: TextProps & { readonly children: ReactNode }) {
  return <Text size={size} c="dimmed" {...props} />;
}
