// Taxes, and the groups that products are sold with.

import { Anchor, Button, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { Percent, Plus } from 'lucide-react';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { useAll, useStale } from '../parts.tsx';
import type { Tax, TaxGroup } from '../records.ts';
import { percentOf, rateOf } from './rate.ts';

type OpenForm =
  | { readonly kind: 'tax'; readonly tax?: Tax }
  | { readonly kind: 'group'; readonly group?: TaxGroup };

export default function Taxes() {
  const { api } = useCompany();
  const list = useList<Tax>({ key: ['taxes'], api, path: 'taxes' });
  const groups = useList<TaxGroup>({ key: ['taxes'], api, path: 'taxes/groups' });
  const all = useAll<Tax>('taxes');
  const [chosen, setChosen] = useState<OpenForm>();
  const close = () => setChosen(undefined);
  const nameOf = (id: string | number) =>
    all.data?.find((tax) => tax.id_str === String(id))?.name ?? String(id);
  const common = <T extends Tax>(open: (row: T) => void): Column<T>[] => [
    { head: 'Name', cell: (row) => <Opener label={row.name} open={() => open(row)} /> },
    { head: 'Code', cell: (row) => row.code },
    { head: 'Rate', cell: (row) => `${percentOf(row.rate)} %`, figure: true },
  ];
  const openTax = (tax: Tax) => setChosen({ kind: 'tax', tax });
  const openGroup = (group: TaxGroup) => setChosen({ kind: 'group', group });
  const [name, ...rest] = common(openGroup);
  return (
    <ScreenPage title="Taxes">
      <Section
        title="Taxes"
        flush
        actions={<NewButton label="New tax" open={() => setChosen({ kind: 'tax' })} />}
      >
        <ListTable
          list={list}
          columns={common(openTax)}
          idOf={(tax) => tax.id_str}
          label="Taxes"
          open={openTax}
          empty={
            <Empty title="No taxes yet" icon={Percent}>
              Without taxes, prices are what is paid.
            </Empty>
          }
        />
      </Section>
      <Section
        title="Groups of taxes"
        flush
        actions={<NewButton label="New group" open={() => setChosen({ kind: 'group' })} />}
      >
        <ListTable
          list={groups}
          columns={[
            ...(name === undefined ? [] : [name]),
            { head: 'Taxes', cell: (group) => group.taxes.map(nameOf).join(' + ') },
            ...rest,
          ]}
          idOf={(group) => group.id_str}
          label="Groups of taxes"
          open={openGroup}
          empty={
            <Empty title="No groups yet" icon={Percent}>
              A group is several taxes under one code; its rate is their sum.
            </Empty>
          }
        />
      </Section>
      <Dialog title={titleOf(chosen)} opened={chosen !== undefined} close={close}>
        {chosen?.kind === 'tax' && <TaxForm tax={chosen.tax} close={close} />}
        {chosen?.kind === 'group' && <GroupForm group={chosen.group} taxes={all.data ?? []} close={close} />}
      </Dialog>
    </ScreenPage>
  );
}

function titleOf(chosen: OpenForm | undefined): string {
  if (chosen?.kind === 'group') return chosen.group?.name ?? 'New group of taxes';
  return chosen?.tax?.name ?? 'New tax';
}

function NewButton({ label, open }: { label: string; open: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={open}>
      {label}
    </Button>
  );
}

/** What opens a row, for the keyboard. */
export function Opener({ label, open }: { label: string; open: () => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      fw={600}
      size="sm"
      c="inherit"
      ta="start"
      onClick={(event) => {
        event.stopPropagation();
        open();
      }}
    >
      {label}
    </Anchor>
  );
}

/** The end of a form's dialog: deletes its record. */
function Remove({ name, path, close }: { name: string; path: string; close: () => void }) {
  const { api } = useCompany();
  const stale = useStale();
  return (
    <ConfirmButton
      label="Delete"
      variant="subtle"
      color="red"
      about={`Delete ${name}`}
      title={`Delete ${name}?`}
      confirm="Delete"
      act={() => api.delete(path)}
      done={() => {
        stale('taxes');
        close();
      }}
      said="It has been deleted."
    >
      What products are taxed with cannot be deleted. Orders that were made keep the tax as it was.
    </ConfirmButton>
  );
}

function TaxForm({ tax, close }: { tax: Tax | undefined; close: () => void }) {
  const { api } = useCompany();
  const stale = useStale();
  const [initial] = useState({
    name: tax?.name ?? '',
    code: tax?.code ?? '',
    rate: tax === undefined ? '' : percentOf(tax.rate),
  });
  const bodyOf = (values: typeof initial) => ({ ...values, rate: rateOf(values.rate) });
  const form = useRecordForm({
    initial,
    send: (values) =>
      tax === undefined
        ? api.post('taxes', bodyOf(values))
        : api.put(`taxes/${tax.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: () => {
      stale('taxes');
      close();
    },
    said: tax === undefined ? 'The tax has been added.' : 'The tax has been saved.',
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={tax === undefined ? 'Add the tax' : 'Save the tax'}
        cancel={close}
        aside={tax !== undefined && <Remove name={tax.name} path={`taxes/${tax.id_str}`} close={close} />}
      >
        <TextInput label="Name" required maxLength={255} {...form.text('name')} />
        <TextInput label="Code" required maxLength={50} {...form.text('code')} />
        <TextInput
          label="Rate in percent"
          required
          inputMode="decimal"
          description={
            tax === undefined
              ? undefined
              : 'Orders that were made keep the rate they were made with. Prices that include taxes stay as they are.'
          }
          {...form.text('rate')}
        />
      </Form>
    </Stack>
  );
}

function GroupForm({
  group,
  taxes,
  close,
}: {
  group: TaxGroup | undefined;
  taxes: readonly Tax[];
  close: () => void;
}) {
  const { api } = useCompany();
  const stale = useStale();
  const [initial] = useState({
    name: group?.name ?? '',
    code: group?.code ?? '',
    taxes: group?.taxes.map(String) ?? [],
  });
  const form = useRecordForm({
    initial,
    send: (values) =>
      group === undefined
        ? api.post('taxes/groups', values)
        : api.put(`taxes/groups/${group.id_str}`, changesOf(initial, values)),
    done: () => {
      stale('taxes');
      close();
    },
    said: group === undefined ? 'The group has been added.' : 'The group has been saved.',
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={group === undefined ? 'Add the group' : 'Save the group'}
        cancel={close}
        aside={
          group !== undefined && (
            <Remove name={group.name} path={`taxes/groups/${group.id_str}`} close={close} />
          )
        }
      >
        <TextInput label="Name" required maxLength={255} {...form.text('name')} />
        <TextInput label="Code" required maxLength={50} {...form.text('code')} />
        <MultiSelect
          label="Taxes"
          required
          searchable
          data={taxes.map((tax) => ({
            value: tax.id_str,
            label: `${isolated(tax.name)} (${percentOf(tax.rate)} %)`,
          }))}
          {...form.list('taxes')}
        />
      </Form>
      {taxes.length === 0 && (
        <Text size="sm" c="dimmed">
          A group needs taxes: add one first.
        </Text>
      )}
    </Stack>
  );
}
