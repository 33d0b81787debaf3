// What `react` and `react-dom` are for the screens and their packages: Preact under React's names, which is much smaller.

import { options } from 'preact';
import type { ReactNode } from 'react';

// Effects have run before the next event, as React sees to: two keys of a bump bar may come within one frame.
options.requestAnimationFrame = queueMicrotask;

export * from 'preact/compat';
export { default } from 'preact/compat';

/** React's Activity, of which nothing is kept while it is hidden: components of Mantine name it, and no screen asks for that. */
export function Activity({ mode, children }: { mode?: 'visible' | 'hidden'; children?: ReactNode }) {
  return mode === 'hidden' ? null : children;
}
