import type { KeptRecords, Reader, Touch } from './port.ts';

/**
 * Records of the setup that nearly every change reads, such as a site with its company: read once where the engine knows of
 * every later change of `touches`, else by `load` each time (decision 050). `key` names what is read, its company first. What `lasts` refuses is read again. The value is shared: nobody changes it.
 */
export function kept<T>(
  tx: Reader,
  key: string,
  touches: readonly Touch[],
  load: () => Promise<T>,
  lasts: (value: T) => boolean = () => true,
): Promise<T> {
  return tx.kept === undefined ? load() : tx.kept(key, touches, load, lasts);
}

/** The same of several records by their ids, such as products: those that are not known are read together. */
export function keptEach<T>(tx: Reader, each: KeptRecords<T>): Promise<ReadonlyMap<bigint, T>> {
  return tx.keptEach === undefined ? each.load(each.ids) : tx.keptEach(each);
}
