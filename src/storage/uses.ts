import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Sentence } from '../kernel/words.ts';
import type { Reader } from './port.ts';
import { raw, Sql, sql } from './sql.ts';

// References to a record are known by the feature that has them: each declares its own (a file `uses.store.ts`), and a
// record that is in use is not deleted (reference: company.3).

/** Kinds of record that other features refer to, by their tables. */
export type UsedKind =
  | 'companies'
  | 'sites'
  | 'registers'
  | 'staff'
  | 'roles'
  | 'taxes'
  | 'price_lists'
  | 'tables';

/** A record that may be in use. */
export interface UsedRecord {
  readonly company_id: Id;
  readonly id: Id;
}

/** A place that may use a record: its name, and a query that finds one row. */
export interface RecordUse {
  readonly called: Sentence;
  readonly query: Sql;
}

/** The references of a feature to records of other features. */
export type RecordUses = {
  readonly [K in UsedKind]?: (record: UsedRecord, now: Micros) => readonly RecordUse[];
};

/** Rows of a table of the company that refer to something. */
export function inTable(called: Sentence, table: string, company: Id, where: Sql): RecordUse {
  return {
    called,
    query: sql`select 1 as one from ${raw(table)} where company_id = ${company} and ${where} limit 1`,
  };
}

/** The query with its ids written out, so that a planner knows for each of them how rare it is. */
function writtenOut({ strings, values }: Sql): Sql {
  const texts = [strings[0] ?? ''];
  const kept: unknown[] = [];
  for (const [at, value] of values.entries()) {
    const next = strings[at + 1] ?? '';
    if (typeof value === 'bigint') texts.push(`${texts.pop() ?? ''}${value}${next}`);
    else {
      kept.push(value);
      texts.push(next);
    }
  }
  return new Sql(texts, kept);
}

/** The name of the first use that has a row. */
export async function firstUse(tx: Reader, uses: readonly RecordUse[]): Promise<Sentence | undefined> {
  for (const use of uses) if ((await tx.get(writtenOut(use.query))) !== undefined) return use.called;
  return undefined;
}
