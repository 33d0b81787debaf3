// Which entries of the audit log are shown: of one act, one person or one site, and of some days.

import { Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { OptionalChoice } from '../../shared/ui/choice.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { readingAll } from '../queries.ts';
import { ACTIONS, actionInWords } from './audit-words.ts';

/** The filters in the address of the screen, of which the API takes one beside the days. */
const ONE = ['action', 'user_id', 'staff_id', 'site_id'] as const;
const DAYS = ['from', 'to'] as const;

/** The same as the API takes it. */
export interface AuditFilter {
  readonly action?: string;
  readonly user_id?: string;
  readonly staff_id?: string;
  readonly site_id?: string;
  readonly created_gte?: string;
  readonly created_lte?: string;
}

const ID = /^\d{1,19}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters of the screen's address; wrong ones are left out. */
export function filterOf(query: URLSearchParams): AuditFilter {
  const [name] = ONE.filter((each) => {
    const value = query.get(each) ?? '';
    return each === 'action' ? Object.hasOwn(ACTIONS, value) : ID.test(value);
  });
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  return {
    ...(name === undefined ? {} : { [name]: query.get(name) ?? '' }),
    ...(DAY.test(from) ? { created_gte: `${from}T00:00:00` } : {}),
    ...(DAY.test(to) ? { created_lte: `${to}T23:59:59.999999` } : {}),
  };
}

interface Props {
  readonly query: URLSearchParams;
  readonly change: (query: URLSearchParams) => void;
}

/** Users by their names and staff members by theirs; a value says which of them it is. */
function usePersons() {
  const { passbell } = useCompany();
  const members = useQuery(readingAll(passbell, 'members', 'listMembers', {}));
  const staff = useQuery(readingAll(passbell, 'staff', 'listStaff', {}));
  return [
    {
      group: t('People'),
      items: (members.data ?? []).map(({ id_str, name }) => ({ value: `user_id ${id_str}`, label: name })),
    },
    {
      group: t('Staff'),
      items: (staff.data ?? []).map(({ id_str, first_name, last_name }) => ({
        value: `staff_id ${id_str}`,
        label: [first_name, last_name].filter((part) => part !== null && part !== '').join(' '),
      })),
    },
  ];
}

export function AuditFilters({ query, change }: Props) {
  const { sites } = useCompany();
  const persons = usePersons();
  const filter = filterOf(query);
  /** Puts one of those in place of whichever there was; the days stay. */
  const choose = (name: string, value: string | null) => {
    const next = new URLSearchParams();
    for (const day of DAYS) if (query.has(day)) next.set(day, query.get(day) ?? '');
    if (value !== null) next.set(name, value);
    change(next);
  };
  const setDay = (name: (typeof DAYS)[number], value: string) => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    change(next);
  };
  const actions = Object.keys(ACTIONS)
    .map((value) => ({ value, label: actionInWords(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const person =
    filter.user_id === undefined
      ? filter.staff_id === undefined
        ? null
        : `staff_id ${filter.staff_id}`
      : `user_id ${filter.user_id}`;
  const look = { clearable: true, searchable: true, limit: 500, w: { base: '100%', xs: 220 } };
  return (
    <Group role="search" aria-label={t('Filters')} align="end" gap="sm">
      <Select
        label={t('Action')}
        placeholder={t('All actions')}
        data={actions}
        value={filter.action ?? null}
        onChange={(value) => choose('action', value)}
        {...look}
      />
      <OptionalChoice
        label={t('Who')}
        placeholder={t('Everybody')}
        data={persons}
        value={person}
        onChange={(value) => {
          const [name = '', id = null] = value?.split(' ') ?? [];
          choose(name, id);
        }}
        {...look}
      />
      {sites.length > 1 && (
        <OptionalChoice
          label={t('Site')}
          placeholder={t('All sites')}
          data={choices(sites)}
          value={filter.site_id ?? null}
          onChange={(value) => choose('site_id', value)}
          {...look}
        />
      )}
      <TextInput
        type="date"
        label={t('From')}
        value={query.get('from') ?? ''}
        onChange={({ currentTarget }) => setDay('from', currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('To')}
        value={query.get('to') ?? ''}
        onChange={({ currentTarget }) => setDay('to', currentTarget.value)}
      />
    </Group>
  );
}
