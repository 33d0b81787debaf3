// The description of the API: OpenAPI 3.1, put together from the route table, the operations of the features, the schemas
// that read bodies, and the shapes of answers.

import { DRY_RUN, isTriable } from '../edge/dry-run.ts';
import { type Operation, TAGS } from '../edge/operation.ts';
import { isPaged, type Query } from '../edge/query.ts';
import { queryOf, type Route } from '../edge/route.ts';
import { askedFor, SCOPES, type Scope } from '../edge/scopes.ts';
import { DRY_RUN_ANSWER } from '../edge/shape.ts';
import { deprecationWords } from '../kernel/deprecation.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { viewOf } from '../shape/nested.ts';
import { ref, type Schema, shapeSchema } from '../shape/schema.ts';
import { type Shown, isShown as showsField } from '../shape/shape.ts';
import { type ErrorResponse, errorResponses } from './errors.ts';
import type { Examples } from './examples.ts';
import { bodySchemas, manySchema } from './input.ts';
import { OPERATIONS } from './operations.ts';
import {
  type Parameter,
  pathParameter,
  queryParameter,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  type ResponseHeader,
} from './parameters.ts';
import { callbacks, MESSAGE_HEADERS, postedShapes, webhooks } from './topics.ts';
import { UNROUTED, UNROUTED_ANSWERS, UNROUTED_SCHEMAS } from './unrouted.ts';
import { INTRODUCTION, SCOPE_WORDS } from './words.ts';

/** The parts that a description is made from. */
interface DescriptionParts {
  readonly routes: readonly Route[];
  readonly examples: Examples;
  readonly version: string;
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
}

/** An operation with the route it is served by. */
interface Described {
  readonly route: Route;
  readonly operation: Operation;
  /** With the names of its parameters in braces, below the host. */
  readonly path: string;
  /** Whether its route stands for other paths as well. */
  readonly isOneOfMany: boolean;
}

