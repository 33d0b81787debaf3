import { type Decimal, ONE } from '#src/kernel/money.ts';
import { DAY } from '#src/kernel/time.ts';
import { insertOrder } from '#src/orders/row/store.ts';
import { render } from '#src/orders/row/view.ts';
import { figuresOf } from '#src/orders/rules/figures.ts';
import type { Order } from '#src/orders/types.ts';
import { append } from '#src/outbox/append.ts';
import { Ledger, loadReportedCompany } from '#src/reports/gather.ts';
import type { Storage } from '#src/storage/port.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { blankOrder, d, lineOf } from './orders.ts';

// Completed orders straight into the database, many and quickly, for tests of how they are added up.

/** Days that the orders are spread over. */
const DAYS = 10;

/** The nth order: its total and time follow from its number. */
function orderAt(company: bigint, site: bigint, id: bigint): Order {
  return {
    ...blankOrder,
    ...{ company_id: company, site_id: site, id, status: 'COMPLETE' as const },
    saleid: id.toString().padStart(8, '0'),
    placed_at: BigInt(Date.UTC(2026, 0, 1 + Number(id % BigInt(DAYS)))) * 1000n + DAY / 2n,
    lines: [{ ...lineOf('1.25'), quantity: id * ONE, cost: d('0.5') }],
  };
}

/** Saves orders with these ids, each with its event. */
export async function completeMany(
  storage: Storage,
  company: bigint,
  site: bigint,
  from: bigint,
  count: number,
): Promise<void> {
  await storage.write(async (tx) => {
    for (let at = 0n; at < BigInt(count); at++) {
      const order = orderAt(company, site, from + at);
      const figures = figuresOf(order);
      await insertOrder(tx, { order, figures }, render(order, figures));
      await append(tx, company, order.placed_at, [
        { topic: 'orders/completed', resource: order.id, sites: [site], changed: ['status'], payload: '{}' },
      ]);
    }
  });
}

/** What orders 1 to `count` come to. */
export function totalOf(count: number): Decimal {
  return (d('1.25') * BigInt(count) * BigInt(count + 1)) / 2n;
}

/** What the sums alone hold of a company: orders, total and the position in the log. */
export async function addedUp(storage: Storage, company: bigint) {
  return storage.read(async (tx) => {
    const rows = await tx.all<{ kind: string; orders: bigint; whole: bigint; rest: bigint }>(
      sql`select kind, sum(orders) as orders, sum(total) as whole, sum(total_rest) as rest from report_sums
          where company_id = ${company} group by kind order by kind`,
    );
    const position = await tx.get<{ position: bigint }>(
      sql`select position from report_positions where company_id = ${company}`,
    );
    return {
      position: position?.position ?? 0n,
      kinds: rows.map((row) => ({
        kind: row.kind,
        orders: BigInt(row.orders),
        total: BigInt(row.whole) * ONE + BigInt(row.rest),
      })),
    };
  });
}

/** What the sums of days alone hold of costs, by generation. */
export async function costsByGeneration(storage: Storage, company: bigint): Promise<Decimal[]> {
  const rows = await storage.read(async (tx) =>
    tx.all<{ whole: bigint; rest: bigint }>(
      sql`select sum(cost) as whole, sum(cost_rest) as rest from report_sums
          where company_id = ${company} and kind = 'day' group by generation order by generation`,
    ),
  );
  return rows.map(({ whole, rest }) => BigInt(whole) * ONE + BigInt(rest));
}

/** What a report says: how many orders, and what they come to. */
export async function reported(storage: Storage, company: bigint, now = 0n) {
  return storage.read(async (tx) => {
    const business = await loadReportedCompany(tx, company);
    const ledger = await Ledger.open(tx, business, now);
    const range = { sites: business.sites.map(({ id }) => id), from: -1_000_000n, to: 1_000_000n };
    const sums = [...(await ledger.by('day', 'site', range)).values()];
    const [orders, total] = sums.reduce(
      ([count, money], each) => [count + each.orders, money + each.total],
      [0n, 0n],
    );
    return { orders, total, complete: ledger.coverage.complete, until: ledger.coverage.until };
  });
}

/** A company with one site, and nothing else. */
export async function makeBusiness(storage: Storage, company: bigint, site: bigint): Promise<void> {
  const stamps = raw('0, 0');
  await storage.write(async (tx) => {
    await tx.run(
      sql`insert into companies (company_id, id, name, currency, timezone, created_at, updated_at)
          values (${company}, ${company}, 'Company', 'EUR', 'UTC', ${stamps})`,
    );
    await tx.run(
      sql`insert into sites (company_id, id, name, price_list_id, prep_time_minutes, online_products_enabled,
            created_at, updated_at) values (${company}, ${site}, 'Site', 1, 0, 0, ${stamps})`,
    );
  });
}
