// Fields that several forms of the catalogue have.

import { ActionIcon, Button, FileButton, Group, Image, MultiSelect, Stack, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ImageOff, Upload, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Inputs, RecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { formatPercent, type PriceFields, typedPrice } from './amounts.ts';
import { pictureAddress, toDataUrl } from './picture.ts';
import { useTaxes } from './use.ts';

/** How the address of a picture begins. */
export const ADDRESS = 'https://';

interface PriceProps {
  readonly labels: { readonly inc: string; readonly ex: string };
  readonly value: PriceFields;
  readonly rate: bigint;
  readonly onChange: (value: PriceFields) => void;
  readonly name: 'unit_price' | 'cost_price';
  readonly errorOf: RecordForm<never>['errorOf'];
  readonly description?: string;
}

/** A price with tax and without: whichever is typed is kept, the other follows. */
export function PricePair({ labels, value, rate, onChange, name, errorOf, description }: PriceProps) {
  return (
    <Stack gap={4}>
      <Group gap="sm" grow align="start" wrap="nowrap">
        <TextInput
          label={labels.inc}
          inputMode="decimal"
          autoComplete="off"
          value={value.inc}
          onChange={({ currentTarget }) => onChange(typedPrice(currentTarget.value, 'inc', rate))}
          error={errorOf(name)}
        />
        <TextInput
          label={labels.ex}
          inputMode="decimal"
          autoComplete="off"
          value={value.ex}
          onChange={({ currentTarget }) => onChange(typedPrice(currentTarget.value, 'ex', rate))}
          error={errorOf(`${name}_ex_tax`)}
        />
      </Group>
      {description !== undefined && <Hint size="xs">{description}</Hint>}
    </Stack>
  );
}

/** The taxes on a price. */
export function TaxChoice(props: { label: string } & ReturnType<Inputs<object>['list']>) {
  const taxes = useTaxes();
  const data = taxes.map(({ id_str, name, rate }) => ({
    value: id_str,
    label: t('{name} ({rate})', { name, rate: formatPercent(rate) }),
  }));
  return <MultiSelect data={data} clearable {...props} />;
}

/** A product's picture, small; a quiet square where there is none. */
export function Thumb({ image, size = 36 }: { image: string | null | undefined; size?: number }) {
  const [failed, setFailed] = useState<string>();
  if (image === null || image === undefined || image === failed) {
    return (
      <span
        aria-hidden
        className="thumb"
        style={{ width: size, height: size, flex: `0 0 ${size}px` }}
        data-empty
      >
        <ImageOff size={Math.round(size / 2.4)} strokeWidth={1.4} />
      </span>
    );
  }
  return (
    <Image
      className="thumb"
      src={pictureAddress(image)}
      alt=""
      w={size}
      h={size}
      fit="cover"
      loading="lazy"
      style={{ flex: `0 0 ${size}px` }}
      onError={() => setFailed(image)}
    />
  );
}

/** A picture by its address, or of a file that is chosen or dropped, which is made small enough first. */
export function PictureField({
  value,
  onChange,
  error,
  disabled,
  isPrinted = false,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  disabled: boolean;
  /** Whether paper and PDF files show it, too. */
  isPrinted?: boolean;
}) {
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const isUpload = value.startsWith('data:');
  const choose = (file: File | null | undefined) => {
    setProblem(undefined);
    if (file === null || file === undefined) return;
    toDataUrl(file, isPrinted).then(onChange, () => setProblem(t('This file is not an image.')));
  };
  return (
    <Group
      gap="md"
      align="start"
      wrap="nowrap"
      className="drop"
      data-over={isOver || undefined}
      data-testid="picture"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!disabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (!disabled) choose(event.dataTransfer.files[0]);
      }}
    >
      <Thumb image={value === '' ? null : value} size={96} />
      <Stack gap="xs" flex={1} miw={0}>
        <TextInput
          label={t('Picture')}
          placeholder={ADDRESS}
          value={isUpload ? '' : value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          description={
            isUpload ? t('The file is uploaded when you save.') : t('A web address, or drop a file here.')
          }
          error={problem ?? error}
          disabled={disabled}
        />
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/gif,image/webp"
            onChange={choose}
            disabled={disabled}
          >
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<Upload size={14} aria-hidden />}>
                {t('Choose file')}
              </Button>
            )}
          </FileButton>
          {value !== '' && !disabled && (
            <Button size="xs" variant="subtle" onClick={() => onChange('')}>
              {t('Remove picture')}
            </Button>
          )}
        </Group>
      </Stack>
    </Group>
  );
}

interface OrderedProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  readonly onChange: (items: T[]) => void;
  readonly render: (item: T, at: number) => ReactNode;
  readonly empty: string;
  readonly disabled?: boolean;
}

/** Items whose order counts: each can go up, down and away. */
export function OrderedItems<T>(props: OrderedProps<T>) {
  const { label, items, keyOf, nameOf, onChange, render, empty, disabled = false } = props;
  const move = (from: number, to: number) => {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  if (items.length === 0) {
    return <Hint>{empty}</Hint>;
  }
  return (
    <Stack gap={0} component="ol" aria-label={label} className="ordered">
      {items.map((item, at) => (
        <Group key={keyOf(item)} component="li" gap="xs" wrap="nowrap" align="center" py={6}>
          <div style={{ flex: 1, minWidth: 0 }}>{render(item, at)}</div>
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Move up: {name}', { name: nameOf(item) })}
              disabled={disabled || at === 0}
              onClick={() => move(at, at - 1)}
            >
              <ArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Move down: {name}', { name: nameOf(item) })}
              disabled={disabled || at === items.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Remove: {name}', { name: nameOf(item) })}
              disabled={disabled}
              onClick={() => onChange(items.filter((each) => each !== item))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
