// How a database goes about a statement.
import pg from 'pg';
import type { Reader, Row } from '#src/storage/port.ts';
import { Sql } from '#src/storage/sql.ts';

/** A list of ids that is shown as it is has so many characters at most. */
const LONGEST_IDS = 44;

/** A line of a plan without estimates and without long lists of ids. */
function shortPlan(line: string): string {
  const [shown = ''] = line.split('  (cost=', 1);
  return shown
    .replace(/'\{[\d,]+\}'/g, (ids) => (ids.length > LONGEST_IDS ? "'{…}'" : ids))
    .replace(/((?:\$\d+|\?)(?:, ?(?:\$\d+|\?))?)(?:, ?(?:\$\d+|\?))+/g, '$1, …')
    .replace(/::(?:bigint|text)(?:\[\])?/g, '')
    .trim();
}

/** Asks for plans. */
export interface Planner {
  /** The lines of a statement's plan. */
  explain(tx: Reader, query: Sql): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a planner; an address when the database is PostgreSQL. */
export async function openPlanner(databaseUrl: string | undefined): Promise<Planner> {
  const postgres = databaseUrl === undefined ? undefined : new pg.Client({ connectionString: databaseUrl });
  await postgres?.connect();
  return {
    explain: async (tx, query) => {
      const before = postgres === undefined ? 'explain query plan ' : 'explain ';
      const [first = '', ...rest] = query.strings;
      const rows = await tx.all<Row>(new Sql([before + first, ...rest], query.values));
      const plan = rows.map((row) => shortPlan(String(row.detail ?? row['QUERY PLAN'])));
      if (postgres === undefined) return plan;
      // A prepared statement may come to be run by a plan that does not look at the values.
      const { rows: generic } = await postgres.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan) ${query.text}`,
      );
      const other = generic.map((row) => shortPlan(row['QUERY PLAN']));
      const shape = (lines: readonly string[]) => lines.filter((line) => !/Cond:|Filter:/.test(line)).join();
      return shape(plan) === shape(other) ? plan : [...plan, '**generic plan:**', ...other];
    },
    close: async () => {
      await postgres?.end();
    },
  };
}
