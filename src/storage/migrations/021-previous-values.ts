import type { Migration } from '../migration.ts';

/**
 * What changed attributes were before the change of an event (JSON, an object by their names), and the members that a
 * payload has besides those it shares with another event.
 */
export const previousValues: Migration = {
  number: 21,
  name: 'previous values',
  statements: () => [
    `alter table events add column previous text`,
    `alter table events add column extra text`,
  ],
};
