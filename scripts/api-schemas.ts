// The differences between two schemas, as callers feel them: of what answers show, and of what bodies and parameters
// hold (reference: versions.2, versions.3).

import type { Schema } from '#src/kernel/json-schema.ts';

/** What a value is to a caller: they read it in an answer, or send it. */
export type Direction = 'read' | 'sent';

/** A difference between two descriptions of the API. */
export interface Difference {
  /** Where: a field of a schema such as `Order.lines[].number`, an operation, a topic. */
  readonly place: string;
  /** What is otherwise, as the end of a sentence. */
  readonly what: string;
  /** Whether a correct client may fail by it. */
  readonly breaking: boolean;
}

/** Schemas by their names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** One kind of value that a schema takes. */
interface Alternative {
  readonly kind: string;
  /** The name of its schema, where it has one. */
  readonly name: string | undefined;
  readonly schema: Schema;
}

const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1);

const quoted = (names: readonly unknown[]) =>
  names.map((name) => `\`${typeof name === 'string' ? name : JSON.stringify(name)}\``).join(', ');

function kindOfValue(value: unknown): string {
  if (value === null) return 'null';
  return typeof value;
}

/** The kinds of value that a schema takes, each by itself. */
function alternativesOf(schema: Schema, schemas: Schemas, name?: string): Alternative[] {
  if (schema.$ref !== undefined) {
    const next = nameOf(schema.$ref);
    return alternativesOf(schemas[next] ?? {}, schemas, next);
  }
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => alternativesOf(each, schemas));
  const { type, const: constant, enum: values = constant === undefined ? undefined : [constant] } = schema;
  const own = schema.properties === undefined ? [] : ['object'];
  const kinds = type === undefined ? (values?.map(kindOfValue) ?? own) : [type].flat();
  const all = [...new Set(kinds.length === 0 ? ['any'] : kinds)];
  return all.map((kind) => {
    const some = values?.filter((each) => kind === 'any' || (each === null) === (kind === 'null'));
    const { enum: _all, ...rest } = schema;
    const allowed = some as Schema['enum'];
    return { kind, name, schema: allowed === undefined ? rest : { ...rest, enum: allowed } };
  });
}

/** The names that are needed: each group is of names any one of which will do. */
function neededGroups({ required = [], allOf = [] }: Schema): string[][] {
  const others = allOf.flatMap(({ anyOf = [] }) => {
    const names = anyOf.flatMap((each) => each.required ?? []);
    return names.length === 0 ? [] : [names];
  });
  return [...required.map((name) => [name]), ...others];
}

/** A bound on what may be sent: its keyword, and whether a higher one is wider. */
const BOUNDS: readonly (readonly [keyword: BoundName, higherIsWider: boolean])[] = [
  ['maxLength', true],
  ['maximum', true],
  ['maxItems', true],
  ['maxProperties', true],
  ['minLength', false],
  ['minimum', false],
  ['minItems', false],
];
type BoundName =
  | 'maxLength'
  | 'maximum'
  | 'maxItems'
  | 'maxProperties'
  | 'minLength'
  | 'minimum'
  | 'minItems';

/** Compares schemas of two descriptions. What stands under a name in both is compared once, by `named`. */
export class SchemaComparison {
  readonly #before: Schemas;
  readonly #now: Schemas;
  /** Names that were met in both, and how. */
  readonly #met = new Set<string>();
  readonly #inside = new Set<string>();

  constructor(before: Schemas, now: Schemas) {
    this.#before = before;
    this.#now = now;
  }

