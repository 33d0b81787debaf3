// What a register had to print, the newest first.

import { Anchor, Badge, Button, Group, type MantineColor, Select, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { JobState } from '#src/printing/shape.ts';
import { newKey } from '../../shared/api.ts';
import { inWords } from '../../shared/format.ts';
import { Section } from '../../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import type { PrintJob } from '../records.ts';

/** How often the jobs are looked at while they are seen, in ms. */
const JOBS_EVERY_MS = 3_000;

const COLOURS: Readonly<Record<JobState, MantineColor>> = {
  queued: 'brass',
  sent: 'blue',
  printed: 'tide',
  failed: 'red',
  reprinted: 'gray',
};
const STATES = Object.keys(COLOURS).map((state) => ({ value: state, label: inWords(state) }));

export function PrintJobs({ register, site }: { register: string; site: string }) {
  const { api, when } = useCompany();
  const [state, setState] = useState<string | null>(null);
  const path = `registers/${register}/print_jobs?newest=true&limit=25${state === null ? '' : `&state=${state}`}`;
  const list = useList<PrintJob>({ key: ['print_jobs'], api, path, everyMs: JOBS_EVERY_MS });
  const columns: Column<PrintJob>[] = [
    { head: 'What', cell: (job) => <JobSubject job={job} /> },
    {
      head: 'State',
      cell: (job) => (
        <Badge color={COLOURS[job.state]} variant="light" tt="none" fw={600}>
          {inWords(job.state)}
        </Badge>
      ),
    },
    { head: 'Asked for', cell: (job) => when(job.created_at, site), wide: true },
    { head: 'Tries', cell: (job) => job.attempt, figure: true, wide: true },
    {
      head: 'Agent',
      cell: (job) => (
        <>
          {job.agent ?? '–'}
          {job.failure !== null && (
            <Text size="xs" c="var(--mantine-color-error)">
              {job.failure}
            </Text>
          )}
        </>
      ),
      wide: true,
    },
    { head: 'Again', cell: (job) => <Reprint register={register} job={job} />, figure: true },
  ];
  return (
    <Section
      title="Print jobs"
      flush
      actions={
        <Select
          aria-label="State of the jobs"
          placeholder="Every state"
          size="xs"
          data={STATES}
          value={state}
          onChange={setState}
          clearable
        />
      }
    >
      <ListTable
        list={list}
        columns={columns}
        idOf={(job) => job.id_str}
        label="Print jobs"
        empty={
          <Empty
            title={state === null ? 'Nothing was printed yet' : 'No job is in this state'}
            icon={Printer}
          >
            Tickets and receipts of this register appear here.
          </Empty>
        }
      />
    </Section>
  );
}

function JobSubject({ job }: { job: PrintJob }) {
  return (
    <Group gap={6}>
      <Anchor component={Link} href={`/orders/${job.order_id_str}`} size="sm">
        {job.kind === 'ticket' ? 'Ticket' : 'Receipt'}
      </Anchor>
      {job.copy && (
        <Badge color="gray" variant="outline" tt="none">
          Copy
        </Badge>
      )}
    </Group>
  );
}

function Reprint({ register, job }: { register: string; job: PrintJob }) {
  const { api } = useCompany();
  const stale = useStale();
  // One key for one press: pressed again it is another copy.
  const [key, setKey] = useState(newKey);
  const again = useMutation({
    mutationFn: () =>
      api.post(`registers/${register}/print_jobs/${job.id_str}/reprint`, {}, { idempotencyKey: key }),
    onSuccess: () => {
      setKey(newKey());
      toast('It has been queued again.');
      stale('print_jobs');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  if (job.state === 'queued' || job.state === 'sent') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={again.isPending}
      onClick={() => again.mutate()}
      aria-label={`Print again: ${job.kind} ${job.id_str}`}
    >
      Print again
    </Button>
  );
}
