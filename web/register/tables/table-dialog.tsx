import '../parts.css';
import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../shared/words.ts';
import type { Basket } from '../basket.ts';
import { Dialog } from '../dialog.tsx';
import { useOpen } from '../orders.ts';
import { useRoom } from './room.ts';

/** Tables that are offered by their numbers where none are drawn, whether or not anybody sits there. */
const NUMBERED = 20;

interface Props {
  readonly title?: string;
  /** The id of the table, and the group, that are chosen so far. */
  readonly table: bigint | undefined;
  readonly group: string | null;
  readonly choose: (place: Partial<Pick<Basket, 'table' | 'group'>>) => void;
  readonly close: () => void;
}

/** Chooses a table of the site; where none are drawn, a number. */
export function TableDialog({ title = t('Table'), table, group, choose, close }: Props) {
  const { room } = useRoom();
  const [name, setName] = useState('');
  const pick: Props['choose'] = (place) => {
    choose(place);
    close();
  };
  return (
    <Dialog onClose={close} title={title} size="lg">
      <Stack gap="md">
        {room === undefined || room.tables.length === 0 ? (
          <Numbered group={group} pick={pick} />
        ) : (
          room.floors.map((floor) => (
            <div key={floor.id_str}>
              {room.floors.length > 1 && (
                <Title order={3} size="h6" mb={4}>
                  {floor.name}
                </Title>
              )}
              <fieldset
                className="bare tables"
                aria-label={room.floors.length > 1 ? floor.name : t('Tables')}
              >
                {room.tables
                  .filter(({ floor_id: on }) => on === floor.id)
                  .map((each) => (
                    <Tile
                      key={each.id_str}
                      name={each.name}
                      chosen={String(table) === each.id_str}
                      taken={each.state === 'occupied'}
                      pick={() => pick({ table: { id: BigInt(each.id_str), name: each.name } })}
                    />
                  ))}
              </fieldset>
            </div>
          ))
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') pick({ group: name.trim() });
          }}
        >
          <Group align="end" gap="xs" wrap="nowrap">
            <TextInput
              label={t('Other table or group')}
              size="md"
              flex={1}
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" h={44} disabled={name.trim() === ''}>
              {t('Choose')}
            </Button>
          </Group>
        </form>
        {(table !== undefined || group !== null) && (
          <Button variant="default" h={44} onClick={() => pick({})}>
            {t('No table')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

interface TileProps {
  readonly name: string;
  readonly chosen: boolean;
  readonly taken: boolean;
  readonly pick: () => void;
}

function Tile({ name, chosen, taken, pick }: TileProps) {
  return (
    <button type="button" className="table-tile" aria-pressed={chosen} data-taken={taken} onClick={pick}>
      <bdi>{name}</bdi>
      {taken && <span className="table-taken">{t('Open')}</span>}
    </button>
  );
}

/** Numbers, and the groups that there are. */
function Numbered({ group, pick }: { group: string | null; pick: Props['choose'] }) {
  const open = useOpen();
  const taken = new Set(open.data?.flatMap(({ group_id }) => group_id ?? []));
  const numbered = Array.from({ length: NUMBERED }, (_, at) => String(at + 1));
  const named = [...taken].filter((each) => !numbered.includes(each)).sort();
  return (
    <fieldset className="bare tables" aria-label={t('Tables')}>
      {[...numbered, ...named].map((each) => (
        <Tile
          key={each}
          name={each}
          chosen={group === each}
          taken={taken.has(each)}
          pick={() => pick({ group: each })}
        />
      ))}
    </fieldset>
  );
}
