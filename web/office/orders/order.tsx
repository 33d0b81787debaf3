// One order: its lines with their options, payments, history, and how its figures came about.

import { Alert, Grid, Stack, Tabs } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useParams, useSearchParams } from 'wouter';
import type { Order } from '#clients/typescript/index.ts';
import { usePolling } from '../../shared/ui/live.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useRead } from '../read.ts';
import { Payments, Summary } from './about.tsx';
import { OrderActions } from './actions.tsx';
import { Explained, History } from './history.tsx';
import { Kitchen } from './kitchen.tsx';
import { Lines } from './lines.tsx';
import { PaymentRequests } from './requests.tsx';
import { lockNames } from './words.ts';

const TABS = ['explain', 'history', 'kitchen'] as const;

export default function OrderPage() {
  const { id = '' } = useParams();
  const order = useRead('orders', 'getOrder', { order_id: id }, { everyMs: usePolling() });
  const back = { to: '/orders', label: t('Orders') };
  return (
    <RecordPage query={order} title={t('Order')} back={back}>
      {(data) => (
        <ScreenPage
          title={
            data.is_refund
              ? t('Refund {saleid}', { saleid: data.saleid })
              : t('Order {saleid}', { saleid: data.saleid })
          }
          back={back}
          badge={
            <>
              <StatusBadge status={data.status} />
              {data.deleted && (
                <Tag color="red" fw={600}>
                  {t('Deleted')}
                </Tag>
              )}
            </>
          }
          actions={<OrderActions order={data} />}
        >
          <Notices order={data} />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Section title={t('Lines')}>
                <Lines order={data} />
              </Section>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="md">
                <Section title={t('Summary')}>
                  <Summary order={data} />
                </Section>
                <Section title={t('Payments')}>
                  <Payments order={data} />
                </Section>
                <PaymentRequests order={data} />
              </Stack>
            </Grid.Col>
          </Grid>
          <Details order={data} />
        </ScreenPage>
      )}
    </RecordPage>
  );
}

/** The marks of an unusual order. */
function Notices({ order: { lock, reject_reason: reason, status } }: { order: Order }) {
  return (
    <>
      {lock.length > 0 && (
        <Alert icon={<Lock size={18} aria-hidden />} color="brass" variant="light">
          {t('Locked by the add-on that placed the order: {parts}', { parts: lockNames(lock) })}
        </Alert>
      )}
      {reason !== null && (
        <Alert
          color="red"
          variant="light"
          title={status === 'REJECTED' ? t('Rejected') : t('Reject reason')}
          style={{ overflowWrap: 'anywhere' }}
        >
          {[reason.name, reason.notes].filter(Boolean).join(': ')}
        </Alert>
      )}
    </>
  );
}

function Details({ order }: { order: Order }) {
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'explain';
  return (
    <div className="card">
      <Tabs
        value={tab}
        onChange={(value) => setQuery(value === 'explain' ? '' : { tab: value ?? '' }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="explain">{t('Money explained')}</Tabs.Tab>
          <Tabs.Tab value="history">{t('History')}</Tabs.Tab>
          <Tabs.Tab value="kitchen">{t('Kitchen and printing')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="explain" p="md">
          <Explained order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="history" p="md">
          <History order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="kitchen" p="md">
          <Kitchen order={order} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
