/** A moment: microseconds since 1970-01-01T00:00:00Z, UTC. */
export type Micros = bigint;

/** The source of time, passed in as a dependency: no code reads the machine's clock directly. */
export interface Clock {
  now(): Micros;
}

/** How far a clock is ahead of another one that said `seen` between two looks at it: 0 where it may be right. */
export function apartOf(before: Micros, seen: Micros, after: Micros): Micros {
  if (seen < before) return before - seen;
  return seen > after ? after - seen : 0n;
}

/** Measures elapsed time, unaffected by changes of the clock. Passed in as a dependency. */
export interface Stopwatch {
  /** Since some moment of its own. */
  elapsed(): Micros;
}

/** Calls back at intervals; the function that `every` returns stops it. Passed in as a dependency, like the clock. */
export interface Ticker {
  every(ms: number, work: () => void): () => void;
}

/** Waits, given as a parameter like time, so that a test may do without. */
export interface Timers {
  /** Runs work after some ms; answers how to call it off. */
  after(ms: number, work: () => void): () => void;
}

/** Waits by the process's own timers. */
export const SYSTEM_TIMERS: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export const SECOND: Micros = 1_000_000n;
export const MINUTE: Micros = 60n * SECOND;
export const HOUR: Micros = 60n * MINUTE;
export const DAY: Micros = 24n * HOUR;

/** The latest of some times; 0 when there are none. */
export function latest(times: readonly Micros[]): Micros {
  let last = 0n;
  for (const time of times) if (time > last) last = time;
  return last;
}

const MS_A_DAY = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
/** The day that was written last, which the next time is mostly in, and its text up to the T. */
let lastDay = { day: Number.NaN, text: '' };

/** ISO 8601, UTC, milliseconds, `Z` (reference: conventions.14). Lists write hundreds of times of a few days. */
export function formatTime(at: Micros): string {
  const ms = Number(at / 1000n);
  const day = Math.floor(ms / MS_A_DAY);
  if (day !== lastDay.day) {
    const whole = new Date(day * MS_A_DAY).toISOString();
    lastDay = { day, text: whole.slice(0, whole.indexOf('T') + 1) };
  }
  const inDay = ms - day * MS_A_DAY;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${lastDay.text}${clock}.${String(inDay % 1000).padStart(3, '0')}Z`;
}

/** A time as a client wrote it: a moment, or a local time that still needs a time zone. */
export type TimeInput =
  | { readonly kind: 'moment'; readonly at: Micros }
  | { readonly kind: 'local'; readonly text: string }
  | { readonly kind: 'date'; readonly text: string };

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?$/;
const ZONED = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)$/;
/** The form of both, as it is described to clients; whether there is such a day and hour is another matter. */
export const TIME_FORM =
  '^\\d{4}-\\d\\d-\\d\\d([Tt ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$';
const EARLIEST = -62_135_596_800_000_000n; // year 1
const LATEST = 253_402_300_799_999_999n; // year 9999

function within(at: Micros): Micros | undefined {
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}

/**
 * Reads an ISO 8601 date or date-time of the years 1 to 9999; undefined when it is neither or does not exist
 * (30 February). The leap second 23:59:60 is read as 23:59:59.
 */
export function parseTime(text: string): TimeInput | undefined {
  if (text.startsWith('0000')) return undefined;
  try {
    if (DATE.test(text)) {
      Temporal.PlainDate.from(text, { overflow: 'reject' });
      return { kind: 'date', text };
    }
    if (DATE_TIME.test(text)) {
      Temporal.PlainDateTime.from(text.replace(',', '.'), { overflow: 'reject' });
      return { kind: 'local', text: text.replace(',', '.') };
    }
    if (!ZONED.test(text)) return undefined;
    const instant = Temporal.Instant.from(text.replace(',', '.'));
    const at = within(instant.epochNanoseconds / 1000n);
    return at === undefined ? undefined : { kind: 'moment', at };
  } catch {
    return undefined;
  }
}

/**
 * The moment a time stands for; times without an offset are read in the given zone (reference: conventions.15). A time
 * that the zone's clocks skip is moved on by the gap; one that they show twice is the first of the two.
 */
export function resolveTime(input: TimeInput, zone: string): Micros {
  if (input.kind === 'moment') return input.at;
  const local = Temporal.PlainDateTime.from(input.text);
  const at = local.toZonedDateTime(zone).epochNanoseconds / 1000n;
  // At the very edge a zone can push a time out of the range of four-digit years.
  return at > LATEST ? LATEST : at < EARLIEST ? EARLIEST : at;
}

/** Start of the UTC day of a date-only time. */
export function startOfUtcDay(date: string): Micros {
  return BigInt(Date.parse(`${date}T00:00:00Z`)) * 1000n;
}

/** The start of the day of a moment by the clocks of a time zone, or of the day so many days later. */
export function startOfDay(at: Micros, zone: string, later = 0): Micros {
  const local = Temporal.Instant.fromEpochNanoseconds(at * 1000n).toZonedDateTimeISO(zone);
  return local.add({ days: later }).startOfDay().epochNanoseconds / 1000n;
}

/** True for the name of a time zone this machine knows, such as Australia/Sydney. */
export function isTimeZone(name: string): boolean {
  try {
    if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone's offset from UTC at a moment: `+11:00`. */
export function zoneOffset(zone: string, at: Micros): string {
  return new Temporal.ZonedDateTime(at * 1000n, zone).offset;
}

/** The day of the calendar in a time zone, such as 2026-01-31. */
export function dayAt(at: Micros, zone: string): string {
  return Temporal.Instant.fromEpochNanoseconds(at * 1000n)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The local time in a time zone: the day of the week, 1 is Monday, and the time, such as 17:05. */
export function localTime(at: Micros, zone: string): { weekday: number; time: string } {
  const local = Temporal.Instant.fromEpochNanoseconds(at * 1000n).toZonedDateTimeISO(zone);
  return { weekday: local.dayOfWeek, time: local.toPlainTime().toString().slice(0, 5) };
}
