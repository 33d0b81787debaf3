import { isDated } from '../company/rules/rates.ts';
import { getCompany, taxesById } from '../company/store.ts';
import { dayAt } from '../kernel/time.ts';
import type { Reader } from '../storage/port.ts';
import type { TaxBook } from './rules/prices.ts';
import type { CatalogueAuthor } from './types.ts';

/** The taxes of a company, with the day it is there and at its sites. */
export async function readTaxBook(tx: Reader, { company, now }: CatalogueAuthor): Promise<TaxBook> {
  const taxes = await taxesById(tx, company);
  // Only the day of taxes that have one is ever asked for.
  const own = [...taxes.values()].some(isDated) ? (await getCompany(tx, company)).timezone : 'UTC';
  return { taxes, dayAt: (zone) => dayAt(now, zone ?? own) };
}
