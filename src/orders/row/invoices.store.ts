import type { Id } from '../../kernel/id.ts';
import type { Writer } from '../../storage/port.ts';
import { SharedStatement, type StatementKind } from '../../storage/shared-statement.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { InvoiceSeries } from '../rules/invoice-number.ts';

/** A series of numbers of a site. */
export interface Series {
  readonly company: Id;
  readonly site: Id;
  readonly year: number;
  readonly series: InvoiceSeries;
}

/** Each series has a row of its own. */
const ONE_ROW = 1n;

/** A number of a series, and what the numbers of it begin with. */
export interface Counted {
  readonly last: bigint;
  readonly prefix: string;
}

const ofSeries = ({ site, year, series }: Series): Sql =>
  sql`site_id = ${site} and year = ${BigInt(year)} and series = ${series}`;

/** Of works that share a commit the last one's number is the last of the series. */
const SET_LAST: StatementKind<{ readonly wanted: Series; readonly last: bigint }> = {
  keyOf: ({ wanted: { company, site, year, series } }) => `${company} ${site} ${year} ${series}`,
  statement: (parts) => {
    const part = parts.at(-1);
    if (part === undefined) throw new Error('No number is to be set.');
    const { wanted, last } = part;
    return sql`update invoice_counters set last = ${last} where company_id = ${wanted.company} and ${ofSeries(wanted)}`;
  },
};

/**
 * The next number of a series; its row is kept from others until the transaction ends. What its numbers begin with is the
 * first of `prefixes` that no other site has, and stays for the year.
 */
export async function nextOf(tx: Writer, wanted: Series, prefixes: readonly string[]): Promise<Counted> {
  const { company, site, year, series } = wanted;
  const its = ofSeries(wanted);
  const count = () =>
    tx.decide({
      key: `invoices ${company} ${site} ${year} ${series}`,
      ids: [ONE_ROW],
      rows: () => sql`select last, prefix from invoice_counters
                       where company_id = ${company} and ${its} for update`,
      idOf: () => ONE_ROW,
      decide: ([row]: readonly Counted[]) => {
        if (row === undefined) return { value: undefined, changed: [] };
        const next = { ...row, last: row.last + 1n };
        const change = SharedStatement.of(SET_LAST, { wanted, last: next.last });
        return { value: next, change, changed: [next] };
      },
    });
  const counted = await count();
  if (counted !== undefined) return counted;
  for (const prefix of prefixes) {
    const begun = await tx.get<Counted>(
      sql`insert into invoice_counters (company_id, site_id, year, series, prefix, last)
          values (${company}, ${site}, ${BigInt(year)}, ${series}, ${prefix}, 1)
          on conflict do nothing returning last, prefix`,
    );
    if (begun !== undefined) return begun;
    // Another site has the prefix, or another order has begun the series meanwhile.
    const other = await count();
    if (other !== undefined) return other;
  }
  throw new Error('No prefix is left for the invoice numbers of a site.');
}
