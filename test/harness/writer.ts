// A process that saves numbered rows in an SQLite file, each with its event, as fast as it can:
//
//   writer.ts <file> <first number> <how many> <bytes each>
//
// It prints `saved <number>` when a row is answered for, `refused <number> <error>` when it is not, and
// `ready` before the first.

import { writeSync } from 'node:fs';
import { append } from '#src/outbox/append.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { migrate } from '#src/storage/migrate.ts';
import { sql } from '#src/storage/sql.ts';

/** Writes under way at the same time. */
const IN_FLIGHT = 16;
const COMPANY = 1n;

const [file = '', first = '1', count = '1', bytes = '1'] = process.argv.slice(2);

// Written at once: printed lines have left this process, however it ends.
function print(line: string): void {
  writeSync(1, `${line}\n`);
}

const storage = new SqliteStorage(file);
await migrate(storage);
await storage.write(async (tx) =>
  tx.run(sql`create table if not exists words (id bigint primary key, word text, flag smallint)`),
);
print('ready');

let next = Number(first);
const end = next + Number(count);
const padding = 'x'.repeat(Number(bytes));

async function save(number: number): Promise<void> {
  const id = BigInt(number);
  const payload = JSON.stringify({ number, padding });
  try {
    await storage.write(async (tx) => {
      await tx.run(sql`insert into words (id, word) values (${id}, ${padding})`);
      await append(tx, COMPANY, 0n, [
        { topic: 'orders/completed', resource: id, sites: [], changed: [], payload },
      ]);
    });
    print(`saved ${number}`);
  } catch (error) {
    print(`refused ${number} ${error instanceof Error ? error.name : 'nothing'}`);
  }
}

async function saveAll(): Promise<void> {
  while (next < end) await save(next++);
}

await Promise.all(Array.from({ length: IN_FLIGHT }, saveAll));
await storage.close();
