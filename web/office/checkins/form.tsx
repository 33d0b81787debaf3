// Checks a customer in: who, where, for how long.

import { NumberInput, Select, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Customer, Id } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatNumber, inLine } from '../../shared/format.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, type RecordForm, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { customerName } from '../orders/words.ts';
import { useAll } from '../read.ts';
import { SiteSelect } from '../site-select.tsx';

/** Customers that can be chosen from; others are checked in from their own page. */
const MAX_CUSTOMERS = 2_000;
/** Most customers that are shown for a search text. */
const MAX_SHOWN = 50;
/** In minutes, as the API has it when nothing is said. */
const USUAL_DURATION = 120;

interface Props {
  /** The customer, when known already. */
  readonly customer?: Customer;
  readonly site?: Id | null;
  readonly close: () => void;
}

export function CheckinSheet({ customer, site, close }: Props) {
  const { passbell, sites } = useCompany();
  const client = useQueryClient();
  const form = useRecordForm({
    initial: {
      customer_id: customer?.id_str ?? null,
      site_id: site ?? sites[0]?.id_str ?? null,
      duration: String(USUAL_DURATION),
    },
    send: ({ customer_id, site_id, duration }) =>
      passbell.call('createCheckin', {
        site_id: site_id ?? '',
        body: {
          customer_id: customer_id ?? '',
          ...(duration === '' ? {} : { duration: Number(duration) }),
        },
      }),
    done: () => {
      void client.invalidateQueries({ queryKey: ['checkins'] });
      close();
    },
    said: t('Checked in.'),
  });
  const { values, set } = form;
  return (
    <Dialog
      title={
        customer === undefined
          ? t('Check in')
          : t('Check in {name}', { name: isolated(customerName(customer)) })
      }
      opened
      close={close}
    >
      <Form form={form} submit={t('Check in')} cancel={close}>
        {customer === undefined && <CustomerSelect {...form.choice('customer_id')} />}
        {sites.length > 1 && (
          <SiteSelect site={values.site_id} choose={(site_id) => set({ site_id })} all={false} />
        )}
        <NumberInput
          label={t('Minutes')}
          description={t('5 to 600')}
          value={values.duration}
          onChange={(duration) => set({ duration: String(duration) })}
          allowDecimal={false}
          step={15}
          error={form.errorOf('duration')}
        />
      </Form>
    </Dialog>
  );
}

function CustomerSelect(choice: ReturnType<RecordForm<{ customer_id: Id | null }>['choice']>) {
  const most = MAX_CUSTOMERS;
  const customers = useAll('customers', 'listCustomers', { limit: most }, { most });
  const found = customers.data ?? [];
  return (
    <Stack gap={4}>
      <Select
        label={t('Customer')}
        placeholder={t('Name, e-mail or phone')}
        data={found.map((each) => ({
          value: each.id_str,
          label: inLine([customerName(each), each.email, each.phone]),
        }))}
        {...choice}
        searchable
        limit={MAX_SHOWN}
        nothingFoundMessage={customers.isPending ? t('Loading…') : t('No customers found')}
        data-autofocus
      />
      {found.length >= MAX_CUSTOMERS && (
        <Hint size="xs">
          {t('Only the first {count} customers are listed. Check others in on their own page.', {
            count: formatNumber(MAX_CUSTOMERS),
          })}
        </Hint>
      )}
    </Stack>
  );
}
