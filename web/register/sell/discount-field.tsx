import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import type { Discount } from '../../shared/discount.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { discountText } from '../discounts.ts';
import type { Menu } from '../menu.ts';
import { typed, typedMoney } from '../money.ts';
import { GivenChoice, GivenFields } from './given-fields.tsx';

type Kind = 'none' | 'percent' | 'fixed';
const KINDS: readonly { readonly value: Kind; readonly label: Message }[] = [
  { value: 'none', label: message('None') },
  { value: 'percent', label: message('% off') },
  { value: 'fixed', label: message('Amount off') },
];

/** The typed discount; null for none, undefined while it is no number. */
function read(kind: Kind, text: string, minorUnits: number): Discount | null | undefined {
  if (kind === 'none') return null;
  if (kind === 'percent') {
    const percent = typed(text);
    if (percent === undefined || percent < 0n || percent > 100n * ONE) return undefined;
    return { kind, coefficient: ONE - percent / 100n };
  }
  const amount = typedMoney(text, minorUnits);
  return amount === undefined || amount < 0n ? undefined : { kind, amount: -amount };
}

interface Props {
  readonly menu: Menu;
  readonly on: 'line' | 'order';
  readonly label: string;
  readonly value: Discount | null;
  readonly change: (discount: Discount | null) => void;
}

/** A discount of the company by its name, or one by hand. */
export function DiscountField({ menu, on, label, value, change }: Props) {
  const given = value?.given;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <GivenChoice menu={menu} on={on} value={value} change={change} />
      {value !== null && given !== undefined ? (
        <GivenFields key={String(given.id)} menu={menu} value={value} change={change} />
      ) : (
        <ByHand label={label} value={value} change={change} minorUnits={menu.site.minor_units} />
      )}
    </Stack>
  );
}

interface ByHandProps extends Pick<Props, 'label' | 'value' | 'change'> {
  readonly minorUnits: number;
}

/** A discount in percent or as an amount. */
function ByHand({ label, value, change, minorUnits }: ByHandProps) {
  const [kind, setKind] = useState<Kind>(value?.kind ?? 'none');
  const [text, setText] = useState(value === null ? '' : discountText(value, minorUnits));
  const wrong = text !== '' && read(kind, text, minorUnits) === undefined;
  const tell = (nextKind: Kind, nextText: string) => {
    setKind(nextKind);
    setText(nextText);
    change(read(nextKind, nextText, minorUnits) ?? null);
  };
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <SegmentedControl
        aria-label={label}
        size="md"
        data={KINDS.map(({ value: each, label: name }) => ({ value: each, label: translated(name) }))}
        value={kind}
        onChange={(next) => tell(KINDS.find((each) => each.value === next)?.value ?? 'none', text)}
      />
      {kind !== 'none' && (
        <TextInput
          aria-label={kind === 'percent' ? t('Percent off') : t('Amount off')}
          inputMode="decimal"
          size="md"
          w={110}
          value={text}
          error={wrong ? t('Enter an amount.') : undefined}
          onChange={({ currentTarget }) => tell(kind, currentTarget.value)}
        />
      )}
    </Group>
  );
}
