// What the browser keeps for a device: a small database, so that nothing is lost when the page is left.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { EMPTY, type OutboxState, type OutboxStore } from './outbox/entries.ts';
import type { Lock } from './outbox/outbox.ts';

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
}

/** The database of a device. */
export type KeptDatabase = IDBPDatabase<Schema>;

/** Something small that is kept. */
export interface KeptValue<T> {
  read(): Promise<T | undefined>;
  write(value: T): Promise<void>;
}

/** Opens a database by its name, and makes it before if need be. */
export function openKept(name: string): Promise<KeptDatabase> {
  return openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('kept');
    },
  });
}

/** Something small by its name. */
export function keptValue<T>(database: KeptDatabase, name: string): KeptValue<T> {
  return {
    read: async () => (await database.get('kept', name)) as T | undefined,
    write: async (value) => {
      await database.put('kept', value, name);
    },
  };
}

/** An outbox in a database: read, decided and written in one transaction, whichever tab it is. */
export function keptOutbox<N>(database: KeptDatabase): OutboxStore<N> {
  return {
    async change(work) {
      const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
      const before = ((await tx.store.get('outbox')) as OutboxState<N> | undefined) ?? EMPTY;
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
