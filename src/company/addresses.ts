import type { Id } from '../kernel/id.ts';
import type { Address, ListedAddress } from './shape.ts';

// The addresses of records as a list of their own.

/** The kinds of record that have addresses; their places make the ids. */
const OWNERS = ['company', 'site', 'staff', 'customer'] as const;
/** The types of addresses; the place makes their ids. */
const TYPES = ['postal', 'shipping', 'primary'] as const;
/** Ids of one record's addresses: more than there are kinds of owners with types. */
const IDS_EACH = 16n;

/** The addresses of a record by their types; null is not given. */
type Addresses = Partial<Record<ListedAddress['type'], Address | null>>;

/**
 * The addresses that a record has, ascending by id. An id follows from the record's and from the type, so that it stays
 * as long as there is such an address, and no two in the installation are the same (reference: company.17).
 */
export function listAddresses(
  owner: (typeof OWNERS)[number],
  id: Id,
  addresses: Addresses,
): readonly ListedAddress[] {
  return TYPES.flatMap((type, at) => {
    const address = addresses[type] ?? null;
    const place = OWNERS.indexOf(owner) * TYPES.length + at;
    return address === null ? [] : [{ id: id * IDS_EACH + BigInt(place) + 1n, type, ...address }];
  });
}
