import { useQueryClient } from '@tanstack/react-query';

/** Makes the cached lists of some kinds of records stale: those that no event announces. */
export function useStale(): (...kinds: readonly string[]) => void {
  const client = useQueryClient();
  return (...kinds) => {
    for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] });
  };
}
