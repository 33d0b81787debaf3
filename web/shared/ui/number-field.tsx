import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { Decimal } from '#src/kernel/money.ts';
import { fieldNumber, readNumber } from '../typed-number.ts';
import { t } from '../words.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> {
  /** Undefined for an empty field. */
  readonly value: Decimal | undefined;
  /** Called with the typed number, within its bounds; with `empty` for nothing and for what is no number. */
  readonly change: (value: Decimal | undefined) => void;
  readonly empty?: Decimal;
  readonly min?: Decimal;
  readonly max?: Decimal;
}

/** An exact number, typed and shown in the language of the page. Left, the field shows what was made of it. */
export function NumberField({ value, change, empty, min, max, error, ...field }: Props) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Decimal | undefined }>();
  const shown = value === undefined ? '' : fieldNumber(value);
  const text = typed !== undefined && typed.value === value ? typed.text : shown;
  const isWrong = text.trim() !== '' && readNumber(text) === undefined;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...field}
      value={text}
      error={isWrong ? t('Enter a number.') : error}
      onChange={({ currentTarget: { value: next } }) => {
        const read = within(readNumber(next) ?? empty, min, max);
        setTyped({ text: next, value: read });
        change(read);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}

function within(
  value: Decimal | undefined,
  min: Decimal | undefined,
  max: Decimal | undefined,
): Decimal | undefined {
  if (value === undefined) return undefined;
  if (min !== undefined && value < min) return min;
  return max !== undefined && value > max ? max : value;
}
