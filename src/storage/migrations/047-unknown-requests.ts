import type { Migration } from '../migration.ts';

/** Payment requests whose outcome is not known are counted without the others. */
export const unknownRequests: Migration = {
  number: 47,
  name: 'unknown payment requests',
  statements: () => [
    `create index payment_requests_unknown on payment_requests (company_id, id) where status = 'unknown'`,
  ],
};
