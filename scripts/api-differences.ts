// The differences between two descriptions of the API (reference: versions.2, versions.3).

import type { Schema } from '#src/kernel/json-schema.ts';
import { type Difference, SchemaComparison, type Schemas } from './api-schemas.ts';

export type { Difference } from './api-schemas.ts';

interface Reference {
  readonly $ref: string;
}

/** A parameter of a released description. */
export interface ReleasedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly schema?: Schema;
}

/** What a body consists of, by its type. */
export type ReleasedContents = Readonly<Record<string, { readonly schema?: Schema }>>;

/** An answer of a released description. */
export interface ReleasedAnswer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: ReleasedContents;
}

/** An operation of a released description. */
export interface ReleasedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (ReleasedParameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: ReleasedContents };
  readonly responses: Readonly<Record<string, ReleasedAnswer | Reference>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, ReleasedOperation>>>>;

/** A description as it is released: what callers depend on, without words and examples. */
export interface Released {
  readonly info: { readonly version: string };
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, ReleasedParameter>>;
    readonly callbacks: Readonly<Record<string, Paths>>;
  };
}

/** What a difference is about. */
export type Subject = 'operations' | 'records' | 'messages';

/** The differences by what they are about. */
export type Differences = Readonly<Record<Subject, readonly Difference[]>>;

interface Placed {
  readonly place: string;
  readonly operation: ReleasedOperation;
}

/** The operations by method and path; what a parameter of the path is called is nothing to callers. */
function placed(paths: Paths): Map<string, Placed> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const verb = method.toUpperCase();
        return [
          `${verb} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
          { place: `${verb} ${path}`, operation },
        ] as const;
      }),
    ),
  );
}

/** The differences between two descriptions, the older one first. */
export function differencesOf(before: Released, now: Released): Differences {
  const schemas = new SchemaComparison(before.components.schemas, now.components.schemas);
  const comparison = { before, now, schemas };
  const operations = comparedPaths(comparison, before.paths, now.paths, false);
  const callbacks = ({ components }: Released): Paths =>
    Object.fromEntries(Object.values(components.callbacks).flatMap((each) => Object.entries(each)));
  const messages = [
    ...comparedPaths(comparison, before.webhooks, now.webhooks, true),
    ...comparedPaths(comparison, callbacks(before), callbacks(now), true),
  ];
  const records = new Map<string, Difference>();
  for (const each of schemas.named()) {
    const key = keyOf(each);
    records.set(key, { ...each, breaking: each.breaking || records.get(key)?.breaking === true });
  }
  return { operations, records: [...records.values()], messages };
}

/** Names a difference, for where it is declared. */
export function keyOf({ place, what }: Difference): string {
  return `${place}: ${what}`;
}

interface Comparison {
  readonly before: Released;
  readonly now: Released;
  readonly schemas: SchemaComparison;
}

/** The differences of operations; of messages, bodies are what callers read. */
function comparedPaths(
  comparison: Comparison,
  before: Paths,
  now: Paths,
  areMessages: boolean,
): Difference[] {
  const [old, current] = [placed(before), placed(now)];
  const named = ({ place }: Placed) => (areMessages ? place.replace(/^POST /, '') : place);
  return [
    ...[...old]
      .filter(([key]) => !current.has(key))
      .map(([, each]) => ({ place: named(each), what: 'is gone', breaking: true })),
    ...[...current]
      .filter(([key]) => !old.has(key))
      .map(([, each]) => {
        const { summary = '' } = each.operation;
        return { place: named(each), what: `is new: ${summary}`, breaking: false };
      }),
    ...[...old].flatMap(([key, { operation }]) => {
      const next = current.get(key);
      return next === undefined
        ? []
        : comparedOperation(comparison, operation, next.operation, named(next), areMessages);
    }),
  ];
}

function comparedOperation(
  comparison: Comparison,
  before: ReleasedOperation,
  now: ReleasedOperation,
  place: string,
  isMessage: boolean,
): Difference[] {
  const { schemas } = comparison;
  const renamed = before.operationId !== now.operationId;
  const access = (now.security ?? []).map((each) => JSON.stringify(each));
  const lost = (before.security ?? []).filter((each) => !access.includes(JSON.stringify(each)));
  const [a, b] = [before.requestBody, now.requestBody];
  const direction = isMessage ? 'read' : 'sent';
  return [
    ...(renamed
      ? [{ place, what: `is called \`${now.operationId}\`, was \`${before.operationId}\``, breaking: true }]
      : []),
    ...(lost.length === 0
      ? []
      : [{ place, what: `no longer takes ${JSON.stringify(lost)} to come in`, breaking: true }]),
    ...(now.deprecated === true && before.deprecated !== true
      ? [{ place, what: 'is deprecated', breaking: false }]
      : []),
    ...comparedParameters(comparison, before, now, place, isMessage),
    ...(a === undefined && b !== undefined
      ? [{ place, what: 'takes a body', breaking: b.required === true }]
      : []),
    ...comparedContents(schemas, a?.content ?? {}, b?.content ?? {}, direction, `${place} body`),
    ...comparedAnswers(schemas, before, now, place),
  ];
}

