// One order: its lines with their options, payments, history, and how its figures came about.

import { Alert, Badge, Grid, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useParams, useSearchParams } from 'wouter';
import { inWords } from '../../shared/format.ts';
import type { Order } from '../../shared/records.ts';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { useCompany } from '../company.tsx';
import { Payments, Summary } from './about.tsx';
import { OrderActions } from './actions.tsx';
import { Explained, History } from './history.tsx';
import { Kitchen } from './kitchen.tsx';
import { Lines } from './lines.tsx';
import { ORDERS_EVERY_MS } from './words.ts';

const TABS = ['explain', 'history', 'kitchen'] as const;

export default function OrderPage() {
  const { id = '' } = useParams();
  const { api } = useCompany();
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'explain';
  const order = useQuery({
    queryKey: ['orders', api.company, id],
    queryFn: ({ signal }) => api.get<Order>(`orders/${id}`, { signal }),
    refetchInterval: ORDERS_EVERY_MS,
  });
  const back = { to: '/orders', label: 'Orders' };
  if (order.data === undefined) {
    return (
      <ScreenPage title="Order" back={back}>
        {order.isError ? <Trouble error={order.error} again={() => void order.refetch()} /> : <Loading />}
      </ScreenPage>
    );
  }
  const { data } = order;
  return (
    <ScreenPage
      title={`${data.is_refund ? 'Refund' : 'Order'} ${data.saleid}`}
      back={back}
      badge={
        <>
          <StatusBadge status={data.status} />
          {data.deleted && <Badge color="red">Deleted</Badge>}
        </>
      }
      actions={<OrderActions order={data} />}
    >
      {data.lock.length > 0 && (
        <Alert icon={<Lock size={18} aria-hidden />} color="brass" variant="light">
          The add-on that made this order has locked: {data.lock.map(inWords).join(', ')}.
        </Alert>
      )}
      {data.reject_reason !== null && (
        <Alert
          color="red"
          variant="light"
          title={data.status === 'REJECTED' ? 'Rejected' : 'Reason to reject'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {[data.reject_reason.name, data.reject_reason.notes].filter(Boolean).join(': ')}
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title="Lines">
            <Lines order={data} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <Section title="Summary">
              <Summary order={data} />
            </Section>
            <Section title="Payments">
              <Payments order={data} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      <div className="card">
        <Tabs
          value={tab}
          onChange={(value) => setQuery(value === 'explain' ? '' : { tab: value ?? '' }, { replace: true })}
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab value="explain">Money explained</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
            <Tabs.Tab value="kitchen">Kitchen and printing</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="explain" p="md">
            <Explained id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="history" p="md">
            <History order={data} />
          </Tabs.Panel>
          <Tabs.Panel value="kitchen" p="md">
            <Kitchen order={data} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </ScreenPage>
  );
}
