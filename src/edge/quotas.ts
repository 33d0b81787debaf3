import { ApiError } from '../kernel/errors.ts';
import { DAY, type Micros, SECOND } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';

// What a company may use, by the operator's word (reference: limits.16). Undefined is without an end.

/** The quotas of a company, or those of companies that have none of their own. */
export interface Quotas {
  /** Requests of its add-ons in a day of UTC. */
  readonly requests: number | undefined;
  /** Bytes of the bodies of those requests and of their answers in a day of UTC. */
  readonly bytes: number | undefined;
  /** Orders, products and customers that are stored. */
  readonly rows: number | undefined;
}

/** The kinds of quota. */
export const QUOTAS = ['requests', 'bytes', 'rows'] as const;
export type Quota = (typeof QUOTAS)[number];
/** Quotas whose use begins anew each day. */
type DailyQuota = Exclude<Quota, 'rows'>;

/** No end of anything. */
export const NO_QUOTAS: Quotas = { requests: undefined, bytes: undefined, rows: undefined };

/** The day of UTC that a moment lies in, from 1970 on. */
export function dayOf(now: Micros): bigint {
  return now / DAY;
}

/** Whole seconds until the day of UTC is over, at least 1. */
export function secondsLeft(now: Micros): number {
  return Math.max(1, Number((DAY - (now % DAY) + SECOND - 1n) / SECOND));
}

/** 429 for the rest of the day. */
export function spentToday(quota: DailyQuota, limit: number, now: Micros): ApiError {
  const why =
    quota === 'requests'
      ? sentence(
          'The add-ons of this company have made the {limit} requests that it may have in a day of UTC. ' +
            'Whoever runs this Passbell can raise that; it begins anew at midnight.',
          { limit },
        )
      : sentence(
          'The add-ons of this company have sent and got the {limit} bytes that it may have in a day of UTC. ' +
            'Whoever runs this Passbell can raise that; it begins anew at midnight.',
          { limit },
        );
  return new ApiError('daily_quota_exceeded', why, {
    headers: { 'retry-after': String(secondsLeft(now)) },
  });
}

/** 403 for records that there is no room for. */
export function noRoom(limit: number, used: number, wanted: number): ApiError {
  return new ApiError(
    'row_quota_exceeded',
    sentence(
      'This company may store {limit} orders, products and customers; it has {used}, and this would make ' +
        '{wanted} more. Delete what is not needed, or ask whoever runs this Passbell to raise that.',
      { limit, used, wanted },
    ),
  );
}

/**
 * The daily quotas as headers of an answer tell them: the policies and what is left, as the IETF's draft of RateLimit fields
 * has it; none without one.
 */
export function quotaHeaders(
  quotas: Quotas,
  used: Readonly<Record<DailyQuota, number>>,
  now: Micros,
): Readonly<Record<string, string>> | undefined {
  const { requests, bytes } = quotas;
  if (requests === undefined && bytes === undefined) return undefined;
  const reset = secondsLeft(now);
  const policies: string[] = [];
  const left: string[] = [];
  const add = (name: string, limit: number | undefined, amount: number, unit: string): void => {
    if (limit === undefined) return;
    policies.push(`"${name}";q=${limit}${unit};w=86400`);
    left.push(`"${name}";r=${Math.max(0, limit - amount)};t=${reset}`);
  };
  add('requests-per-day', requests, used.requests, '');
  add('bytes-per-day', bytes, used.bytes, ';qu="content-bytes"');
  return { 'ratelimit-policy': policies.join(', '), ratelimit: left.join(', ') };
}
