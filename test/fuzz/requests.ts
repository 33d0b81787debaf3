// Requests of an operation: good ones by its description, and everything that a client may do wrong.

import fc from 'fast-check';
import type { JsonSchema } from '#test/harness/schema.ts';
import type { Arranged } from '../api/cases/case.ts';
import { BAD_HEADERS, BAD_IDS, BAD_QUERIES, BAD_TYPES, brokenBodies } from './bad.ts';
import type { FuzzOperation, FuzzParameter } from './operations.ts';
import { type Fullness, isPlain, type Making, type Pools, valuesOf } from './values.ts';
import { wrongBodies } from './wrongs.ts';

/** Longest value of a parameter: several fit into a head. */
const MAX_VALUE = 2_000;

/** A parameter of a query with its value. */
type Pair = readonly [name: string, value: string];

/** Who asks. */
export type Caller = 'own' | 'none' | 'junk' | 'foreign' | 'small';

/** What a request has to come to, besides what every request has. */
export type Expected =
  /** It succeeds. */
  | { readonly as: 'success' }
  /** It is done, or refused by a rule of which the answer tells. */
  | { readonly as: 'good' }
  /** 400 naming the field. */
  | { readonly as: 'wrong'; readonly field: string }
  /** One of these. */
  | { readonly as: 'refused'; readonly statuses: readonly number[] }
  /** Anything that is described. */
  | { readonly as: 'described' };

/** A request, with what it is to come to. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly without: readonly string[];
  /** The body as JSON; `raw` is sent in its place. */
  readonly body: unknown;
  readonly raw: string | Buffer | undefined;
  readonly caller: Caller;
  readonly expected: Expected;
  /** The kind of request, in a word. */
  readonly kind: string;
  /** Whether its path is one of the operation at all. */
  readonly isOfOperation: boolean;
}

/** What the requests of an operation are made of. */
export interface Scene {
  readonly operation: FuzzOperation;
  /** A request that succeeds. */
  readonly arranged: Arranged;
  /** Whether it is refused nevertheless: there is nothing for add-ons. */
  readonly isRefused: boolean;
  readonly companyId: string;
  readonly pools: Pools;
}

/** The path of an operation with its parameters filled in, below the company of the token or of an id. */
export function pathTo({ operation, arranged, pools }: Scene, company: string): string {
  return operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'company_id') return company;
    return arranged.params?.[name] ?? pools.get(name.replace(/_id$/, ''))?.[0] ?? '1';
  });
}

const of = (operation: FuzzOperation, where: FuzzParameter['in']) =>
  operation.parameters.filter((each) => each.in === where);

/** Whether the route reads what is sent as its body. */
const reads = ({ body }: FuzzOperation) => body !== undefined;

function plain(scene: Scene): FuzzRequest {
  const { operation, arranged, isRefused } = scene;
  const { body, headers = {}, query = '', without = [] } = arranged;
  return {
    method: operation.method,
    path: `${pathTo(scene, 'me')}${query}`,
    headers,
    without,
    body,
    raw: undefined,
    caller: 'own',
    expected: { as: operation.route === undefined || isRefused ? 'described' : 'success' },
    kind: 'arranged',
    isOfOperation: true,
  };
}

const queryText = (pairs: Iterable<Pair>) => {
  const text = [...pairs].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
};

/** What a value is as a parameter. */
const asText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(asText).join(',')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** A query of what the description has; cursors come from answers alone. */
function queries(scene: Scene, most: number): fc.Arbitrary<readonly Pair[]> {
  const making: Making = { pools: scene.pools, fullness: 'some' };
  const pairs = of(scene.operation, 'query')
    .filter(({ name }) => name !== 'cursor')
    .map(({ name, schema }) =>
      valuesOf(schema, name, making)
        .map((value): Pair => [name, asText(value)])
        .filter(([, text]) => text !== '' && encodeURIComponent(text).length <= MAX_VALUE),
    );
  if (pairs.length === 0) return fc.constant([]);
  return fc
    .subarray(pairs, { maxLength: Math.min(most, pairs.length) })
    .chain((some) => (some.length === 0 ? fc.constant<Pair[]>([]) : fc.tuple(...some)));
}

/** The query of an arranged request with more in it. */
function withQuery(scene: Scene, more: readonly Pair[]): string {
  const own = [...new URLSearchParams(scene.arranged.query ?? '')];
  const names = new Set(more.map(([name]) => name));
  return queryText([...own.filter(([name]) => !names.has(name)), ...more]);
}

