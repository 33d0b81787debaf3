import '../parts.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PrintJob } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatWhen } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Loading, Trouble, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import { useDirectRequest } from '../direct-request.tsx';

/** How often the jobs are looked at, in ms: no event tells them. */
const EVERY_MS = 2_000;
/** Jobs that are shown. */
const MOST = 200;

interface Props {
  readonly order: string;
  readonly close: () => void;
}

/** The kitchen tickets of an order on paper: when each was printed, and printing one again. */
export function KitchenTicketsDialog({ order, close }: Props) {
  const { passbell } = useRegister();
  const jobs = useQuery({
    queryKey: ['print_jobs', 'order', order],
    queryFn: () =>
      passbell.call('listOrderPrintJobs', { order_id: order, limit: MOST, expand: ['register'] }),
    refetchInterval: EVERY_MS,
  });
  // One that was printed again stands as its copy.
  const shown = jobs.data?.filter(({ kind, state }) => kind === 'ticket' && state !== 'reprinted');
  return (
    <Dialog title={t('Kitchen tickets')} onClose={close}>
      <Stack gap="sm">
        {shown === undefined &&
          (jobs.isError ? <Trouble error={jobs.error} again={() => void jobs.refetch()} /> : <Loading />)}
        {shown?.length === 0 && <Text>{t('No printer of a kitchen has a ticket of this order.')}</Text>}
        {shown !== undefined && shown.length > 0 && (
          <Text>
            {t('A ticket that is printed again is marked as a copy, so that nothing is made twice.')}
          </Text>
        )}
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {shown?.map((job, at) => (
            <li key={job.id_str} className="card order-card">
              <Ticket job={job} number={at + 1} again={() => void jobs.refetch()} />
            </li>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function Ticket({ job, number, again }: { job: PrintJob; number: number; again: () => void }) {
  const { core } = useRegister();
  const title = t('Ticket {number}', { number });
  const reprint = useDirectRequest({
    label: t('Print again: {ticket}', { ticket: title }),
    request: () => ['reprintJob', job.id_str],
    work: (idempotencyKey) =>
      core.acting.call(
        'reprintJob',
        { register_id: job.register_id, job_id: job.id_str },
        { idempotencyKey },
      ),
    done: () => {
      toast(t('Ticket sent to the printer'));
      again();
    },
  });
  const isWaiting = job.state === 'queued' || job.state === 'sent';
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={650}>{title}</Text>
          <StateHint job={job} />
        </div>
        <Button
          variant="default"
          h={44}
          disabled={isWaiting}
          loading={reprint.busy}
          aria-label={t('Print again: {ticket}', { ticket: title })}
          onClick={reprint.send}
        >
          {t('Print again')}
        </Button>
      </Group>
      {reprint.refused}
    </>
  );
}

/** Where the ticket is printed, and whether it was. */
function StateHint({ job: { state, register, printed_at: printed, failure } }: { job: PrintJob }) {
  const { menu } = useRegisterState();
  const name = isolated(register?.name ?? '');
  if (state === 'printed' && printed !== null) {
    const time = formatWhen(printed, menu?.site.timezone ?? 'UTC', new Date());
    return <Hint>{t('{register}: printed {time}', { register: name, time })}</Hint>;
  }
  if (failure !== null) return <Hint>{t('{register}: {reason}', { register: name, reason: failure })}</Hint>;
  return <Hint>{t('{register}: waits for its printer', { register: name })}</Hint>;
}
