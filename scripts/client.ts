// Makes the types and the table of operations of clients/typescript from the description of the API. Called by
// `npm run describe`.

import { neededFields } from '#src/shape/schema.ts';

/** A schema, as the description has it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
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
  /** With these parameters it answers one record instead of a list. */
  readonly 'x-lookup'?: {
    readonly id: string;
    readonly summary: string;
    readonly parameters: readonly string[];
    /** Those that narrow the list too. */
    readonly shared?: readonly string[];
  };
  /** The parameter that chooses among the forms of its answer; the client is given the first. */
  readonly 'x-form-by'?: string;
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

/** Whether a type is written of what the service answers or of what it takes. */
type Direction = 'answer' | 'body';

/** Writes the types of schemas. */
class TypeWriter {
  readonly #direction: Direction;
  /** The names of the fields that hold ids. */
  readonly #ids: ReadonlySet<string>;

  constructor(direction: Direction, ids: ReadonlySet<string>) {
    this.#direction = direction;
    this.#ids = ids;
  }

  /** A type's text as it stands behind `readonly x: `; `key` is the name of the field. */
  typeOf(schema: Schema | undefined, key = ''): string {
    if (schema === undefined) return 'unknown';
    if (schema.$ref !== undefined) return schema.$ref.endsWith('/Id') ? 'IdInput' : nameOf(schema.$ref);
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => this.typeOf(each, key)));
    if (schema.enum !== undefined) return union(schema.enum.map(literal));
    if (schema.const !== undefined) return literal(schema.const);
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? 'unknown' : union(types.map((type) => this.#plain(type, schema, key)));
  }

  #plain(type: string, schema: Schema, key: string): string {
    const isAnswer = this.#direction === 'answer';
    switch (type) {
      case 'integer':
        if (!isAnswer) return schema.format === 'int64' ? 'IdInput' : 'number';
        if (this.#ids.has(key)) return 'Id';
        return schema.format === 'int64' ? 'Long' : 'number';
      case 'number':
        return isAnswer ? 'Amount' : 'AmountInput';
      case 'array': {
        const item = this.typeOf(schema.items, key);
        return `readonly ${/[ |{]/.test(item) ? `(${item})` : item}[]`;
      }
      case 'object':
        return this.#object(schema);
      default:
        return type;
    }
  }

  #object({ properties, required, allOf, additionalProperties: rest }: Schema): string {
    if (properties === undefined) {
      return `Readonly<Record<string, ${typeof rest === 'object' ? this.typeOf(rest) : 'unknown'}>>`;
    }
    // Of an id and its twin one has to be sent: the id, which the client takes as text as well.
    const needed = neededFields({ required, allOf });
    const own = Object.entries(properties).filter(([name]) => !isTwin(name, properties));
    const fields = own.map(([name, each]) => {
      const key = /^[a-z_]\w*$/i.test(name) ? name : literal(name);
      const type = this.typeOf(each, name);
      return `${comment(each.description)}readonly ${key}${needed.has(name) ? '' : '?'}: ${type};`;
    });
    return fields.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${fields.join('\n')}\n}`;
  }
}

/**
 * True for the twin of an id: the client reads and takes ids as text, so that a second field with the same text would say
 * nothing. `id_str` stays, for what is written for records of any kind.
 */
function isTwin(name: string, properties: Readonly<Record<string, Schema>>): boolean {
  const id =
    name.endsWith('_str') && name !== 'id_str' ? properties[name.slice(0, -'_str'.length)] : undefined;
  return id !== undefined;
}

/** Goes through a schema and those in it, but for those it refers to. */
function walk(schema: Schema, visit: (name: string, schema: Schema) => void): void {
  const { properties = {}, items, anyOf = [], additionalProperties: rest } = schema;
  for (const [name, each] of Object.entries(properties)) {
    if (!isTwin(name, properties)) visit(name, each);
    walk(each, visit);
  }
  for (const each of [items, typeof rest === 'object' ? rest : undefined, ...anyOf])
    if (each) walk(each, visit);
}

/** True for an id, or a list of them: other whole numbers of 64 bits have a minimum of 0. */
function isId({ type, format, minimum, items, anyOf = [] }: Schema): boolean {
  if ([type].flat().includes('integer') && format === 'int64') return minimum !== 0;
  return (items !== undefined && isId(items)) || anyOf.some(isId);
}

/** The names of the fields of answers that hold ids. */
function idKeys({ components, paths }: Description): Set<string> {
  const keys = new Set<string>();
  const visit = (name: string, schema: Schema) => {
    if (isId(schema)) keys.add(name);
  };
  for (const each of Object.values(components.schemas)) walk(each, visit);
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      const schema = success(operation).content?.[JSON_TYPE]?.schema;
      if (schema !== undefined) walk(schema, visit);
    }
  }
  return keys;
}

/** The names of the schemas that bodies hold. */
function bodyNames({ components, paths }: Description): Set<string> {
  const found = new Set<string>();
  const add = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key !== '$ref') add(value);
      else if (!found.has(nameOf(value))) {
        found.add(nameOf(value));
        add(components.schemas[nameOf(value)]);
      }
    }
  };
  for (const item of Object.values(paths))
    for (const { requestBody } of Object.values(item)) add(requestBody);
  return found;
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
  readonly isLookup: boolean;
}

/** Every operation; one that also looks single records up is two. */
function placed({ paths, components }: Description): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const all = (operation.parameters ?? [])
        .map((each) => (each.$ref === undefined ? each : (components.parameters[nameOf(each.$ref)] ?? each)))
        .filter(({ name }) => name !== DRY_RUN && name !== operation['x-form-by']);
      const listed: Placed = { ...operation, path, method: method.toUpperCase(), all, isLookup: false };
      const lookup = operation['x-lookup'];
      if (lookup === undefined) return [listed];
      const finds = ({ in: place, name }: Parameter) => place === 'query' && lookup.parameters.includes(name);
      return [
        { ...listed, all: all.filter((each) => !finds(each) || lookup.shared?.includes(each.name)) },
        {
          ...listed,
          operationId: lookup.id,
          summary: lookup.summary,
          all: all.filter((each) => each.in !== 'query' || finds(each)),
          isLookup: true,
        },
      ];
    }),
  );
}

/** What stands for a dry run, in queries and beside a 204: clients have a way of their own to ask for it. */
const DRY_RUN = 'dry_run';

function success({ responses }: Operation): Response {
  if (responses['204'] !== undefined) return responses['204'];
  return Object.entries(responses).find(([status]) => /^2/.test(status))?.[1] ?? {};
}

/** An id in a path, or a list of ids in a query, is taken in whichever way it is there. */
function parameterType({ name, in: place, schema }: Parameter, types: TypeWriter): string {
  if (place === 'path' && /_id$|^number$/.test(name)) return 'IdInput';
  const isIds = schema.items !== undefined && JSON.stringify(schema.items).includes('[1-9][0-9]{0,18}');
  return isIds ? 'readonly IdInput[]' : types.typeOf(schema);
}

/** The fields of some parameters, as the inside of an interface. */
function fieldsOf(parameters: readonly Parameter[], types: TypeWriter): string {
  return parameters
    .map((each) => {
      const { name, in: place, description } = each;
      return `${comment(description)}readonly ${name}${place === 'path' ? '' : '?'}: ${parameterType(each, types)};`;
    })
    .join('\n');
}

/** The parameters of queries, which many operations have in common. */
class Queries {
  readonly #names = new Map<string, string>();
  readonly types: TypeWriter;

  constructor(types: TypeWriter) {
    this.types = types;
  }

  /** The name of an interface with these parameters, called after the first operation that has them. */
  name(id: string, parameters: readonly Parameter[]): string {
    const fields = fieldsOf(parameters, this.types);
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
    ...(path.length === 0 ? [] : [`{\n${fieldsOf(path, queries.types)}\n}`]),
    ...(query.length === 0 ? [] : [queries.name(operationId, query)]),
  ];
  return parts.length === 0 ? 'Readonly<Record<never, never>>' : parts.join(' & ');
}

function answerOf(operation: Placed, types: TypeWriter): string {
  const { content } = success(operation);
  if (content === undefined) return 'undefined';
  const schema = content[JSON_TYPE]?.schema;
  const form = operation['x-form-by'] === undefined ? schema : schema?.anyOf?.[0];
  if (form !== undefined) return types.typeOf(operation.isLookup ? form.items : form);
  return 'text/event-stream' in content ? 'never' : 'Uint8Array';
}

function bodyOf({ requestBody }: Operation, types: TypeWriter): string {
  return requestBody === undefined ? 'undefined' : types.typeOf(requestBody.content[JSON_TYPE]?.schema);
}

/** The text of types.ts, not yet formatted. */
export function clientTypes(description: Description): string {
  const { components, webhooks } = description;
  const keys = idKeys(description);
  const answers = new TypeWriter('answer', keys);
  const bodies = new TypeWriter('body', keys);
  const sent = bodyNames(description);
  const schemas = Object.entries(components.schemas)
    // The runtime has its own.
    .filter(([name]) => name !== 'Id')
    .map(([name, schema]) => {
      const type = (sent.has(name) ? bodies : answers).typeOf(schema);
      const declared = type.startsWith('{')
        ? `export interface ${name} ${type}`
        : `export type ${name} = ${type};`;
      return `${comment(schema.description)}${declared}\n`;
    });
  const queries = new Queries(bodies);
  const operations = placed(description).map((operation) => {
    const { operationId, summary, method, path, isLookup } = operation;
    const pages = !isLookup && 'X-Next-Page' in (success(operation).headers ?? {});
    return `${comment(`${summary}: ${method} ${path}`)}readonly ${operationId}: {
readonly params: ${paramsOf(operation, queries)};
readonly body: ${bodyOf(operation, bodies)};
readonly answer: ${answerOf(operation, answers)};
readonly pages: ${pages};
};`;
  });
  const payloads = Object.entries(webhooks).map(
    ([topic, { post }]) => `${comment(post.summary)}readonly ${literal(topic)}: ${bodyOf(post, answers)};`,
  );
  return `${HEAD}import type { Amount, AmountInput, Id, IdInput, Long } from './json.ts';

${schemas.join('\n')}
/** The company is the one the client is for, unless it is given. */
export interface InCompany {
readonly company_id?: IdInput;
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
  const keys = [...idKeys(description)].sort().map(literal);
  return `${HEAD}/** The names of the fields of answers that hold ids, or lists of them. */
export const ID_KEYS: ReadonlySet<string> = new Set([${keys.join(', ')}]);

/** How each operation is called; \`keyed\` ones take an Idempotency-Key. */
export const OPERATIONS = {
${rows.join('\n')}
} as const;
`;
}
