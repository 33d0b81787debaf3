import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { decimal, flag, id, list, orNull, text, whole } from '#src/shape/kinds.ts';
import { type Field, field, hidden } from '#src/shape/shape.ts';
import type { StoredField } from '#src/shape/state.ts';
import { columnStatement, migrationText, missingColumns, withMigration } from '../scripts/migration.ts';

it('every stored field of a shape has its column', async () => {
  const missing = await missingColumns();
  assert.deepEqual(
    missing.map(({ table, name }) => `${table}.${name}: npm run migration -- "what it is for"`),
    [],
  );
});

/** A field, and the column that is made for it. */
const COLUMNS: readonly (readonly [field: Field, statement: string | RegExp])[] = [
  [field(orNull(text(9)), 'A text.'), 'text'],
  [field(text(9), 'A text.', { initially: "it's" }), "text not null default 'it''s'"],
  [field(flag, 'A flag.', { initially: true }), 'smallint not null default 1'],
  [field(flag, 'A flag.', { initially: false }), 'smallint not null default 0'],
  [field(whole(0, 9), 'A number.', { initially: 3 }), 'bigint not null default 3'],
  [field(orNull(whole(0, 9)), 'A number.'), 'bigint'],
  [field(orNull(decimal()), 'An amount.'), 'bigint'],
  [field(decimal(), 'An amount.', { initially: 150_000_000n }), 'bigint not null default 150000000'],
  [hidden(orNull(id), 'An id.'), 'bigint'],
  [field(list(text(9), 5), 'Texts.', { initially: [] }), "text not null default '[]'"],
  [field(text(9), 'A text.'), /customers\.song needs an initial value/],
];

it('a column fits the kind of its field, and rows that there are get the initial value', () => {
  for (const [each, expected] of COLUMNS) {
    const make = () => columnStatement({ table: 'customers', name: 'song', field: each as StoredField });
    if (typeof expected === 'string')
      assert.equal(make(), `alter table customers add column song ${expected}`);
    else assert.throws(make, expected);
  }
});

it('a migration is written and put at the end of the list', () => {
  const made = migrationText(99, 'favourite song', ['alter table customers add column song text']);
  assert.match(
    made,
    /export const favouriteSong: Migration = \{\n {2}number: 99,\n {2}name: 'favourite song',/,
  );
  assert.match(made, /`alter table customers add column song text`,/);
  const list = readFileSync(join(import.meta.dirname, '../src/storage/migrate.ts'), 'utf8');
  const more = withMigration(list, '099-favourite-song.ts', 'favourite song');
  assert.match(
    more,
    /import \{ favouriteSong \} from '\.\/migrations\/099-favourite-song\.ts';\nimport \{ ID_KINDS/,
  );
  assert.match(more, /,\n {2}favouriteSong,\n\];/);
});
