import type { Migration } from '../migration.ts';

export const languageOfSites: Migration = {
  number: 18,
  name: 'language of sites',
  statements: () => [`alter table sites add column language text`],
};