/** The name of a route in the tables: its path without the patterns of its parameters. */
export function routeName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\([^()]*\)/g, '')}`;
}

const braces = (path: string) => path.replace(/\([^()]*\)/g, '').replace(/:(\w+)/g, '{$1}');

/** Every operation of the routes that operations.ts describes. */
export function describedOperations(routes: readonly Route[]): Described[] {
  return routes.flatMap((route): Described[] => {
    const entry = OPERATIONS[routeName(route)];
    if (entry === undefined) return [];
    if (!('paths' in entry)) {
      return [{ route, operation: entry, path: `/v1${braces(route.path)}`, isOneOfMany: false }];
    }
    return Object.entries(entry.paths).map(([path, operation]) => ({
      route,
      operation,
      path: `/v1${braces(path)}`,
      isOneOfMany: true,
    }));
  });
}

/** The status of success. */
export function successStatus({ method }: Pick<Route, 'method'>, operation: Operation): number {
  return operation.status ?? { GET: 200, POST: 201, PUT: 200, DELETE: 204 }[method];
}

/** True where a permission may be needed, which an approval lets pass. */
const takesApproval = ({ rights = [] }: Operation) => rights.length > 0;

/** The permissions that it may need of staff members, in words. */
function rightWords({ rights = [] }: Operation): string[] {
  if (rights.length === 0) return [];
  return [
    `Permissions of staff members, by what it does: ${rights.map((code) => `\`${code}\``).join(', ')}.`,
  ];
}

/** The refusals of an operation. */
function errorsOf({ route, operation }: Described): ErrorCode[] {
  const { method } = route;
  const takesBody = method === 'POST' || method === 'PUT';
  const reads = takesBody || Object.keys(allOf(route)).length > 0;
  return [
    'invalid_token',
    'insufficient_scope',
    'not_acceptable',
    'rate_limit_exceeded',
    'daily_quota_exceeded',
    'server_error',
    'temporarily_unavailable',
    ...(reads ? (['invalid_request'] as const) : []),
    ...(route.path.includes(':') ? (['not_found'] as const) : []),
    ...(takesBody ? (['payload_too_large'] as const) : []),
    ...(looksAtMatch(route, operation) ? (['precondition_failed'] as const) : []),
    ...(isIdempotent(route)
      ? (['invalid_idempotency_key', 'idempotency_key_in_use', 'idempotency_key_reused'] as const)
      : []),
    // Money that a person gives back needs a permission, as whatever else names approvals does.
    ...(route.needsProof === true || takesApproval(operation)
      ? (['reauthentication_required'] as const)
      : []),
    ...('makesRows' in route ? (['row_quota_exceeded'] as const) : []),
    ...(operation.errors ?? []),
  ];
}

/** Every parameter that a route's query may have. */
function allOf(route: Route): Query {
  return { ...queryOf(route), ...(isTriable(route) ? DRY_RUN : {}) };
}

function isIdempotent(route: Route): boolean {
  return route.access === 'batch' || (route.access === 'write' && route.idempotent === true);
}

/** Whether it, or a parameter of its query, is an old form. */
function isEnding(route: Route): boolean {
  const parameters = Object.values(allOf(route));
  return route.deprecated !== undefined || parameters.some((each) => each.deprecated !== undefined);
}

function looksAtMatch({ method }: Route, { ifMatch }: Operation): boolean {
  return ifMatch ?? (method === 'PUT' || method === 'DELETE');
}

function mediaType(route: Route): string {
  if (route.access === 'stream') return 'text/event-stream';
  return ('type' in route ? route.type : undefined) ?? 'application/json';
}

/** The credentials for a scope, for generators and in words. */
function accessOf(scope: Scope | undefined): {
  readonly security: readonly object[];
  readonly words: string;
} {
  if (scope === undefined) {
    return {
      security: [{ oauth2: [] }, { bearer: [] }, { basic: [] }],
      words: 'Scopes: those of its requests.',
    };
  }
  if (scope === 'admin') {
    return {
      security: [{ bearer: [] }],
      words: 'For owners and managers of the company, with the token of a screen; no add-on can call it.',
    };
  }
  // A scope that only screens have is described as the add-on's scope it is part of.
  const wanted = askedFor(scope);
  return {
    security: [{ oauth2: [wanted] }, { bearer: [] }, { basic: [] }],
    words: `Scope: \`${wanted}\`.`,
  };
}

const CALLS_BACK = { statusChanged: { $ref: '#/components/callbacks/StatusChanged' } };
const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const headerRefs = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const COMMON: readonly ResponseHeader[] = [
  'X-Request-Id',
  'X-Service-Version',
  'X-Ignored-Parameters',
  'Preference-Applied',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** The headers of answers; those that tell of an end where something ends. */
function headersOf(routes: readonly Route[]): object {
  const { Deprecation, Sunset, Link, ...others } = RESPONSE_HEADERS;
  return routes.some(isEnding) ? { ...others, Deprecation, Sunset, Link } : others;
}

/** Collects the parameters that operations refer to. */
class Parameters {
  readonly known: Record<string, Parameter> = {};

  /** Refers to a parameter by its key, or by one of the operation's own where others mean another by that key. */
  refer(key: string, parameter: Parameter, operation: string): object {
    const other = this.known[key];
    const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(parameter);
    const own = isSame ? key : `${key}.${operation}`;
    this.known[own] = parameter;
    return parameterRef(own);
  }
}

function parametersOf({ route, operation, path }: Described, parameters: Parameters): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const { id } = operation;
  const headers = [
    ...(isIdempotent(route) ? (['IdempotencyKey'] as const) : []),
    ...(looksAtMatch(route, operation) ? (['IfMatch'] as const) : []),
    ...(takesApproval(operation) ? (['Approval'] as const) : []),
    ...(route.method === 'GET' && route.access !== 'stream' ? (['IfNoneMatch'] as const) : []),
    ...(operation.id === 'streamEvents' ? (['LastEventId'] as const) : []),
    ...('mayLag' in route ? (['ConsistencyToken'] as const) : []),
    'Prefer' as const,
  ];
  return [
    ...names.map((name) => parameters.refer(`path.${name}`, pathParameter(name), id)),
    ...Object.entries(allOf(route)).map(([name, declared]) => {
      const parameter = queryParameter(name, declared);
      // Each list has its own length.
      return name === 'limit' ? parameter : parameters.refer(`query.${name}`, parameter, id);
    }),
    ...headers.map((name) => parameters.refer(name, REQUEST_HEADERS[name], id)),
  ];
}

