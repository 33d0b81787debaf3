import assert from 'node:assert/strict';
import type { Answer, Json } from '#test/harness/service.ts';
import { UNKNOWN_ID, withoutTwins } from '../helpers.ts';
import type { Arranged, RouteCase, World } from './case.ts';

type Refusal = RouteCase['refusal'];
type Arrange = NonNullable<RouteCase['arrange']>;

/** Refused for a page length that is none. */
export function badLimit(params: (world: World) => Readonly<Record<string, string>> = () => ({})): Refusal {
  return {
    arrange: (world) => ({ params: params(world), query: '?limit=0' }),
    status: 400,
    error: 'invalid_request',
    field: 'limit',
  };
}

/** Refused for an unknown id, the other ids being good. */
export function unknownId(param: string, arrange: Arrange = () => ({})): Refusal {
  return {
    arrange: async (world) => {
      const good = await arrange(world);
      return { ...good, params: { ...good.params, [param]: UNKNOWN_ID } };
    },
    status: 404,
    error: 'not_found',
  };
}

/** Refused with 400 naming a field of the body. */
export function badField(
  field: string,
  body: unknown | ((world: World) => unknown),
  arrange: Arrange = () => ({}),
): Refusal {
  return {
    arrange: async (world) => ({
      ...(await arrange(world)),
      body: typeof body === 'function' ? await body(world) : body,
    }),
    status: 400,
    error: 'invalid_request',
    field,
  };
}

/** Refused because nothing says which format is wanted. */
export const noFormat: Refusal = {
  arrange: () => ({ without: ['accept'] }),
  status: 406,
  error: 'not_acceptable',
};

/** The answer is a list that has a record with this field and value. */
export function lists(field: string, value: unknown): RouteCase['shows'] {
  return ({ json }) => {
    assert.ok(Array.isArray(json), 'It is no list.');
    assert.ok(
      json.some((each: Json) => each[field] === value),
      `It has nothing whose ${field} is ${String(value)}: ${JSON.stringify(json).slice(0, 500)}`,
    );
  };
}

/** A part of an answer without the twins of ids in it. */
function plain(part: Json): Json {
  const isPart = typeof part === 'object' && part !== null && !Array.isArray(part);
  return isPart ? withoutTwins(part) : part;
}

/** The answer's record has the fields that were sent. */
export function showsSent({ json }: Answer, { body }: Arranged): void {
  for (const [field, value] of Object.entries(body as Record<string, unknown>)) {
    assert.deepEqual(plain(json[field]), value, `It does not show the ${field} that was sent.`);
  }
}

/** The same, at the address of the new record. */
export function showsCreated(below: string): RouteCase['shows'] {
  return (answer, arranged) => {
    showsSent(answer, arranged);
    const { location } = answer.headers;
    assert.match(
      location ?? '',
      new RegExp(`^https://localhost:\\d+/v1/companies/\\d+/${below}/${answer.json.id_str}$`),
    );
  };
}

/** The answer has no body. */
export function nothing(answer: Answer): void {
  assert.equal(answer.text, '');
}

/** The answer is the record of this id parameter. */
export function showsId(param: string): RouteCase['shows'] {
  return ({ json }, { params }) => assert.equal(json.id_str, params?.[param]);
}

/** The five routes of a kind of record that is created, read, changed and deleted in the plain way. */
export function recordCases(
  path: string,
  param: string,
  options: {
    readonly fresh: (world: World) => unknown;
    readonly changed: (world: World) => unknown;
    readonly refusedBody: unknown;
    readonly refusedField: string;
    /** Below the company, when the record's addresses differ from the route's. */
    readonly below?: string;
  },
): Readonly<Record<string, RouteCase>> {
  const { fresh, changed, refusedBody, refusedField } = options;
  const below = options.below ?? path;
  const made = async (world: World): Promise<Arranged> => {
    const record = await world.make(below, await fresh(world));
    return { params: { [param]: record.id_str }, marker: `"${record.id_str}"` };
  };
  const base = `/companies/:company_id/${path}`;
  return {
    [`GET ${base}`]: {
      arrange: made,
      status: 200,
      shows: (answer, { params }) =>
        assert.ok(answer.json.some((each: Json) => each.id_str === params?.[param])),
      refusal: badLimit(),
    },
    [`GET ${base}/:${param}`]: {
      arrange: made,
      status: 200,
      shows: showsId(param),
      refusal: unknownId(param),
    },
    [`POST ${base}`]: {
      arrange: async (world) => ({ body: await fresh(world) }),
      status: 201,
      shows: showsCreated(below),
      refusal: badField(refusedField, refusedBody),
    },
    [`PUT ${base}/:${param}`]: {
      arrange: async (world) => ({ ...(await made(world)), body: await changed(world) }),
      status: 200,
      shows: (answer, arranged) => {
        showsSent(answer, arranged);
        assert.equal(answer.json.id_str, arranged.params?.[param]);
      },
      refusal: badField(refusedField, refusedBody, made),
    },
    [`DELETE ${base}/:${param}`]: { arrange: made, status: 204, shows: nothing, refusal: unknownId(param) },
  };
}
