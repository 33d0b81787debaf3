// What the browser keeps for a device: a small database, so that nothing is lost when the page is left.

import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { OutboxStore } from './outbox/entries.ts';
import type { Lock } from './outbox/outbox.ts';

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
}

/** The database of a device. */
export type KeptDatabase = IDBPDatabase<Schema>;

/** A small value that is kept. */
export interface KeptValue<T> {
  read(): Promise<T | undefined>;
  write(value: T): Promise<void>;
}

/** How a database of an earlier version becomes one of this version, once and as a whole. */
export interface Upgrade {
  readonly version: number;
  readonly convert: (kept: IDBPObjectStore<Schema, 'kept'[], 'kept', 'versionchange'>) => Promise<void>;
  /** Called while a tab of the earlier version has it open: it is opened once that tab has gone. */
  readonly blocked: () => void;
}

/** Opens a database by its name, and makes it before if need be. Rejects, with all as it was, if it cannot be upgraded. */
export function openKept(name: string, upgrade?: Upgrade): Promise<KeptDatabase> {
  return openDB<Schema>(name, upgrade?.version ?? 1, {
    upgrade(database, before, _version, tx) {
      if (before === 0) database.createObjectStore('kept');
      else upgrade?.convert(tx.objectStore('kept')).catch(() => tx.abort());
    },
    blocked: () => upgrade?.blocked(),
  });
}

/** A small value by its name. */
export function keptValue<T>(database: KeptDatabase, name: string): KeptValue<T> {
  return {
    read: async () => (await database.get('kept', name)) as T | undefined,
    write: async (value) => {
      await database.put('kept', value, name);
    },
  };
}

/** An outbox in a database: read, decided and written in one transaction, whichever tab it is. */
export function keptOutbox<S>(database: KeptDatabase, empty: S): OutboxStore<S> {
  return {
    empty,
    async change(work) {
      const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
      const before = ((await tx.store.get('outbox')) as S | undefined) ?? empty;
      const after = work(before);
      if (after !== before) await tx.store.put(after, 'outbox');
      await tx.done;
      return after;
    },
  };
}

/** One tab at a time, by the browser's own locks: a tab that is closed gives its lock back. */
export function tabLock(name: string): Lock {
  return (work) => navigator.locks.request(name, work) as Promise<Awaited<ReturnType<typeof work>>>;
}