  /** The differences of the named schemas that were met so far, and of those that they refer to. */
  named(): Difference[] {
    const found: Difference[] = [];
    // Grows while it is gone through.
    for (const key of this.#met) {
      const [direction, name = ''] = key.split(' ');
      const [before, now] = [this.#before[name], this.#now[name]];
      if (before === undefined || now === undefined) continue;
      found.push(...this.#unnamed(before, now, direction === 'read' ? 'read' : 'sent', name));
    }
    return found;
  }

  /** The differences of two schemas. */
  compare(before: Schema, now: Schema, direction: Direction, place: string): Difference[] {
    if (before.$ref !== undefined && before.$ref === now.$ref) {
      this.#met.add(`${direction} ${nameOf(before.$ref)}`);
      return [];
    }
    const key = `${direction} ${before.$ref} ${now.$ref}`;
    const isNamed = before.$ref !== undefined && now.$ref !== undefined;
    if (isNamed && this.#inside.has(key)) return [];
    if (isNamed) this.#inside.add(key);
    return this.#unnamed(before, now, direction, place);
  }

  #unnamed(before: Schema, now: Schema, direction: Direction, place: string): Difference[] {
    const old = alternativesOf(before, this.#before);
    const left = alternativesOf(now, this.#now);
    const found: Difference[] = [];
    const gone: Alternative[] = [];
    for (const each of old) {
      const match = this.#matchOf(each, left, direction);
      if (match === undefined) {
        gone.push(each);
        continue;
      }
      left.splice(left.indexOf(match), 1);
      if (each.name !== undefined && each.name === match.name) this.#met.add(`${direction} ${each.name}`);
      else found.push(...this.#sameKind(each, match, direction, place));
    }
    return [...found, ...otherKinds(gone, left, direction, place, gone.length === old.length)];
  }

  /** The alternative that takes the place of another: of the same name, else of the same kind. */
  #matchOf(
    { name, kind }: Alternative,
    left: readonly Alternative[],
    direction: Direction,
  ): Alternative | undefined {
    const isWider = (other: string) => direction === 'sent' && kind === 'integer' && other === 'number';
    const isNarrower = (other: string) => direction === 'read' && kind === 'number' && other === 'integer';
    return (
      left.find((each) => name !== undefined && each.name === name && each.kind === kind) ??
      left.find((each) => each.kind === kind) ??
      left.find((each) => isWider(each.kind) || isNarrower(each.kind)) ??
      left.find((each) => each.kind === 'any' && direction === 'sent')
    );
  }

  #sameKind(before: Alternative, now: Alternative, direction: Direction, place: string): Difference[] {
    const [a, b] = [before.schema, now.schema];
    const items = b.items !== undefined && a.items !== undefined;
    const both = typeof a.additionalProperties === 'object' && typeof b.additionalProperties === 'object';
    return [
      ...valueDifferences(a, b, direction, place),
      ...(direction === 'sent' ? boundDifferences(a, b, place) : []),
      ...(items ? this.compare(a.items ?? {}, b.items ?? {}, direction, `${place}[]`) : []),
      ...(both
        ? this.compare(
            a.additionalProperties as Schema,
            b.additionalProperties as Schema,
            direction,
            `${place}{}`,
          )
        : []),
      ...this.#fieldDifferences(a, b, direction, place),
    ];
  }

  #fieldDifferences(before: Schema, now: Schema, direction: Direction, place: string): Difference[] {
    const { properties: old = {} } = before;
    const { properties: fields = {} } = now;
    const added = Object.keys(fields).filter((name) => !Object.hasOwn(old, name));
    const ending = Object.keys(fields).filter(
      (name) => fields[name]?.deprecated === true && old[name]?.deprecated !== true,
    );
    const word = direction === 'read' ? 'shows' : 'takes';
    return [
      ...Object.keys(old)
        .filter((name) => !Object.hasOwn(fields, name))
        .map((name) => ({ place: `${place}.${name}`, what: 'is gone', breaking: true })),
      ...neededDifferences(before, now, direction, place),
      ...(added.length === 0 ? [] : [{ place, what: `${word} ${quoted(added)} as well`, breaking: false }]),
      ...ending.map((name) => ({ place: `${place}.${name}`, what: 'is deprecated', breaking: false })),
      ...Object.entries(old).flatMap(([name, each]) => {
        const next = fields[name];
        return next === undefined ? [] : this.compare(each, next, direction, `${place}.${name}`);
      }),
    ];
  }
}

/** Kinds of value that are gone, or have come. */
function otherKinds(
  gone: readonly Alternative[],
  come: readonly Alternative[],
  direction: Direction,
  place: string,
  isAll: boolean,
): Difference[] {
  const words = (some: readonly Alternative[]) => [...new Set(some.map(({ kind }) => kind))].join(' or ');
  if (isAll && come.length > 0)
    return [{ place, what: `is ${words(come)}, was ${words(gone)}`, breaking: true }];
  const [lost, got] = direction === 'read' ? ['is never', 'may be'] : ['no longer takes', 'also takes'];
  return [
    ...(gone.length === 0 ? [] : [{ place, what: `${lost} ${words(gone)}`, breaking: direction === 'sent' }]),
    ...(come.length === 0 ? [] : [{ place, what: `${got} ${words(come)}`, breaking: direction === 'read' }]),
  ];
}

/** Differences of what is needed in a body, or is always there in an answer. */
function neededDifferences(before: Schema, now: Schema, direction: Direction, place: string): Difference[] {
  const [old, groups] = [neededGroups(before), neededGroups(now)];
  if (direction === 'read') {
    return old.flat().flatMap((name) => {
      const isThere = now.properties !== undefined && Object.hasOwn(now.properties, name);
      if (!isThere || groups.flat().includes(name)) return [];
      return [{ place: `${place}.${name}`, what: 'is not always there any more', breaking: true }];
    });
  }
  const isWeaker = (group: readonly string[]) =>
    old.some((each) => each.every((name) => group.includes(name)));
  return groups
    .filter((group) => !isWeaker(group))
    .map((group) => ({ place: `${place}.${group.join('|')}`, what: 'has to be sent', breaking: true }));
}

/** Differences of the values of one kind. */
function valueDifferences(before: Schema, now: Schema, direction: Direction, place: string): Difference[] {
  const found: Difference[] = [];
  const isSent = direction === 'sent';
  const old = before.enum ?? (before.const === undefined ? undefined : [before.const]);
  const values = now.enum ?? (now.const === undefined ? undefined : [now.const]);
  if (old !== undefined && values !== undefined) {
    const gone = old.filter((each) => !(values as readonly unknown[]).includes(each));
    const come = values.filter((each) => !(old as readonly unknown[]).includes(each));
    if (gone.length > 0) found.push({ place, what: `is never ${quoted(gone)} any more`, breaking: true });
    if (come.length > 0) found.push({ place, what: `may be ${quoted(come)}`, breaking: false });
  } else if (values !== undefined) {
    found.push({ place, what: `is one of ${quoted(values)}`, breaking: isSent });
  } else if (old !== undefined) {
    found.push({ place, what: 'may be anything of its kind', breaking: false });
  }
  for (const keyword of ['format', 'pattern'] as const) {
    const [a, b] = [before[keyword], now[keyword]];
    if (a === b) continue;
    const what = b === undefined ? `has no ${keyword} any more` : `has the ${keyword} \`${b}\``;
    // What is sent must not have to be anything more; what is read must not be anything else.
    found.push({ place, what, breaking: (isSent ? b : a) !== undefined });
  }
  if (isSent && before.default !== undefined && before.default !== now.default) {
    found.push({ place, what: `is ${JSON.stringify(now.default)} where it is not sent`, breaking: true });
  }
  return found;
}

/** Differences of bounds on what may be sent. */
function boundDifferences(before: Schema, now: Schema, place: string): Difference[] {
  return BOUNDS.flatMap(([keyword, higherIsWider]): Difference[] => {
    const [a, b] = [before[keyword], now[keyword]];
    if (a === b) return [];
    const open = higherIsWider ? Infinity : -Infinity;
    const isWider = (b ?? open) > (a ?? open) === higherIsWider;
    return [{ place, what: `has ${keyword} ${b ?? 'none'}, had ${a ?? 'none'}`, breaking: !isWider }];
  });
}
