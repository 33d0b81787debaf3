// What the kitchen was told of an order, and what of it was printed.

import { Badge, Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isolated } from '#src/kernel/text.ts';
import type {
  JobState,
  PRINT_JOB,
  TICKET,
  TicketAction,
  TicketLine,
  TicketOption,
} from '#src/printing/shape.ts';
import type { OnScreen } from '#src/shape/shape.ts';
import { formatNumber, inLine, inWords } from '../../shared/format.ts';
import type { Order } from '../../shared/records.ts';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useOrderPart } from './part.ts';

/** How often print jobs are looked at while they are seen, in ms. */
const JOBS_EVERY_MS = 4_000;
/** The latest jobs of a register among which the order's are looked for. */
const MAX_JOBS = 500;
/** Registers of the site that are looked at. */
const MAX_REGISTERS = 20;

type TicketRecord = OnScreen<typeof TICKET>;
type Job = OnScreen<typeof PRINT_JOB>;

const ACTIONS: Readonly<Record<TicketAction, string>> = {
  new: '',
  more: 'More: ',
  less: 'Fewer: ',
  void: 'Not any more: ',
};

export function Kitchen({ order }: { order: Order }) {
  const company = useCompany();
  const tickets = useOrderPart<readonly TicketRecord[]>(order.id_str, 'tickets');
  if (tickets.data === undefined) {
    return tickets.isError ? <Trouble error={tickets.error} /> : <Loading rows={3} />;
  }
  return (
    <Stack gap="lg">
      <section aria-label="Kitchen tickets">
        <Title order={3} size="h6" mb="xs">
          Kitchen tickets
        </Title>
        {tickets.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            The kitchen was told nothing of this order. Sites keep tickets when that is turned on for them.
          </Text>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
            {tickets.data.map(({ id_str, state, due_at, bumped_at, document }) => (
              <Box key={id_str} className="card" p="sm">
                <Group justify="space-between" wrap="nowrap" mb={4}>
                  <Text size="sm" fw={600}>{`Ticket ${document.number}`}</Text>
                  <Badge variant="light" color={state === 'open' ? 'brass' : 'gray'} tt="none">
                    {state === 'open' ? 'To be made' : 'Done'}
                  </Badge>
                </Group>
                <Text size="xs" c="dimmed" mb={6}>
                  {bumped_at === null
                    ? `Due ${company.when(due_at, order.site_id)}`
                    : `Done ${company.when(bumped_at, order.site_id)}`}
                </Text>
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
    ...line.modifiers.map(({ name, count, without }) =>
      without ? `without ${isolated(name)}` : count === 1 ? name : `${count} × ${isolated(name)}`,
    ),
    ...(line.notes === null ? [] : [line.notes]),
  ];
  return (
    <Box style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" td={line.action === 'void' ? 'line-through' : undefined}>
        {`${ACTIONS[line.action]}${formatNumber(line.quantity.replace('-', ''))} × ${isolated(line.name)}`}
      </Text>
      {details.length > 0 && (
        <Text size="xs" c="dimmed" pl="sm">
          {inLine(details)}
        </Text>
      )}
    </Box>
  );
}

function optionWords({ name, instructions, options }: TicketOption): string {
  const inner = options.length === 0 ? '' : ` (${options.map(optionWords).join(', ')})`;
  return `${instructions === null ? '' : `${instructions} `}${isolated(name)}${inner}`;
}

const JOB_WORDS: Readonly<Record<JobState, string>> = {
  queued: 'Waiting for the printer',
  sent: 'At the printer',
  printed: 'Printed',
  failed: 'Failed',
  reprinted: 'Printed again',
};

function Jobs({ order }: { order: Order }) {
  const company = useCompany();
  const { api } = company;
  const client = useQueryClient();
  const registers = company.registers.filter((each) => each.site_id === order.site_id);
  const jobs = useQuery({
    queryKey: ['print_jobs', api.company, order.id_str],
    queryFn: async ({ signal }) => {
      const of = registers.slice(0, MAX_REGISTERS).map(async ({ id_str }) => {
        const path = `registers/${id_str}/print_jobs?newest=true&limit=${MAX_JOBS}`;
        const { items } = await api.page<Job>(path, { signal });
        return items.filter((job) => job.order_id_str === order.id_str);
      });
      const found = (await Promise.all(of)).flat();
      return found.sort((a, b) => a.created_at.localeCompare(b.created_at));
    },
    refetchInterval: JOBS_EVERY_MS,
  });
  const again = useMutation({
    mutationFn: (job: Job) => api.post(`registers/${job.register_id}/print_jobs/${job.id_str}/reprint`, {}),
    onSuccess: () => {
      toast('It is printed again, marked as a copy.');
      void client.invalidateQueries({ queryKey: ['print_jobs'] });
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <section aria-label="Print jobs">
      <Title order={3} size="h6" mb="xs">
        Print jobs
      </Title>
      {jobs.data === undefined ? (
        jobs.isError ? (
          <Trouble error={jobs.error} />
        ) : (
          <Loading rows={2} />
        )
      ) : jobs.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing of this order was sent to a printer.
        </Text>
      ) : (
        <Stack gap="xs">
          {jobs.data.map((job) => (
            <Group key={job.id_str} justify="space-between" gap="sm">
              <Box style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm">
                  {`${inWords(job.kind)} at ${isolated(company.registerName(job.register_id))}: ${JOB_WORDS[job.state]}`}
                  {job.copy && ' (copy)'}
                </Text>
                <Text size="xs" c="dimmed">
                  {job.printed_at === null
                    ? `Due ${company.when(job.due_at, order.site_id)}`
                    : company.when(job.printed_at, order.site_id)}
                  {job.failure !== null && ` · ${job.failure}`}
                </Text>
              </Box>
              {(job.state === 'printed' || job.state === 'failed') && (
                <Button
                  size="xs"
                  variant="default"
                  loading={again.isPending && again.variables.id_str === job.id_str}
                  onClick={() => again.mutate(job)}
                >
                  Print again
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </section>
  );
}
