/** The order in which an answer names them. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Row {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** Tells which methods a path takes. Asked only when a request leads nowhere, so it need not be quick. */
export class MethodTable {
  readonly #exact: Row[] = [];
  readonly #wild: Row[] = [];

  /** Adds a route as Fastify knows it: `/v1/companies/:company_id/orders/:order_id(^\\d+$)`. */
  add(path: string, methods: readonly string[], within?: string): void {
    (path.endsWith('/*') ? this.#wild : this.#exact).push({ pattern: patternOf(path, within), methods });
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
  const rows = table.filter((row) => row.pattern.test(path));
  return METHODS.filter((method) => rows.some((row) => row.methods.includes(method)));
}

function patternOf(path: string, within: string | undefined): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return within === undefined ? '.+' : `(?:.+/)?${within}(?:/.+)?`;
    const [, name, own] = /^:(\w+)(?:\((.+)\))?$/.exec(part) ?? [];
    if (name === undefined) return part.replaceAll('.', '\\.');
    if (own !== undefined) return `(?:${own.replace(/^\^|\$$/g, '')})`;
    return name.endsWith('_id') && name !== 'company_id' ? '\\d+' : '[^/]+';
  });
  return new RegExp(`^${parts.join('/')}$`);
}
