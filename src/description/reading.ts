// The description as its pages read it.

import type { Schema } from '../kernel/json-schema.ts';

/** The schema of a body in one content type. */
interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

/** Contents by their types. */
export type Contents = Readonly<Record<string, Content>>;

interface Reference {
  readonly $ref: string;
}

/** A parameter of the path, the query or the head. */
export interface ReadParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

/** An answer. */
export interface ReadResponse {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Contents;
}

/** An operation. */
export interface ReadOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (ReadParameter | Reference)[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, ReadResponse | Reference>>;
}

/** Operations by their methods. */
export type PathItem = Readonly<Record<string, ReadOperation>>;

/** The whole description. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, ReadParameter>>;
    readonly headers: Readonly<Record<string, { readonly description?: string }>>;
    readonly responses: Readonly<Record<string, ReadResponse>>;
    readonly callbacks: Readonly<Record<string, Readonly<Record<string, PathItem>>>>;
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: string; readonly description?: string }>
    >;
  };
}

/** The last part of a reference's path. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The component that a reference names. */
export function resolve<T extends object>(item: T | Reference, known: Readonly<Record<string, T>>): T {
  if (!('$ref' in item)) return item;
  const found = known[nameOf(String(item.$ref))];
  if (found === undefined) throw new Error(`The description has no ${String(item.$ref)}.`);
  return found;
}
