import type { Reader, SharedRead } from './port.ts';

/**
 * Reads a part, where the engine gains by it together with those of other works that begin at the same time: what comes may be
 * about their parts as well. It is shared: nobody changes it.
 */
export function readTogether<Part, Result>(
  tx: Reader,
  read: SharedRead<Part, Result>,
  part: Part,
): Promise<Result> {
  return tx.together === undefined ? read.read(tx, [part]) : tx.together(read, part);
}
