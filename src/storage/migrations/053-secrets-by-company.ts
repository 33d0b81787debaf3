import type { Migration } from '../migration.ts';

/** Where rows are found by the hash of a secret: the index that was unique in the whole database, and its column. */
const FOUND: readonly (readonly [index: string, table: string, column: string])[] = [
  ['access_tokens_by_hash', 'access_tokens', 'token_hash'],
  ['refresh_tokens_by_hash', 'refresh_tokens', 'token_hash'],
  ['authorization_codes_by_hash', 'authorization_codes', 'code_hash'],
  ['operator_sessions_by_hash', 'operator_sessions', 'token_hash'],
  ['device_keys_by_hash', 'device_keys', 'key_hash'],
];

/**
 * Nothing is unique across companies but what belongs to the whole installation, so that companies can lie on several
 * servers (reference: operations.25). That no two hashes are alike is by chance alone: they are of secrets of 256 bits.
 */
export const secretsByCompany: Migration = {
  number: 53,
  name: 'secrets by company',
  beside: true,
  statements: () =>
    FOUND.flatMap(([index, table, column]) => [
      `drop index ${index}`,
      `create index ${index} on ${table} (${column})`,
    ]),
};
