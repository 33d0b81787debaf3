import type { Call } from '../edge/call.ts';
import type { Id } from '../kernel/id.ts';
import { externalIdsOf, withExternalId } from '../storage/external-ids.ts';
import type { Reader } from '../storage/port.ts';
import { customersById, referencesOf } from './store.ts';
import { expandedCustomerView } from './view.ts';

/** Customers as JSON for records that name them, deleted ones too, as the caller sees them. */
export async function expandedCustomers(
  tx: Reader,
  call: Call,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const rows = await customersById(tx, call.company, ids);
  const references = await referencesOf(tx, call.company, call.addon, ids);
  const names = await externalIdsOf(tx, call, 'customer', ids);
  return new Map(
    Array.from(rows, ([id, customer]) => {
      const json = JSON.stringify(expandedCustomerView(customer, references.get(id) ?? ''));
      return [id, withExternalId(json, names.get(id))];
    }),
  );
}
