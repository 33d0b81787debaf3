import '../parts.css';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PrintJob } from '#clients/typescript/index.ts';
import { formatWhen } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { reasonText } from './late-jobs.ts';

/** Orders that are named. */
const MOST_NAMED = 50;

/** The print jobs that the printers of the site are behind with, and what to do. */
export function LateDialog({ jobs, close }: { jobs: readonly PrintJob[]; close: () => void }) {
  const { passbell, place } = useRegister();
  const { menu } = useRegisterState();
  const zone = menu?.site.timezone ?? 'UTC';
  const ids = [...new Set(jobs.map(({ order_id: id }) => id))].slice(0, MOST_NAMED);
  const orders = useQuery({
    queryKey: ['orders', 'named', ids],
    queryFn: () => passbell.call('listSiteOrders', { site_id: place.site, ids, limit: MOST_NAMED }),
    enabled: ids.length > 0,
  });
  const numbers = new Map(
    orders.data?.map((order) => [order.id_str, order.order_number ?? order.saleid] as const),
  );
  return (
    <Dialog title={t('Not printed')} onClose={close}>
      <Stack gap="sm">
        <Text>
          {t(
            'Tell the kitchen what is missing. Check paper, power and network of the printer, and that its print agent runs. What is printed leaves this list; after twelve hours it is given up.',
          )}
        </Text>
        {jobs.length === 0 && <Text>{t('Everything has been printed.')}</Text>}
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {jobs.map((job) => (
            <li key={job.id_str} className="card order-card">
              <Group justify="space-between">
                <Text fw={650}>
                  {job.kind === 'ticket'
                    ? t('Ticket of {order}', { order: numbers.get(job.order_id) ?? '…' })
                    : t('Receipt of {order}', { order: numbers.get(job.order_id) ?? '…' })}
                </Text>
                <Hint>{formatWhen(job.due_at, zone, new Date())}</Hint>
              </Group>
              <Hint>{reasonText(job)}</Hint>
            </li>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}
