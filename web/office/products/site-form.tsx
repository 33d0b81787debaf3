// A product at one site: whether it can be sold there, how many are left, its price, and what differs there.

import { Accordion, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Product, Site, SiteProduct, UpdateSiteProduct } from '#clients/typescript/index.ts';
import { isSame } from '../../shared/json.ts';
import { FormFrame, type Inputs, OtherError } from '../../shared/ui/form.tsx';
import { Known, sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import {
  amountBody,
  amountText,
  type PriceFields,
  priceBody,
  priceFields,
  rateOf,
} from '../catalogue/amounts.ts';
import { PricePair, TaxChoice } from '../catalogue/fields.tsx';
import { ChangedAlert, refreshCatalogue, type Source, useEdit, useRecord } from '../catalogue/record.tsx';
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

/** The values that may differ at a site; unset there, they are as the company has them. */
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

function bodyOf(values: SiteValues, base: SiteValues): UpdateSiteProduct {
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

interface EditProps {
  readonly product: Product;
  readonly site: Site;
  readonly close: () => void;
}

/** The form, once the product's values at the site are read. */
export function EditAtSite({ product, site, close }: EditProps) {
  const { passbell } = useCompany();
  const place = { site_id: site.id_str, product_id: product.id_str };
  const source: SiteSource = {
    topic: 'products',
    read: 'getSiteProduct',
    input: place,
    write: (body, options) => passbell.request('updateSiteProduct', { ...place, body }, options),
  };
  const record = useRecord(source);
  return (
    <Known query={record} rows={4}>
      {(at) => <SiteForm source={source} at={at} site={site} close={close} />}
    </Known>
  );
}

type SiteSource = Source<'getSiteProduct', UpdateSiteProduct>;

interface FormProps {
  readonly source: SiteSource;
  readonly at: SiteProduct;
  readonly site: Site;
  readonly close: () => void;
}

function SiteForm({ source, at, site, close }: FormProps) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const taxes = useTaxes();
  const form = useEdit({ source, record: at, valuesOf, bodyOf, after: close });
  const { values, set } = form;
  const leave = useMutation({
    mutationFn: () => passbell.call('removeSiteProduct', { site_id: site.id_str, product_id: at.id_str }),
    onSuccess: () => {
      toast(t('Removed from {site}.', { site: site.name }));
      close();
      void refreshCatalogue(client);
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <FormFrame form={form}>
      <Stack gap="md">
        <ChangedAlert form={form} />
        <Switch label={t('Available')} {...form.flag('is_available', 'availability.is_available')} />
        <TextInput
          label={t('Stock')}
          description={t('Empty: not counted.')}
          inputMode="decimal"
          autoComplete="off"
          maw={220}
          {...form.text('amount', 'availability.amount')}
        />
        <PricePair
          labels={{ inc: t('Price with tax'), ex: t('Price without tax') }}
          name="unit_price"
          value={values.price}
          rate={rateOf(values.taxes, taxes)}
          onChange={(price) => set({ price })}
          errorOf={form.errorOf}
          description={t('Set on this site’s price list. Empty: the price of the list it is based on.')}
        />
        <PricePair
          labels={{ inc: t('Cost with tax'), ex: t('Cost without tax') }}
          name="cost_price"
          value={values.cost}
          rate={rateOf(values.cost_taxes, taxes)}
          onChange={(cost) => set({ cost })}
          errorOf={form.errorOf}
        />
        <Accordion variant="contained">
          <Accordion.Item value="differs">
            <Accordion.Control>{t('Differences at this site')}</Accordion.Control>
            <Accordion.Panel>
              <Differences source={source} inputs={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <OtherError form={form} />
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('Remove from this site')}
          </Button>
          <Button type="submit" loading={form.busy} disabled={!form.isDirty}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </FormFrame>
  );
}

/** The fields that may differ here from the company's. */
function Differences({ source, inputs }: { source: SiteSource; inputs: Inputs<SiteValues> }) {
  const client = useQueryClient();
  const asCompany = useMutation({
    mutationFn: () =>
      source.write({ is_inventory: null, show_online: null, taxes: null, cost_taxes: null }, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: ['products'] }),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Stack gap="sm">
      <TaxChoice label={t('Taxes')} {...inputs.list('taxes')} />
      <TaxChoice label={t('Taxes on the cost')} {...inputs.list('cost_taxes')} />
      <Switch label={t('Show online')} {...inputs.flag('show_online')} />
      <Switch label={t('Track inventory')} {...inputs.flag('is_inventory')} />
      <Button variant="default" size="xs" loading={asCompany.isPending} onClick={() => asCompany.mutate()}>
        {t('Use company settings')}
      </Button>
    </Stack>
  );
}
