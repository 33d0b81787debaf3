import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Discount } from '../../shared/discount.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { discountText, isDearer, readDiscount, type Typed } from '../discounts.ts';
import type { Menu } from '../menu.ts';
import { GivenChoice, GivenFields } from './given-fields.tsx';

type Kind = Typed['kind'];
const NONE = message('None');
const CHEAPER: readonly { readonly value: Kind; readonly label: Message }[] = [
  { value: 'none', label: NONE },
  { value: 'percent', label: message('% off') },
  { value: 'fixed', label: message('Amount off') },
];
/** The same of a surcharge that is there. */
const DEARER: typeof CHEAPER = [
  { value: 'none', label: NONE },
  { value: 'percent', label: message('% more') },
  { value: 'fixed', label: message('Amount more') },
];

interface Props {
  readonly menu: Menu;
  readonly on: 'line' | 'order';
  readonly label: string;
  readonly value: Discount | null;
  /** `wrong` is said while what was typed is no discount: it is not to be given then. */
  readonly change: (discount: Discount | null, wrong?: string) => void;
}

/** A discount of the company by its name, or one by hand. */
export function DiscountField({ menu, on, label, value, change }: Props) {
  const given = value?.given;
  return (
    <Stack gap="xs">
      <Text fw={500}>{label}</Text>
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
  const [now, setNow] = useState<Typed>({
    kind: value?.kind ?? 'none',
    text: value === null ? '' : discountText(value, minorUnits),
    dearer: value !== null && isDearer(value),
  });
  const { kind, text, dearer } = now;
  const wrong = wrongOf(now, minorUnits);
  const tell = (fields: Partial<Typed>) => {
    const next = { ...now, ...fields };
    setNow(next);
    change(readDiscount(next, minorUnits) ?? null, wrongOf(next, minorUnits));
  };
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <SegmentedControl
        aria-label={label}
        size="md"
        data={(dearer ? DEARER : CHEAPER).map(({ value: each, label: name }) => ({
          value: each,
          label: translated(name),
        }))}
        value={kind}
        onChange={(next) => {
          const chosen = CHEAPER.find((each) => each.value === next)?.value ?? 'none';
          tell({ kind: chosen, ...(chosen === 'none' ? { dearer: false } : {}) });
        }}
      />
      {kind !== 'none' && (
        <TextInput
          aria-label={nameOf(kind, dearer)}
          inputMode="decimal"
          size="md"
          w={110}
          value={text}
          error={wrong}
          onChange={({ currentTarget }) => tell({ text: currentTarget.value })}
        />
      )}
    </Group>
  );
}

/** The fault of what was typed; undefined when there is none. */
function wrongOf(now: Typed, minorUnits: number): string | undefined {
  if (readDiscount(now, minorUnits) !== undefined) return undefined;
  return now.kind === 'percent' && !now.dearer ? t('Enter 0 to 100 percent.') : t('Enter an amount.');
}

function nameOf(kind: Kind, dearer: boolean): string {
  if (kind === 'percent') return dearer ? t('Percent more') : t('Percent off');
  return dearer ? t('Amount more') : t('Amount off');
}
