/** Every scope an add-on can be given (contract 3). */
export const SCOPES = [
  'company:read',
  'company:write',
  'orders:read',
  'orders:write',
  'products:read',
  'products:write',
  'customers:read',
  'customers:write',
  'checkins:read',
  'checkins:write',
  'webhooks',
] as const;

/** What a token may do. */
export type Scope = (typeof SCOPES)[number];

/** True for the name of a scope. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The scopes with everything they include: `orders:write` includes `orders:read`. */
export function withIncluded(scopes: Iterable<string>): ReadonlySet<Scope> {
  const all = new Set<Scope>();
  for (const scope of scopes) {
    if (isScope(scope)) all.add(scope);
    const read = scope.replace(/:write$/, ':read');
    if (isScope(read)) all.add(read);
  }
  return all;
}
