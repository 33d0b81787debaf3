/** Every scope an add-on can be given (reference: authentication.3). */
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

/** What an add-on may be allowed. */
export type AddonScope = (typeof SCOPES)[number];

/**
 * Scopes of Passbell's own screens, which no add-on can ask for: `admin` is for people who run a company;
 * `events:read`, to see what happens without making webhooks, is part of `webhooks`; `till`, what a device does by
 * itself with nobody signed in at it, is part of `orders:write`.
 */
export const INTERNAL_SCOPES = ['admin', 'events:read', 'till'] as const;

/** What a token may do. */
export type Scope = AddonScope | (typeof INTERNAL_SCOPES)[number];

/** True for the name of a scope that an add-on can be given. */
export function isScope(text: string): text is AddonScope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The sentence that refuses scopes of Passbell's own by their name; undefined when none is asked for. */
export function internalScopeProblem(asked: readonly string[]): string | undefined {
  const name = INTERNAL_SCOPES.find((scope) => asked.includes(scope));
  return name === undefined
    ? undefined
    : `The scope ${name} is for Passbell's own screens, never for an add-on.`;
}

/**
 * The scopes with everything they include: `orders:write` includes `orders:read`. `admin` is left out: nobody has
 * it by what is written down somewhere, but by being a person whose role allows it.
 */
export function withIncluded(scopes: Iterable<string>): ReadonlySet<Scope> {
  const all = new Set<Scope>();
  for (const scope of scopes) {
    if (isScope(scope)) all.add(scope);
    const read = scope.replace(/:write$/, ':read');
    if (isScope(read)) all.add(read);
    if (scope === 'webhooks' || scope === 'events:read') all.add('events:read');
    if (scope === 'orders:write') all.add('till');
  }
  return all;
}

/** What a person may do in a company: an owner everything, a manager the daily business, staff the till. */
export const ROLES = ['owner', 'manager', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** True for the name of a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** True for the roles that run a company: they have `admin`. */
export function runsCompany(role: Role): boolean {
  return role === 'owner' || role === 'manager';
}

/** What Passbell's screens may do for a person (reference: authentication.15). */
export function scopesOfRole(role: Role): readonly Scope[] {
  if (runsCompany(role)) return [...SCOPES, 'events:read', 'admin'];
  return [
    'company:read',
    'orders:read',
    'orders:write',
    'products:read',
    'customers:read',
    'customers:write',
    'checkins:read',
    'checkins:write',
    'events:read',
  ];
}

/**
 * What a till, a kitchen screen or a print agent may do by itself: read, and with `till` be there, sign staff in, bump
 * tickets and say what was printed. Everything else is done by a member of staff who has signed in.
 */
export const DEVICE_SCOPES: readonly Scope[] = [
  'company:read',
  'orders:read',
  'products:read',
  'customers:read',
  'checkins:read',
  'events:read',
  'till',
];

/** The scope that an add-on has to ask for in place of one of Passbell's own. */
export function askedFor(scope: Scope): Scope {
  if (scope === 'events:read') return 'webhooks';
  return scope === 'till' ? 'orders:write' : scope;
}
