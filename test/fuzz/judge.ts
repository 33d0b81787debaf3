// What every answer of the API has to be, whatever was asked.

import { MAX_BODY } from '#src/edge/errors.ts';
import { ERROR_STATUS, type ErrorCode } from '#src/kernel/errors.ts';
import { answerOf, undescribedOf } from '#test/harness/described.ts';
import type { JsonSchema } from '#test/harness/schema.ts';
import type { Answer, Json } from '#test/harness/service.ts';
import type { FuzzOperation } from './operations.ts';
import type { FuzzRequest } from './requests.ts';
import { isPlain, resolved } from './values.ts';

/** What no answer shows: the insides of the service. */
const INSIDES =
  /\bSQLITE_|\bSQLSTATE\b|node:internal|\n\s+at \S|\/src\/[a-z]|\.ts:\d+|syntax error at or near/;
/** As many fields are named at most. */
const MAX_NAMED = 100;
/** Refusals of what a record's state or a caller's role does not allow. */
const RULES: readonly number[] = [403, 404, 409, 412, 429];

/** Everything that is wrong with the answer to a request, as sentences. */
export function faultsIn(operation: FuzzOperation, request: FuzzRequest, answer: Answer): string[] {
  const isPlayed = answer.headers['x-sandbox-fault'] !== undefined;
  if (isPlayed) return [];
  return [
    ...formFaults(request, answer),
    ...(request.isOfOperation ? describedFaults(operation, request, answer) : []),
    ...errorFaults(operation, request, answer),
    ...expectedFaults(operation, request, answer),
  ];
}

/** What holds wherever an answer comes from. */
function formFaults({ caller }: FuzzRequest, { status, headers, text }: Answer): string[] {
  const faults: string[] = [];
  const mayBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !mayBusy) faults.push(`It answers ${status}.`);
  if (headers['x-request-id'] === undefined) faults.push('It has no X-Request-Id.');
  if (INSIDES.test(text) && status >= 400) faults.push('It shows the insides of the service.');
  if (caller !== 'own' && status < 300) faults.push(`The ${caller} token is let in.`);
  return faults;
}

/** What the description has of the status, the type and the body. */
function describedFaults({ id, described }: FuzzOperation, request: FuzzRequest, answer: Answer): string[] {
  const { status, headers, text, bytes } = answer;
  const found = answerOf(described, status);
  if (found === undefined) return [`The status ${status} is not described.`];
  const faults: string[] = [];
  const types = Object.keys(found.content ?? {});
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (bytes.length > 0 && !types.includes(type))
    faults.push(`The type ${type} of ${status} is not described.`);
  if (bytes.length === 0 && types.length > 0 && request.method !== 'HEAD')
    faults.push(`It answers ${status} without the body that is described.`);
  if (type === 'application/json' && answer.json === undefined) faults.push(`It is no JSON: ${text}`);
  // Of a description as an answer, the fields are schemas.
  return id === 'getDescription' ? faults : [...faults, ...undescribedOf(described, id, answer)];
}

/** A refusal has a code of its status that the operation lists, and names fields of the request. */
function errorFaults(operation: FuzzOperation, request: FuzzRequest, { status, json }: Answer): string[] {
  if (status < 400) return [];
  if (request.method === 'HEAD') return [];
  const { error, error_description: sentence, errors = [] } = (json ?? {}) as Json;
  if (typeof error !== 'string' || typeof sentence !== 'string') return ['It refuses in another form.'];
  const faults: string[] = [];
  if (ERROR_STATUS[error as ErrorCode] !== status) faults.push(`The code ${error} is not one of ${status}.`);
  const listed = answerOf(operation.described, status)?.content?.['application/json']?.examples;
  if (request.isOfOperation && listed !== undefined && !Object.hasOwn(listed, error))
    faults.push(`The code ${error} is not described for ${status}.`);
  if (sentence.trim() === '') faults.push('It says nothing.');
  for (const { field } of errors as readonly { field: string }[]) {
    if (!names(operation, request, field)) faults.push(`It names ${field}, which is not in the request.`);
  }
  return faults;
}

