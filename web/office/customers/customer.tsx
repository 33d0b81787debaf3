// One customer: how to reach them, what they ordered, where they are now.

import { Anchor, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { MapPinCheck, Pencil, ReceiptText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { Customer, ListedOrder } from '#clients/typescript/index.ts';
import { Ask } from '../../shared/ui/dialog.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { CheckinSheet } from '../checkins/form.tsx';
import { CheckOut, timeLeft, useNow } from '../checkins/parts.tsx';
import { useCompany } from '../company.tsx';
import { customerName } from '../orders/words.ts';
import { useAll, useAnswer, usePages } from '../read.ts';
import { CustomerSheet, type KnownCustomer } from './form.tsx';
import { Tags } from './list.tsx';
import { ADDRESS_PARTS } from './values.ts';

/** Orders of a customer that are shown at first. */
const FIRST_ORDERS = 10;

export default function CustomerPage() {
  const { id = '' } = useParams();
  const everyMs = usePolling();
  const customer = useAnswer('customers', 'getCustomer', { customer_id: id }, { everyMs });
  const back = { to: '/customers', label: t('Customers') };
  return (
    <RecordPage query={customer} title={t('Customer')} back={back}>
      {(known) => <CustomerView known={known} back={back} />}
    </RecordPage>
  );
}

interface ViewProps {
  readonly known: KnownCustomer;
  readonly back: { readonly to: string; readonly label: string };
}

function CustomerView({ known, back }: ViewProps) {
  const { passbell, sites } = useCompany();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<'edit' | 'delete' | 'checkin'>();
  const close = () => setOpened(undefined);
  const { body: customer } = known;
  const { id_str: id } = customer;
  const name = customerName(customer);
  const actions = [
    { icon: MapPinCheck, label: t('Check in'), opens: 'checkin' },
    { icon: Pencil, label: t('Edit'), opens: 'edit' },
    { icon: Trash2, label: t('Delete'), opens: 'delete' },
  ] as const;
  return (
    <ScreenPage
      title={name}
      back={back}
      actions={actions.map(({ icon: Icon, label, opens }) => (
        <Button
          key={opens}
          leftSection={<Icon size={16} aria-hidden />}
          variant="default"
          disabled={opens === 'checkin' && sites.length === 0}
          onClick={() => setOpened(opens)}
        >
          {label}
        </Button>
      ))}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <Orders id={id} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="md">
            <Section title={t('Details')}>
              <About customer={customer} />
            </Section>
            <Section title={t('Checked in')}>
              <Places id={id} name={name} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      {opened === 'edit' && <CustomerSheet known={known} close={close} done={close} />}
      {opened === 'checkin' && <CheckinSheet customer={customer} close={close} />}
      <Ask
        title={t('Delete {name}?', { name })}
        opened={opened === 'delete'}
        close={close}
        confirm={t('Delete')}
        act={() => passbell.call('deleteCustomer', { customer_id: id })}
        done={() => go('/customers')}
        said={t('Customer deleted.')}
      >
        {t('Their orders stay and still show who they were for. This cannot be undone.')}
      </Ask>
    </ScreenPage>
  );
}

function About({ customer }: { customer: Customer }) {
  const { when } = useCompany();
  return (
    <Facts
      width={100}
      facts={[
        [t('E-mail'), customer.email],
        [t('Phone'), customer.phone],
        [t('Mobile'), customer.mobile],
        [t('Reference'), customer.reference_id],
        [t('Company name'), customer.company_name],
        [t('Tax number'), customer.tax_number],
        [t('Tax exempt'), exemptWords(customer)],
        [t('Tags'), customer.tags.length === 0 ? '' : <Tags key="tags" tags={customer.tags} />],
        [t('Address'), addressWords(customer.primary_address)],
        [t('Shipping'), addressWords(customer.shipping_address)],
        [t('Description'), customer.description],
        [t('Created'), when(customer.created_at)],
      ]}
    />
  );
}

function addressWords(address: Customer['primary_address']): string {
  return address === null
    ? ''
    : ADDRESS_PARTS.map((part) => address[part])
        .filter(Boolean)
        .join(', ');
}

function Orders({ id }: { id: string }) {
  const company = useCompany();
  const list = usePages(
    'orders',
    'listCustomerOrders',
    { customer_id: id, limit: FIRST_ORDERS },
    { everyMs: usePolling() },
  );
  const columns: Column<ListedOrder>[] = [
    { head: t('Order'), cell: (order) => order.saleid, opens: true },
    { head: t('Status'), cell: (order) => <StatusBadge status={order.status} /> },
    { head: t('Placed'), cell: (order) => company.when(order.placed_at, order.site_id), wide: true },
    ...(company.sites.length > 1
      ? [{ head: t('Site'), cell: (order: ListedOrder) => company.siteName(order.site_id), wide: true }]
      : []),
    { head: t('Total'), cell: (order) => company.money(order.total, order.site_id), figure: true },
  ];
  return (
    <Section
      flush
      title={t('Orders')}
      actions={
        <Anchor component={Link} href={`/orders?customer=${id}`} size="sm">
          {t('Show in orders')}
        </Anchor>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        label={t('Orders of this customer')}
        to={(order) => `/orders/${order.id_str}`}
        empty={{ title: t('No orders yet'), icon: ReceiptText }}
      />
    </Section>
  );
}

/** The sites where the customer is now. */
function Places({ id, name }: { id: string; name: string }) {
  const { siteName } = useCompany();
  const checkins = useAll('checkins', 'listCustomerCheckins', { customer_id: id }, { everyMs: usePolling() });
  const now = useNow();
  if (checkins.isError) return <Trouble error={checkins.error} again={() => void checkins.refetch()} />;
  if (checkins.data === undefined) return <Loading rows={1} />;
  const here = checkins.data.filter((each) => Date.parse(each.expires_at) > now);
  if (here.length === 0) {
    return <Hint>{t('Not checked in')}</Hint>;
  }
  return here.map((checkin) => (
    <Group key={checkin.site_id} justify="space-between" gap="sm">
      <div>
        <Text size="sm">{siteName(checkin.site_id)}</Text>
        <Hint size="xs">{timeLeft(checkin.expires_at, now)}</Hint>
      </div>
      <CheckOut checkin={checkin} name={name} />
    </Group>
  ));
}

/** Why they are charged no tax; empty when they are charged. */
function exemptWords({ tax_exempt: exempt }: Customer): string {
  if (exempt === null) return '';
  return [exempt.number, exempt.reason].filter(Boolean).join(', ') || t('Yes');
}
