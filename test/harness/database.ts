import assert from 'node:assert/strict';
import { raw, sql } from '#src/storage/sql.ts';
import type { Service } from './service.ts';

/** Every row of every table of a service's database, as text, with the name of its table before it. */
export async function wholeDatabase({ app: { storage } }: Pick<Service, 'app'>): Promise<string[]> {
  const isSqlite = storage.engine === 'sqlite';
  return storage.read(async (tx) => {
    const tables = await tx.all<{ name: string }>(
      isSqlite
        ? sql`select name from sqlite_master where type = 'table' order by name`
        : sql`select table_name::text as name from information_schema.tables
              where table_schema = 'public' order by table_name`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const columns = isSqlite
        ? await tx.all<{ name: string }>(sql`select name from pragma_table_info(${name}) order by cid`)
        : [];
      const text = isSqlite
        ? columns.map((column) => `quote("${column.name}")`).join(" || ',' || ")
        : `${name}::text`;
      const found = await tx.all<{ text: string }>(sql`${raw(`select ${text} as text from ${name}`)}`);
      rows.push(...found.map((row) => `${name} ${row.text}`));
    }
    assert.ok(
      rows.length > 50,
      'The database has hardly any rows: is this still looking at the right tables?',
    );
    return rows.sort();
  });
}
