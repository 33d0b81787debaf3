// The option sets: what buyers choose from.

import { Text } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import type { OptionSet } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { AddLink } from '../../shared/ui/add-button.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import { usePages } from '../read.ts';

export default function OptionSets() {
  const canEdit = useCanEdit();
  const list = usePages('option_sets', 'listOptionSets', {}, { everyMs: usePolling() });
  const columns: Column<OptionSet>[] = [
    { head: t('Option set'), cell: (set) => set.name, opens: true },
    { head: t('Selection'), cell: (set) => <Text size="sm">{selectionWords(set)}</Text> },
    { head: t('Instructions'), cell: (set) => (set.instructions ? t('Yes') : ''), wide: true },
    { head: t('Options'), cell: (set) => formatNumber(set.options.length), figure: true },
  ];
  return (
    <ScreenPage
      title={t('Option sets')}
      actions={canEdit && <AddLink href="/optionsets/new">{t('New option set')}</AddLink>}
    >
      <ListCard
        list={list}
        columns={columns}
        label={t('Option sets')}
        to={(set) => `/optionsets/${set.id_str}`}
        empty={{
          title: t('No option sets yet'),
          icon: ListChecks,
          text: t('An option set is a choice that comes with products: sizes, fillings, sides.'),
        }}
      />
    </ScreenPage>
  );
}
