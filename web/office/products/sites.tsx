// Where a product is available: at which sites, whether it can be sold there now, how many are left, its price.

import {
  ActionIcon,
  Button,
  Group,
  Modal,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Search, Store } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import type { Site } from '../../shared/records.ts';
import { Empty, Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import {
  amountBody,
  amountText,
  type PriceFields,
  priceBody,
  priceFields,
  rateOf,
} from '../catalogue/amounts.ts';
import { useDraft } from '../catalogue/draft.ts';
import { PricePair } from '../catalogue/fields.tsx';
import { CATALOGUE, ChangedAlert, OtherError, refresh, useEdit, useRecord } from '../catalogue/record.tsx';
import type { AtSite, Product, SiteProduct } from '../catalogue/records.ts';
import { useCanEdit, useTaxes } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

/** Sites that are shown at a time. */
const SHOWN = 50;

/** A product at every site of the company. */
export function Sites({ product }: { product: Product }) {
  const { sites } = useCompany();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [editing, setEditing] = useState<Site>();
  const [opened, { open, close }] = useDisclosure();
  const at = new Map(product.sites.map((each) => [each.id_str, each]));
  const wanted = text.trim().toLowerCase();
  const fitting = sites.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (sites.length === 0) return <Empty title="The company has no sites" icon={Store} />;
  return (
    <div className="card">
      {sites.length > 8 && (
        <TextInput
          p="md"
          aria-label="Find a site"
          placeholder="Find a site"
          leftSection={<Search size={16} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maw={320}
        />
      )}
      <Table className="rows figures" verticalSpacing="sm" horizontalSpacing="md" aria-label="Sites">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Site</Table.Th>
            <Table.Th>Available</Table.Th>
            <Table.Th ta="right">Left</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th w={60}>
              <VisuallyHidden>Change</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fitting.slice(0, shown).map((site) => (
            <SiteRow
              key={site.id_str}
              product={product}
              site={site}
              at={at.get(site.id_str)}
              edit={() => {
                setEditing(site);
                open();
              }}
            />
          ))}
        </Table.Tbody>
      </Table>
      {fitting.length > shown && (
        <Group justify="center" p="md">
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
            Show more
          </Button>
        </Group>
      )}
      <Modal opened={opened} onClose={close} title={`${product.name}: ${editing?.name ?? ''}`} centered>
        {editing !== undefined && <EditAtSite product={product} site={editing} close={close} />}
      </Modal>
    </div>
  );
}

interface RowProps {
  readonly product: Product;
  readonly site: Site;
  readonly at: AtSite | undefined;
  readonly edit: () => void;
}

function SiteRow({ product, site, at, edit }: RowProps) {
  const company = useCompany();
  const canEdit = useCanEdit();
  const client = useQueryClient();
  const path = `sites/${site.id_str}/products/${product.id_str}`;
  const turn = useMutation({
    mutationFn: (is_available: boolean) => company.api.put(path, { availability: { is_available } }),
    onSettled: () => refresh(client, 'products'),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  if (at === undefined) {
    return (
      <Table.Tr>
        <Table.Td>{site.name}</Table.Td>
        <Table.Td colSpan={4}>
          <Group gap="sm" justify="space-between">
            <Text size="sm" c="dimmed">
              Not offered here
            </Text>
            <Button
              size="xs"
              variant="default"
              disabled={!canEdit}
              loading={turn.isPending}
              onClick={() => turn.mutate(true)}
              aria-label={`Offer it here: ${site.name}`}
            >
              Offer it here
            </Button>
          </Group>
        </Table.Td>
      </Table.Tr>
    );
  }
  const { is_available, amount } = at.availability;
  return (
    <Table.Tr>
      <Table.Td>{site.name}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Available at ${site.name}`}
          checked={turn.isPending ? turn.variables : is_available}
          disabled={!canEdit}
          onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td ta="right">
        {amount === null ? (
          <Text size="sm" c="dimmed">
            Not counted
          </Text>
        ) : (
          formatNumber(amount)
        )}
      </Table.Td>
      <Table.Td ta="right">{company.money(at.unit_price, site.id_str)}</Table.Td>
      <Table.Td ta="right">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Change at ${site.name}`}
          onClick={edit}
          disabled={!canEdit}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

interface SiteValues {
  readonly is_available: boolean;
  readonly amount: string;
  readonly price: PriceFields;
  readonly cost: PriceFields;
}

function valuesOf({ availability, ...prices }: SiteProduct): SiteValues {
  return {
    is_available: availability.is_available,
    amount: amountText(availability.amount),
    price: priceFields(prices.unit_price, prices.unit_price_ex_tax),
    cost: priceFields(prices.cost_price, prices.cost_price_ex_tax),
  };
}

function bodyOf(values: SiteValues, base: SiteValues): Record<string, unknown> {
  const availability = {
    ...(values.is_available === base.is_available ? {} : { is_available: values.is_available }),
    ...(values.amount === base.amount ? {} : { amount: amountBody(values.amount) }),
  };
  return {
    ...(Object.keys(availability).length === 0 ? {} : { availability }),
    ...priceBody(values.price, 'unit_price'),
    ...priceBody(values.cost, 'cost_price'),
  };
}

const FIELDS = [
  'availability.amount',
  'availability.is_available',
  'unit_price',
  'unit_price_ex_tax',
  'cost_price',
  'cost_price_ex_tax',
];

interface EditProps {
  readonly product: Product;
  readonly site: Site;
  readonly close: () => void;
}

function EditAtSite({ product, site, close }: EditProps) {
  const path = `sites/${site.id_str}/products/${product.id_str}`;
  const record = useRecord<SiteProduct>({ kind: 'products', path });
  if (record.data === undefined) {
    return record.isError ? <Trouble error={record.error} /> : <Loading rows={4} />;
  }
  return <SiteForm path={path} at={record.data.value} site={site} close={close} />;
}

interface FormProps {
  readonly path: string;
  readonly at: SiteProduct;
  readonly site: Site;
  readonly close: () => void;
}

function SiteForm({ path, at, site, close }: FormProps) {
  const { api } = useCompany();
  const client = useQueryClient();
  const taxes = useTaxes();
  const draft = useDraft(valuesOf(at));
  const { values, set } = draft;
  const form = useEdit<SiteProduct, SiteValues>({
    source: { kind: 'products', path },
    draft,
    valuesOf,
    bodyOf,
    fields: FIELDS,
    after: close,
  });
  const leave = useMutation({
    mutationFn: () => api.delete(path),
    onSuccess: () => {
      toast(`It is not offered at ${site.name} any more.`);
      close();
      void refresh(client, ...CATALOGUE);
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send(values);
      }}
    >
      <Stack gap="md">
        <ChangedAlert draft={draft} form={form} />
        <Switch
          label="It can be sold here now"
          checked={values.is_available}
          onChange={({ currentTarget }) => set({ is_available: currentTarget.checked })}
          error={form.errorOf('availability.is_available')}
        />
        <TextInput
          label="How many are left"
          description="Empty: it is not counted."
          inputMode="decimal"
          autoComplete="off"
          value={values.amount}
          onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
          error={form.errorOf('availability.amount')}
          maw={220}
        />
        <PricePair
          label="Price"
          name="unit_price"
          value={values.price}
          rate={rateOf(at.taxes.map(String), taxes)}
          onChange={(price) => set({ price })}
          errorOf={form.errorOf}
          description="On the price list of this site. Emptied, the price of the list above counts."
        />
        <PricePair
          label="Cost"
          name="cost_price"
          value={values.cost}
          rate={rateOf(at.cost_taxes.map(String), taxes)}
          onChange={(cost) => set({ cost })}
          errorOf={form.errorOf}
        />
        <OtherError form={form} />
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            Take it from this site
          </Button>
          <Button type="submit" loading={form.busy} disabled={!draft.isDirty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
