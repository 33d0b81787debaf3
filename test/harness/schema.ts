import { ExactNumber } from '#src/kernel/json.ts';

// Checks values against JSON Schema, as far as the description of the API uses it. It refuses unknown keywords, so
// that nothing is believed to be checked that is not.

/** A schema as it was read from the description. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The checked keywords, and annotations without a meaning for values. */
const KEYWORDS = new Set([
  ...['$ref', 'anyOf', 'allOf', 'type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames', 'maxProperties'],
  ...['description', 'default', 'examples', 'title', '$comment'],
]);
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uri: (text) => URL.canParse(text),
  email: (text) => text.includes('@'),
};

/** Schemas that were looked through already: there are few, and values in their thousands. */
const understood = new WeakSet<JsonSchema>();

function refuseUnknown(schema: JsonSchema): void {
  if (understood.has(schema)) return;
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The keyword ${unknown.join(', ')} is not known here.`);
  understood.add(schema);
}

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

/** Every way in which a value is not what the schema says, as sentences that name the place. */
export function faultsOf(
  value: unknown,
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  place = '',
): string[] {
  const at = (name: string | number) =>
    typeof name === 'number' ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
  const inside = (each: unknown, own: unknown, name: string | number) =>
    faultsOf(each, own as JsonSchema, components, at(name));
  const here = place === '' ? 'The whole' : place;
  const faults: string[] = [];
  refuseUnknown(schema);
  const uses = <T>(keyword: string) => schema[keyword] as T | undefined;

  const reference = uses<string>('$ref');
  if (reference !== undefined) {
    const name = reference.replace('#/components/schemas/', '');
    const target = components[name];
    if (target === undefined) throw new Error(`There is no schema ${reference}.`);
    faults.push(...faultsOf(value, target, components, place));
  }
  const any = uses<readonly JsonSchema[]>('anyOf');
  if (any !== undefined) {
    const tries = any.map((each) => faultsOf(value, each, components, place));
    if (tries.every((each) => each.length > 0)) {
      // Told of the one that comes nearest: where the kind of value is right, or the fault lies deepest.
      const near = (each: readonly string[]) =>
        depthOf(each) + (each[0]?.includes(', not ') === true ? 0 : 1);
      faults.push(...(tries.toSorted((a, b) => near(b) - near(a)).at(0) ?? []));
    }
  }
  for (const each of uses<readonly JsonSchema[]>('allOf') ?? [])
    faults.push(...faultsOf(value, each, components, place));
  const type = uses<string | readonly string[]>('type');
  if (type !== undefined && ![type].flat().some((each) => isOf(value, each))) {
    return [`${here} is ${show(value)}, not ${[type].flat().join(' or ')}.`];
  }
  const words = uses<readonly unknown[]>('enum');
  if (words !== undefined && !words.includes(value))
    faults.push(`${here} is ${show(value)}, none of ${show(words)}.`);
  const only = uses<unknown>('const');
  if (only !== undefined && only !== value) faults.push(`${here} is ${show(value)}, not ${show(only)}.`);

  const [format, pattern, minLength, maxLength] = [
    uses<string>('format'),
    uses<string>('pattern'),
    uses<number>('minLength'),
    uses<number>('maxLength'),
  ];
  if (typeof value === 'string') {
    const fits = format === undefined || format === 'int64' ? undefined : FORMATS[format];
    if (format !== undefined && format !== 'int64' && fits === undefined)
      throw new Error(`The format ${format} is not known here.`);
    if (fits?.(value) === false) faults.push(`${here} is ${show(value)}, which is no ${format}.`);
    if (pattern !== undefined && !expressionOf(pattern).test(value))
      faults.push(`${here} is ${show(value)}, which does not match ${pattern}.`);
    if (value.length < (minLength ?? 0) || [...value].length > (maxLength ?? Number.POSITIVE_INFINITY))
      faults.push(`${here} has ${value.length} characters.`);
  }
  const [minimum, maximum] = [uses<number>('minimum'), uses<number>('maximum')];
  if (typeof value === 'number') {
    if (value < (minimum ?? value) || value > (maximum ?? value)) faults.push(`${here} is ${value}.`);
  }
  const [items, minItems, maxItems] = [
    uses<JsonSchema>('items'),
    uses<number>('minItems'),
    uses<number>('maxItems'),
  ];
  if (Array.isArray(value)) {
    if (value.length < (minItems ?? 0) || value.length > (maxItems ?? value.length))
      faults.push(`${here} has ${value.length} items.`);
    if (items !== undefined)
      for (const [index, each] of value.entries()) faults.push(...inside(each, items, index));
  }
  const properties = uses<Readonly<Record<string, JsonSchema>>>('properties') ?? {};
  const required = uses<readonly string[]>('required') ?? [];
  const rest = uses<boolean | JsonSchema>('additionalProperties') ?? true;
  const names = uses<JsonSchema>('propertyNames');
  const most = uses<number>('maxProperties');
  if (isOf(value, 'object')) {
    const entries = Object.entries(value as Record<string, unknown>);
    if (entries.length > (most ?? entries.length)) faults.push(`${here} has ${entries.length} fields.`);
    for (const name of required)
      if (!Object.hasOwn(value as object, name)) faults.push(`${at(name)} is missing.`);
    for (const [name, each] of entries) {
      if (names !== undefined) faults.push(...faultsOf(name, names, components, at(name)));
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own !== undefined) faults.push(...inside(each, own, name));
      else if (rest === false) faults.push(`${at(name)} is not described.`);
      else if (typeof rest === 'object') faults.push(...inside(each, rest, name));
    }
  }
  return faults;
}

function isOf(value: unknown, type: string): boolean {
  if (value instanceof ExactNumber)
    return type === 'number' || (type === 'integer' && /^-?\d+$/.test(value.text));
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** How deep the first fault lies: the deeper, the more of the value fits. */
function depthOf([first = '']: readonly string[]): number {
  return (first.split(' ')[0] ?? '').split(/[.[]/).length;
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'undefined';
}
