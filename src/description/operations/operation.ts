import type { ErrorCode } from '../../kernel/errors.ts';
import type { Body } from '../input.ts';
import { list, ref, type Schema } from '../schema.ts';

/** What operations are filed under, in the order in which they are shown. */
export const TAGS = {
  Company: 'The company, its sites, registers, staff, taxes, price lists and payment methods.',
  Operators: 'Staff members who sign in at a register and act through the app of the till.',
  Customers: 'Customers.',
  'Check-ins': 'Who is at a site.',
  Products: 'Products, variants and modifiers, for the company and at its sites.',
  Categories: 'Categories of products.',
  'Option sets': 'Sets of options that a buyer chooses from.',
  Orders: 'Orders and their lists.',
  'Order parts': 'The lines, option sets and payments of an order.',
  Kitchen: 'What kitchens are told.',
  Printing: 'What registers print, as their print agents work it.',
  Reports: 'What completed orders add up to.',
  Events: 'The log of everything that happened.',
  Webhooks: 'Where events are sent, and what became of the messages.',
  'Back office': 'For owners and managers at a screen: add-ons, devices, people, logs.',
  Authentication: 'Tokens.',
  Service: 'The service itself.',
} as const;
export type Tag = keyof typeof TAGS;

/** What the route table does not say about an operation. */
export interface Operation {
  /** Its name in clients. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly text?: string;
  /** The answer's schema; absent when it has no body, or none of JSON. */
  readonly answer?: Schema;
  /** The status of success, when it is not its method's. */
  readonly status?: number;
  readonly body?: Body;
  /** What it can be refused with besides what every call of its kind can be. */
  readonly errors?: readonly ErrorCode[];
  /** It may answer with another address instead. */
  readonly redirects?: true;
  /** Whether If-Match is looked at; PUT and DELETE do, unless they say false here. */
  readonly ifMatch?: boolean;
  /** The order's callback_uri is posted to later on. */
  readonly callsBack?: true;
}

/** Operations of a route that stands for many paths. */
export interface Family {
  /** By their paths, written as in the route table. */
  readonly paths: Readonly<Record<string, Operation>>;
}

/** Operations by the name of their route: `GET /companies/:company_id/sites`. */
export type Operations = Readonly<Record<string, Operation | Family>>;

/** Begins the paths of nearly all routes. */
export const C = '/companies/:company_id';

/** The words for a kind of record. */
export interface Kind {
  readonly tag: Tag;
  /** The name of its view, which makes the names of its operations. */
  readonly view: string;
  readonly one: string;
  readonly many: string;
  /** The plural in names of operations, when it is not the view's with an s. */
  readonly plural?: string;
  readonly create: Omit<Body, 'name' | 'like' | 'description'>;
  readonly update: Omit<Body, 'name' | 'like' | 'description'>;
}

/** The five operations of a kind of record that is created, read, changed and deleted in the plain way. */
export function records(path: string, param: string, kind: Kind): Operations {
  const { tag, view, one, many, plural = `${view}s` } = kind;
  return {
    [`GET ${C}/${path}`]: {
      id: `list${plural}`,
      tag,
      summary: `List ${many}`,
      answer: list(ref(view)),
    },
    [`GET ${C}/${path}/:${param}`]: { id: `get${view}`, tag, summary: `Read ${one}`, answer: ref(view) },
    [`POST ${C}/${path}`]: {
      id: `create${view}`,
      tag,
      summary: `Create ${one}`,
      body: { name: `Create${view}`, like: view, description: `What ${one} is made of.`, ...kind.create },
      answer: ref(view),
      errors: ['conflict'],
    },
    [`PUT ${C}/${path}/:${param}`]: {
      id: `update${view}`,
      tag,
      summary: `Change ${one}`,
      text: 'What is not sent keeps its value; null unsets it. PATCH does the same.',
      body: { name: `Update${view}`, like: view, description: `What changes of ${one}.`, ...kind.update },
      answer: ref(view),
      errors: ['conflict'],
    },
    [`DELETE ${C}/${path}/:${param}`]: {
      id: `delete${view}`,
      tag,
      summary: `Delete ${one}`,
      text: 'What is in use is not deleted: 409 says by what.',
      errors: ['conflict'],
    },
  };
}
