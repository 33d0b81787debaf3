import { answerPlace } from '../edge/idempotency.ts';
import type { Id } from '../kernel/id.ts';
import { contentOf } from '../mail/queue.ts';
import { authenticatorOf } from '../people/factors.ts';
import { headersOf, signingOf } from '../webhooks/secrets.ts';

// Everything in the database that rests on the installation's key: what is sealed, and what is hashed with it (reference:
// operations.30). A test holds it complete.

/** The values of a row, by column. */
export type Cells = Readonly<Record<string, unknown>>;

/** A column of sealed texts. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** Columns that the context follows from, beside the key. */
  readonly about?: readonly string[];
  /** True where some texts are not sealed. */
  readonly isMixed?: true;
  /** The context that the text was sealed for, by its row. */
  context(row: Cells): string;
}

const id = (cell: unknown): Id => (typeof cell === 'bigint' ? cell : 0n);
const ofAddon = (row: Cells) => signingOf(id(row.company_id), id(row.id));

/** Every column of sealed texts. */
export const SEALED: readonly SealedPlace[] = [
  { table: 'addons', column: 'signing_secret', key: ['company_id', 'id'], context: ofAddon },
  { table: 'addons', column: 'old_signing_secret', key: ['company_id', 'id'], context: ofAddon },
  {
    table: 'webhooks',
    column: 'headers',
    key: ['company_id', 'id'],
    context: (row) => headersOf(id(row.company_id), id(row.id)),
  },
  {
    table: 'deliveries',
    column: 'headers',
    key: ['company_id', 'id'],
    about: ['webhook_id'],
    context: (row) => headersOf(id(row.company_id), id(row.webhook_id)),
  },
  {
    table: 'mails',
    column: 'content',
    key: ['company_id', 'id'],
    about: ['recipient'],
    context: ({ recipient }) => contentOf(String(recipient)),
  },
  {
    table: 'second_factors',
    column: 'secret',
    key: ['user_id'],
    context: (row) => authenticatorOf(id(row.user_id)),
  },
  {
    table: 'idempotency_keys',
    column: 'body',
    key: ['company_id', 'addon_id', 'key'],
    isMixed: true,
    context: (row) =>
      answerPlace({ company: id(row.company_id), addon: id(row.addon_id), key: String(row.key) }),
  },
];

/** A column of hashes that are made with the key: they cannot be made anew without what they are of. */
export interface HashedPlace {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  /** The kind of secret, in words for people. */
  readonly what: string;
  /** The remedy where the key is gone. */
  readonly remedy: string;
}

/** Every column of such hashes; of the sandboxes' it is in a JSON. */
export const HASHED: readonly HashedPlace[] = [
  {
    table: 'staff',
    column: 'pin_hash',
    key: ['company_id', 'id'],
    what: 'PINs of staff members',
    remedy: 'These staff members need a new PIN: it is set in the back office, or by PUT /staff/<id>.',
  },
  {
    table: 'recovery_codes',
    column: 'code_hash',
    key: ['user_id', 'code_hash'],
    what: 'unused recovery codes of people',
    remedy: 'These people need new recovery codes: they make them in the back office, under Your account.',
  },
  {
    table: 'idempotency_keys',
    column: 'fingerprint',
    key: ['company_id', 'addon_id', 'key'],
    what: 'answers to idempotency keys',
    remedy:
      'Repetitions of these requests are refused with 422; the answers are deleted when the time for keys is over.',
  },
  {
    table: 'meta',
    column: 'value',
    key: ['key'],
    what: 'PINs that sandboxes are reset to',
    remedy: 'Once such a sandbox was reset, these staff members have no PIN until one is set.',
  },
];
