// The cash-ups of registers, and the drawers that are open.

import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { Wallet } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { Cashup, Shift } from '#clients/typescript/index.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useStaffNames } from '../orders/names.ts';
import { choices } from '../parts.tsx';
import { usePages } from '../read.ts';
import { Difference, ProcessedBadge } from './parts.tsx';

const ALL = 'all';
const NEW = 'new';

export default function Cashups() {
  const { registers } = useCompany();
  const [query, setQuery] = useSearchParams();
  const register = query.get('register');
  const isNew = query.get('state') === NEW;
  const change = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null || value === ALL) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <ScreenPage title={t('Cash-ups')}>
      <OpenDrawers />
      <Group gap="sm" align="end" role="search" aria-label={t('Filters')}>
        <SegmentedControl
          aria-label={t('State')}
          data={[
            { value: ALL, label: t('All') },
            { value: NEW, label: t('Not processed') },
          ]}
          value={isNew ? NEW : ALL}
          onChange={(value) => change('state', value)}
        />
        {registers.length > 1 && (
          <Select
            aria-label={t('Register')}
            placeholder={t('All registers')}
            data={choices(registers)}
            value={register}
            onChange={(value) => change('register', value)}
            clearable
            searchable
          />
        )}
      </Group>
      <div className="card">
        <CashupTable key={`${register} ${isNew}`} register={register} isNew={isNew} />
      </div>
    </ScreenPage>
  );
}

/** The drawers that are open now. */
function OpenDrawers() {
  const { when, money, registerName } = useCompany();
  const staff = useStaffNames();
  const list = usePages('shifts', 'listShifts', { state: 'open' }, { everyMs: usePolling() });
  if (list.data?.pages[0]?.items.length === 0) return null;
  const columns: Column<Shift>[] = [
    { head: t('Register'), cell: (shift) => <Text size="sm">{registerName(shift.register_id)}</Text> },
    { head: t('Opened'), cell: (shift) => when(shift.opened_at, shift.site_id) },
    {
      head: t('Staff'),
      cell: (shift) => (shift.staff_id === null ? '' : staff.of(shift.staff_id)),
      wide: true,
    },
    { head: t('Float'), cell: (shift) => money(shift.float, shift.site_id), figure: true },
  ];
  return (
    <Section title={t('Open drawers')} flush>
      <ListTable
        list={list}
        columns={columns}
        label={t('Open drawers')}
        empty={{ title: t('No open drawers'), icon: Wallet }}
      />
    </Section>
  );
}

function CashupTable({ register, isNew }: { register: string | null; isNew: boolean }) {
  const { when, money, registerName } = useCompany();
  const narrowed = { newest: true, ...(isNew ? { processed: false } : {}) };
  const { called, input } =
    register === null
      ? { called: 'listCashups' as const, input: narrowed }
      : { called: 'listRegisterCashups' as const, input: { register_id: register, ...narrowed } };
  const list = usePages('cashups', called, input, { everyMs: usePolling() });
  const columns: Column<Cashup>[] = [
    {
      head: t('Cash-up'),
      cell: (cashup) =>
        t('{register} no. {number}', {
          register: registerName(cashup.register_id),
          number: String(cashup.number),
        }),
      opens: true,
    },
    { head: t('Closed'), cell: (cashup) => when(cashup.closed_at, cashup.site_id) },
    {
      head: t('Expected'),
      cell: (cashup) => money(cashup.expected, cashup.site_id),
      figure: true,
      wide: true,
    },
    { head: t('Counted'), cell: (cashup) => money(cashup.counted, cashup.site_id), figure: true, wide: true },
    {
      head: t('Difference'),
      cell: (cashup) => <Difference amount={cashup.difference} site={cashup.site_id} />,
      figure: true,
    },
    { head: t('State'), cell: (cashup) => <ProcessedBadge processed={cashup.processed} />, wide: true },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      label={t('Cash-ups')}
      to={(cashup) => `/cashups/${cashup.id}`}
      empty={{
        title: isNew ? t('All cash-ups are processed') : t('No cash-ups yet'),
        icon: Wallet,
        text: isNew ? undefined : t('They appear here when a drawer is counted at a register.'),
      }}
    />
  );
}
