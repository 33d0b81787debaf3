// One customer: how to reach them, what they ordered, where they are now.

import { Anchor, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MapPinCheck, Pencil, ReceiptText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { OrderHead } from '../../shared/records.ts';
import { Ask } from '../../shared/ui/ask.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { CheckinSheet } from '../checkins/form.tsx';
import { CheckOut, timeLeft, useAllCheckins, useNow } from '../checkins/parts.tsx';
import { useCompany } from '../company.tsx';
import { customerName, ORDERS_EVERY_MS } from '../orders/words.ts';
import { CustomerSheet } from './form.tsx';
import { Tags } from './list.tsx';
import { ADDRESS_PARTS, type Address, type CustomerRecord } from './records.ts';

/** How often a customer is looked at again, in ms; most changes are events. */
const CUSTOMER_EVERY_MS = 15_000;

export default function CustomerPage() {
  const { id = '' } = useParams();
  const { api, when } = useCompany();
  const [, go] = useLocation();
  const [opened, setOpened] = useState<'edit' | 'delete' | 'checkin'>();
  const close = () => setOpened(undefined);
  const customer = useQuery({
    queryKey: ['customers', api.company, id, 'tagged'],
    queryFn: ({ signal }) => api.tagged<CustomerRecord>(`customers/${id}`, { signal }),
    refetchInterval: CUSTOMER_EVERY_MS,
  });
  const back = { to: '/customers', label: 'Customers' };
  if (customer.data === undefined) {
    return (
      <ScreenPage title="Customer" back={back}>
        {customer.isError ? (
          <Trouble error={customer.error} again={() => void customer.refetch()} />
        ) : (
          <Loading />
        )}
      </ScreenPage>
    );
  }
  const { value } = customer.data;
  const name = customerName(value);
  return (
    <ScreenPage
      title={name}
      back={back}
      actions={
        <>
          <Button
            leftSection={<MapPinCheck size={16} aria-hidden />}
            variant="default"
            onClick={() => setOpened('checkin')}
          >
            Check in
          </Button>
          <Button
            leftSection={<Pencil size={16} aria-hidden />}
            variant="default"
            onClick={() => setOpened('edit')}
          >
            Edit
          </Button>
          <Button
            leftSection={<Trash2 size={16} aria-hidden />}
            variant="default"
            onClick={() => setOpened('delete')}
          >
            Delete
          </Button>
        </>
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <Orders id={id} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Stack gap="md">
            <Section title="About">
              <Facts
                width={100}
                facts={[
                  ['E-mail', value.email ?? ''],
                  ['Phone', value.phone ?? ''],
                  ['Mobile', value.mobile ?? ''],
                  ['Reference', value.reference_id],
                  ['Tags', value.tags.length === 0 ? '' : <Tags key="tags" tags={value.tags} />],
                  ['Address', addressWords(value.primary_address)],
                  ['Shipping', addressWords(value.shipping_address)],
                  ['Description', value.description ?? ''],
                  ['Since', when(value.created_at)],
                ]}
              />
            </Section>
            <Section title="Checked in">
              <Places id={id} name={name} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      {opened === 'edit' && <CustomerSheet known={customer.data} close={close} done={close} />}
      {opened === 'checkin' && <CheckinSheet customer={value} close={close} />}
      <Ask
        title={`Delete ${name}?`}
        opened={opened === 'delete'}
        close={close}
        confirm="Delete"
        act={() => api.delete(`customers/${id}`)}
        done={() => go('/customers')}
        said="The customer is deleted."
      >
        Their orders stay, and still show who they were for. This cannot be undone.
      </Ask>
    </ScreenPage>
  );
}

function addressWords(address: Address | null): string {
  return address === null
    ? ''
    : ADDRESS_PARTS.map((part) => address[part])
        .filter(Boolean)
        .join(', ');
}

function Orders({ id }: { id: string }) {
  const company = useCompany();
  const [, go] = useLocation();
  const list = useList<OrderHead>({
    key: ['orders'],
    api: company.api,
    path: `customers/${id}/orders?limit=10`,
    everyMs: ORDERS_EVERY_MS,
  });
  const columns: Column<OrderHead>[] = [
    {
      head: 'Order',
      cell: (order) => (
        <Anchor component={Link} href={`/orders/${order.id_str}`} fw={600} size="sm" c="inherit">
          {order.saleid}
        </Anchor>
      ),
    },
    { head: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
    { head: 'Placed', cell: (order) => company.when(order.placed_at, order.site_id), wide: true },
    ...(company.sites.length > 1
      ? [{ head: 'Site', cell: (order: OrderHead) => company.siteName(order.site_id), wide: true }]
      : []),
    { head: 'Total', cell: (order) => company.money(order.total, order.site_id), figure: true },
  ];
  return (
    <Section
      flush
      title="Orders"
      actions={
        <Anchor component={Link} href={`/orders?customer=${id}`} size="sm">
          Show in orders
        </Anchor>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        idOf={(order) => order.id_str}
        label="Orders of this customer"
        open={(order) => go(`/orders/${order.id_str}`)}
        empty={<Empty title="No orders yet" icon={ReceiptText} />}
      />
    </Section>
  );
}

/** The sites where the customer is now. */
function Places({ id, name }: { id: string; name: string }) {
  const { siteName } = useCompany();
  const checkins = useAllCheckins();
  const now = useNow();
  if (checkins === undefined) return <Loading rows={1} />;
  const here = checkins.filter((each) => each.customer_id === id && Date.parse(each.expires_at) > now);
  if (here.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Not checked in anywhere.
      </Text>
    );
  }
  return here.map((checkin) => (
    <Group key={checkin.site_id} justify="space-between" gap="sm">
      <div>
        <Text size="sm">{siteName(checkin.site_id)}</Text>
        <Text size="xs" c="dimmed">
          {timeLeft(checkin.expires_at, now)}
        </Text>
      </div>
      <CheckOut checkin={checkin} name={name} />
    </Group>
  ));
}
