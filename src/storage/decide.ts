import type { Decision, Writer } from './port.ts';

/** Decides upon rows in a transaction that has them for itself. */
export async function decideIn<Row, T>(
  tx: Pick<Writer, 'all' | 'send'>,
  { ids, rows, decide }: Decision<Row, T>,
): Promise<T> {
  const { value, change } = decide(await tx.all<Row>(rows(ids)));
  if (change !== undefined) await tx.send(change);
  return value;
}
