export type { Amount, Id } from '#clients/typescript/index.ts';

/** True when two values look the same as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
