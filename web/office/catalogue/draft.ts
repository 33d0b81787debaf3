// Unsaved input about a record that may change meanwhile.

import { useEffect, useState } from 'react';

/** Typed values beside those that the record has. */
export interface Draft<V> {
  readonly values: V;
  /** What the values were when typing began. */
  readonly base: V;
  readonly isDirty: boolean;
  /** The record says something else now than when typing began. */
  readonly isBehind: boolean;
  readonly set: (part: Partial<V>) => void;
  /** Drops the input: the values are these from now on, or those of the record. */
  readonly load: (values?: V) => void;
}

/** True when two values look the same as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Follows the record until something is typed; then keeps the input, and reports when the record has changed since.
 */
export function useDraft<V extends object>(fresh: V): Draft<V> {
  const [{ base, values }, setState] = useState({ base: fresh, values: fresh });
  const isDirty = !isSame(base, values);
  const hasMoved = !isSame(base, fresh);
  if (hasMoved && (!isDirty || isSame(values, fresh))) setState({ base: fresh, values: fresh });
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return {
    values,
    base,
    isDirty,
    isBehind: isDirty && hasMoved,
    set: (part) => setState((state) => ({ base: state.base, values: { ...state.values, ...part } })),
    load: (given = fresh) => setState({ base: given, values: given }),
  };
}
