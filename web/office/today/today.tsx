// What goes on today.

import { Anchor, Box, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ORDER_STATUSES, type OrderStatus } from '#src/orders/rules/status.ts';
import { inWords } from '../../shared/format.ts';
import type { OrderHead } from '../../shared/records.ts';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { ORDERS_EVERY_MS } from '../orders/words.ts';

const FINAL: readonly OrderStatus[] = ['COMPLETE', 'REJECTED'];
const OPEN = ORDER_STATUSES.filter((status) => !FINAL.includes(status));
/** Open orders that are counted; there are never so many in a shop. */
const MAX_OPEN = 1_000;

export default function Today() {
  const { api } = useCompany();
  const words = OPEN.map((status) => status.toLowerCase()).join('/');
  const path = `orders/${words}?limit=${MAX_OPEN}`;
  const open = useQuery({
    queryKey: ['orders', api.company, path],
    queryFn: ({ signal }) => api.page<OrderHead>(path, { signal }),
    refetchInterval: ORDERS_EVERY_MS,
  });
  const orders = open.data?.items;
  return (
    <ScreenPage title="Today">
      {open.isError && orders === undefined && (
        <Trouble error={open.error} again={() => void open.refetch()} />
      )}
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        {OPEN.map((status) => (
          <Box key={status} className="card" p="md">
            <Text size="sm" c="dimmed">
              {inWords(status)}
            </Text>
            <Group align="baseline" justify="space-between" mih={44}>
              {orders === undefined ? (
                <Skeleton height={28} width={40} />
              ) : (
                <Text className="figures" fz={32} fw={650} lh={1.3} data-testid={`open-${status}`}>
                  {orders.filter((order) => order.status === status).length}
                </Text>
              )}
              <Anchor
                component={Link}
                href={`/orders?status=${status.toLowerCase()}`}
                size="sm"
                aria-label={`Show orders: ${inWords(status)}`}
              >
                Show
              </Anchor>
            </Group>
          </Box>
        ))}
      </SimpleGrid>
    </ScreenPage>
  );
}
