// What the kitchen was told of an order, and what of it was printed.

import { Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Order, PrintJob, TicketLine, TicketOption } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatQuantity, inLine } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling, whileUnderWay } from '../../shared/ui/live.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { type CompanyView, useCompany } from '../company.tsx';
import { isBeingPrinted } from '../printing.ts';
import { useAll, useRead } from '../read.ts';
import { modifierName } from './names.ts';
import { instructionWords } from './words.ts';

const ACTIONS: Readonly<Record<TicketLine['action'], Message>> = {
  new: message('{quantity} × {name}'),
  more: message('Add: {quantity} × {name}'),
  less: message('Remove: {quantity} × {name}'),
  void: message('Void: {quantity} × {name}'),
  recall: message('Called: {quantity} × {name}'),
};

export function Kitchen({ order }: { order: Order }) {
  const company = useCompany();
  const tickets = useRead(
    'tickets',
    'listOrderTickets',
    { order_id: order.id_str },
    { everyMs: usePolling() },
  );
  if (tickets.data === undefined) {
    return tickets.isError ? <Trouble error={tickets.error} /> : <Loading rows={3} />;
  }
  return (
    <Stack gap="lg">
      <section aria-label={t('Kitchen tickets')}>
        <Title order={3} size="h6" mb="xs">
          {t('Kitchen tickets')}
        </Title>
        {tickets.data.length === 0 ? (
          <Hint>
            {t('No tickets. Orders go to the kitchen at sites where kitchen tickets are switched on.')}
          </Hint>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
            {tickets.data.map(({ id_str, state, due_at, bumped_at, document }) => (
              <Box key={id_str} className="card" p="sm">
                <Group justify="space-between" wrap="nowrap" mb={4}>
                  <Text size="sm" fw={600}>
                    {t('Ticket {number}', { number: document.number })}
                  </Text>
                  <Tag color={state === 'open' ? 'brass' : 'gray'}>
                    {state === 'open' ? t('Open') : t('Done')}
                  </Tag>
                </Group>
                <Hint size="xs" mb={6}>
                  {bumped_at === null
                    ? t('Begins {time}', { time: company.when(due_at, order.site_id) })
                    : t('Done {time}', { time: company.when(bumped_at, order.site_id) })}
                </Hint>
                {document.lines.map((line) => (
                  <TicketEntry key={`${line.line_id} ${line.action}`} line={line} />
                ))}
              </Box>
            ))}
          </SimpleGrid>
        )}
      </section>
      <Jobs order={order} />
    </Stack>
  );
}

function TicketEntry({ line }: { line: TicketLine }) {
  const details = [
    ...line.options.map(optionWords),
    ...line.modifiers.map(({ name, count, without }) => modifierName(name, count, without)),
    ...(line.notes === null ? [] : [line.notes]),
  ];
  return (
    <Box style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" td={line.action === 'void' ? 'line-through' : undefined}>
        {translated(ACTIONS[line.action], {
          quantity: formatQuantity(line.quantity.replace('-', '')),
          name: isolated(line.name),
        })}
      </Text>
      {details.length > 0 && (
        <Text size="xs" c="dimmed" ps="sm">
          {inLine(details)}
        </Text>
      )}
    </Box>
  );
}

function optionWords({ name, instructions, options }: TicketOption): string {
  const inner = options.length === 0 ? '' : ` (${options.map(optionWords).join(', ')})`;
  return `${instructions === null ? '' : `${instructionWords(instructions)} `}${isolated(name)}${inner}`;
}

const TICKET_STATES: Readonly<Record<PrintJob['state'], Message>> = {
  queued: message('Ticket at {register}: waiting for the printer'),
  sent: message('Ticket at {register}: at the printer'),
  printed: message('Ticket at {register}: printed'),
  failed: message('Ticket at {register}: failed'),
  reprinted: message('Ticket at {register}: reprinted'),
};
const RECEIPT_STATES: Readonly<Record<PrintJob['state'], Message>> = {
  queued: message('Receipt at {register}: waiting for the printer'),
  sent: message('Receipt at {register}: at the printer'),
  printed: message('Receipt at {register}: printed'),
  failed: message('Receipt at {register}: failed'),
  reprinted: message('Receipt at {register}: reprinted'),
};

/** The state of a print job, in words. */
function jobWords({ kind, state, register_id, copy }: PrintJob, { registerName }: CompanyView): string {
  const words = kind === 'ticket' ? TICKET_STATES : RECEIPT_STATES;
  const said = translated(words[state], { register: isolated(registerName(register_id)) });
  return copy ? t('{job} (copy)', { job: said }) : said;
}

function Jobs({ order }: { order: Order }) {
  const company = useCompany();
  const { passbell } = company;
  const client = useQueryClient();
  const jobs = useAll(
    'print_jobs',
    'listOrderPrintJobs',
    { order_id: order.id_str },
    { everyMs: (last) => whileUnderWay(last?.some(isBeingPrinted) === true) },
  );
  const again = useMutation({
    mutationFn: ({ register_id, id_str }: PrintJob) =>
      passbell.call('reprintJob', { register_id, job_id: id_str }),
    onSuccess: () => {
      toast(t('Reprinting, marked as a copy.'));
      void client.invalidateQueries({ queryKey: ['print_jobs'] });
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <section aria-label={t('Print jobs')}>
      <Title order={3} size="h6" mb="xs">
        {t('Print jobs')}
      </Title>
      {jobs.data === undefined ? (
        jobs.isError ? (
          <Trouble error={jobs.error} />
        ) : (
          <Loading rows={2} />
        )
      ) : jobs.data.length === 0 ? (
        <Hint>{t('Nothing of this order has been sent to a printer.')}</Hint>
      ) : (
        <Stack gap="xs">
          {jobs.data.map((job) => (
            <Group key={job.id_str} justify="space-between" gap="sm">
              <Box style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm">{jobWords(job, company)}</Text>
                <Hint size="xs">
                  {inLine([
                    job.printed_at === null
                      ? t('To be printed {time}', { time: company.when(job.due_at, order.site_id) })
                      : company.when(job.printed_at, order.site_id),
                    job.failure,
                  ])}
                </Hint>
              </Box>
              {(job.state === 'printed' || job.state === 'failed') && (
                <Button
                  size="xs"
                  variant="default"
                  loading={again.isPending && again.variables.id_str === job.id_str}
                  onClick={() => again.mutate(job)}
                >
                  {t('Reprint')}
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </section>
  );
}
