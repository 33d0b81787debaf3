import { useEffect, useMemo, useState } from 'react';
import { keptValue } from '../shared/kept.ts';
import { useRegister } from './context.tsx';

/** Keeps what was read last under a name, and answers what was kept, for when there is no network. */
export function useKept<T>(name: string, fresh: T | undefined): T | undefined {
  const { core } = useRegister();
  const [kept, setKept] = useState<T>();
  const store = useMemo(() => keptValue<T>(core.kept, name), [core, name]);
  useEffect(() => {
    void store.read().then(setKept);
  }, [store]);
  useEffect(() => {
    if (fresh !== undefined) void store.write(fresh);
  }, [store, fresh]);
  return kept;
}
