import {
  byIds,
  existing,
  listChain,
  ownMethod,
  type PaymentMethod,
  paymentMethods,
  taxesById,
} from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { type Micros, resolveTime, type TimeInput } from '../kernel/time.ts';
import { sellables } from '../products/store.ts';
import type { Reader } from '../storage/port.ts';
import type { LineProduct } from './rules/decide.ts';
import { findPlace, type Place } from './store.ts';
import type { Order, PaymentInput } from './types.ts';

/**
 * Awaits everything that was begun and gives the results, or the first failure in the given order. What does
 * not depend on each other goes to the database together this way, and nothing is left running behind a refusal.
 */
export async function together<T extends readonly unknown[]>(
  begun: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const results: unknown[] = [];
  for (const each of await Promise.allSettled(begun)) {
    if (each.status === 'rejected') throw each.reason;
    results.push(each.value);
  }
  return results as { [K in keyof T]: Awaited<T[K]> };
}

/** The place of a new order; 400 naming what is missing or does not fit (spec: Orders/creating). */
export async function requirePlace(
  tx: Reader,
  company: Id,
  site: Id | undefined,
  register: Id | undefined,
): Promise<Place> {
  if (site === undefined && register === undefined) {
    throw invalid('site_id', 'is required, unless register_id is given instead.');
  }
  const place = await findPlace(tx, company, site, register);
  if (place === undefined) {
    if (site !== undefined && !(await existing(tx, 'sites', company, [site])).has(site)) {
      throw invalid('site_id', `${site} does not exist.`);
    }
    throw invalid('register_id', `${register} does not exist.`);
  }
  if (place.register_site_id !== null && place.register_site_id !== place.site_id) {
    throw invalid('register_id', `register ${register} is not at site ${site}.`);
  }
  return place;
}

/** The products of an order's lines as they are at a site now, by id. */
export async function lineProducts(
  tx: Reader,
  company: Id,
  site: Id,
  priceList: Id,
  wanted: readonly Id[],
): Promise<Map<Id, LineProduct>> {
  const unique = [...new Set(wanted)].sort((a, b) => (a < b ? -1 : 1));
  if (unique.length === 0) return new Map();
  const priced = listChain(tx, company, priceList).then((chain) =>
    sellables(tx, company, site, chain, unique),
  );
  const [taxes, found] = await together([taxesById(tx, company), priced]);
  return new Map(
    [...found].map(([id, product]): [Id, LineProduct] => [
      id,
      {
        ...product,
        taxes: product.taxes.flatMap((text) => {
          const tax = taxes.get(BigInt(text));
          return tax === undefined ? [] : [{ id: tax.id, name: tax.name, rate: tax.rate }];
        }),
      },
    ]),
  );
}

/** The place of an order that exists. */
export function placeOf(tx: Reader, order: Order): Promise<Place> {
  return requirePlace(tx, order.company_id, order.site_id, undefined);
}

/** The payment methods that payments name, or the add-on's own where none is named; 400 for unknown ones. */
export async function methodsFor(
  tx: Reader,
  call: Call,
  payments: readonly PaymentInput[],
  field: (at: number) => string,
): Promise<PaymentMethod[]> {
  if (payments.length === 0) return [];
  const named = payments.flatMap((payment) => payment.method_id ?? []);
  const known = await byIds(paymentMethods, tx, call.company, [...new Set(named)]);
  const own = named.length < payments.length ? await ownMethod(tx, call.company, call.addon) : undefined;
  return payments.map(({ method_id: id }, at) => {
    const method = id === undefined ? own : known.get(id);
    if (method !== undefined) return method;
    throw invalid(
      `${field(at)}method_id`,
      id === undefined
        ? 'is required: the add-on has no payment method of its own.'
        : `${id} does not exist.`,
    );
  });
}

/** 400 when a staff member is named who is not there. */
export async function requireStaff(tx: Reader, company: Id, id: Id | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  if (!(await existing(tx, 'staff', company, [id])).has(id))
    throw invalid('staff_member_id', `${id} does not exist.`);
}

/** A time of the body, else another one: in whole milliseconds, as it is shown (contract 2). */
export function moment(input: TimeInput | null | undefined, zone: string, otherwise: Micros): Micros {
  const at = input === null || input === undefined ? otherwise : resolveTime(input, zone);
  return at - (at % MILLISECOND);
}

const MILLISECOND: Micros = 1000n;

/** Midnight after now, where the site is. */
export function startOfTomorrow(now: Micros, zone: string): Micros {
  const today = Temporal.Instant.fromEpochNanoseconds(now * 1000n).toZonedDateTimeISO(zone);
  return today.add({ days: 1 }).startOfDay().epochNanoseconds / 1000n;
}
