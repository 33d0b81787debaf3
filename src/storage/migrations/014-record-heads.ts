import type { Migration } from '../migration.ts';

/**
 * First attempts about one record of one webhook that are behind another one have a lane of their own (-1), in no
 * index that claims read. Rows queued by earlier versions are put there, so that a stuck queue goes on.
 */
export const recordHeads: Migration = {
  number: 14,
  name: 'record heads',
  statements: () => [
    `update deliveries set lane = -1 where lane = 0 and state = 'queued' and id > (
      select min(e.id) from deliveries e where e.lane = 0 and e.company_id = deliveries.company_id
        and e.webhook_id = deliveries.webhook_id and e.resource_id = deliveries.resource_id)`,
    `drop index deliveries_due`,
    `drop index deliveries_in_order`,
    // Claimable deliveries by address. The workers look over all companies.
    `create index deliveries_due on deliveries (target, lane, due_at, id) where state = 'queued' and lane >= 0`,
    // First attempts about one record that have not ended, in order: the first of them may be claimed.
    `create index deliveries_in_order on deliveries (company_id, webhook_id, resource_id, id) where lane <= 0`,
    // Records that have deliveries behind another one.
    `create index deliveries_behind on deliveries (company_id, webhook_id, resource_id, id) where lane < 0`,
  ],
};
