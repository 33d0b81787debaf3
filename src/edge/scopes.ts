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

/** A scope that an add-on can be granted. */
export type AddonScope = (typeof SCOPES)[number];

/**
 * Scopes of Passbell's own screens, which no add-on can ask for. `admin` is for the owners and managers of a company;
 * `events:read` follows the event log without webhooks and is part of `webhooks`; `till` is the part of
 * `orders:write` that a device uses while no staff member is signed in. The name `till` is
 * part of the API, which shows it in answers and refusals, so it stays.
 */
const INTERNAL_SCOPES = ['admin', 'events:read', 'till'] as const;

/** A scope of a token. */
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
 * The scopes with everything they include: `orders:write` includes `orders:read`. `admin` is never included: it
 * follows from the user's role in the company and is not stored in a token.
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

/**
 * Roles of a user in a company: an owner may do everything, a manager the daily business, staff what a register
 * needs.
 */
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

/** The scopes of a user at Passbell's screens (reference: authentication.15). */
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
 * The scopes of a register, kitchen screen or print agent without a signed-in staff member: it reads, and with `till`
 * it reports its presence, signs staff members in, bumps tickets and reports printed jobs. Every other write needs
 * the token of a signed-in staff member.
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
