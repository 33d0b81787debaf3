// Calendar days as the API takes them, such as 2026-01-31, by the clocks of a place.

import { byLocale } from './words.ts';

/** A day and its arithmetic need no zone once the day is known. */
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    // Sweden writes days as ISO does.
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** The day that the clocks of a zone show at a moment. */
export function dayIn(zone: string, at: Date): string {
  return dayFormat(zone).format(at);
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day so many days later; earlier when it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(toDate(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toDate(to).getTime() - toDate(from).getTime()) / DAY_MS);
}

/** True for a day that there is. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = toDate(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return addDays(day, -((toDate(day).getUTCDay() + 6) % 7));
}

const readFormat = byLocale(
  (locale, style) =>
    new Intl.DateTimeFormat(locale, {
      ...{ timeZone: 'UTC', day: 'numeric', month: 'short' },
      ...(style === 'short' ? {} : { weekday: 'short' }),
      ...(style === 'year' ? { year: 'numeric' } : {}),
    }),
);

/** A day as it is read: `Sat, Mar 7`; with its year, or without its weekday. */
export function formatDay(day: string, style: 'day' | 'year' | 'short' = 'day'): string {
  return readFormat(style).format(toDate(day));
}

const hourFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }),
);

/** An hour of the day as it is read: `5 PM`. */
export function formatHour(hour: number): string {
  return hourFormat().format(new Date(Date.UTC(2000, 0, 1, hour)));
}
