import assert from 'node:assert/strict';
import type { Reader, Row } from '#src/storage/port.ts';
import { raw, Sql } from '#src/storage/sql.ts';
import type { Engine } from './service.ts';

// How a database goes about the statements of a function that reads.

/** A statement that was run, and its plan. */
export interface Planned {
  readonly statement: string;
  readonly plan: string;
}

/** Runs a function that reads, and answers the plan of each of its statements. */
export async function plansOf(
  tx: Reader,
  engine: Engine,
  work: (reader: Reader) => Promise<unknown>,
): Promise<Planned[]> {
  const plans: Planned[] = [];
  // A table of a test is so small that PostgreSQL would rather read it whole.
  if (engine === 'postgres') await tx.all(raw('set local enable_seqscan = off'));
  const explain = async (query: Sql) => {
    const [first = '', ...rest] = query.strings;
    const ask = engine === 'sqlite' ? 'explain query plan ' : 'explain ';
    const rows = await tx.all<Row>(new Sql([ask + first, ...rest], query.values));
    const plan = rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
    plans.push({ statement: query.sql, plan });
  };
  await work({
    get: async (query) => {
      await explain(query);
      return tx.get(query);
    },
    all: async (query) => {
      await explain(query);
      return tx.all(query);
    },
  });
  assert.ok(plans.length > 0, 'It asks for nothing.');
  return plans;
}

/** No statement runs through a whole table, or looks at all of a company's records one after the other. */
export function looksUp(plans: readonly Planned[]): void {
  for (const { statement, plan } of plans) {
    assert.doesNotMatch(plan, /SCAN (?!d\b|\(|l\b.*USING|CONSTANT)|Seq Scan/, `${statement}\n${plan}`);
  }
}
