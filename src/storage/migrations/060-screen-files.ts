import type { Migration } from '../migration.ts';

/**
 * The files of screens of every release that served pages lately, for all processes of the database (reference: operations.32). None of it is of a
 * company.
 */
export const screenFiles: Migration = {
  number: 60,
  name: 'screen files',
  beside: true,
  statements: () => [
    // Brotli in base64.
    `create table screen_files (
      name text not null primary key, bytes text not null, seen_at bigint not null)`,
    'create index screen_files_by_age on screen_files (seen_at)',
  ],
};
