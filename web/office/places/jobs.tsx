// What a register had to print, the newest first.

import { Anchor, Button, Group, type MantineColor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { PrintJob } from '#clients/typescript/index.ts';
import { whileUnderWay } from '../../shared/ui/live.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { StateTag, Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { FilterSelect, isOption, optionsOf } from '../parts.tsx';
import { isBeingPrinted } from '../printing.ts';
import { usePages } from '../read.ts';

const COLOURS: Readonly<Record<PrintJob['state'], MantineColor>> = {
  queued: 'brass',
  sent: 'blue',
  printed: 'tide',
  failed: 'red',
  reprinted: 'gray',
};
const STATES: Readonly<Record<PrintJob['state'], Message>> = {
  queued: message('Queued'),
  sent: message('Sent'),
  printed: message('Printed'),
  failed: message('Failed'),
  reprinted: message('Reprinted'),
};

export function PrintJobs({ register, site }: { register: string; site: string }) {
  const { when } = useCompany();
  const [state, setState] = useState<PrintJob['state'] | null>(null);
  const list = usePages(
    'print_jobs',
    'listPrintJobs',
    { register_id: register, newest: true, limit: 25, ...(state === null ? {} : { state }) },
    { everyMs: (last) => whileUnderWay(last.some(isBeingPrinted)) },
  );
  const columns: Column<PrintJob>[] = [
    { head: t('Document'), cell: (job) => <JobSubject job={job} /> },
    {
      head: t('Status'),
      cell: (job) => <StateTag color={COLOURS[job.state]}>{translated(STATES[job.state])}</StateTag>,
    },
    { head: t('Created'), cell: (job) => when(job.created_at, site), wide: true },
    { head: t('Attempts'), cell: (job) => job.attempt, figure: true, wide: true },
    {
      head: t('Agent'),
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
    { head: t('Actions'), cell: (job) => <Reprint register={register} job={job} />, figure: true },
  ];
  return (
    <Section
      title={t('Print jobs')}
      flush
      actions={
        <FilterSelect
          aria-label={t('Status of the jobs')}
          size="xs"
          data={optionsOf(STATES)}
          value={state}
          onChange={(value) => setState(isOption(STATES, value) ? value : null)}
          flex="none"
        />
      }
    >
      <ListTable
        list={list}
        columns={columns}
        label={t('Print jobs')}
        empty={{
          title: state === null ? t('No print jobs yet') : t('No print jobs found'),
          icon: Printer,
          text: t('Tickets and receipts of this register appear here.'),
        }}
      />
    </Section>
  );
}

function JobSubject({ job }: { job: PrintJob }) {
  return (
    <Group gap={6}>
      <Anchor component={Link} href={`/orders/${job.order_id}`} size="sm">
        {job.kind === 'ticket' ? t('Ticket') : t('Receipt')}
      </Anchor>
      {job.copy && (
        <Tag color="gray" variant="outline">
          {t('Copy')}
        </Tag>
      )}
    </Group>
  );
}

function Reprint({ register, job }: { register: string; job: PrintJob }) {
  const { passbell } = useCompany();
  const stale = useStale();
  // One key for one press: pressed again it is another copy.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const again = useMutation({
    mutationFn: () =>
      passbell.call('reprintJob', { register_id: register, job_id: job.id }, { idempotencyKey: key }),
    onSuccess: () => {
      setKey(crypto.randomUUID());
      toast(t('Queued again'));
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
      aria-label={t('Reprint {id}', { id: job.id_str })}
    >
      {t('Reprint')}
    </Button>
  );
}
