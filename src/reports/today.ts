import { presence } from '../company/rules/presence.ts';
import { asking, ok } from '../edge/route.ts';
import type { Id } from '../kernel/id.ts';
import { minorUnits } from '../kernel/money.ts';
import { isFinal, ORDER_STATUSES } from '../orders/rules/status.ts';
import { printTroubles } from '../printing/store.ts';
import type { Reader } from '../storage/port.ts';
import { Ledger, loadReportedCompany, type ReportedCompany } from './gather.ts';
import { zonesIn } from './handlers.ts';
import { readSelection, SELECTION, type Selection } from './input.ts';
import { formatDay, localHour } from './rules/days.ts';
import { addTo, type Kind, noSums, type Sums, SumsBy } from './rules/sums.ts';
import type { OpenOrders } from './shape.ts';
import { expectedRegisters, MAX_OPEN, namedProducts, openOrders, soldOut } from './store.ts';
import { bestSellerView, figuresView, headOf, todayView } from './view.ts';

/** Products that are named as best sellers. */
const BEST_SELLERS = 10;
/** Products that are named as sold out; there may be more. */
const MAX_SOLD_OUT = 100;
/** Registers that are named for their print jobs; there may be more. */
const MAX_TROUBLES = 100;
const HOURS = 24;
const WEEK = 7n;

/** Sites where it is the same day. */
interface SameDay {
  readonly day: bigint;
  readonly sites: readonly Id[];
}

/** The current business day of each site. */
function todays({ sites }: Selection, { zones }: ReportedCompany, now: bigint): SameDay[] {
  const dayAt = (id: Id) => localHour(now, zones[String(id)] ?? 'UTC').day;
  const days = Map.groupBy(
    sites.map(({ id }) => id),
    dayAt,
  );
  return Array.from(days, ([day, at]) => ({ day, sites: at }));
}

/** The sums by subject of each site's own day, so many days ago. */
async function soldBy(ledger: Ledger, kind: Kind, days: readonly SameDay[], ago: bigint) {
  const sums = new SumsBy<string>();
  for (const { day, sites } of days) {
    const at = day - ago;
    for (const [key, each] of await ledger.by(kind, 'subject', { sites, from: at, to: at })) {
      sums.add(key, each);
    }
  }
  return new Map(sums.entries);
}

function sumOf(sums: Iterable<Sums>): Sums {
  const whole = noSums();
  for (const each of sums) addTo(whole, each);
  return whole;
}

/** The orders that are not settled yet, by status. */
async function openByStatus(tx: Reader, company: Id, sites: readonly Id[]) {
  const open: OpenOrders[] = [];
  for (const status of ORDER_STATUSES.filter((each) => !isFinal(each))) {
    const { count, total } = await openOrders(tx, company, status, sites);
    open.push({
      status,
      count: Number(count),
      total,
      // Only so many of the latest are read.
      more: count === BigInt(MAX_OPEN),
    });
  }
  return open;
}

/** Products out of stock, registers offline and print jobs that failed or are late, which need attention. */
async function attention(tx: Reader, company: Id, sites: readonly Id[], now: bigint) {
  const gone = await soldOut(tx, company, sites, MAX_SOLD_OUT + 1);
  const registers = (await expectedRegisters(tx, company, sites)).filter(
    (register) => presence(register.last_seen_at, now) === 'offline',
  );
  const troubles = await printTroubles(tx, company, sites, now, MAX_TROUBLES + 1);
  return {
    out_of_stock: {
      more: gone.length > MAX_SOLD_OUT,
      products: gone.slice(0, MAX_SOLD_OUT).map((each) => ({ ...each, id: each.product_id })),
    },
    offline_registers: registers,
    print_troubles: { more: troubles.length > MAX_TROUBLES, registers: troubles.slice(0, MAX_TROUBLES) },
  };
}

/** GET /reports/today: the current business day by hour beside the same weekday last week, and open orders. */
export const getToday = asking(SELECTION, async (tx: Reader, call, asked) => {
  const business = await loadReportedCompany(tx, call.company);
  const selection = readSelection(asked, business);
  const units = minorUnits(selection.currency) ?? 2;
  const ledger = await Ledger.open(tx, business, call.now);
  const days = todays(selection, business, call.now);
  const siteIds = selection.sites.map(({ id }) => id);
  const now = await soldBy(ledger, 'hour', days, 0n);
  const before = await soldBy(ledger, 'hour', days, WEEK);
  const products = [...(await soldBy(ledger, 'product', days, 0n))]
    .filter(([, { items }]) => items > 0n)
    .sort(([a, x], [b, y]) =>
      x.items === y.items ? Number(BigInt(a) - BigInt(b)) : x.items > y.items ? -1 : 1,
    )
    .slice(0, BEST_SELLERS);
  const names = await namedProducts(
    tx,
    call.company,
    products.map(([id]) => BigInt(id)),
  );
  const report = todayView({
    day: formatDay(localHour(call.now, selection.zone).day),
    ...headOf(selection, zonesIn(selection, business), ledger.coverage),
    totals: figuresView(sumOf(now.values()), units),
    last_week: figuresView(sumOf(before.values()), units),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      ...hourOf(now.get(String(hour))),
      last_week: hourOf(before.get(String(hour))),
    })),
    best_sellers: products.map(([id, sums]) => {
      const { name = null, sku = null } = names.get(id) ?? {};
      return bestSellerView({ id: BigInt(id), name, sku }, sums, units);
    }),
    open_orders: await openByStatus(tx, call.company, siteIds),
    attention: await attention(tx, call.company, siteIds, call.now),
  });
  return ok(report);
});

function hourOf(sums: Readonly<Sums> = noSums()) {
  return { orders: Number(sums.orders), total: sums.total };
}
