import { Group, Stack, TextInput } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import type { Discount } from '../../shared/discount.ts';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { discountText, giving, offeredOn, recordOf, rightOf } from '../discounts.ts';
import type { Menu, MenuDiscount } from '../menu.ts';
import { typed, typedMoney } from '../money.ts';
import { ReasonField } from '../reason-field.tsx';
import { mayDo } from '../rights.ts';
import { CHEAPER } from '../usual-reasons.ts';

interface ChoiceProps {
  readonly menu: Menu;
  readonly on: 'line' | 'order';
  readonly value: Discount | null;
  readonly change: (discount: Discount | null) => void;
}

/** The discounts of the company as buttons; the one that is given is pressed, and a press more takes it off. */
export function GivenChoice({ menu, on, value, change }: ChoiceProps) {
  const { staffMember } = useRegister();
  const offered = offeredOn(menu, on);
  const chosen = value?.given?.id;
  const isOther = chosen !== undefined && offered.every(({ id }) => id !== chosen);
  if (offered.length === 0 && !isOther) return null;
  return (
    <Group gap="xs" role="group" aria-label={t('Discounts')}>
      {isOther && (
        <button type="button" className="chip" aria-pressed onClick={() => change(null)}>
          {value?.given?.name}
        </button>
      )}
      {offered.map((discount) => (
        <button
          key={String(discount.id)}
          type="button"
          className="chip"
          aria-pressed={discount.id === chosen}
          onClick={() => change(discount.id === chosen ? null : giving(discount))}
        >
          {!mayDo(staffMember.rights, rightOf(discount)) && (
            <Lock size={14} aria-label={t('Needs an approval')} />
          )}
          {discount.name}
        </button>
      ))}
    </Group>
  );
}

interface FieldProps {
  readonly menu: Menu;
  readonly value: Discount;
  readonly change: (discount: Discount) => void;
}

/** The fields of a discount by name: its value, where its record leaves that open, and why it is given. */
export function GivenFields({ menu, value, change }: FieldProps) {
  const record = recordOf(menu, value);
  const { given } = value;
  if (given === undefined) return null;
  const reason = given.reason ?? '';
  return (
    <Stack gap="sm">
      {record?.value === null && <ValueField menu={menu} record={record} value={value} change={change} />}
      {(record?.reason_required === true || reason !== '') && (
        <ReasonField
          usual={CHEAPER}
          value={reason}
          maxLength={500}
          change={(text) => change({ ...value, given: { ...given, reason: text === '' ? null : text } })}
        />
      )}
    </Stack>
  );
}

function ValueField({ menu, record, value, change }: FieldProps & { readonly record: MenuDiscount }) {
  const [text, setText] = useState(discountText(value, menu.site.minor_units));
  const isShare = record.kind === 'share';
  const tell = (typedText: string) => {
    setText(typedText);
    const { given } = value;
    if (isShare) {
      const percent = typed(typedText);
      const isRight = percent !== undefined && percent > 0n && percent <= 100n * ONE;
      change({ kind: 'percent', coefficient: isRight ? ONE - percent / 100n : ONE, given });
    } else {
      const amount = typedMoney(typedText, menu.site.minor_units);
      change({ kind: 'fixed', amount: amount !== undefined && amount > 0n ? -amount : 0n, given });
    }
  };
  return (
    <TextInput
      label={isShare ? t('Percent off') : t('Amount off')}
      inputMode="decimal"
      size="md"
      w={140}
      value={text}
      onChange={({ currentTarget }) => tell(currentTarget.value)}
    />
  );
}
