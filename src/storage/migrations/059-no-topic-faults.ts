import type { Migration } from '../migration.ts';

/** How many faults of topics a sandbox has was counted, and asked by nobody: a delivery's own fault is looked up. */
export const noTopicFaults: Migration = {
  number: 59,
  name: 'no topic faults',
  statements: () => ['alter table event_counters drop column topic_faults'],
};
