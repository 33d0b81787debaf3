import assert from 'node:assert/strict';
import { describedOperations } from '#src/description/document.ts';
import type { Route } from '#src/edge/route.ts';
import { operationOf, theDocument } from '#test/harness/described.ts';
import type { JsonSchema } from '#test/harness/schema.ts';

// Where requests take ids, as the description of the API has it.

/** A step into a body: a field, or the first entry of a list. */
export type Step = string | 0;

/** Where a route takes an id. */
export type Place =
  | { readonly where: 'path'; readonly name: string }
  | { readonly where: 'query'; readonly name: string; readonly isList: boolean }
  | { readonly where: 'body'; readonly name: string; readonly steps: readonly Step[] };

const ID_PATTERN = '^[1-9][0-9]{0,18}$';

/** Parameters of paths that lead to one record of one company without being its id. */
const KEYS_IN_PATHS = ['saleid', 'group'];

/** How often the same field is entered on the way into a body: an option has option sets, which have options. */
const DEPTH = 2;

function resolved(schema: JsonSchema): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  const found = theDocument().components.schemas[$ref.split('/').at(-1) ?? ''];
  assert.ok(found !== undefined, `${$ref} is not described.`);
  return found;
}

/** An id, or one of those that a minus may stand before. */
function isId({ $ref, pattern }: JsonSchema): boolean {
  return $ref === '#/components/schemas/Id' || pattern === '^-?[1-9][0-9]{0,18}$';
}

const listOf = (value: unknown) => (value ?? []) as readonly JsonSchema[];

/** The steps to every id in a body. */
function* stepsIn(schema: JsonSchema, steps: readonly Step[] = []): Generator<readonly Step[]> {
  if (isId(schema)) {
    yield steps;
    return;
  }
  const { anyOf, properties, items } = resolved(schema);
  for (const each of listOf(anyOf)) yield* stepsIn(each, steps);
  if (items !== undefined) yield* stepsIn(items as JsonSchema, [...steps, 0]);
  for (const [field, each] of Object.entries((properties ?? {}) as Record<string, JsonSchema>))
    if (steps.filter((step) => step === field).length < DEPTH) yield* stepsIn(each, [...steps, field]);
}

/** As errors name it: `lines[0].product_id`. */
function nameOfSteps(steps: readonly Step[]): string {
  return steps.map((step, at) => (step === 0 ? '[0]' : `${at === 0 ? '' : '.'}${step}`)).join('');
}

export function nameOfPlace(place: Place): string {
  return place.where === 'body' ? place.name : `${place.name} in the ${place.where}`;
}

function pathPlaces({ path }: Route): Place[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const ids = names.filter((name) => name !== 'company_id' && /_id$/.test(name));
  const keys = names.filter((name) => KEYS_IN_PATHS.includes(name));
  return [...ids, ...keys].map((name): Place => ({ where: 'path', name }));
}

interface DescribedParameter {
  readonly in: string;
  readonly name: string;
  readonly schema: JsonSchema;
}

interface WithParameters {
  readonly parameters?: readonly (DescribedParameter | { readonly $ref: string })[];
}

interface Parameters {
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
}

function queryPlaces(operation: WithParameters): Place[] {
  const { parameters } = theDocument().components as unknown as Parameters;
  return (operation.parameters ?? []).flatMap((each): Place[] => {
    const parameter = '$ref' in each ? parameters[each.$ref.split('/').at(-1) ?? ''] : each;
    if (parameter?.in !== 'query') return [];
    const { name, schema } = parameter;
    const isList = schema.type === 'array';
    const { pattern } = isList ? (schema.items as JsonSchema) : schema;
    return pattern === ID_PATTERN ? [{ where: 'query', name, isList }] : [];
  });
}

/** Every place of a route that takes an id. */
export function placesOf(route: Route): readonly Place[] {
  const known = PLACES.get(route) ?? findPlaces(route);
  PLACES.set(route, known);
  return known;
}

const PLACES = new WeakMap<Route, readonly Place[]>();

function findPlaces(route: Route): readonly Place[] {
  // Of the requests in one each is a request of its own route.
  if (route.access === 'batch') return [];
  const [described] = describedOperations([route]);
  const operation = operationOf(described?.operation.id ?? '');
  assert.ok(operation !== undefined, `${route.method} ${route.path} is not described.`);
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  const steps = schema === undefined ? [] : [...stepsIn(schema)];
  const bodies = new Map(steps.map((each) => [nameOfSteps(each), each]));
  return [
    ...pathPlaces(route),
    ...queryPlaces(operation as WithParameters),
    ...[...bodies].map(([name, each]): Place => ({ where: 'body', name, steps: each })),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TWIN = '_str';

const twinOf = (field: string) => (field.endsWith(TWIN) ? field.slice(0, -TWIN.length) : `${field}${TWIN}`);

/** The entry of a list, or what stands for a list of one. */
const entries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/** What a body has at a place, or at its twin. */
export function valueAt(body: unknown, steps: readonly Step[]): unknown {
  let value = body;
  for (const step of steps) {
    if (step === 0) [value] = entries(value);
    else value = isObject(value) ? (value[step] ?? value[twinOf(step)]) : undefined;
  }
  return value;
}

/** A body with a value at a place. Its twin, which would have to say the same, is not sent. */
export function withValueAt(body: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === 0) {
    const [first, ...others] = entries(body);
    return [withValueAt(first, rest, value), ...others];
  }
  const fields = isObject(body) ? body : {};
  const { [step]: own, [twinOf(step)]: twin, ...others } = fields;
  return { ...others, [step]: withValueAt(own ?? twin, rest, value) };
}
