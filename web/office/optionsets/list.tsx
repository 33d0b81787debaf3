// The option sets: what buyers choose from.

import { Anchor, Button, Text } from '@mantine/core';
import { ListChecks, Plus } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { formatNumber } from '../../shared/format.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import type { OptionSet } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { selectionWords } from '../catalogue/words.ts';
import { useCompany } from '../company.tsx';

/** How often the list is looked at again, in ms: option sets are told by no event. */
const LOOK_EVERY_MS = 10_000;

export default function OptionSets() {
  const { api } = useCompany();
  const canEdit = useCanEdit();
  const [, go] = useLocation();
  const list = useList<OptionSet>({ key: ['optionsets'], api, path: 'optionsets', everyMs: LOOK_EVERY_MS });
  const columns: Column<OptionSet>[] = [
    {
      head: 'Option set',
      cell: (set) => (
        <Anchor
          component={Link}
          href={`/optionsets/${set.id_str}`}
          fw={600}
          size="sm"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {set.name}
        </Anchor>
      ),
    },
    { head: 'To choose', cell: (set) => <Text size="sm">{selectionWords(set)}</Text> },
    { head: 'Instructions', cell: (set) => (set.instructions ? 'Yes' : ''), wide: true },
    { head: 'Options', cell: (set) => formatNumber(set.options.length), figure: true },
  ];
  return (
    <ScreenPage
      title="Option sets"
      actions={
        canEdit && (
          <Button component={Link} href="/optionsets/new" leftSection={<Plus size={16} aria-hidden />}>
            New option set
          </Button>
        )
      }
    >
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(set) => set.id_str}
          label="Option sets"
          open={(set) => go(`/optionsets/${set.id_str}`)}
          empty={
            <Empty title="No option sets yet" icon={ListChecks}>
              An option set is a choice that comes with products: sizes of a drink, fillings, sides.
            </Empty>
          }
        />
      </div>
    </ScreenPage>
  );
}
