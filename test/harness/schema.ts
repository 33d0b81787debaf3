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

/** Where a value stands in the one that is checked, from the outside in. */
type Place = (string | number)[];
/** Adds what is wrong with a value to `faults`. */
type Check = (value: unknown, place: Place, faults: string[]) => void;
type Components = Readonly<Record<string, JsonSchema>>;

/** Every way in which a value is not what the schema says, as sentences that name the place. */
export function faultsOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  place?: string,
): string[] {
  const faults: string[] = [];
  checkOf(schema, components)(value, place === undefined ? [] : [place], faults);
  return faults;
}

/** What was made of schemas: there are few of them, and values in their thousands. */
const made = new WeakMap<Components, WeakMap<JsonSchema, Check>>();

function checkOf(schema: JsonSchema, components: Components): Check {
  const known = made.get(components) ?? new WeakMap<JsonSchema, Check>();
  made.set(components, known);
  const check = known.get(schema) ?? compile(schema, components);
  known.set(schema, check);
  return check;
}

/** The check of a schema inside another: made when a value needs it, as schemas name themselves. */
function inner(schema: JsonSchema, components: Components): Check {
  let check: Check | undefined;
  return (value, place, faults) => {
    check ??= checkOf(schema, components);
    check(value, place, faults);
  };
}

function compile(schema: JsonSchema, components: Components): Check {
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0) throw new Error(`The keyword ${unknown.join(', ')} is not known here.`);
  const type = schema.type as string | readonly string[] | undefined;
  const types = type === undefined ? undefined : [type].flat();
  const checks = [
    ...checksOfOthers(schema, components),
    ...checksOfWords(schema),
    ...checksOfTexts(schema),
    ...checksOfNumbers(schema),
    ...checksOfLists(schema, components),
    ...checksOfObjects(schema, components),
  ];
  return (value, place, faults) => {
    // Of a value of another kind nothing else is said.
    if (types !== undefined && !types.some((each) => isOf(value, each)))
      faults.push(`${named(place)} is ${show(value)}, not ${types.join(' or ')}.`);
    else for (const check of checks) check(value, place, faults);
  };
}

/** $ref, anyOf and allOf. */
function checksOfOthers(schema: JsonSchema, components: Components): Check[] {
  const checks: Check[] = [];
  const reference = schema.$ref as string | undefined;
  if (reference !== undefined) {
    const target = components[reference.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`There is no schema ${reference}.`);
    checks.push(inner(target, components));
  }
  const any = (schema.anyOf as readonly JsonSchema[] | undefined)?.map((each) => inner(each, components));
  if (any !== undefined)
    checks.push((value, place, faults) => {
      const tries: string[][] = [];
      for (const check of any) {
        const own: string[] = [];
        check(value, place, own);
        if (own.length === 0) return;
        tries.push(own);
      }
      // Told of the one that comes nearest: where the kind of value is right, or the fault lies deepest.
      const near = (each: readonly string[]) =>
        depthOf(each) + (each[0]?.includes(', not ') === true ? 0 : 1);
      faults.push(...(tries.toSorted((a, b) => near(b) - near(a)).at(0) ?? []));
    });
  for (const each of (schema.allOf as readonly JsonSchema[] | undefined) ?? [])
    checks.push(inner(each, components));
  return checks;
}

function checksOfWords(schema: JsonSchema): Check[] {
  const checks: Check[] = [];
  const words = schema.enum as readonly unknown[] | undefined;
  if (words !== undefined)
    checks.push((value, place, faults) => {
      if (!words.includes(value)) faults.push(`${named(place)} is ${show(value)}, none of ${show(words)}.`);
    });
  const only = schema.const;
  if (only !== undefined)
    checks.push((value, place, faults) => {
      if (only !== value) faults.push(`${named(place)} is ${show(value)}, not ${show(only)}.`);
    });
  return checks;
}

