// One order: its lines with what was chosen, payments, history, and how its figures came about.

import { Alert, Badge, Button, Grid, Group, Stack, Table, Tabs, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText, Lock } from 'lucide-react';
import { useParams } from 'wouter';
import type { Explanation } from '#src/orders/rules/explain.ts';
import type { Api } from '../../shared/api.ts';
import { inWords } from '../../shared/format.ts';
import type { HistoryEntry, Order } from '../../shared/records.ts';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { type CompanyView, useCompany } from '../company.tsx';
import { Lines } from './lines.tsx';
import { customerName, ORDERS_EVERY_MS } from './words.ts';

/** How long the bytes of a PDF are kept for the tab that shows them, in ms. */
const KEEP_PDF_MS = 60_000;

/** One of the order's own lists, read again whenever the order is another one. */
function useOrderPart<T>(api: Api, id: string, part: string) {
  return useQuery({
    queryKey: ['orders', api.company, id, part],
    queryFn: ({ signal }) => api.get<T>(`orders/${id}/${part}`, { signal }),
    refetchInterval: ORDERS_EVERY_MS,
  });
}

export default function OrderPage() {
  const { id = '' } = useParams();
  const company = useCompany();
  const { api } = company;
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
      title={`Order ${data.saleid}`}
      back={back}
      badge={
        <>
          <StatusBadge status={data.status} />
          {data.deleted && <Badge color="red">Deleted</Badge>}
        </>
      }
      actions={data.status === 'COMPLETE' && <Pdf api={api} order={data} />}
    >
      {data.lock.length > 0 && (
        <Alert icon={<Lock size={18} aria-hidden />} color="brass" variant="light">
          The add-on that made this order has locked: {data.lock.map(inWords).join(', ')}.
        </Alert>
      )}
      {data.reject_reason !== null && (
        <Alert color="red" variant="light" title="Rejected">
          {data.reject_reason}
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
              <Summary order={data} company={company} />
            </Section>
            <Section title="Payments">
              <Payments order={data} company={company} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      <div className="card">
        <Tabs defaultValue="explain" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="explain">Money explained</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="explain" p="md">
            <Explained api={api} id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="history" p="md">
            <History api={api} id={id} order={data} company={company} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </ScreenPage>
  );
}

function Summary({ order, company }: { order: Order; company: CompanyView }) {
  const site = order.site_id;
  const facts: readonly (readonly [string, string])[] = [
    ['Site', company.siteName(site)],
    ['Register', company.registerName(order.register_id)],
    ['Placed', company.when(order.placed_at, site)],
    ['Wanted', company.when(order.fulfil_at, site)],
    ['Type', inWords(order.order_type ?? '')],
    ['Customer', customerName(order.customer)],
    ['Guests', order.guests === null ? '' : String(order.guests)],
    ['Table', order.group_id ?? ''],
    ['Notes', order.notes ?? ''],
  ];
  return (
    <Table
      withRowBorders={false}
      verticalSpacing={4}
      horizontalSpacing={0}
      variant="vertical"
      className="facts"
    >
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={90} fw={400} c="dimmed" bg="transparent">
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

function Payments({ order, company }: { order: Order; company: CompanyView }) {
  const money = (amount: Order['total']) => company.money(amount, order.site_id);
  return (
    <Stack gap="xs" className="figures">
      {order.payments.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been paid.
        </Text>
      )}
      {order.payments.map((payment) => (
        <Group key={payment.number} justify="space-between" wrap="nowrap">
          <Text size="sm">
            {payment.method.name}
            {payment.ref !== null && ` (${payment.ref})`}
          </Text>
          <Text size="sm">{money(payment.amount)}</Text>
        </Group>
      ))}
      <Group justify="space-between" pt="xs" style={{ borderTop: '1px solid var(--screen-line)' }}>
        <Text size="sm">Paid</Text>
        <Text size="sm">{money(order.paid)}</Text>
      </Group>
      <Group justify="space-between">
        <Text fw={650}>Due</Text>
        <Text fw={650}>{money(order.due)}</Text>
      </Group>
    </Stack>
  );
}

function Explained({ api, id }: { api: Api; id: string }) {
  const explain = useOrderPart<Explanation>(api, id, 'explain');
  if (explain.data === undefined) {
    return explain.isError ? <Trouble error={explain.error} /> : <Loading rows={4} />;
  }
  const { lines, order } = explain.data;
  const blocks = [
    ...lines.map(({ number, name, steps }) => ({
      key: `line ${number}`,
      title: `${number}. ${name}`,
      steps,
    })),
    { key: 'order', title: 'The whole order', steps: order },
  ];
  return (
    <Stack gap="md">
      {blocks.map(({ key, title, steps }) => (
        <section key={key} aria-label={title}>
          <Text fw={600} size="sm" mb={4}>
            {title}
          </Text>
          <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0} className="figures">
            <Table.Tbody>
              {steps.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
                <Table.Tr key={at}>
                  <Table.Td c="dimmed">{step.text}</Table.Td>
                  <Table.Td ta="right" style={{ overflowWrap: 'anywhere' }}>
                    {step.amount}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Stack>
  );
}

function History({ api, id, order, company }: { api: Api; id: string; order: Order; company: CompanyView }) {
  const history = useOrderPart<readonly HistoryEntry[]>(api, id, 'history');
  if (history.data === undefined) {
    return history.isError ? <Trouble error={history.error} /> : <Loading rows={4} />;
  }
  return (
    <Table className="figures" horizontalSpacing={0} aria-label="History">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>What changed</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th ta="right">Total</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {history.data.toReversed().map((entry) => (
          <Table.Tr key={entry.number}>
            <Table.Td>{company.when(entry.at, order.site_id)}</Table.Td>
            <Table.Td>{entry.changed.map(inWords).join(', ')}</Table.Td>
            <Table.Td visibleFrom="sm">{inWords(entry.status)}</Table.Td>
            <Table.Td ta="right">{company.money(entry.total, order.site_id)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Opens the tax invoice. It needs the token, so it is fetched, and shown from memory. */
function Pdf({ api, order }: { api: Api; order: Order }) {
  const open = useMutation({
    mutationFn: () => api.blob(`orders/${order.id_str}/pdf`, 'application/pdf'),
    onSuccess: (blob) => {
      const address = URL.createObjectURL(blob);
      const link = document.createElement('a');
      link.href = address;
      link.download = `${order.saleid}.pdf`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), KEEP_PDF_MS);
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <Button
      variant="default"
      leftSection={<FileText size={16} aria-hidden />}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      {order.is_refund ? 'Refund as PDF' : 'Invoice as PDF'}
    </Button>
  );
}
