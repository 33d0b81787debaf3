// A product at one site: whether it can be sold there, how many are left, its price, and what differs there.

import { Accordion, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Site } from '../../shared/records.ts';
import { type Inputs, inputsOf } from '../../shared/ui/form.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import {
  amountBody,
  amountText,
  type PriceFields,
  priceBody,
  priceFields,
  rateOf,
} from '../catalogue/amounts.ts';
import { isSame, useDraft } from '../catalogue/draft.ts';
import { PricePair, TaxChoice } from '../catalogue/fields.tsx';
import { CATALOGUE, ChangedAlert, OtherError, refresh, useEdit, useRecord } from '../catalogue/record.tsx';
import type { Product, SiteProduct } from '../catalogue/records.ts';
import { useTaxes } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

interface SiteValues {
  readonly is_available: boolean;
  readonly amount: string;
  readonly price: PriceFields;
  readonly cost: PriceFields;
  readonly is_inventory: boolean;
  readonly show_online: boolean;
  readonly taxes: readonly string[];
  readonly cost_taxes: readonly string[];
}

/** What may differ at a site; unset there, it is as the company has it. */
const OVERRIDES = ['is_inventory', 'show_online', 'taxes', 'cost_taxes'] as const;

function valuesOf({ availability, ...prices }: SiteProduct): SiteValues {
  return {
    is_available: availability.is_available,
    amount: amountText(availability.amount),
    price: priceFields(prices.unit_price, prices.unit_price_ex_tax),
    cost: priceFields(prices.cost_price, prices.cost_price_ex_tax),
    is_inventory: prices.is_inventory,
    show_online: prices.show_online,
    taxes: prices.taxes.map(String),
    cost_taxes: prices.cost_taxes.map(String),
  };
}

function bodyOf(values: SiteValues, base: SiteValues): Record<string, unknown> {
  const availability = {
    ...(values.is_available === base.is_available ? {} : { is_available: values.is_available }),
    ...(values.amount === base.amount ? {} : { amount: amountBody(values.amount) }),
  };
  const moved = OVERRIDES.filter((field) => !isSame(values[field], base[field]));
  return {
    ...(Object.keys(availability).length === 0 ? {} : { availability }),
    ...Object.fromEntries(moved.map((field) => [field, values[field]])),
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
  ...OVERRIDES,
];

interface EditProps {
  readonly product: Product;
  readonly site: Site;
  readonly close: () => void;
}

/** The form, once the product's values at the site are read. */
export function EditAtSite({ product, site, close }: EditProps) {
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
  const inputs = inputsOf(values, set, form.errorOf);
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
          {...inputs.flag('is_available')}
          error={form.errorOf('availability.is_available')}
        />
        <TextInput
          label="How many are left"
          description="Empty: it is not counted."
          inputMode="decimal"
          autoComplete="off"
          maw={220}
          {...inputs.text('amount', 'availability.amount')}
        />
        <PricePair
          label="Price"
          name="unit_price"
          value={values.price}
          rate={rateOf(values.taxes, taxes)}
          onChange={(price) => set({ price })}
          errorOf={form.errorOf}
          description="On the price list of this site. Emptied, the price of the list above counts."
        />
        <PricePair
          label="Cost"
          name="cost_price"
          value={values.cost}
          rate={rateOf(values.cost_taxes, taxes)}
          onChange={(cost) => set({ cost })}
          errorOf={form.errorOf}
        />
        <Accordion variant="contained">
          <Accordion.Item value="differs">
            <Accordion.Control>What differs at this site</Accordion.Control>
            <Accordion.Panel>
              <Differences path={path} inputs={inputs} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
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

/** What may be otherwise here than the company has it. */
function Differences({ path, inputs }: { path: string; inputs: Inputs<SiteValues> }) {
  const { api } = useCompany();
  const client = useQueryClient();
  const asCompany = useMutation({
    mutationFn: () => api.put(path, Object.fromEntries(OVERRIDES.map((field) => [field, null]))),
    onSuccess: () => refresh(client, 'products'),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Stack gap="sm">
      <TaxChoice label="Taxes" {...inputs.list('taxes')} />
      <TaxChoice label="Taxes on the cost" {...inputs.list('cost_taxes')} />
      <Switch label="It is shown online" {...inputs.flag('show_online')} />
      <Switch label="It is inventory" {...inputs.flag('is_inventory')} />
      <Button variant="default" size="xs" loading={asCompany.isPending} onClick={() => asCompany.mutate()}>
        As the company has it
      </Button>
    </Stack>
  );
}