/** The parameters of an operation by place and name. */
function parametersOf(
  { parameters = [] }: ReleasedOperation,
  { components }: Released,
): Map<string, ReleasedParameter> {
  return new Map(
    parameters.flatMap((each) => {
      const found = '$ref' in each ? components.parameters[each.$ref.split('/').at(-1) ?? ''] : each;
      // What a part of a path is called is nothing to callers.
      return found === undefined || found.in === 'path'
        ? []
        : [[`${found.in} ${found.name}`, found] as const];
    }),
  );
}

function comparedParameters(
  { before: old, now: current, schemas }: Comparison,
  before: ReleasedOperation,
  now: ReleasedOperation,
  place: string,
  isMessage: boolean,
): Difference[] {
  const [had, has] = [parametersOf(before, old), parametersOf(now, current)];
  const word = (name: string) => (name.startsWith('header ') ? 'header' : 'parameter');
  const gone = [...had].filter(([key]) => !has.has(key));
  const isNeeded = ({ required = false }: ReleasedParameter) => required && !isMessage;
  const come = [...has].filter(([key, each]) => !had.has(key) && !isNeeded(each)).map(([, { name }]) => name);
  return [
    ...gone.map(([key, { name }]) => ({
      place,
      what: `has no ${word(key)} \`${name}\` any more`,
      breaking: true,
    })),
    ...(come.length === 0
      ? []
      : [{ place, what: `takes ${come.map((name) => `\`${name}\``).join(', ')} as well`, breaking: false }]),
    ...[...has].flatMap(([key, parameter]): Difference[] => {
      const { name, deprecated = false, schema = {} } = parameter;
      const earlier = had.get(key);
      const needs = { place, what: `needs the ${word(key)} \`${name}\``, breaking: true };
      if (earlier === undefined) return isNeeded(parameter) ? [needs] : [];
      return [
        ...(isNeeded(parameter) && earlier.required !== true ? [needs] : []),
        ...(deprecated && earlier.deprecated !== true
          ? [{ place, what: `has the ${word(key)} \`${name}\` as an old form`, breaking: false }]
          : []),
        ...schemas.compare(earlier.schema ?? {}, schema, isMessage ? 'read' : 'sent', `${place} ?${name}`),
      ];
    }),
  ];
}

function comparedContents(
  schemas: SchemaComparison,
  before: ReleasedContents,
  now: ReleasedContents,
  direction: 'read' | 'sent',
  place: string,
): Difference[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]): Difference[] => {
    const next = now[type];
    if (next === undefined) return [{ place, what: `is no ${type} any more`, breaking: true }];
    return schemas.compare(schema, next.schema ?? {}, direction, place);
  });
}

/** The differences of the answers that are no refusals: of those, `error` alone is to be relied on. */
function comparedAnswers(
  schemas: SchemaComparison,
  before: ReleasedOperation,
  now: ReleasedOperation,
  place: string,
): Difference[] {
  return Object.entries(before.responses)
    .filter(([status]) => /^[23]/.test(status))
    .flatMap(([status, answer]): Difference[] => {
      const next = now.responses[status];
      if (next === undefined) return [{ place, what: `does not answer ${status} any more`, breaking: true }];
      if ('$ref' in answer || '$ref' in next) return [];
      const lost = Object.keys(answer.headers ?? {}).filter((name) => !(name in (next.headers ?? {})));
      const got = Object.keys(next.headers ?? {}).filter((name) => !(name in (answer.headers ?? {})));
      return [
        ...lost.map((name) => ({
          place,
          what: `answers ${status} without the header \`${name}\``,
          breaking: true,
        })),
        ...(got.length === 0
          ? []
          : [
              {
                place,
                what: `answers with ${got.map((name) => `\`${name}\``).join(', ')} as well`,
                breaking: false,
              },
            ]),
        ...comparedContents(
          schemas,
          answer.content ?? {},
          next.content ?? {},
          'read',
          `${place} answer ${status}`,
        ),
      ];
    });
}