/** An arranged body with other fields over it; what is there under one of two names goes for the other. */
function over(body: unknown, made: unknown): unknown {
  if (!isPlain(body) || !isPlain(made)) return made;
  const twins = new Set(Object.keys(made).flatMap((name) => [`${name}_str`, name.replace(/_str$/, '')]));
  return { ...Object.fromEntries(Object.entries(body).filter(([name]) => !twins.has(name))), ...made };
}

/** Bodies that the description allows. */
function bodies(scene: Scene, fullness: Fullness): fc.Arbitrary<unknown> {
  const { operation, arranged, pools } = scene;
  if (operation.body === undefined) return fc.constant(arranged.body);
  const made = valuesOf(operation.body, '', { pools, fullness });
  return fc.tuple(made, fc.boolean()).map(([own, isOver]) => (isOver ? over(arranged.body, own) : own));
}

function good(scene: Scene): fc.Arbitrary<FuzzRequest> {
  const fullness = fc.constantFrom<Fullness>('few', 'some', 'some', 'all');
  return fullness
    .chain((much) => fc.tuple(bodies(scene, much), queries(scene, 3)))
    .map(([body, query]) => ({
      ...plain(scene),
      path: `${pathTo(scene, 'me')}${withQuery(scene, query)}`,
      body,
      expected: { as: 'good' },
      kind: 'good',
    }));
}

function wrongBody(scene: Scene): fc.Arbitrary<FuzzRequest> | undefined {
  const { operation } = scene;
  const { body: schema } = operation;
  if (schema === undefined) return undefined;
  return bodies(scene, 'some').chain((body) => {
    const wrongs = wrongBodies(body, schema);
    if (wrongs === undefined) return fc.constant(plain(scene));
    return wrongs.map(({ body: wrong, field }) => ({
      ...plain(scene),
      body: wrong,
      expected: { as: 'wrong', field },
      kind: 'wrong body',
    }));
  });
}

/** What a parameter of a schema is not. */
function badTexts(name: string, schema: JsonSchema): readonly string[] {
  if (schema.type === 'boolean') return BAD_QUERIES.flag;
  if (schema.type === 'integer' || schema.type === 'number') return BAD_QUERIES.number;
  if (schema.format === 'date' || String(schema.pattern).startsWith('^\\d{4}-')) return BAD_QUERIES.time;
  if (schema.type === 'string' && (schema.pattern !== undefined || schema.enum !== undefined))
    return BAD_QUERIES.id;
  return name === 'cursor' ? BAD_QUERIES.cursor : [];
}

function wrongQuery(scene: Scene): fc.Arbitrary<FuzzRequest> | undefined {
  const wrongs = of(scene.operation, 'query').flatMap(({ name, schema }): Pair[] =>
    badTexts(name, schema).map((text) => [name, text] as const),
  );
  if (wrongs.length === 0) return undefined;
  return fc.constantFrom(...wrongs).map((pair) => ({
    ...plain(scene),
    path: `${pathTo(scene, 'me')}${withQuery(scene, [pair])}`,
    expected: { as: 'wrong', field: pair[0] },
    kind: 'wrong query',
  }));
}

function broken(scene: Scene): fc.Arbitrary<FuzzRequest> | undefined {
  if (!reads(scene.operation)) return undefined;
  const base = plain(scene);
  const body = brokenBodies(scene.arranged.body).map((raw) => ({
    ...base,
    raw,
    expected: { as: 'refused', statuses: [400, 413] } as const,
    kind: 'broken body',
  }));
  const type = fc.constantFrom(...BAD_TYPES).map((text) => ({
    ...base,
    headers: { ...base.headers, 'content-type': text },
    expected: { as: 'refused', statuses: [400] } as const,
    kind: 'wrong type',
  }));
  const none = fc.constant({
    ...base,
    without: [...base.without, 'content-type'],
    expected: { as: 'refused', statuses: [400] } as const,
    kind: 'no type',
  });
  return fc.oneof(
    { weight: 6, arbitrary: body },
    { weight: 2, arbitrary: type },
    { weight: 1, arbitrary: none },
  );
}