function checksOfTexts(schema: JsonSchema): Check[] {
  const checks: ((value: string, place: Place, faults: string[]) => void)[] = [];
  const format = schema.format as string | undefined;
  if (format !== undefined && format !== 'int64') {
    const fits = FORMATS[format];
    checks.push((value, place, faults) => {
      if (fits === undefined) throw new Error(`The format ${format} is not known here.`);
      if (!fits(value)) faults.push(`${named(place)} is ${show(value)}, which is no ${format}.`);
    });
  }
  const pattern = schema.pattern as string | undefined;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    checks.push((value, place, faults) => {
      if (!expression.test(value))
        faults.push(`${named(place)} is ${show(value)}, which does not match ${pattern}.`);
    });
  }
  const [least, most] = [(schema.minLength ?? 0) as number, schema.maxLength as number | undefined];
  if (least > 0 || most !== undefined)
    checks.push((value, place, faults) => {
      // Characters are counted where there may be too many: no text has more of them than units.
      const isLong = most !== undefined && value.length > most && [...value].length > most;
      if (value.length < least || isLong) faults.push(`${named(place)} has ${value.length} characters.`);
    });
  return checks.map((check) => (value, place, faults) => {
    if (typeof value === 'string') check(value, place, faults);
  });
}

function checksOfNumbers({ minimum, maximum }: JsonSchema): Check[] {
  if (minimum === undefined && maximum === undefined) return [];
  const [least, most] = [(minimum ?? -Infinity) as number, (maximum ?? Infinity) as number];
  return [
    (value, place, faults) => {
      if (typeof value === 'number' && (value < least || value > most))
        faults.push(`${named(place)} is ${value}.`);
    },
  ];
}

function checksOfLists(schema: JsonSchema, components: Components): Check[] {
  const [least, most] = [(schema.minItems ?? 0) as number, (schema.maxItems ?? Infinity) as number];
  const items = schema.items as JsonSchema | undefined;
  if (items === undefined && schema.minItems === undefined && schema.maxItems === undefined) return [];
  const check = items === undefined ? undefined : inner(items, components);
  return [
    (value, place, faults) => {
      if (!Array.isArray(value)) return;
      if (value.length < least || value.length > most)
        faults.push(`${named(place)} has ${value.length} items.`);
      if (check === undefined) return;
      for (let index = 0; index < value.length; index++) {
        place.push(index);
        check(value[index], place, faults);
        place.pop();
      }
    },
  ];
}

function checksOfObjects(schema: JsonSchema, components: Components): Check[] {
  const properties = new Map(
    Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(([name, each]) => [
      name,
      inner(each, components),
    ]),
  );
  const required = (schema.required ?? []) as readonly string[];
  const rest = (schema.additionalProperties ?? true) as boolean | JsonSchema;
  const others = typeof rest === 'object' ? inner(rest, components) : undefined;
  const names =
    schema.propertyNames === undefined ? undefined : inner(schema.propertyNames as JsonSchema, components);
  const most = (schema.maxProperties ?? Infinity) as number;
  return [
    (value, place, faults) => {
      if (!isOf(value, 'object')) return;
      const entries = Object.entries(value as Record<string, unknown>);
      if (entries.length > most) faults.push(`${named(place)} has ${entries.length} fields.`);
      for (const name of required)
        if (!Object.hasOwn(value as object, name)) faults.push(`${named([...place, name])} is missing.`);
      for (const [name, each] of entries) {
        place.push(name);
        names?.(name, place, faults);
        const own = properties.get(name) ?? others;
        if (own !== undefined) own(each, place, faults);
        else if (rest === false) faults.push(`${named(place)} is not described.`);
        place.pop();
      }
    },
  ];
}

/** The name of a place, as it begins a sentence: `lines[0].price`. */
function named(place: Place): string {
  if (place.length === 0) return 'The whole';
  return place
    .map((step, depth) => (typeof step === 'number' ? `[${step}]` : depth === 0 ? step : `.${step}`))
    .join('');
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
