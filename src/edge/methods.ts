import { ApiError, notFound } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';

/** The order in which an answer names them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A segment of a route: a word, a pattern, or anything (undefined). */
type Segment = string | RegExp | undefined;

interface Row {
  readonly segments: readonly Segment[];
  /** True for a route that ends in `/*`: more segments may follow. */
  readonly isOpen: boolean;
  /** A segment that has to be among those. */
  readonly within: string | undefined;
  readonly methods: readonly string[];
}

/** The methods that a path takes. Looked up only for requests without a route, so it need not be fast. */
export class MethodTable {
  readonly #exact: Row[] = [];
  readonly #wild: Row[] = [];

  /** Adds a route as Fastify knows it: `/v1/companies/:company_id/orders/:order_id(^\\d+$)`. */
  add(path: string, methods: readonly string[], within?: string): void {
    const isOpen = path.endsWith('/*');
    const segments = (isOpen ? path.slice(0, -2) : path).split('/').map(segmentOf);
    (isOpen ? this.#wild : this.#exact).push({ segments, isOpen, within, methods });
  }

  /** The methods of a path with a route of its own; none when there is no such route. */
  exact(path: string): string[] {
    return methodsOf(this.#exact, path);
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

function isOf({ segments, isOpen, within }: Row, given: readonly string[]): boolean {
  const { length } = segments;
  if (isOpen ? given.slice(length).join('/') === '' : given.length !== length) return false;
  if (within !== undefined && !given.includes(within, length)) return false;
  return segments.every((segment, at) => {
    const word = given[at] ?? '';
    if (segment === undefined) return word !== '';
    return typeof segment === 'string' ? segment === word : segment.test(word);
  });
}

const DIGITS = /^\d+$/;

function segmentOf(part: string): Segment {
  const [, name, own] = /^:(\w+)(?:\((.+)\))?$/.exec(part) ?? [];
  if (name === undefined) return part;
  if (own !== undefined) return new RegExp(own);
  return name.endsWith('_id') && name !== 'company_id' ? DIGITS : undefined;
}

/** 404 for a request without a route; 405 where its path takes other methods. */
export function leadsNowhere(method: string, allowed: readonly string[]): ApiError {
  if (allowed.length === 0 || allowed.includes(method)) return notFound();
  const allow = allowed.join(', ');
  const why = sentence('This path takes {allow}, not {method}.', { allow, method });
  return new ApiError('method_not_allowed', why, { headers: { allow } });
}
