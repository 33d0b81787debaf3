import { Text } from '@mantine/core';
import type { Amount, Id } from '#clients/typescript/index.ts';
import { decimalOf } from '../../shared/format.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';

/** The difference of a drawer's count; it does not stand out where it is zero. */
export function Difference({ amount, site }: { amount: Amount | null; site: Id }) {
  const { money } = useCompany();
  const value = decimalOf(amount);
  if (value === 0n) return money(amount, site);
  return (
    <Text span size="sm" fw={650} {...(value < 0n ? { c: 'var(--mantine-color-error)' } : {})}>
      {value > 0n ? '+' : ''}
      {money(amount, site)}
    </Text>
  );
}

/** Whether a cash-up was taken over. */
export function ProcessedBadge({ processed }: { processed: boolean }) {
  return (
    <Tag color={processed ? 'gray' : 'tide'} fw={600}>
      {processed ? t('Processed') : t('Not processed')}
    </Tag>
  );
}
