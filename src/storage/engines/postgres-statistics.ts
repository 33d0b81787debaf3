import type { Reader } from '../port.ts';
import { sql } from '../sql.ts';

/** Tables of fewer rows are read fast by any plan. */
const FEW_ROWS = 50;
/** How many times the rows that the planner knows of a table may have; each counting takes the server some 100 ms. */
const GROWTH = 4;
/** Tables of more rows take long to count, and have their plans by then. */
const MANY_ROWS = 1_000_000;

/**
 * Tables that have many times the rows that the planner knows of. The server's own autovacuum looks once a minute; by then a
 * new database that is busy has plans that walk all rows of a company, since they were made for a handful.
 */
export async function grownTables(tx: Reader): Promise<string[]> {
  const rows = await tx.all<{ name: string }>(
    sql`select c.relname as name from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
          and pg_stat_get_live_tuples(c.oid) > ${GROWTH} * greatest(c.reltuples, ${FEW_ROWS})
          and pg_stat_get_live_tuples(c.oid) < ${MANY_ROWS}
        order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

/** Counts a table, unless something else does just now. */
export function countTable(name: string): string {
  return `analyze (skip_locked) "${name.replaceAll('"', '""')}"`;
}
