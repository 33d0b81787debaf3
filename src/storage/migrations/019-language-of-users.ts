import type { Migration } from '../migration.ts';

export const languageOfUsers: Migration = {
  number: 19,
  name: 'language of users',
  statements: () => [`alter table users add column language text`],
};
