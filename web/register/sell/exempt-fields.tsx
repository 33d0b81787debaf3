import { Group, Text, TextInput } from '@mantine/core';
import { t } from '../../shared/words.ts';
import type { Basket } from '../basket.ts';
import { useRegister } from '../context.tsx';
import { exemptText } from '../line-text.ts';
import { mayDo } from '../rights.ts';

interface Props {
  readonly details: Pick<Basket, 'customer' | 'tax_exempt'>;
  readonly change: (fields: Pick<Basket, 'tax_exempt'>) => void;
}

/** Whether no tax is charged, and why: as the customer has it, else by hand of those who may (reference: orders.70). */
export function ExemptFields({ details, change }: Props) {
  const { staffMember } = useRegister();
  const { customer, tax_exempt: own = null } = details;
  const ofCustomer = customer?.tax_exempt ?? null;
  if (ofCustomer !== null) {
    const why = exemptText(ofCustomer);
    return <Text>{why === '' ? t('Tax exempt') : t('Tax exempt: {why}', { why })}</Text>;
  }
  const mayExempt = mayDo(staffMember.rights ?? [], 'OverrideTax');
  if (!mayExempt && own === null) return null;
  const typed = (name: 'number' | 'reason') => ({
    size: 'md',
    disabled: !mayExempt,
    value: own?.[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      change({ tax_exempt: { number: null, reason: null, ...own, [name]: value === '' ? null : value } }),
  });
  return (
    <div>
      <button
        type="button"
        className="chip"
        aria-pressed={own !== null}
        disabled={!mayExempt}
        onClick={() => change({ tax_exempt: own === null ? { number: null, reason: null } : null })}
      >
        {t('Tax exempt')}
      </button>
      {own !== null && (
        <Group grow align="start" mt="xs">
          <TextInput label={t('Number of the certificate')} maxLength={100} {...typed('number')} />
          <TextInput label={t('Reason')} maxLength={500} {...typed('reason')} />
        </Group>
      )}
    </div>
  );
}
