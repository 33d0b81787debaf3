// Makes the types and the table of operations of clients/typescript from the description of the API. Called by
// `npm run describe`.

/** A schema, as the description has it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Media {
  readonly schema?: Schema;
}

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of a description that a client is made from. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const HEAD = '// Made from docs/openapi.json by `npm run describe`: change that, not this.\n\n';
const JSON_TYPE = 'application/json';

/** A type's text as it stands behind `readonly x: `. */
function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown';
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(typeOf));
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  if (schema.const !== undefined) return literal(schema.const);
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => plain(type, schema)));
}

function plain(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return schema.format === 'int64' ? 'Int64' : 'number';
    case 'array': {
      const item = typeOf(schema.items);
      return `readonly ${/[ |{]/.test(item) ? `(${item})` : item}[]`;
    }
    case 'object':
      return objectOf(schema);
    default:
      return type;
  }
}

function objectOf({ properties, required = [], additionalProperties: rest }: Schema): string {
  if (properties === undefined) {
    return `Readonly<Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>>`;
  }
  const fields = Object.entries(properties).map(([name, each]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name);
    return `${comment(each.description)}readonly ${key}${required.includes(name) ? '' : '?'}: ${typeOf(each)};`;
  });
  return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n}`;
}

const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';
const union = (types: readonly string[]) => [...new Set(types)].join(' | ');

function literal(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A comment of one line, or of as many as it takes. */
function comment(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  const words = text.replaceAll('*/', '* /').split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}

/** An operation with its place. */
interface Placed extends Operation {
  readonly path: string;
  readonly method: string;
  readonly all: readonly Parameter[];
}

function placed({ paths, components }: Description): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      all: (operation.parameters ?? []).map((each) =>
        each.$ref === undefined ? each : (components.parameters[nameOf(each.$ref)] ?? each),
      ),
    })),
  );
}

function success({ responses }: Operation): Response {
  return Object.entries(responses).find(([status]) => /^2/.test(status))?.[1] ?? {};
}

/** The fields of some parameters, as the inside of an interface. */
function fieldsOf(parameters: readonly Parameter[]): string {
  return parameters
    .map(({ name, in: place, description, schema }) => {
      const type = place === 'path' && /_id$|^number$/.test(name) ? 'Id' : typeOf(idsOf(schema));
      return `${comment(description)}readonly ${name}${place === 'path' ? '' : '?'}: ${type};`;
    })
    .join('\n');
}

/** The parameters of queries, which many operations have in common. */
class Queries {
  readonly #names = new Map<string, string>();

  /** The name of an interface with these parameters, called after the first operation that has them. */
  name(id: string, parameters: readonly Parameter[]): string {
    const fields = fieldsOf(parameters);
    const known = this.#names.get(fields) ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;
    this.#names.set(fields, known);
    return known;
  }

  get text(): string {
    return [...this.#names].map(([fields, name]) => `export interface ${name} {\n${fields}\n}\n`).join('\n');
  }
}

function paramsOf({ all, operationId }: Placed, queries: Queries): string {
  const path = all.filter((each) => each.in === 'path' && each.name !== 'company_id');
  const query = all.filter((each) => each.in === 'query');
  const parts = [
    ...(all.some(({ name }) => name === 'company_id') ? ['InCompany'] : []),
    ...(path.length === 0 ? [] : [`{\n${fieldsOf(path)}\n}`]),
    ...(query.length === 0 ? [] : [queries.name(operationId, query)]),
  ];
  return parts.length === 0 ? 'Readonly<Record<never, never>>' : parts.join(' & ');
}

/** A list of ids takes them in whichever way they are there. */
function idsOf(schema: Schema): Schema {
  const isIds = schema.items !== undefined && JSON.stringify(schema.items).includes('[1-9][0-9]{0,18}');
  return isIds ? { ...schema, items: { $ref: '#/components/schemas/Id' } } : schema;
}

function answerOf(operation: Placed): string {
  const { content } = success(operation);
  if (content === undefined) return 'undefined';
  const json = content[JSON_TYPE];
  if (json !== undefined) {
    const own = typeOf(json.schema);
    // It may lead to one record of its list instead, which is what a client then reads.
    return '302' in operation.responses ? `${own} | ${typeOf(json.schema?.items)}` : own;
  }
  return 'text/event-stream' in content ? 'never' : 'Uint8Array';
}

function bodyOf({ requestBody }: Operation): string {
  return requestBody === undefined ? 'undefined' : typeOf(requestBody.content[JSON_TYPE]?.schema);
}

/** The text of types.ts, not yet formatted. */
export function clientTypes(description: Description): string {
  const { components, webhooks } = description;
  const schemas = Object.entries(components.schemas)
    // The runtime has its own, which is the same in every language's words.
    .filter(([name]) => name !== 'Id')
    .map(([name, schema]) => {
      const type = typeOf(schema);
      const declared = type.startsWith('{')
        ? `export interface ${name} ${type}`
        : `export type ${name} = ${type};`;
      return `${comment(schema.description)}${declared}\n`;
    });
  const queries = new Queries();
  const operations = placed(description).map((operation) => {
    const { operationId, summary, method, path } = operation;
    const pages =
      success(operation).headers !== undefined && 'X-Next-Page' in (success(operation).headers ?? {});
    return `${comment(`${summary}: ${method} ${path}`)}readonly ${operationId}: {
readonly params: ${paramsOf(operation, queries)};
readonly body: ${bodyOf(operation)};
readonly answer: ${answerOf(operation)};
readonly pages: ${pages};
};`;
  });
  const payloads = Object.entries(webhooks).map(
    ([topic, { post }]) => `${comment(post.summary)}readonly ${literal(topic)}: ${bodyOf(post)};`,
  );
  return `${HEAD}import type { Id, Int64 } from './json.ts';

${schemas.join('\n')}
/** The company is the one the client is for, unless it is given. */
export interface InCompany {
readonly company_id?: Id;
}

${queries.text}
/** Everything the API does, by its name. */
export interface Operations {
${operations.join('\n')}
}

/** What webhooks carry, by topic; and what is posted to the callback_uri of an order. */
export interface WebhookPayloads {
${payloads.join('\n')}
/** The status of an order has changed. */
readonly 'orders/status': Order;
}
`;
}

/** The text of operations.ts, not yet formatted. */
export function clientOperations(description: Description): string {
  const rows = placed(description).map((operation) => {
    const { operationId, method, path, all, requestBody } = operation;
    const query = all.filter((each) => each.in === 'query').map(({ name }) => literal(name));
    const [type] = Object.keys(success(operation).content ?? {});
    const parts = [
      `method: ${literal(method)}`,
      `path: ${literal(path)}`,
      ...(query.length === 0 ? [] : [`query: [${query.join(', ')}]`]),
      ...(requestBody === undefined ? [] : ['body: true']),
      ...(all.some(({ name }) => name === 'Idempotency-Key') ? ['keyed: true'] : []),
      ...(type === undefined || type === JSON_TYPE ? [] : [`type: ${literal(type)}`]),
    ];
    return `${operationId}: { ${parts.join(', ')} },`;
  });
  return `${HEAD}/** How each operation is called; \`keyed\` ones take an Idempotency-Key. */
export const OPERATIONS = {
${rows.join('\n')}
} as const;
`;
}
