// Checks a customer in: who, where, for how long.

import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { inLine } from '../../shared/format.ts';
import type { Id } from '../../shared/json.ts';
import { Refused } from '../../shared/ui/ask.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useApiForm } from '../../shared/ui/form.tsx';
import { useCompany } from '../company.tsx';
import type { Checkin, CustomerRecord } from '../customers/records.ts';
import { customerName } from '../orders/words.ts';
import { SiteSelect } from '../site-select.tsx';

/** Customers that can be chosen from; others are checked in from their own page. */
const MAX_CUSTOMERS = 2_000;
/** Most customers that are shown for a search text. */
const MAX_SHOWN = 50;
/** In minutes, as the API has it when nothing is said. */
const USUAL_DURATION = 120;

interface Props {
  /** Who it is, when that is known already. */
  readonly customer?: CustomerRecord;
  readonly site?: Id | null;
  readonly close: () => void;
}

export function CheckinSheet({ customer, site: first, close }: Props) {
  const { api, sites } = useCompany();
  const client = useQueryClient();
  const [who, setWho] = useState(customer?.id_str ?? null);
  const [chosen, setSite] = useState<Id | null>(null);
  const site = chosen ?? first ?? sites[0]?.id_str ?? null;
  const [duration, setDuration] = useState<string | number>(USUAL_DURATION);
  const form = useApiForm({
    fields: ['customer_id', 'duration'],
    send: () =>
      api.post<Checkin>(`sites/${site}/checkins`, {
        customer_id: who,
        ...(duration === '' ? {} : { duration: Number(duration) }),
      }),
    done: () => {
      void client.invalidateQueries({ queryKey: ['checkins'] });
      close();
    },
    said: 'Checked in.',
  });
  return (
    <Dialog
      title={customer === undefined ? 'Check in' : `Check in ${isolated(customerName(customer))}`}
      opened
      close={close}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (site !== null && !form.busy) form.send(undefined);
        }}
      >
        <Stack gap="md">
          {customer === undefined && (
            <CustomerSelect who={who} choose={setWho} error={form.errorOf('customer_id')} />
          )}
          {sites.length > 1 && <SiteSelect site={site} choose={setSite} all={false} />}
          <NumberInput
            label="Minutes"
            description="5 to 600"
            value={duration}
            onChange={setDuration}
            allowDecimal={false}
            step={15}
            error={form.errorOf('duration')}
          />
          {form.otherError !== undefined && <Refused>{form.otherError}</Refused>}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy} disabled={who === null || site === null}>
              Check in
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface SelectProps {
  readonly who: Id | null;
  readonly choose: (who: Id | null) => void;
  readonly error: string | undefined;
}

function CustomerSelect({ who, choose, error }: SelectProps) {
  const { api } = useCompany();
  const customers = useQuery({
    queryKey: ['customers', api.company, 'choices'],
    queryFn: ({ signal }) =>
      api.all<CustomerRecord>(`customers?limit=${MAX_CUSTOMERS}`, MAX_CUSTOMERS, { signal }),
  });
  const found = customers.data ?? [];
  return (
    <Stack gap={4}>
      <Select
        label="Customer"
        placeholder="Name, e-mail or phone"
        data={found.map((each) => ({
          value: each.id_str,
          label: inLine([customerName(each), each.email, each.phone]),
        }))}
        value={who}
        onChange={choose}
        searchable
        limit={MAX_SHOWN}
        nothingFoundMessage={customers.isPending ? 'Looking…' : 'Nobody fits'}
        error={error}
        data-autofocus
      />
      {found.length >= MAX_CUSTOMERS && (
        <Text size="xs" c="dimmed">
          Only the first {MAX_CUSTOMERS} customers are offered here. Others can be checked in on their own
          page.
        </Text>
      )}
    </Stack>
  );
}
