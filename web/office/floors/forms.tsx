// The forms of a floor and of a table on it.

import { NumberInput, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Floor, Id, Table } from '#clients/typescript/index.ts';
import { changesOf } from '../../shared/changes.ts';
import { ChoiceField } from '../../shared/ui/choice.tsx';
import { Form, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices, DeleteButton } from '../parts.tsx';
import { type Drawn, drawnOf, saveMatching, saveTable } from './save.ts';

interface WholeFieldProps<V extends object> {
  readonly form: RecordForm<V>;
  readonly name: keyof V & string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
}

/** A field for a whole number; what is none is for the API to refuse. */
function WholeField<V extends object>({ form, name, label, min, max }: WholeFieldProps<V>) {
  return (
    <NumberInput
      label={label}
      value={form.values[name] as number}
      onChange={(value) => form.set({ [name]: value === '' ? null : Number(value) } as Partial<V>)}
      error={form.errorOf(name)}
      min={min}
      max={max}
      allowDecimal={false}
    />
  );
}

const NEW_FLOOR = { name: '', width: 20, height: 12, sort: 0 };
const floorOf = ({ name, width, height, sort }: typeof NEW_FLOOR) => ({ name, width, height, sort });

interface FloorProps {
  readonly site: Id;
  /** Nothing for a new one. */
  readonly floor: Floor | undefined;
  readonly sort: number;
  readonly close: () => void;
  readonly done: (floor: Floor | undefined) => void;
}

/** Makes a floor, changes it, or deletes it. */
export function FloorForm({ site, floor, sort, close, done }: FloorProps) {
  const { passbell } = useCompany();
  const initial = floor === undefined ? { ...NEW_FLOOR, sort } : floorOf(floor);
  const form = useRecordForm({
    initial,
    send: (values, base): Promise<Floor> => {
      if (floor === undefined) return passbell.call('createFloor', { site_id: site, body: values });
      const at = { site_id: site, floor_id: floor.id_str };
      return saveMatching(
        () => passbell.request('getFloor', at),
        (now) => JSON.stringify(floorOf(now)) === JSON.stringify(base),
        (options) => passbell.request('updateFloor', { ...at, body: changesOf(base, values) }, options),
      );
    },
    stale: ['floors'],
    done: (saved) => {
      done(saved);
      close();
    },
    said: t('Saved.'),
  });
  return (
    <Form
      form={form}
      submit={floor === undefined ? t('Create floor') : t('Save')}
      cancel={close}
      aside={
        floor !== undefined && (
          <DeleteButton
            name={floor.name}
            about={t('Delete floor {name}', { name: floor.name })}
            confirm={t('Delete floor')}
            size="sm"
            act={() => passbell.call('deleteFloor', { site_id: site, floor_id: floor.id_str })}
            stale={['floors']}
            done={() => {
              done(undefined);
              close();
            }}
          >
            {t('A floor with tables cannot be deleted.')}
          </DeleteButton>
        )
      }
    >
      <TextInput label={t('Name')} required maxLength={100} data-autofocus {...form.text('name')} />
      <SimpleGrid cols={3} spacing="sm">
        <WholeField form={form} name="width" label={t('Width')} min={1} max={200} />
        <WholeField form={form} name="height" label={t('Depth')} min={1} max={200} />
        <WholeField form={form} name="sort" label={t('Position')} min={0} max={10_000} />
      </SimpleGrid>
      <Hint>{t('In grid units: a table for four usually is 2 by 2.')}</Hint>
    </Form>
  );
}

interface TableProps {
  readonly site: Id;
  readonly floors: readonly Floor[];
  /** Nothing for a new one. */
  readonly table: Table | undefined;
  readonly initial: Drawn;
  readonly close: () => void;
}

/** Makes a table, changes it, or deletes it. */
export function TableForm({ site, floors, table, initial: begin, close }: TableProps) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: table === undefined ? begin : drawnOf(table),
    send: (values, base): Promise<Table> =>
      table === undefined
        ? passbell.call('createTable', { site_id: site, body: values })
        : saveTable(passbell, { ...table, ...base }, changesOf(base, values)),
    stale: ['tables'],
    done: close,
    said: t('Saved.'),
  });
  return (
    <Form
      form={form}
      submit={table === undefined ? t('Create table') : t('Save')}
      cancel={close}
      aside={
        table !== undefined && (
          <DeleteButton
            name={table.name}
            about={t('Delete table {name}', { name: table.name })}
            confirm={t('Delete table')}
            size="sm"
            act={() => passbell.call('deleteTable', { site_id: site, table_id: table.id_str })}
            stale={['tables']}
            done={close}
          >
            {t('A table with open orders cannot be deleted.')}
          </DeleteButton>
        )
      }
    >
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label={t('Name')} required maxLength={50} data-autofocus {...form.text('name')} />
        <WholeField form={form} name="seats" label={t('Seats')} min={1} max={100} />
      </SimpleGrid>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="table-shape">
          {t('Shape')}
        </Text>
        <SegmentedControl
          aria-labelledby="table-shape"
          data={[
            { value: 'square', label: t('Square') },
            { value: 'round', label: t('Round') },
          ]}
          value={form.values.shape}
          onChange={(shape) => form.set({ shape: shape === 'round' ? 'round' : 'square' })}
        />
      </Stack>
      {floors.length > 1 && (
        <ChoiceField
          label={t('Floor')}
          data={choices(floors)}
          value={String(form.values.floor_id)}
          onChange={(floor_id) => floor_id !== null && form.set({ floor_id })}
          error={form.errorOf('floor_id')}
        />
      )}
      <SimpleGrid cols={4} spacing="sm">
        <WholeField form={form} name="x" label={t('From the left')} min={0} max={199} />
        <WholeField form={form} name="y" label={t('From the top')} min={0} max={199} />
        <WholeField form={form} name="width" label={t('Width')} min={1} max={200} />
        <WholeField form={form} name="height" label={t('Depth')} min={1} max={200} />
      </SimpleGrid>
    </Form>
  );
}
