// Schemas as tables of Markdown, for the guide's pages.

import { nameOf } from '#src/description/reading.ts';
import type { Schema } from '#src/kernel/json-schema.ts';
import { neededFields } from '#src/shape/schema.ts';

/** Types that have other names for people than in schemas. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

/** The kind of value that a schema is of, in words; `link` shows a schema's name. */
export function typeText(schema: Schema, link: (name: string) => string): string {
  if (schema.$ref !== undefined) return link(nameOf(schema.$ref));
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((each) => typeText(each, link)))].join(' or ');
  return [schema.type ?? 'any']
    .flat()
    .map((type) => {
      if (type === 'array' && schema.items !== undefined) return `list of ${typeText(schema.items, link)}`;
      return TYPES[type] ?? type;
    })
    .join(' or ');
}

const range = (low: number | undefined, high: number | undefined, unit: string): string[] => {
  if (low === undefined && high === undefined) return [];
  if (low === undefined) return [`up to ${high}${unit}`];
  return [high === undefined ? `from ${low}${unit}` : `${low} to ${high}${unit}`];
};

/** What else holds for a value, in words: its format, its bounds, the words it may be. */
export function limitsOf(schema: Schema): string {
  const { items = {} } = schema;
  const values = schema.enum ?? items.enum;
  const said = [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(schema.format === 'int64' ? [] : range(schema.minimum, schema.maximum, '')),
    ...(values === undefined
      ? []
      : [`one of ${values.map((each) => (each === null ? 'null' : `\`${each}\``)).join(', ')}`]),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless sent`]),
  ];
  return said.length === 0 ? '' : `(${said.join('; ')})`;
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** A row of a table: what would end a cell is written otherwise. */
export function tableRow(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => oneLine(cell.replaceAll('|', '\\|'))).join(' | ')} |`;
}

/** The rows of an object's fields, those of objects within it with their paths. The twins of ids are left out. */
function rows(schema: Schema, path: string, link: (name: string) => string): string[] {
  const { properties = {} } = schema;
  const needed = neededFields(schema);
  return Object.entries(properties).flatMap(([name, each]): string[] => {
    const isTwin = name !== 'id_str' && name.endsWith('_str') && name.slice(0, -'_str'.length) in properties;
    if (isTwin) return [];
    const limits = limitsOf(each);
    const words = `${each.description ?? ''}${limits === '' ? '' : ` ${limits}`}`;
    const shown = `\`${path}${name}\`${needed.has(name) ? ' \\*' : ''}`;
    return [tableRow(shown, typeText(each, link), words), ...inner(each, `${path}${name}`, link)];
  });
}

function inner(schema: Schema, path: string, link: (name: string) => string): string[] {
  if (schema.properties !== undefined) return rows(schema, `${path}.`, link);
  if (schema.items !== undefined) return inner(schema.items, `${path}[]`, link);
  return (schema.anyOf ?? []).flatMap((each) => inner(each, path, link));
}

/** The table of a schema's fields. */
export function fieldTable(schema: Schema, link: (name: string) => string): string[] {
  const { description = '' } = schema;
  return [
    ...(description === '' ? [] : [description, '']),
    '| Field | Type | Meaning |',
    '|---|---|---|',
    ...rows(schema, '', link),
  ];
}