/** Adds the schemas of the named shapes that a kind refers to, and of those that they refer to. */
function collect(shown: Shown, schemas: Record<string, Schema>): void {
  for (const get of shown.shapes) {
    const { name, words, fields } = get();
    if (name !== undefined && Object.hasOwn(schemas, name)) continue;
    if (name !== undefined) schemas[name] = shapeSchema({ name, words, fields });
    for (const field of Object.values(fields)) {
      if (showsField(field)) collect(field.options.shows ?? field.kind, schemas);
    }
  }
}

/** True where an answer names what a later read has to show (reference: operations.27). */
function givesToken(route: Route): boolean {
  return 'mayLag' in route || (route.access !== 'read' && route.access !== 'stream');
}

/** Of what a replica may answer. */
const MAY_LAG =
  'Where the service has replicas of its database, one of them may answer this, some seconds behind; your own changes are in it ' +
  '(see the header `Consistency-Token`).';

const SUCCESS: Readonly<Record<number, string>> = {
  200: 'It is done; this is what was asked for.',
  201: 'It is made; this is what its address shows.',
  202: 'It is queued.',
  204: 'It is done; there is nothing to show.',
};

function successOf(described: Described, examples: Examples): object {
  const { route, operation } = described;
  const status = successStatus(route, operation);
  const type = mediaType(route);
  const hasContent = operation.answer !== undefined || type !== 'application/json';
  const example = examples[operation.id]?.response;
  const schema = operation.answer?.schema ?? { type: 'string' };
  return {
    description: SUCCESS[status] ?? 'Done.',
    headers: headerRefs([
      ...COMMON,
      ...(hasContent && route.access !== 'stream' ? (['ETag'] as const) : []),
      ...(status === 201 ? (['Location'] as const) : []),
      ...(isPaged(queryOf(route) ?? {}) ? (['X-Next-Page', 'X-Total-Count'] as const) : []),
      ...(operation.body === undefined ? [] : (['X-Ignored-Fields'] as const)),
      ...(isIdempotent(route) ? (['Idempotent-Replayed'] as const) : []),
      ...(route.method === 'POST' && !isIdempotent(route) ? (['X-Ignored-Headers'] as const) : []),
      ...(isTriable(route) ? (['X-Dry-Run'] as const) : []),
      ...(givesToken(route) ? (['Consistency-Token'] as const) : []),
      ...(isEnding(route) ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
    ]),
    ...(hasContent
      ? {
          content: {
            [type]:
              type === 'application/pdf' ? {} : { schema, ...(example === undefined ? {} : { example }) },
          },
        }
      : {}),
  };
}

/** The answer to a dry run where the call itself has no body to answer. */
const TRIED = {
  description: 'It was only tried (`dry_run=true`); this is what it would do.',
  headers: headerRefs([...COMMON, 'X-Dry-Run']),
  content: { 'application/json': { schema: viewOf(DRY_RUN_ANSWER).schema } },
};

function requestBody({ body, id }: Operation, examples: Examples): object {
  if (body === undefined) return {};
  const example = examples[id]?.request;
  const schema =
    body.many === undefined ? ref(body.name) : { anyOf: [ref(body.name), manySchema(body.name, body.many)] };
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    },
  };
}