/** What the request was made for. */
function expectedFaults(
  { route }: FuzzOperation,
  { expected, body }: FuzzRequest,
  { status, json, text }: Answer,
): string[] {
  // Beside the route table are the grants of RFC 6749, which names no fields, and pages that know a browser by its cookie.
  if (route === undefined) return [];
  const fields = ((json as Json)?.errors ?? []).map((each: Json) => String(each.field)) as string[];
  switch (expected.as) {
    case 'success':
      return status < 400 ? [] : [`What is arranged to succeed is refused: ${status} ${text}`];
    case 'good':
      if (status < 400 || RULES.includes(status) || status === 503) return [];
      return fields.length > 0 || isRule(json) || isClosed(json)
        ? []
        : [`What is good by the description is refused without a field.`];
    case 'wrong': {
      if (isClosed(json) || (status === 413 && isLarge(body))) return [];
      if (status < 400) return [`The wrong value of ${expected.field} is taken.`];
      if (status !== 400) return [`The wrong value of ${expected.field} is refused by ${status}, not 400.`];
      const isNamed = fields.some(
        (field) => isWithin(field, expected.field) || isWithin(expected.field, field),
      );
      return isNamed || fields.length >= MAX_NAMED
        ? []
        : [`The wrong value of ${expected.field} is refused naming ${fields.join(', ') || 'nothing'}.`];
    }
    case 'refused':
      return expected.statuses.includes(status) || status >= 500
        ? []
        : [`It answers ${status}, not ${expected.statuses.join(' or ')}.`];
    default:
      return [];
  }
}

/** Whether a body is larger than any may be. */
const isLarge = (body: unknown) => Buffer.byteLength(JSON.stringify(body)) > MAX_BODY;

/** A change of what cannot be changed at all is refused whatever it says. */
const isClosed = (json: unknown) => /^A COMPLETE order/.test(String((json as Json)?.error_description));

/** Codes of 400 that say by themselves which rule it was. */
const isRule = (json: unknown) =>
  ['out_of_stock', 'already_checked_in'].includes(String((json as Json)?.error));

const isWithin = (field: string, outer: string) =>
  outer === '' || field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

/** Whether a field that is refused is one of the request, or one that its schema has and that is missing. */
function names(operation: FuzzOperation, request: FuzzRequest, field: string): boolean {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  if (query.has(field) || operation.parameters.some(({ name }) => name === field)) return true;
  if (Object.keys(request.headers).some((name) => name === field.toLowerCase())) return true;
  if (field === '') return request.raw !== undefined || !isPlain(request.body);
  const [body, schema] = [request.raw === undefined ? (request.body ?? {}) : {}, operation.body ?? {}];
  return isIn(field, body, schema);
}

/** Whether a name leads through a value, its last part at least through the schema. */
function isIn(field: string, value: unknown, schema: JsonSchema): boolean {
  if (field === '') return true;
  const [, index, afterIndex = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(field) ?? [];
  const variants = variantsOf(schema);
  if (index !== undefined) {
    if (!Array.isArray(value) || Number(index) >= value.length) return false;
    return variants.some((each) =>
      isIn(afterIndex, value[Number(index)], (each.items as JsonSchema | undefined) ?? {}),
    );
  }
  // Where nothing was sent, a field of it may be missed.
  const object = value ?? {};
  if (!isPlain(object)) return false;
  const properties: Readonly<Record<string, JsonSchema>> = Object.assign(
    {},
    ...variants.map((each) => each.properties ?? {}),
  );
  for (const name of new Set([...Object.keys(object), ...Object.keys(properties)])) {
    if (field !== name && !field.startsWith(`${name}.`) && !field.startsWith(`${name}[`)) continue;
    // What was sent by its twin is called by that.
    if (!Object.hasOwn(object, name) && Object.hasOwn(object, `${name}_str`)) continue;
    const rest = field.slice(name.length).replace(/^\./, '');
    if (isIn(rest, object[name], properties[name] ?? {})) return true;
  }
  return false;
}

/** A schema and all that may be in its place. */
function variantsOf(schema: JsonSchema): readonly JsonSchema[] {
  const own = resolved(schema);
  const any = (own.anyOf as readonly JsonSchema[] | undefined) ?? [];
  return [own, ...any.flatMap(variantsOf)];
}
