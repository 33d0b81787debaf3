// The option sets: what buyers choose from.

import { Button, Text } from '@mantine/core';
import { ListChecks, Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { OptionSet } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { RecordLink } from '../../shared/ui/record-link.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import { useCompany } from '../company.tsx';

export default function OptionSets() {
  const { passbell } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = usePages({
    key: ['option_sets'],
    passbell,
    list: 'listOptionSets',
    input: {},
    everyMs: usePolling(),
  });
  const columns: Column<OptionSet>[] = [
    {
      head: t('Option set'),
      cell: (set) => <RecordLink href={`/optionsets/${set.id_str}`}>{set.name}</RecordLink>,
    },
    { head: t('Selection'), cell: (set) => <Text size="sm">{selectionWords(set)}</Text> },
    { head: t('Instructions'), cell: (set) => (set.instructions ? t('Yes') : ''), wide: true },
    { head: t('Options'), cell: (set) => formatNumber(set.options.length), figure: true },
  ];
  return (
    <ScreenPage
      title={t('Option sets')}
      actions={
        canEdit && (
          <Button component={Link} href="/optionsets/new" leftSection={<Plus size={16} aria-hidden />}>
            {t('New option set')}
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(set) => set.id_str}
          label={t('Option sets')}
          open={(set) => go(`/optionsets/${set.id_str}`)}
          empty={
            <Empty title={t('No option sets yet')} icon={ListChecks}>
              {t('An option set is a choice that comes with products: sizes, fillings, sides.')}
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
