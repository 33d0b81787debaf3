import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A word or two about a record, in a colour that says how it is. */
export function Tag(props: BadgeProps & { readonly children: ReactNode; readonly title?: string }) {
  return <Badge variant="light" tt="none" {...props} />;
}

/** The state of a record, of the words that there are for it: always whole, however little room a table leaves it. */
export function StateTag(props: BadgeProps & { readonly children: ReactNode }) {
  return <Tag fw={600} miw="max-content" {...props} />;
}
