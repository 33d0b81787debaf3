// What the browser keeps for a register: one small database per register, so that nothing is lost when the device is
// given to another one.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { MenuStore } from './catalogue.ts';
import type { Menu } from './menu.ts';
import type { Lock, QueueStore } from './queue.ts';
import { EMPTY_QUEUE, type QueueState } from './writes.ts';

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
}

/** The database of a register. */
export type RegisterDatabase = IDBPDatabase<Schema>;

/** Opens the database of a register of a company. Devices in use have their data under this name. */
export function openRegisterDatabase(company: string, register: string): Promise<RegisterDatabase> {
  return openDB<Schema>(`passbell-register-${company}-${register}`, 1, {
    upgrade(database) {
      database.createObjectStore('kept');
    },
  });
}

/** The write queue in a database: read, decided and written in one transaction, whichever tab it is. */
export function keptQueue(database: RegisterDatabase): QueueStore {
  return {
    async change(work) {
      const tx = database.transaction('kept', 'readwrite', { durability: 'strict' });
      const before = ((await tx.store.get('queue')) as QueueState | undefined) ?? EMPTY_QUEUE;
      const after = work(before);
      if (after !== before) await tx.store.put(after, 'queue');
      await tx.done;
      return after;
    },
  };
}

/** The menu in a database. */
export function keptMenu(database: RegisterDatabase): MenuStore {
  return {
    read: async () => (await database.get('kept', 'menu')) as Menu | undefined,
    write: async (menu) => {
      await database.put('kept', menu, 'menu');
    },
  };
}

/** Something small by its name, such as the basket that was begun. */
export function keptValue<T>(database: RegisterDatabase, name: string) {
  return {
    read: async () => (await database.get('kept', name)) as T | undefined,
    write: async (value: T) => {
      await database.put('kept', value, name);
    },
  };
}

/** One tab at a time, by the browser's own locks: a tab that is closed gives its lock back. */
export function tabLock(name: string): Lock {
  return (work) => navigator.locks.request(name, work) as Promise<Awaited<ReturnType<typeof work>>>;
}
