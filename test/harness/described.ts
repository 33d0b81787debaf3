import { describeApi, describedOperations } from '#src/description/document.ts';
import { readExamples } from '#src/description/examples.ts';
import { splitExtension } from '#src/edge/incoming.ts';
import type { Topic } from '#src/kernel/event.ts';
import { ExactNumber } from '#src/kernel/json.ts';
import { ROUTES } from '#src/routes.ts';
import { payloadOf } from '#src/webhooks/payloads.ts';
import { untold } from './reasons.ts';
import { faultsOf, type JsonSchema } from './schema.ts';

// Holds answers against the description of the API: what is not described is a fault.

interface Content {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** An answer as the description has it. */
export interface DescribedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** An operation as the description has it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

/** The description, as tests look into it. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, DescribedAnswer>>;
  };
}

/** Where the committed description says the service is. */
export const COMMITTED_URL = 'https://localhost:8443';

let made: Document | undefined;

/** The description of the routes as they are now. */
export function theDocument(): Document {
  made ??= JSON.parse(
    JSON.stringify(
      describeApi({ routes: ROUTES, examples: readExamples(), version: '0.0.0', baseUrl: COMMITTED_URL }),
    ),
  ) as Document;
  return made;
}

/** An answer of an operation by its status, references followed. */
export function answerOf(
  operation: DescribedOperation,
  status: number | string,
): DescribedAnswer | undefined {
  const found = operation.responses[status];
  const { $ref } = found ?? {};
  return $ref === undefined ? found : theDocument().components.responses[$ref.split('/').at(-1) ?? ''];
}

interface Row {
  readonly pattern: RegExp;
  /** How many of its segments are words: the more, the sooner it is meant. */
  readonly words: number;
  readonly id: string;
  /** Its method and how many segments it has. */
  readonly kind: string;
}

const kindOf = (method: string, path: string) => `${method} ${path.split('/').length}`;

const ROWS: ReadonlyMap<string, readonly Row[]> = Map.groupBy(
  describedOperations(ROUTES)
    .map(({ route, operation, path }): Row => {
      const segments = path.split('/').map((segment) => {
        const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
        if (name === undefined) return segment;
        return name.endsWith('_id') && name !== 'company_id' ? '\\d+' : '[^/]+';
      });
      return {
        pattern: new RegExp(`^${segments.join('/')}$`),
        words: segments.filter((segment) => /^[\w-]*$/.test(segment)).length,
        id: operation.id,
        kind: kindOf(route.method, path),
      };
    })
    .sort((a, b) => b.words - a.words),
  ({ kind }) => kind,
);

let operations: ReadonlyMap<string, DescribedOperation> | undefined;

/** The operation of an id. */
export function operationOf(id: string): DescribedOperation | undefined {
  operations ??= new Map(
    Object.values(theDocument().paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => [operation.operationId, operation]),
  );
  return operations.get(id);
}

/** The operation of a request; undefined for what is no route of the table, or is not described. */
export function operationAt(method: string, path: string): DescribedOperation | undefined {
  const { url: plain } = splitExtension(path.split('?')[0] ?? '');
  const wanted = method === 'PATCH' ? 'PUT' : method;
  const row = ROWS.get(kindOf(wanted, plain))?.find((each) => each.pattern.test(plain));
  if (row !== undefined) return operationOf(row.id);
  // What is served beside the route table has no parameters in its path.
  const beside = theDocument().paths[plain]?.[wanted.toLowerCase()];
  if (beside !== undefined) return beside;
  // Lists of orders take more filters in their paths than are described one by one.
  const isOrderList = wanted === 'GET' && /^\/v1\/companies\/[^/]+\/(?:.+\/)?orders(?:\/|$)/.test(plain);
  return isOrderList ? operationOf('listSiteOrders') : undefined;
}

/** Whether a twin says what an id says, or a list of them; a number that lost digits is compared without them. */
function isSameId(id: unknown, twin: unknown): boolean {
  if (Array.isArray(id) && Array.isArray(twin))
    return id.length === twin.length && id.every((each, at) => isSameId(each, twin[at]));
  if (id === null || typeof twin !== 'string') return id === twin;
  return id instanceof ExactNumber ? id.text === twin : id === Number(twin);
}

/** The places of twins that do not say what stands beside them, after `place`. */
export function unlikeTwins(json: unknown, place = ''): string[] {
  const places: string[] = [];
  findUnlike(json, [place], places);
  return places;
}

function findUnlike(json: unknown, place: string[], places: string[]): void {
  if (typeof json !== 'object' || json === null || json instanceof ExactNumber) return;
  for (const [key, value] of Object.entries(json)) {
    place.push(key);
    if (key.endsWith('_str')) {
      const id = key.slice(0, -'_str'.length);
      const own = (json as Readonly<Record<string, unknown>>)[id];
      if (Object.hasOwn(json, id) && !isSameId(own, value)) places.push(place.join('/'));
    }
    findUnlike(value, place, places);
    place.pop();
  }
}

/** An answer as it is held against the description. */
export interface Answered {
  readonly status: number;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** What an answer has that the description does not, as sentences. */
export function undescribed(method: string, path: string, answered: Answered): string[] {
  const operation = operationAt(method, path);
  // A translated refusal is told by its codes in its own language.
  const isEnglish = answered.status >= 400 && answered.headers?.['content-language'] === undefined;
  const lost = isEnglish ? untold(answered.json) : [];
  if (lost.length > 0) return lost;
  // A method that a path does not take is no operation.
  if (operation === undefined || answered.status === 405) return [];
  return undescribedOf(operation, `${method} ${path.split('?')[0]} (${operation.operationId})`, answered);
}

/** What an answer has that the description of its operation does not, as sentences that begin with a name for it. */
export function undescribedOf(operation: DescribedOperation, name: string, answered: Answered): string[] {
  const { status } = answered;
  // What a fault answers is no answer of the route.
  if (answered.headers?.['x-sandbox-fault'] !== undefined && status >= 400) return [];
  const answer = answerOf(operation, status);
  if (answer === undefined) {
    return [
      `${name} answered ${status}, which operations.ts of its folder does not say: ${JSON.stringify(answered.json)}`,
    ];
  }
  const { schemas } = theDocument().components;
  const isTried = answered.headers?.['x-dry-run'] === 'true' && status < 300;
  if (isTried) {
    const faults = faultsOf(answered.json, schemas.DryRun ?? {}, schemas);
    if (faults.length > 0) return faults.map((fault) => `${name}, tried, answered ${status}: ${fault}`);
  }
  // Of a dry run, what would be answered is described as what is.
  const json = isTried ? ((answered.json as { result: unknown }).result ?? undefined) : answered.json;
  if (json === undefined) return [];
  const unlike = unlikeTwins(json);
  if (unlike.length > 0) return unlike.map((place) => `${name} answered ${status}: ${place} is not its id.`);
  const schema = answer.content?.['application/json']?.schema;
  if (schema === undefined) return [`${name} answered ${status} with JSON, which is not described.`];
  const faults = faultsOf(json, schema, schemas);
  return faults.map(
    (fault) => `${name} answered ${status}: ${fault} Describe it in the shape of its folder.`,
  );
}

/** What the payload of an event has that the description does not, as sentences. */
export function undescribedPayload({
  topic,
  payload,
}: {
  readonly topic: Topic;
  readonly payload: unknown;
}): string[] {
  const { schemas } = theDocument().components;
  return faultsOf(payload, schemas[payloadOf(topic).name ?? ''] ?? {}, schemas, topic);
}
