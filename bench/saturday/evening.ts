// The busiest Saturday evening of the data: how many orders come to a site in each minute, and of how many lines.

/** An order of the data. */
export interface PlacedOrder {
  /** ISO 8601, as a clock on the wall says it. */
  readonly placedAt: string;
  readonly lines: number;
}

/** The Saturday evening of one site. */
export interface Evening {
  /** The busiest Saturday, such as 2015-07-04. */
  readonly date: string;
  /** Its orders, from midnight to midnight. */
  readonly ordersOfDay: number;
  /** The orders of an average Saturday. */
  readonly ordersOfUsualDay: number;
  /** All orders of the data: those of its year. */
  readonly ordersOfYear: number;
  /** Expected orders of one site by minute of the evening. */
  readonly perMinute: readonly number[];
  /** How many lines orders of Saturdays have, each as often as it occurs, ascending. */
  readonly lines: readonly number[];
}

/** The evening, in hours of the day: from, and to without it. */
export const EVENING = { from: 17, to: 22 } as const;
export const EVENING_MINUTES = (EVENING.to - EVENING.from) * 60;

const SATURDAY = 6;
const DAY_MINUTES = 24 * 60;
/** Minutes before and after one that its rate is the mean of: one site has too few orders to have one by the minute. */
const AROUND = 30;

const minuteOf = (placedAt: string) => Number(placedAt.slice(11, 13)) * 60 + Number(placedAt.slice(14, 16));

/**
 * The busiest Saturday has its number of orders from that day, and how they are spread over the day from all Saturdays:
 * one day of one site alone has minutes without any order. Throws where there is no Saturday.
 */
export function eveningOf(orders: readonly PlacedOrder[]): Evening {
  const days = new Map<string, number>();
  const byMinute = Array.from({ length: DAY_MINUTES }, () => 0);
  const lines: number[] = [];
  for (const order of orders) {
    const date = order.placedAt.slice(0, 10);
    if (new Date(`${date}T00:00:00Z`).getUTCDay() !== SATURDAY) continue;
    days.set(date, (days.get(date) ?? 0) + 1);
    const minute = minuteOf(order.placedAt);
    byMinute[minute] = (byMinute[minute] ?? 0) + 1;
    lines.push(order.lines);
  }
  const [busiest] = [...days].toSorted(([, a], [, b]) => b - a);
  if (busiest === undefined) throw new RangeError('The data has no Saturday.');
  const [date, ordersOfDay] = busiest;
  const share = ordersOfDay / lines.length;
  const perMinute = Array.from({ length: EVENING_MINUTES }, (_, at) => {
    const minute = EVENING.from * 60 + at;
    const near = byMinute.slice(minute - AROUND, minute + AROUND + 1);
    return (near.reduce((sum, count) => sum + count, 0) / near.length) * share;
  });
  return {
    ...{ date, ordersOfDay, ordersOfUsualDay: lines.length / days.size, perMinute },
    ordersOfYear: orders.length,
    lines: lines.toSorted((a, b) => a - b),
  };
}

/** How many come when `mean` are expected, by chance (Poisson, by multiplying: for means far below 700). */
export function poisson(mean: number, roll: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = roll(); product > limit; product *= roll()) count++;
  return count;
}

/** An order that comes to a site. */
export interface Arrival {
  /** Since the evening began, in ms. */
  readonly atMs: number;
  /** The number of the site, from 0. */
  readonly site: number;
  readonly lines: number;
}

/** What is asked of an evening. */
export interface ArrivalsAsked {
  readonly sites: number;
  /** How many times the orders of the data a site has on average. */
  readonly scale: number;
  /** Sites differ: one has between 1 - spread and 1 + spread times the average. */
  readonly spread: number;
  /** Minutes of the evening: from, and to without it. */
  readonly from: number;
  readonly to: number;
}

/** The orders of all sites, by minute; the same for the same chance. */
export function* arrivals(evening: Evening, asked: ArrivalsAsked, roll: () => number): Generator<Arrival> {
  const { scale, spread } = asked;
  const sizes = Array.from({ length: asked.sites }, () => scale * (1 - spread + 2 * spread * roll()));
  for (let minute = asked.from; minute < asked.to; minute++) {
    const rate = evening.perMinute[minute] ?? 0;
    for (const [site, size] of sizes.entries()) {
      for (let left = poisson(rate * size, roll); left > 0; left--) {
        const atMs = Math.floor((minute + roll()) * 60_000);
        const lines = evening.lines[Math.floor(roll() * evening.lines.length)] ?? 1;
        yield { atMs, site, lines };
      }
    }
  }
}
