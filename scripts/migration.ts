// Writes the migration for fields that shapes declare and tables do not have yet: npm run migration -- "favourite song"
//
// It adds a column for each of them, with the field's initial value for the rows that there are, and puts the migration
// at the end of MIGRATIONS. A test fails while a field has no column.

import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type StoredField, storedFields } from '#src/shape/state.ts';
import { MIGRATIONS } from '#src/storage/migrate.ts';
import { ownColumns } from '#src/storage/schema.ts';
import type { ShapeTable } from '#src/storage/table.ts';

const root = dirname(import.meta.dirname);
const BIOME = join(root, 'node_modules/@biomejs/biome/bin/biome');
const MIGRATE_FILE = 'src/storage/migrate.ts';

/** A stored field without a column. */
export interface MissingColumn {
  readonly table: string;
  readonly name: string;
  readonly field: StoredField;
}

function isShapeTable(value: unknown): value is ShapeTable {
  return typeof value === 'object' && value !== null && 'shape' in value && 'decode' in value;
}

/** The stored fields of all shapes that have a table and no column in it. */
export async function missingColumns(): Promise<MissingColumn[]> {
  const missing = new Map<string, MissingColumn>();
  const known = ownColumns('sqlite');
  for (const file of globSync('src/**/*store.ts', { cwd: root }).toSorted()) {
    const module: object = await import(join(root, file));
    for (const { name: table, shape } of Object.values(module).filter(isShapeTable)) {
      if (!known.has(table)) throw new Error(`There is no table ${table}: write its migration by hand.`);
      for (const [name, field] of storedFields(shape)) {
        if (known.get(table)?.has(name) !== true) missing.set(`${table}.${name}`, { table, name, field });
      }
    }
  }
  return [...missing.values()];
}

/** The statement that adds a column; rows that there are get the initial value. */
export function columnStatement({ table, name, field }: MissingColumn): string {
  const { kind, options } = field;
  const type = {
    bool: 'smallint',
    int: 'bigint',
    json: 'text',
    plain: kind.state === undefined ? 'text' : 'bigint',
  };
  const start = `alter table ${table} add column ${name} ${type[kind.column]}`;
  if (kind.present !== undefined && (options.initially ?? null) === null) return start;
  if (!('initially' in options)) {
    throw new Error(`${table}.${name} needs an initial value (initially: …) for the rows that there are.`);
  }
  return `${start} not null default ${sqlValue(kind.column, options.initially)}`;
}

function sqlValue(column: StoredField['kind']['column'], value: unknown): string {
  if (column === 'bool') return value === true ? '1' : '0';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return `'${(column === 'json' ? JSON.stringify(value) : String(value)).replaceAll("'", "''")}'`;
}

/** The text of a migration. */
export function migrationText(number: number, name: string, statements: readonly string[]): string {
  return [
    "import type { Migration } from '../migration.ts';",
    '',
    `export const ${constantOf(name)}: Migration = {`,
    `  number: ${number},`,
    `  name: '${name}',`,
    `  statements: () => [\n${statements.map((statement) => `    \`${statement}\`,`).join('\n')}\n  ],`,
    '};',
    '',
  ].join('\n');
}

const constantOf = (name: string) =>
  name.replace(/ ([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** The list of migrations with one more at its end. */
export function withMigration(text: string, file: string, name: string): string {
  const lines = text.split('\n');
  const list = lines.indexOf(
    '];',
    lines.findIndex((line) => line.startsWith('export const MIGRATIONS')),
  );
  lines.splice(list, 0, `  ${constantOf(name)},`);
  const last = lines.findLastIndex((line) => line.startsWith('import') && line.includes("'./migrations/"));
  lines.splice(last + 1, 0, `import { ${constantOf(name)} } from './migrations/${file}';`);
  return lines.join('\n');
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2);
  const missing = await missingColumns();
  if (missing.length === 0) {
    console.log('Every stored field has its column.');
  } else if (!/^[a-z]+(?: [a-z]+)*$/.test(name)) {
    throw new Error('Name the migration in lower case: npm run migration -- "favourite song"');
  } else {
    const number = (MIGRATIONS.at(-1)?.number ?? 0) + 1;
    const file = `${String(number).padStart(3, '0')}-${name.replaceAll(' ', '-')}.ts`;
    const path = join(root, 'src/storage/migrations', file);
    writeFileSync(path, migrationText(number, name, missing.map(columnStatement)));
    const list = join(root, MIGRATE_FILE);
    writeFileSync(list, withMigration(readFileSync(list, 'utf8'), file, name));
    execFileSync(process.execPath, [BIOME, 'format', '--write', path, list], { cwd: root });
    console.log(`Wrote ${path}`);
  }
}
