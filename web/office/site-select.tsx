// Which site a screen is about.

import type { Id } from '#clients/typescript/index.ts';
import { OptionalChoice } from '../shared/ui/choice.tsx';
import { t } from '../shared/words.ts';
import { useCompany } from './company.tsx';
import { choices } from './parts.tsx';

interface Props {
  readonly site: Id | null;
  readonly choose: (site: Id | null) => void;
  /** Without a choice there is one site at a time. */
  readonly all?: boolean;
  readonly hidden?: boolean;
}

/** Chooses one of the sites, or all of them. */
export function SiteSelect({ site, choose, all = true, hidden = false }: Props) {
  const { sites } = useCompany();
  const label = t('Site');
  return (
    <OptionalChoice
      {...(hidden ? { 'aria-label': label } : { label })}
      placeholder={all ? t('All sites') : t('Choose a site')}
      data={choices(sites)}
      value={site}
      onChange={choose}
      clearable={all}
      allowDeselect={all}
      searchable={sites.length > 8}
      nothingFoundMessage={t('No sites found')}
    />
  );
}
