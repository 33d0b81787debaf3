// What the back office begins with: the session, the company that is opened and the API of it.

import type { QueryClient } from '@tanstack/react-query';
import type { Id, Passbell } from '#clients/typescript/index.ts';
import { fetchAhead } from '../shared/ahead.ts';
import { BASE, signInAddress } from '../shared/base.ts';
import { connect } from '../shared/client.ts';
import { adoptLanguage } from '../shared/language.ts';
import { proving } from '../shared/proof.ts';
import { loadSession, type Membership, SessionTokens } from '../shared/session.ts';
import { CHOICE } from './choice.ts';
import { reading, readingAll } from './queries.ts';

/** The first word of the key of what is no company's. */
export const SESSION = 'session';

/** How long the first screen is held back for what it needs, in ms: afterwards it shows that it waits. */
const HELD_BACK_MS = 1_000;

/** Leaves for the sign-in page, which leads back. */
function leaveToSignIn(): void {
  location.assign(signInAddress('ended'));
}

/** Reads the signed-in user; without a session the page is left. */
export const sessionQuery = {
  queryKey: [SESSION],
  queryFn: async () => {
    const found = await loadSession(BASE);
    if (found === undefined) leaveToSignIn();
    else adoptLanguage(found.user);
    return found ?? null;
  },
  staleTime: Number.POSITIVE_INFINITY,
};

/** The company that was chosen last in this browser, else the first. */
export function firstChoice(companies: readonly Membership[]): Membership | undefined {
  const last = localStorage.getItem(CHOICE);
  return companies.find((each) => each.id_str === last) ?? companies[0];
}

/** The API of a company, with the tokens that are used there. */
interface CompanyApi {
  readonly passbell: Passbell;
  readonly tokens: SessionTokens;
}

const apis = new Map<Id, CompanyApi>();

/** The API of a company: one for the whole page. */
export function apiOf(id: Id): CompanyApi {
  const there = apis.get(id);
  if (there !== undefined) return there;
  const tokens = new SessionTokens(BASE, id, leaveToSignIn);
  const made = { tokens, passbell: connect(id, tokens, { fetch: proving(fetchAhead) }) };
  apis.set(id, made);
  return made;
}

/** The queries of the company that every screen needs. */
export function companyQueries(passbell: Passbell) {
  return {
    company: reading(passbell, 'company', 'getCompany', {}),
    sites: readingAll(passbell, 'sites', 'listSites', {}),
    registers: readingAll(passbell, 'registers', 'listRegisters', {}),
  };
}

async function readAll(client: QueryClient): Promise<void> {
  await client.prefetchQuery(sessionQuery);
  const session = client.getQueryData<Awaited<ReturnType<typeof loadSession>> | null>(sessionQuery.queryKey);
  const member = firstChoice(session?.companies ?? []);
  if (member === undefined || member.needs_second_factor) return;
  const { company, sites, registers } = companyQueries(apiOf(member.id_str).passbell);
  await Promise.all([
    client.prefetchQuery(company),
    client.prefetchQuery(sites),
    client.prefetchQuery(registers),
  ]);
}

/**
 * Settles when what the first screen needs is there, or does not come soon. On a slow machine a screen that is shown once
 * is there before one that shows at first that it waits.
 */
export function readFirst(client: QueryClient): Promise<void> {
  return Promise.race([
    readAll(client).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, HELD_BACK_MS)),
  ]);
}
