// Which site a screen is about.

import { Select } from '@mantine/core';
import type { Id } from '../shared/json.ts';
import { type CompanyView, useCompany } from './company.tsx';
import { choices } from './parts.tsx';

/** True when the company's sites sell in different currencies, whose amounts are never added. */
export function sellsInSeveral({ sites }: CompanyView): boolean {
  return new Set(sites.map((site) => site.currency)).size > 1;
}

interface Props {
  readonly site: Id | null;
  readonly choose: (site: Id | null) => void;
  /** Without a choice there is one site at a time. */
  readonly all?: boolean;
  readonly label?: string;
  readonly hidden?: boolean;
}

/** Chooses one of the sites, or all of them. */
export function SiteSelect({ site, choose, all = true, label = 'Site', hidden = false }: Props) {
  const { sites } = useCompany();
  return (
    <Select
      {...(hidden ? { 'aria-label': label } : { label })}
      placeholder={all ? 'All sites' : 'Choose a site'}
      data={choices(sites)}
      value={site}
      onChange={choose}
      clearable={all}
      allowDeselect={all}
      searchable={sites.length > 8}
      nothingFoundMessage="No such site"
    />
  );
}
