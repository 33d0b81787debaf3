/** Tells which methods a path takes. Asked only when no route matched, so it need not be quick. */
export class MethodTable {
  readonly #rows: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];

  /** Adds a route as Fastify knows it: `/v1/companies/:company_id/orders/:order_id(^\\d+$)`. */
  add(path: string, methods: readonly string[], within?: string): void {
    this.#rows.push({ pattern: patternOf(path, within), methods });
  }

  /** The methods of a path, in the order of their routes; none for a path that leads nowhere. */
  of(path: string): string[] {
    return [...new Set(this.#rows.filter((row) => row.pattern.test(path)).flatMap((row) => row.methods))];
  }
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
