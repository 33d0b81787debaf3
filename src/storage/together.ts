/**
 * Awaits everything that was begun and gives the results, or the first failure in the given order. What does
 * not depend on each other goes to the database together this way, and nothing is left running behind a refusal.
 */
export async function together<T extends readonly unknown[]>(
  begun: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const results: unknown[] = [];
  for (const each of await Promise.allSettled(begun)) {
    if (each.status === 'rejected') throw each.reason;
    results.push(each.value);
  }
  return results as { [K in keyof T]: Awaited<T[K]> };
}
