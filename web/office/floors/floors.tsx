// The floors of a site, and the tables on them: drawn here, seated at the register.

import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Armchair, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Floor, Id, Table } from '#clients/typescript/index.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useAll } from '../read.ts';
import { SiteSelect } from '../site-select.tsx';
import { FloorForm, TableForm } from './forms.tsx';
import { freePlace, nextName, type Place } from './placing.ts';
import { Plan } from './plan.tsx';
import { type Drawn, saveTable } from './save.ts';

export default function Floors() {
  const { sites } = useCompany();
  const [chosen, setChosen] = useState<Id | null>(null);
  const site = chosen ?? sites[0]?.id_str ?? null;
  return (
    <ScreenPage title={t('Floors and tables')}>
      {sites.length > 1 && (
        <Group>
          <SiteSelect site={site === null ? null : String(site)} choose={setChosen} all={false} />
        </Group>
      )}
      {site === null ? (
        <Empty title={t('No sites yet')} icon={Armchair} />
      ) : (
        <SiteFloors key={String(site)} site={site} />
      )}
    </ScreenPage>
  );
}

const bySort = <T extends { sort: number; name: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, undefined, { numeric: true }));

function SiteFloors({ site }: { site: Id }) {
  const everyMs = usePolling();
  const floors = useAll('floors', 'listFloors', { site_id: site }, { everyMs });
  const tables = useAll('tables', 'listTables', { site_id: site, limit: 500 }, { everyMs });
  const [chosen, setChosen] = useState<Id>();
  const [editing, setEditing] = useState<Floor | 'new'>();
  const sorted = bySort(floors.data ?? []);
  const floor = sorted.find((each) => each.id_str === chosen) ?? sorted[0];
  const failed = [floors, tables].find((each) => each.isError && each.data === undefined);
  if (failed !== undefined) return <Trouble error={failed.error} again={() => void failed.refetch()} />;
  if (floors.data === undefined || tables.data === undefined) return <Loading />;
  const newFloor = (
    <AddButton variant="default" onClick={() => setEditing('new')}>
      {t('New floor')}
    </AddButton>
  );
  return (
    <>
      {floor === undefined ? (
        <div className="card">
          <Empty title={t('No floors yet')} icon={Armchair} action={newFloor}>
            {t(
              'A floor is a room of the site, or a part of one, with tables. The register shows who sits where.',
            )}
          </Empty>
        </div>
      ) : (
        <>
          <Group gap="xs" role="group" aria-label={t('Floors')}>
            {sorted.map((each) => (
              <Button
                key={each.id_str}
                variant={each === floor ? 'light' : 'default'}
                aria-pressed={each === floor}
                onClick={() => setChosen(each.id_str)}
              >
                {each.name}
              </Button>
            ))}
            {newFloor}
          </Group>
          <FloorSection
            site={site}
            floor={floor}
            floors={sorted}
            tables={bySort(tables.data)}
            edit={() => setEditing(floor)}
          />
        </>
      )}
      <Dialog
        title={editing === 'new' ? t('New floor') : t('Edit floor')}
        opened={editing !== undefined}
        close={() => setEditing(undefined)}
      >
        <FloorForm
          site={site}
          floor={editing === 'new' ? undefined : editing}
          sort={Math.min(10_000, Math.max(-1, ...sorted.map((each) => each.sort)) + 1)}
          close={() => setEditing(undefined)}
          done={(saved) => setChosen(saved?.id_str)}
        />
      </Dialog>
    </>
  );
}

interface SectionProps {
  readonly site: Id;
  readonly floor: Floor;
  readonly floors: readonly Floor[];
  /** Those of the whole site. */
  readonly tables: readonly Table[];
  readonly edit: () => void;
}

function FloorSection({ site, floor, floors, tables, edit }: SectionProps) {
  const [editing, setEditing] = useState<Table | 'new'>();
  const { pending, save } = useMoves();
  const here = tables.filter((table) => table.floor_id === floor.id);
  const size = { width: Math.min(2, floor.width), height: Math.min(2, floor.height) };
  const blank: Drawn = {
    ...{ floor_id: floor.id_str, seats: 4, shape: 'square', ...size },
    name: nextName(tables.map(({ name }) => name)),
    ...freePlace(size, here, floor),
  };
  return (
    <Section
      title={floor.name}
      actions={
        <Group gap="xs">
          <Button variant="default" size="sm" leftSection={<Pencil size={16} aria-hidden />} onClick={edit}>
            {t('Edit floor')}
          </Button>
          <AddButton size="sm" onClick={() => setEditing('new')}>
            {t('New table')}
          </AddButton>
        </Group>
      }
    >
      <Text size="sm" c="dimmed" mb="sm" id="floor-keys">
        {t(
          'Drag a table to its place, and its corner to size. Arrow keys move it, with Shift they size it; Enter opens it.',
        )}
      </Text>
      <Plan floor={floor} tables={here} pending={pending} open={setEditing} save={save} />
      <Dialog
        title={editing === 'new' ? t('New table') : t('Edit table')}
        opened={editing !== undefined}
        close={() => setEditing(undefined)}
      >
        <TableForm
          site={site}
          floors={floors}
          table={editing === 'new' ? undefined : editing}
          initial={blank}
          close={() => setEditing(undefined)}
        />
      </Dialog>
    </Section>
  );
}

/** Saves where tables were put; until the service says so they are shown there. */
function useMoves() {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, Place>>(new Map());
  /** Tables as they were saved here last: a list that was read before does not know it. */
  const [saved] = useState(() => new Map<string, Table>());
  const work = useMutation({
    // One after the other: a second move of a table begins where the first has ended.
    scope: { id: 'tables' },
    mutationFn: ({ table, place }: { table: Table; place: Place }) => {
      const last = saved.get(table.id_str);
      return saveTable(
        passbell,
        last !== undefined && last.updated_at >= table.updated_at ? last : table,
        place,
      );
    },
    onSuccess: (now) => saved.set(now.id_str, now),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: async (_now, _error, { table, place }) => {
      await client.invalidateQueries({ queryKey: ['tables'] });
      setPending((before) =>
        before.get(table.id_str) === place
          ? new Map([...before].filter(([id]) => id !== table.id_str))
          : before,
      );
    },
  });
  const save = (table: Table, place: Place) => {
    setPending((before) => new Map(before).set(table.id_str, place));
    work.mutate({ table, place });
  };
  return { pending, save };
}
