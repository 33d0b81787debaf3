import { ApiError, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import type { Incoming } from './incoming.ts';
import { pathOf } from './path.ts';

/** The order in which an answer names them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A segment of a route: a word, a pattern, or anything (undefined). */
type Segment = string | RegExp | undefined;

interface Row {
  readonly segments: readonly Segment[];
  /** True for a route that ends in `/*`: more segments may follow. */
  readonly isOpen: boolean;
  /** Whether these make a path. */
  readonly isPath: ((rest: string) => boolean) | undefined;
  readonly methods: readonly string[];
}

/** The methods that a path takes. Looked up only for requests that lead nowhere, so it need not be fast. */
export class MethodTable {
  readonly #exact: Row[] = [];
  readonly #wild: Row[] = [];

  /** Adds a route as Fastify knows it: `/v1/companies/:company_id/orders/:order_id(^\\d+$)`. */
  add(path: string, methods: readonly string[], isPath?: Row['isPath']): void {
    const isOpen = path.endsWith('/*');
    const segments = (isOpen ? path.slice(0, -2) : path).split('/').map(segmentOf);
    (isOpen ? this.#wild : this.#exact).push({ segments, isOpen, isPath, methods });
  }

  /** The methods of a path with a route of its own; none when there is no such route. */
  exact(path: string): string[] {
    return methodsOf(this.#exact, path);
  }

  /**
   * 405 for a request whose route took a word of its path for an id, where that word makes a path of its own with other
   * methods: `PUT /orders/complete` is no change of an order.
   */
  refuseWord({ method, url, params }: Pick<Incoming, 'method' | 'url' | 'params'>): void {
    if (!hasWord(params)) return;
    const allowed = this.of(pathOf(url));
    if (allowed.length > 0 && !allowed.includes(method)) throw leadsNowhere(method, allowed);
  }

  /** The methods of a path; those of routes that end in `/*` when it has none of its own. */
  of(path: string): string[] {
    const own = this.exact(path);
    return own.length > 0 ? own : methodsOf(this.#wild, path);
  }
}

function methodsOf(table: readonly Row[], path: string): string[] {
  const given = path.split('/');
  const rows = table.filter((row) => isOf(row, given));
  return METHODS.filter((method) => rows.some((row) => row.methods.includes(method)));
}

function isOf({ segments, isOpen, isPath }: Row, given: readonly string[]): boolean {
  const { length } = segments;
  const rest = given.slice(length).join('/');
  if (isOpen ? rest === '' : given.length !== length) return false;
  if (isPath !== undefined && !isPath(rest)) return false;
  return segments.every((segment, at) => {
    const word = given[at] ?? '';
    if (segment === undefined) return word !== '';
    return typeof segment === 'string' ? segment === word : segment.test(word);
  });
}

const DIGITS = /^\d+$/;

/** Whether a word stands where an id does. Every request is asked. */
function hasWord(params: Incoming['params']): boolean {
  for (const name in params) if (isId(name) && !DIGITS.test(params[name] ?? '')) return true;
  return false;
}

/** Whether a parameter of a route is an id; a company has its name `me` besides. */
function isId(name: string): boolean {
  return name.endsWith('_id') && name !== 'company_id';
}

function segmentOf(part: string): Segment {
  const [, name, own] = /^:(\w+)(?:\((.+)\))?$/.exec(part) ?? [];
  if (name === undefined) return part;
  if (own !== undefined) return new RegExp(own);
  return isId(name) ? DIGITS : undefined;
}

/** 404 for a request without a route; 405 where its path takes other methods. */
export function leadsNowhere(method: string, allowed: readonly string[]): ApiError {
  if (allowed.length === 0 || allowed.includes(method)) return notFound();
  const allow = allowed.join(', ');
  const why = sentence('This path takes {allow}, not {method}.', { allow, method });
  return new ApiError('method_not_allowed', why, { headers: { allow } });
}
