import { parseDecimal } from '../kernel/money.ts';
import { DAY, parseTime, resolveTime, startOfUtcDay, TIME_FORM, type TimeInput } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import type { Bound } from '../storage/finding.ts';
import { type Parameter, parameter } from './query.ts';

// Parameters that bound a time or a number: created_lt, created_lte and so on (reference: conventions.16).

const SUFFIXES = ['lt', 'lte', 'gt', 'gte'] as const;
type Suffix = (typeof SUFFIXES)[number];

/** A time whose offset from UTC begins with a blank. */
const LOST_PLUS = /^([\d-]{10}[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) (\d\d(?::?\d\d)?)$/;

/** The names of a list's bounds. */
type BoundName<P extends string> = `${P}_${Suffix}`;

const THAN = { lt: 'below', lte: 'up to', gt: 'above', gte: 'from' } as const;

/** Four bounds of one thing. */
function boundsOf<P extends string, T>(prefix: P, of: (words: string) => Parameter<T>, what: string) {
  return Object.fromEntries(
    SUFFIXES.map((than) => [`${prefix}_${than}`, of(`Only ${THAN[than]} this: ${what}.`)]),
  ) as Record<BoundName<P>, Parameter<T>>;
}

const moment = (words: string) =>
  parameter(
    words,
    { type: 'string', pattern: TIME_FORM, examples: ['2026-11-21', '2026-11-21T18:30:00Z'] },
    // A plus sign of an offset that was not encoded arrives as a blank.
    (text) => parseTime(text.replace(LOST_PLUS, '$1+$2')),
    sentence('must be an ISO 8601 date or date-time, such as 2026-11-21T18:30:00Z.'),
  );
const amount = (words: string) =>
  parameter(words, { type: 'number' }, parseDecimal, sentence('must be a number, such as 12.50.'));

/** Four bounds of a time. */
export const timesOf = <P extends string>(prefix: P, what: string) => boundsOf(prefix, moment, what);
/** Four bounds of an amount. */
export const amountsOf = <P extends string>(prefix: P, what: string) => boundsOf(prefix, amount, what);

/** The bounds of the last change of records other than orders. */
export const CHANGED = timesOf(
  'updated',
  'when it last changed; the list then comes in the order of the last changes, the oldest first',
);

type Values<P extends string, T> = { readonly [K in BoundName<P>]: T | undefined };

/** The bounds of a time that were sent; `zone` is where local times are read. */
export async function timeBounds<P extends string>(
  asked: Values<P, TimeInput>,
  prefix: P,
  zone: () => Promise<string>,
): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const than of SUFFIXES) {
    const time: TimeInput | undefined = asked[`${prefix}_${than}`];
    if (time === undefined) continue;
    if (time.kind === 'date') {
      const start = startOfUtcDay(time.text);
      const end = start + DAY - 1n;
      bounds.push({ than, value: than === 'lt' || than === 'gte' ? start : end });
    } else bounds.push({ than, value: resolveTime(time, time.kind === 'local' ? await zone() : 'UTC') });
  }
  return bounds;
}

/** The bounds of an amount that were sent. */
export function amountBounds<P extends string>(asked: Values<P, bigint>, prefix: P): Bound[] {
  return SUFFIXES.flatMap((than): Bound[] => {
    const value: bigint | undefined = asked[`${prefix}_${than}`];
    return value === undefined ? [] : [{ than, value }];
  });
}
