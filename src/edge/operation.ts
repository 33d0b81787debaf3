import type { z } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import type { Shape, Shown } from '../shape/shape.ts';

// What the description of the API says of each route besides its line in the route table: declared in the feature's
// folder, beside the handlers (operations.ts).

/** The tags of operations, in the order in which they are shown. */
export const TAGS = {
  Company: 'The company, its sites, registers, staff, taxes, price lists and payment methods.',
  Operators: 'Staff members who sign in at a register and act through the app of the register.',
  Customers: 'Customers.',
  'Check-ins': 'Customers at a site.',
  Imports: 'Customers, staff and sales of another system.',
  Products: 'Products, variants and modifiers, for the company and at its sites.',
  Categories: 'Categories of products.',
  'Option sets': 'Sets of options that a buyer chooses from.',
  Orders: 'Orders and their lists.',
  'Order parts': 'The lines, option sets and payments of an order.',
  Kitchen: 'Tickets of kitchens.',
  Printing: 'Print jobs of registers, and the work of print agents on them.',
  Mail: 'Receipts and other messages by e-mail, and what became of them.',
  Tables: 'Floors of sites, and the tables on them.',
  Shifts: 'The drawers of registers: opened, counted and closed.',
  'Payment requests': 'Payments that the add-on of a method is asked to take.',
  Reports: 'Sums of completed orders.',
  Events: 'The log of everything that happened.',
  Webhooks: 'Where events are sent, and what became of the messages.',
  'Back office': 'For owners and managers at a screen: add-ons, devices, people, logs.',
  Sandbox: 'A company to try things with: its clock, its faults, and how it begins anew.',
  Authentication: 'Tokens.',
  Service: 'The service itself.',
} as const;
type Tag = keyof typeof TAGS;

/** A body: the schema that reads it, whose fields have their words with them. */
export interface Body {
  /** The name of its schema. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly description: string;
  /** Descriptions of fields for this body alone, by the field's path, such as `lines[].number`. */
  readonly words?: Readonly<Record<string, string>>;
  /** Groups of fields of which one at least has to be there; the schema itself asks for none of them. */
  readonly needsOneOf?: readonly (readonly string[])[];
  /** The schema of a list of such, where that may be sent instead. */
  readonly many?: z.ZodType;
}

/** The description of an operation, beside its entry in the route table. */
export interface Operation {
  /** Its name in clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly text?: string;
  /** The schema of its answer; absent when that has no body, or none of JSON. */
  readonly answer?: Shown;
  /** The parameter that chooses among the forms of an answer that has several. Typed clients are given the first. */
  readonly formBy?: string;
  /** The status of success, when it is not its method's. */
  readonly status?: number;
  readonly body?: Body;
  /** Errors that it can answer beside those of every call of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** With these parameters it looks one record up and answers 302 with its address; clients call that by another name. */
  readonly lookup?: {
    readonly id: string;
    readonly summary: string;
    readonly parameters: readonly string[];
    /** Those of the parameters that narrow the list too. */
    readonly shared?: readonly string[];
  };
  /** Whether If-Match is looked at; PUT and DELETE do, unless they say false here. */
  readonly ifMatch?: boolean;
  /**
   * The codes of the permissions that it may need of staff members, by what it does (reference: staff.19); each is let pass by an
   * approval (X-Approval). Empty for a change that needs none.
   */
  readonly rights?: readonly string[];
  /** The order's callback_uri is posted to later on. */
  readonly callsBack?: true;
}

/** Operations of a route that stands for many paths. */
interface Family {
  /** By their paths, written as in the route table. */
  readonly paths: Readonly<Record<string, Operation>>;
}

/** The description of an operation without its name, tag and summary. */
type OtherWords = Omit<Operation, 'id' | 'tag' | 'summary'>;

/** Makes the operations of a tag: each by its name in clients and its summary. */
export function filedUnder(tag: Tag) {
  return (id: string, summary: string, others: OtherWords = {}): Operation => ({
    id,
    tag,
    summary,
    ...others,
  });
}

/** A body by the name of its schema. */
export function body(
  name: string,
  schema: z.ZodType,
  description: string,
  others: Omit<Body, 'name' | 'schema' | 'description'> = {},
): Body {
  return { name, schema, description, ...others };
}

/** Operations by the name of their route: `GET /companies/:company_id/sites`. */
export type Operations = Readonly<Record<string, Operation | Family>>;

/** Begins the paths of nearly all routes. */
export const C = '/companies/:company_id';

/** A plain kind of record as its routes and operations have it: declared by its handlers. */
export interface PlainRecord {
  /** The last part of its paths. */
  readonly path: string;
  /** The path parameter that names one. */
  readonly param: string;
  /** The schema of answers. Its name makes the names of the operations. */
  readonly shape: Shape;
  readonly create: z.ZodType;
  readonly update: z.ZodType;
}

/** The words for it. */
interface KindWords {
  readonly tag: Tag;
  readonly one: string;
  readonly many: string;
  /** The plural in names of operations, when it is not the name of the shape with an s. */
  readonly plural?: string;
}

/** The five operations of a kind of record that is created, read, changed and deleted in the plain way. */
export function records({ path, param, shape, create, update }: PlainRecord, words: KindWords): Operations {
  const { name = path } = shape;
  const { tag, one, many, plural = `${name}s` } = words;
  const answer = viewOf(shape);
  return {
    [`GET ${C}/${path}`]: { id: `list${plural}`, tag, summary: `List ${many}`, answer: list(answer) },
    [`GET ${C}/${path}/:${param}`]: { id: `get${name}`, tag, summary: `Read ${one}`, answer },
    [`POST ${C}/${path}`]: {
      id: `create${name}`,
      tag,
      summary: `Create ${one}`,
      body: { name: `Create${name}`, description: `The fields of ${one} to be made.`, schema: create },
      answer,
      errors: ['conflict'],
    },
    [`PUT ${C}/${path}/:${param}`]: {
      id: `update${name}`,
      tag,
      summary: `Change ${one}`,
      text: 'Fields that are not sent keep their values; null unsets one. PATCH does the same.',
      body: { name: `Update${name}`, description: `The changed fields of ${one}.`, schema: update },
      answer,
      errors: ['conflict'],
    },
    [`DELETE ${C}/${path}/:${param}`]: {
      id: `delete${name}`,
      tag,
      summary: `Delete ${one}`,
      text: 'A record in use is not deleted: 409 names what uses it.',
      errors: ['conflict'],
    },
  };
}
