import type { Writer } from './port.ts';
import { join, type Sql, sql } from './sql.ts';

/** Rows of one statement: few sizes, so that few different statements have to be prepared. */
const ROWS_PER_INSERT = [256, 32, 4, 1] as const;
/** Most values of one statement. */
const VALUES_PER_INSERT = 8_192;

/** Writes rows by `Writer.send`, many in one statement; `begin` is `insert into … (…) values`, `end` what comes behind the rows. */
export async function insertRows(
  tx: Writer,
  begin: Sql,
  rows: readonly (readonly unknown[])[],
  end: Sql = sql``,
): Promise<void> {
  let at = 0;
  // Ends: the last size is 1.
  for (const size of ROWS_PER_INSERT) {
    if (size > 1 && size * (rows[0]?.length ?? 1) > VALUES_PER_INSERT) continue;
    for (; rows.length - at >= size; at += size) {
      const some = rows.slice(at, at + size).map((values) => sql`(${join([...values])})`);
      await tx.send(sql`${begin} ${join(some)} ${end}`);
    }
  }
}
