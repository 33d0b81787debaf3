import { createHmac } from 'node:crypto';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { type DerivedKeys, sameHash } from './secrets.ts';

/** Longest page a client may ask for (reference: limits.1). */
export const MAX_PAGE = 5000;

/** Default page lengths (reference: conventions.18): orders 25, products 50, everything else 100. */
export const PAGE = { orders: 25, products: 50, history: 500, other: 100 } as const;

/**
 * One page to read: at most `limit` records after the position `after`, or after the record with the id `start`; the
 * first page has neither.
 */
export interface Page {
  readonly limit: number;
  readonly after: readonly bigint[] | undefined;
  readonly start?: Id | undefined;
  /** Whether the records of the whole list are counted (reference: conventions.48). */
  readonly count?: boolean;
}

const PARTS = /^[0-9A-Za-z_-]{1,200}$/;

function sign(key: Buffer, place: string, position: string): string {
  return createHmac('sha256', key).update(`${place}\n${position}`).digest('base64url').slice(0, 16);
}

/** A cursor for the position, good for this path and these filters only, for ever (reference: conventions.20). */
export function makeCursor(keys: DerivedKeys, place: string, position: readonly bigint[]): string {
  const text = position.map((part) => part.toString(36)).join('_');
  return `${sign(keys.first, place, text)}${text}`;
}

function fromBase36(text: string): bigint {
  const negative = text.startsWith('-');
  let value = 0n;
  for (const digit of negative ? text.slice(1) : text)
    value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return negative ? -value : value;
}

/** The position in a cursor; 400 when it is not one of ours, or was made for another path or other filters. */
export function readCursor(keys: DerivedKeys, place: string, cursor: string): bigint[] {
  const position = cursor.slice(16);
  const isOurs = (key: Buffer) => sameHash(sign(key, place, position), cursor.slice(0, 16));
  if (!PARTS.test(cursor) || position === '' || !keys.all.some(isOurs)) {
    throw new ApiError(
      'invalid_request',
      sentence(
        'The cursor does not belong to this path and these filters. Use the X-Next-Page ' +
          'address as it was given.',
      ),
      { fields: [{ field: 'cursor', sentence: sentence('is not valid for this address.') }] },
    );
  }
  return position.split('_').map(fromBase36);
}
