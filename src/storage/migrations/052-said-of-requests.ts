import type { Migration } from '../migration.ts';

/** The log of requests keeps what a refusal says by code and values, as JSON; sentences of before stay. */
export const saidOfRequests: Migration = {
  number: 52,
  name: 'what refusals in the log of requests say',
  statements: () => ['alter table request_log add column said text'],
};