/** The schemas of everything that is answered, where some routes are served, and that is posted; by their names. */
export function answerSchemas(routes: readonly Route[]): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  for (const { operation } of describedOperations(routes)) {
    if (operation.answer !== undefined) collect(operation.answer, schemas);
  }
  for (const shape of [...postedShapes(), ...UNROUTED_ANSWERS, DRY_RUN_ANSWER])
    collect(viewOf(shape), schemas);
  return schemas;
}

/** The description of a service. */
export function describeApi(parts: DescriptionParts): Record<string, unknown> {
  const { routes, examples, version, baseUrl } = parts;
  const parameters = new Parameters();
  const responses: Record<string, ErrorResponse> = {};
  const schemas: Record<string, object> = { ...answerSchemas(routes), ...UNROUTED_SCHEMAS };
  const paths: Record<string, Record<string, object>> = {};
  for (const described of describedOperations(routes)) {
    const { route, operation, path } = described;
    if (operation.body !== undefined) Object.assign(schemas, bodySchemas(operation.body));
    const refusals = errorResponses(errorsOf(described));
    for (const refusal of refusals.values()) responses[refusal.name] = refusal;
    const { security, words } = accessOf(route.scope);
    const item = {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      ...(route.deprecated === undefined ? {} : { deprecated: true }),
      description: [
        ...(operation.text === undefined ? [] : [operation.text]),
        ...(route.deprecated === undefined ? [] : [deprecationWords(route.deprecated)]),
        ...rightWords(operation),
        'mayLag' in route ? `${MAY_LAG}\n\n${words}` : words,
      ].join('\n\n'),
      security,
      parameters: parametersOf(described, parameters),
      ...requestBody(operation, examples),
      responses: {
        [successStatus(route, operation)]: successOf(described, examples),
        ...(successStatus(route, operation) === 204 ? { 200: TRIED } : {}),
        ...(operation.lookup !== undefined
          ? { 302: { description: 'This is the one.', headers: headerRefs([...COMMON, 'Location']) } }
          : {}),
        ...(route.method === 'GET' && route.access !== 'stream'
          ? {
              304: {
                description: 'Nothing has changed since the tag in If-None-Match.',
                headers: headerRefs(['X-Request-Id', 'X-Service-Version', 'ETag']),
              },
            }
          : {}),
        ...Object.fromEntries(
          [...refusals].map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
        ),
      },
      ...(operation.callsBack === true ? { callbacks: CALLS_BACK } : {}),
      ...(operation.lookup === undefined ? {} : { 'x-lookup': operation.lookup }),
      ...(operation.formBy === undefined ? {} : { 'x-form-by': operation.formBy }),
    };
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: item };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Passbell',
      version,
      summary: 'A self-hosted point-of-sale platform.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'This service.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...UNROUTED },
    webhooks: webhooks(examples),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: { ...parameters.known, ...MESSAGE_HEADERS },
      callbacks: callbacks(examples),
      headers: headersOf(routes),
      responses: Object.fromEntries(
        Object.values(responses).map(({ name, description, headers, examples: some }) => [
          name,
          {
            description,
            headers: headerRefs([...COMMON, ...headers]),
            content: { 'application/json': { schema: ref('Error'), examples: some } },
          },
        ]),
      ),
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

function securitySchemes(baseUrl: string): object {
  const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]]));
  const tokenUrl = `${baseUrl}/v1/token`;
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'A token you have.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-passbell_session',
      description: "Somebody who is signed in at this service's own pages.",
    },
    device: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Secure-passbell_register',
      description: "The key of a register's screen; a kitchen's is called `__Secure-passbell_kitchen`.",
    },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: "The add-on's client_id and client_secret; reaches its owner's own company only.",
    },
    oauth2: {
      type: 'oauth2',
      description: 'For any company that lets the add-on in, or its own.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes,
        },
        clientCredentials: { tokenUrl, scopes },
      },
    },
  };
}
