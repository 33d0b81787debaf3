// Taxes, and the groups that products are sold with.

import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { Percent } from 'lucide-react';
import { useState } from 'react';
import type { Id, Tax, TaxGroup } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { changesOf } from '../../shared/changes.ts';
import { formatPercent } from '../../shared/format.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, usePages } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { Opener, QuietDelete } from '../parts.tsx';
import { useAll } from '../read.ts';
import { percentOf, rateOf } from './rate.ts';
import { TermFields, termBody, termValues } from './terms.tsx';

type OpenForm =
  | { readonly kind: 'tax'; readonly tax?: Tax }
  | { readonly kind: 'group'; readonly group?: TaxGroup };

export default function Taxes() {
  const { passbell } = useCompany();
  const list = usePages({ key: ['taxes'], passbell, list: 'listTaxes', input: {} });
  const groups = usePages({ key: ['taxes'], passbell, list: 'listTaxGroups', input: {} });
  const all = useAll('taxes', 'listTaxes', {});
  const [chosen, setChosen] = useState<OpenForm>();
  const close = () => setChosen(undefined);
  const nameOf = (id: Id) => all.data?.find((tax) => tax.id === id)?.name ?? id;
  const common = <T extends Tax | TaxGroup>(open: (row: T) => void): Column<T>[] => [
    { head: t('Name'), cell: (row) => <Opener label={row.name} open={() => open(row)} /> },
    { head: t('Code'), cell: (row) => row.code },
    { head: t('Rate'), cell: (row) => formatPercent(row.rate), figure: true },
  ];
  const openTax = (tax: Tax) => setChosen({ kind: 'tax', tax });
  const openGroup = (group: TaxGroup) => setChosen({ kind: 'group', group });
  const [name, ...rest] = common(openGroup);
  return (
    <ScreenPage title={t('Taxes')}>
      <Section
        title={t('Taxes')}
        flush
        actions={<NewButton label={t('New tax')} open={() => setChosen({ kind: 'tax' })} />}
      >
        <ListTable
          list={list}
          columns={common(openTax)}
          idOf={(tax) => tax.id_str}
          label={t('Taxes')}
          open={openTax}
          empty={
            <Empty title={t('No taxes yet')} icon={Percent}>
              {t('Without a tax, customers pay the plain price.')}
            </Empty>
          }
        />
      </Section>
      <Section
        title={t('Tax groups')}
        flush
        actions={<NewButton label={t('New tax group')} open={() => setChosen({ kind: 'group' })} />}
      >
        <ListTable
          list={groups}
          columns={[
            ...(name === undefined ? [] : [name]),
            { head: t('Taxes'), cell: (group) => group.taxes.map(nameOf).join(' + ') },
            ...rest,
          ]}
          idOf={(group) => group.id_str}
          label={t('Tax groups')}
          open={openGroup}
          empty={
            <Empty title={t('No tax groups yet')} icon={Percent}>
              {t('A tax group charges several taxes under one code; its rate is their sum.')}
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
  if (chosen?.kind === 'group') return chosen.group?.name ?? t('New tax group');
  return chosen?.tax?.name ?? t('New tax');
}

function NewButton({ label, open }: { label: string; open: () => void }) {
  return (
    <AddButton size="xs" variant="default" onClick={open}>
      {label}
    </AddButton>
  );
}

/** The end of a form's dialog: deletes its record. */
function Remove({ name, act, close }: { name: string; act: () => Promise<unknown>; close: () => void }) {
  return (
    <QuietDelete
      name={name}
      confirm={t('Delete')}
      act={act}
      stale={['taxes']}
      done={close}
      said={t('{name} deleted', { name })}
    >
      {t('A tax that products use cannot be deleted. Past orders keep the tax they were made with.')}
    </QuietDelete>
  );
}

function TaxForm({ tax, close }: { tax: Tax | undefined; close: () => void }) {
  const { passbell } = useCompany();
  const [initial] = useState({
    name: tax?.name ?? '',
    code: tax?.code ?? '',
    rate: tax === undefined ? '' : percentOf(tax.rate),
    ...termValues(tax),
  });
  const bodyOf = (values: typeof initial) => {
    const { name, code, rate } = values;
    return { name, code, rate: rateOf(rate), ...termBody(values) };
  };
  const form = useRecordForm({
    initial,
    send: (values) =>
      tax === undefined
        ? passbell.call('createTax', { body: bodyOf(values) })
        : passbell.call('updateTax', {
            tax_id: tax.id,
            body: changesOf(bodyOf(initial), bodyOf(values)),
          }),
    stale: ['taxes'],
    done: close,
    said: tax === undefined ? t('Tax added') : t('Tax saved'),
  });
  return (
    <Form
      form={form}
      submit={tax === undefined ? t('Add tax') : t('Save')}
      cancel={close}
      aside={
        tax !== undefined && (
          <Remove name={tax.name} act={() => passbell.call('deleteTax', { tax_id: tax.id })} close={close} />
        )
      }
    >
      <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
      <TextInput label={t('Code')} required maxLength={50} {...form.text('code')} />
      <TextInput
        label={t('Rate in percent')}
        required
        inputMode="decimal"
        description={
          tax === undefined
            ? undefined
            : t('Past orders keep their rate. Prices that include taxes stay as they are.')
        }
        {...form.text('rate')}
      />
      <TermFields form={form} />
    </Form>
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
  const { passbell } = useCompany();
  const [initial] = useState({
    name: group?.name ?? '',
    code: group?.code ?? '',
    taxes: group?.taxes ?? [],
  });
  const form = useRecordForm({
    initial,
    send: (values) =>
      group === undefined
        ? passbell.call('createTaxGroup', { body: values })
        : passbell.call('updateTaxGroup', {
            tax_group_id: group.id,
            body: changesOf(initial, values),
          }),
    stale: ['taxes'],
    done: close,
    said: group === undefined ? t('Tax group added') : t('Tax group saved'),
  });
  return (
    <Stack gap="md">
      <Form
        form={form}
        submit={group === undefined ? t('Add tax group') : t('Save')}
        cancel={close}
        aside={
          group !== undefined && (
            <Remove
              name={group.name}
              act={() => passbell.call('deleteTaxGroup', { tax_group_id: group.id })}
              close={close}
            />
          )
        }
      >
        <TextInput label={t('Name')} required maxLength={255} {...form.text('name')} />
        <TextInput label={t('Code')} required maxLength={50} {...form.text('code')} />
        <MultiSelect
          label={t('Taxes')}
          required
          searchable
          data={taxes.map((tax) => ({
            value: tax.id_str,
            label: `${isolated(tax.name)} (${formatPercent(tax.rate)})`,
          }))}
          {...form.list('taxes')}
        />
      </Form>
      {taxes.length === 0 && <Hint>{t('Add a tax first: a tax group is made of taxes.')}</Hint>}
    </Stack>
  );
}