function oddHeaders(scene: Scene): fc.Arbitrary<FuzzRequest> {
  const some = fc.subarray(Object.entries(BAD_HEADERS), { minLength: 1, maxLength: 3 });
  return some
    .chain((headers) =>
      fc.tuple(...headers.map(([name, values]) => fc.tuple(fc.constant(name), fc.constantFrom(...values)))),
    )
    .map((headers) => ({
      ...plain(scene),
      headers: { ...scene.arranged.headers, ...Object.fromEntries(headers) },
      expected: { as: 'described' },
      kind: 'odd headers',
    }));
}

/** Other ways to ask the same, and methods that the path does not take. */
function otherMethod(scene: Scene): fc.Arbitrary<FuzzRequest> {
  const { operation, arranged } = scene;
  const base = plain(scene);
  const extension = {
    ...base,
    path: `${pathTo(scene, 'me')}.json${arranged.query ?? ''}`,
    without: ['accept'],
  };
  const odd = fc.constantFrom('OPTIONS', 'TRACE', 'PROPFIND').map((method) => ({
    ...base,
    method,
    // What a browser asks before a call of another origin is answered (reference: conventions.55).
    expected: { as: 'refused', statuses: method === 'OPTIONS' ? [204, 404, 405] : [400, 404, 405] } as const,
    isOfOperation: false,
  }));
  const same: FuzzRequest[] = [{ ...extension, expected: { as: 'described' } }];
  if (operation.method === 'PUT') same.push({ ...base, method: 'PATCH' });
  if (operation.method === 'GET')
    same.push({ ...base, method: 'HEAD', expected: { as: 'described' }, isOfOperation: false });
  return fc.oneof(fc.constantFrom(...same), odd).map((request) => ({ ...request, kind: 'other method' }));
}

function badPath(scene: Scene): fc.Arbitrary<FuzzRequest> | undefined {
  const names = of(scene.operation, 'path').map(({ name }) => name);
  if (names.length === 0) return undefined;
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...BAD_IDS)).map(([name, bad]) => {
    const { arranged } = scene;
    const company = name === 'company_id' ? bad : 'me';
    const path = pathTo(
      { ...scene, arranged: { ...arranged, params: { ...arranged.params, [name]: bad } } },
      company,
    );
    return {
      ...plain(scene),
      path: `${path}${arranged.query ?? ''}`,
      expected: { as: 'refused', statuses: [400, 404, 405, 406] },
      kind: 'bad path',
      isOfOperation: false,
    };
  });
}

function badCaller(scene: Scene): fc.Arbitrary<FuzzRequest> | undefined {
  const { operation, companyId } = scene;
  if (operation.route === undefined) return undefined;
  const base = plain(scene);
  const needs = operation.scope !== undefined;
  const known = operation.path.includes('{company_id}');
  const path = `${pathTo(scene, companyId)}${scene.arranged.query ?? ''}`;
  const as = (caller: Caller, status: number): FuzzRequest => ({
    ...base,
    path: caller === 'foreign' ? path : base.path,
    caller,
    expected: { as: 'refused', statuses: [status] },
    kind: `${caller} token`,
  });
  const all = [as('none', 401), as('junk', 401)];
  if (known) all.push(as('foreign', 404));
  if (needs) all.push(as('small', 403));
  // The records of one company are nothing to another, in its own paths too.
  const names = of(operation, 'path').filter(({ name }) => name.endsWith('_id') && name !== 'company_id');
  if (names.length > 0) {
    const statuses = [400, 403, 404];
    all.push({ ...as('foreign', 404), path: base.path, expected: { as: 'refused', statuses } });
  }
  return fc.constantFrom(...all);
}

/** The requests that are made of a scene; the first is the arranged one. */
export function requestsOf(scene: Scene, seed: number, count: number): FuzzRequest[] {
  const kinds: readonly (readonly [weight: number, kind: fc.Arbitrary<FuzzRequest> | undefined])[] = [
    [8, good(scene)],
    [6, wrongBody(scene)],
    [2, wrongQuery(scene)],
    [2, broken(scene)],
    [2, oddHeaders(scene)],
    [1, badPath(scene)],
    [1, otherMethod(scene)],
    [2, badCaller(scene)],
  ];
  const some = kinds.flatMap(([weight, arbitrary]) =>
    arbitrary === undefined ? [] : [{ weight, arbitrary }],
  );
  return [plain(scene), ...fc.sample(fc.oneof(...some), { seed, numRuns: count })];
}
