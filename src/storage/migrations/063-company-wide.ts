import type { Migration } from '../migration.ts';

/** Recently failed print jobs, and the check-ins of a customer, are found without a look at each site (reference: reports.16, checkins.7). */
export const companyWide: Migration = {
  number: 63,
  name: 'company-wide',
  beside: true,
  statements: () => [
    `create index print_jobs_failed on print_jobs (company_id, updated_at) where state = 'failed'`,
    `create index checkins_by_customer on checkins (company_id, customer_id, site_id)`,
  ],
};
