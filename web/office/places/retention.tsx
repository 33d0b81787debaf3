// How long the company keeps what it does not need for ever: owners decide.

import { Stack, TextInput } from '@mantine/core';
import type { Company } from '#clients/typescript/index.ts';
import type { Inputs } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { wholeBody } from '../catalogue/amounts.ts';
import { useCompany } from '../company.tsx';

const typed = (value: number | null) => (value === null ? '' : String(value));

/** The settings as the form holds them; empty is for ever, or the default where there is an end. */
export function retentionValues(company: Company) {
  return {
    keep_events_days: typed(company.keep_events_days),
    keep_deliveries_days: typed(company.keep_deliveries_days),
    keep_requests_days: typed(company.keep_requests_days),
    keep_idempotency_keys_hours: typed(company.keep_idempotency_keys_hours),
    keep_order_history_days: typed(company.keep_order_history_days),
  };
}
export type RetentionValues = ReturnType<typeof retentionValues>;

/** The settings as the API takes them. */
export function retentionBody(values: RetentionValues) {
  const whole = (field: keyof RetentionValues) => wholeBody(values[field], field);
  return {
    keep_events_days: whole('keep_events_days'),
    keep_deliveries_days: whole('keep_deliveries_days'),
    keep_requests_days: whole('keep_requests_days'),
    keep_idempotency_keys_hours: whole('keep_idempotency_keys_hours'),
    keep_order_history_days: whole('keep_order_history_days'),
  };
}

export function RetentionFields({ form }: { form: Inputs<RetentionValues> }) {
  const { role } = useCompany();
  const look = { inputMode: 'numeric', autoComplete: 'off', disabled: role !== 'owner' } as const;
  return (
    <Stack gap="sm">
      <Hint>
        {role === 'owner'
          ? t('What is older is deleted for good. Orders and their figures stay in any case.')
          : t('Only an owner changes it.')}
      </Hint>
      <TextInput
        label={t('Days in the event log')}
        description={t('31 to 3,650, and more than for deliveries. Empty: for ever.')}
        {...look}
        {...form.text('keep_events_days')}
      />
      <TextInput
        label={t('Days of deliveries to webhooks')}
        description={t('1 to 90. Empty: 30.')}
        {...look}
        {...form.text('keep_deliveries_days')}
      />
      <TextInput
        label={t('Days of requests by add-ons')}
        description={t('1 to 30. Empty: 7.')}
        {...look}
        {...form.text('keep_requests_days')}
      />
      <TextInput
        label={t('Hours of idempotency keys')}
        description={t('24 to 168. Empty: 24.')}
        {...look}
        {...form.text('keep_idempotency_keys_hours')}
      />
      <TextInput
        label={t('Days of the history of closed orders')}
        description={t('90 to 3,650; the first and the last entry stay. Empty: for ever.')}
        {...look}
        {...form.text('keep_order_history_days')}
      />
    </Stack>
  );
}
