// What `react` and `react-dom` are for the screens and their packages: Preact under React's names, which is much smaller.

import { options } from 'preact';
import type { ReactNode } from 'react';

// Effects have run before the next event, as React sees to: two keys of a bump bar may come within one frame.
options.requestAnimationFrame = queueMicrotask;

// Preact takes a field's `maxLength` away by setting it to '', which is 0: the next field that has its element takes no key.
// By the attribute's own name it is removed.
const { vnode: before } = options;
options.vnode = (node) => {
  before?.(node);
  const props: Record<string, unknown> = node.props;
  if (typeof node.type !== 'string' || props.maxLength === undefined) return;
  props.maxlength = props.maxLength;
  delete props.maxLength;
};

export * from 'preact/compat';
export { default } from 'preact/compat';

/** React's Activity, of which nothing is kept while it is hidden: components of Mantine name it, and no screen asks for that. */
export function Activity({ mode, children }: { mode?: 'visible' | 'hidden'; children?: ReactNode }) {
  return mode === 'hidden' ? null : children;
}
