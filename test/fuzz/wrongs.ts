// Values that a schema does not allow, put into the place of one that it does.

import fc from 'fast-check';
import { ExactNumber } from '#src/kernel/json.ts';
import { theDocument } from '#test/harness/described.ts';
import { faultsOf, type JsonSchema } from '#test/harness/schema.ts';
import { isId, isPlain, resolved } from './values.ts';

/** A place in a body, with the schema of what may stand there. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** Whether a value is what a schema says. */
const fits = (value: unknown, schema: JsonSchema): boolean =>
  faultsOf(value, schema, theDocument().components.schemas).length === 0;

/** Every place in a body that the description says something of. */
function placesOf(value: unknown, schema: JsonSchema, path: Place['path'] = []): Place[] {
  const own: Place = { path, schema };
  if (isId(schema)) return [own];
  const inner = resolved(schema);
  const any = inner.anyOf as readonly JsonSchema[] | undefined;
  if (any !== undefined) {
    const branch = any.find((each) => fits(value, each));
    const inside = branch === undefined ? [] : placesOf(value, branch, path).slice(1);
    return [own, ...inside];
  }
  if (Array.isArray(value) && inner.items !== undefined) {
    const items = inner.items as JsonSchema;
    return [own, ...value.slice(0, 2).flatMap((item, at) => placesOf(item, items, [...path, at]))];
  }
  if (!isPlain(value)) return [own];
  const properties = (inner.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const known = Object.entries(value).flatMap(([name, each]) => {
    const of = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return of === undefined ? [] : placesOf(each, of, [...path, name]);
  });
  return [own, ...known];
}

/** What is wrong somewhere: of every type, beyond common bounds, and of no known word. */
const CANDIDATES: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  new ExactNumber('9223372036854775808'),
  new ExactNumber('1e400'),
  new ExactNumber('-99999999999999999999'),
  new ExactNumber('1.000000001'),
  1e15,
  '',
  'no such word',
  '0',
  '-1',
  '01',
  '1.5',
  ' 1',
  '9223372036854775808x',
  '99999999999999999999',
  '٣',
  {},
  { id: {} },
  [],
  [[]],
  [null],
  ['x'],
  'x'.repeat(10_001),
];

/** Those of one place. */
function wrongFor(value: unknown, schema: JsonSchema): unknown[] {
  const own = resolved(schema);
  const { maxLength, maxItems } = own as { readonly maxLength?: number; readonly maxItems?: number };
  const more: unknown[] = [];
  if (maxLength !== undefined) more.push('x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1));
  if (maxItems !== undefined && maxItems < 1000 && Array.isArray(value) && value.length > 0)
    more.push(Array.from({ length: maxItems + 1 }, () => value[0]));
  return [...more, ...CANDIDATES].filter((each) => !fits(each, schema));
}

/** A field as refusals call it. */
export function fieldOf(path: readonly (string | number)[]): string {
  let field = '';
  for (const part of path)
    field += typeof part === 'number' ? `[${part}]` : `${field === '' ? '' : '.'}${part}`;
  return field;
}

/** The body with another value in a place; the twin of what is put there goes. */
function withAt(body: unknown, path: Place['path'], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.map((each, at) => (at === first ? withAt(each, rest, value) : each));
  const name = String(first);
  const object = body as Readonly<Record<string, unknown>>;
  const other = name.endsWith('_str') ? name.slice(0, -'_str'.length) : `${name}_str`;
  const kept = Object.fromEntries(Object.entries(object).filter(([key]) => key !== other));
  return { ...kept, [name]: withAt(object[name], rest, value) };
}

/** A body with one thing wrong, and the field that is. */
export interface WrongBody {
  readonly body: unknown;
  readonly field: string;
}

/** A good body with one thing wrong in it; undefined where the description allows everything. */
export function wrongBodies(body: unknown, schema: JsonSchema): fc.Arbitrary<WrongBody> | undefined {
  const all = placesOf(body, schema).flatMap(({ path, schema: own }) => {
    const at = path.reduce<unknown>((inside, part) => Reflect.get(inside as object, part), body);
    return wrongFor(at, own).map((value) => ({ path, value }));
  });
  const places = Map.groupBy(all, ({ path }) => fieldOf(path));
  if (places.size === 0) return undefined;
  return fc
    .constantFrom(...places.values())
    .chain((each) => fc.constantFrom(...each))
    .map(({ path, value }) => ({ body: withAt(body, path, value), field: fieldOf(path) }));
}
