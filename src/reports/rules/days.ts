// Business days: calendar days by the clocks of a site, from midnight to midnight, 23 to 25 hours long.
import type { Micros } from '../../kernel/time.ts';

/** A day and an hour by the clocks of a place. */
export interface LocalHour {
  /** Days since 1970-01-01. */
  readonly day: bigint;
  /** 0 to 23; an hour that the clocks show twice is one. */
  readonly hour: number;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

function dayOf(date: Temporal.PlainDate): bigint {
  return BigInt(EPOCH.until(date, { largestUnit: 'day' }).days);
}

/** The local date and hour in a zone. */
export function localHour(at: Micros, zone: string): LocalHour {
  const local = new Temporal.ZonedDateTime(at * 1000n, zone);
  return { day: dayOf(local.toPlainDate()), hour: local.hour };
}

/** A day such as 2015-01-31; undefined when the text is none or there is no such day. */
export function parseDay(text: string): bigint | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  try {
    return dayOf(Temporal.PlainDate.from(text, { overflow: 'reject' }));
  } catch {
    return undefined;
  }
}

/** The day as it is written: 2015-01-31. */
export function formatDay(day: bigint): string {
  return EPOCH.add({ days: Number(day) }).toString();
}

/** The Monday of the week that a day is in. */
export function mondayOf(day: bigint): bigint {
  return day - BigInt(EPOCH.add({ days: Number(day) }).dayOfWeek - 1);
}

/** The month of a day: 2015-01. */
export function formatMonth(day: bigint): string {
  return formatDay(day).slice(0, -'-31'.length);
}

/** The year of a day: 2015. */
export function formatYear(day: bigint): string {
  return formatDay(day).slice(0, -'-01-31'.length);
}
