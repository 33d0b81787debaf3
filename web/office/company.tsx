// What every screen of the back office needs of the company: its API, its currency and zone, its sites.

import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Amount, Company, Id, Passbell, Register, Site } from '#clients/typescript/index.ts';
import type { Tokens } from '../shared/client.ts';
import { formatMoney, formatWhen } from '../shared/format.ts';
import type { Membership, Role } from '../shared/session.ts';
import { LiveProvider } from '../shared/ui/live.tsx';
import { t } from '../shared/words.ts';
import { apiOf, companyQueries } from './begin.ts';

/** How far what every screen needs has come. */
export interface LoadState {
  readonly isKnown: boolean;
  /** Why it did not come. */
  readonly error: Error | null;
  readonly again: () => void;
}

/** The company of the screens. */
export interface CompanyView {
  /** The API of the company. */
  readonly passbell: Passbell;
  readonly tokens: Tokens;
  /** The company's id. */
  readonly company: Id;
  readonly role: Role;
  /** Whether the company, its sites and registers are there: no screen begins with a part of them. */
  readonly known: LoadState;
  readonly name: string;
  readonly currency: string;
  readonly zone: string;
  readonly sites: readonly Site[];
  readonly registers: readonly Register[];
  /** Money of a site; of the company when none is named. */
  readonly money: (amount: Amount | bigint | null | undefined, site?: Id | null) => string;
  /** A time in the zone of a site; of the company when none is named. */
  readonly when: (at: string, site?: Id | null) => string;
  readonly siteName: (id: Id | null) => string;
  readonly registerName: (id: Id | null) => string;
}

const CompanyContext = createContext<CompanyView | undefined>(undefined);

/** The company that the screen is about. */
export function useCompany(): CompanyView {
  const company = useContext(CompanyContext);
  if (company === undefined) throw new Error('There is no company around this screen.');
  return company;
}

/** How times are written: in the zone of the company, else of the browser, where no company is open. */
export function useWhen(): CompanyView['when'] {
  const company = useContext(CompanyContext);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return company?.when ?? ((at) => formatWhen(at, timeZone, new Date()));
}

interface Props {
  readonly member: Membership;
  readonly children: ReactNode;
}

export function CompanyProvider({ member, children }: Props) {
  const { passbell, tokens } = apiOf(member.id_str);
  const queries = companyQueries(passbell);
  const company = useQuery(queries.company);
  const sites = useQuery(queries.sites);
  const registers = useQuery(queries.registers);
  const view = useMemo(
    () => viewOf(passbell, tokens, member, company.data?.body, sites.data ?? [], registers.data ?? []),
    [passbell, tokens, member, company.data, sites.data, registers.data],
  );
  const needed = [company, sites, registers];
  const known: LoadState = {
    isKnown: needed.every(({ data }) => data !== undefined),
    error: needed.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    again: () => {
      for (const query of needed) if (query.data === undefined) void query.refetch();
    },
  };
  return (
    <CompanyContext value={{ ...view, known }}>
      <LiveProvider passbell={passbell} tokens={tokens}>
        {children}
      </LiveProvider>
    </CompanyContext>
  );
}

function viewOf(
  passbell: Passbell,
  tokens: Tokens,
  member: Membership,
  company: Company | undefined,
  sites: readonly Site[],
  registers: readonly Register[],
): Omit<CompanyView, 'known'> {
  const siteOf = new Map(sites.map((site) => [site.id_str, site]));
  const registerOf = new Map(registers.map((register) => [register.id_str, register]));
  const currency = company?.currency ?? 'USD';
  const zone = company?.timezone.name ?? 'UTC';
  const placeOf = (site: Id | null | undefined) => (site == null ? undefined : siteOf.get(site));
  return {
    passbell,
    tokens,
    company: member.id_str,
    role: member.role,
    name: company?.name ?? member.name,
    currency,
    zone,
    sites,
    registers,
    // Until the company is known no figure is shown in a wrong currency.
    money: (amount, site) =>
      company === undefined ? '…' : formatMoney(amount, placeOf(site)?.currency ?? currency),
    when: (at, site) => formatWhen(at, placeOf(site)?.timezone.name ?? zone, new Date()),
    siteName: (id) => (id === null ? '' : (siteOf.get(id)?.name ?? t('Site {id}', { id }))),
    registerName: (id) => (id === null ? '' : (registerOf.get(id)?.name ?? t('Register {id}', { id }))),
  };
}
