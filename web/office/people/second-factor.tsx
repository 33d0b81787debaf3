// Whether everybody who works in the company needs a second factor: owners decide.

import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';

export function SecondFactor() {
  const { passbell, role } = useCompany();
  const stale = useStale();
  const company = useRead('company', 'getCompany', {});
  const isOn = company.data?.require_second_factor === true;
  const change = useMutation({
    mutationFn: (on: boolean) => passbell.call('updateCompany', { body: { require_second_factor: on } }),
    onSuccess: () => {
      toast(t('Saved.'));
      stale('company');
    },
  });
  return (
    <Section title={t('Two-step sign-in')}>
      <Switch
        label={t('Everybody needs a second factor')}
        description={t(
          'Without an authenticator app or a passkey people reach nothing but their own account, where they set one up. Registers and their PINs are not part of it.',
        )}
        checked={isOn}
        disabled={role !== 'owner' || company.data === undefined || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {role !== 'owner' && <Hint>{t('Only an owner changes it.')}</Hint>}
      {change.isError && <RefusalAlert mt="sm">{sentenceOf(change.error)}</RefusalAlert>}
    </Section>
  );
}
