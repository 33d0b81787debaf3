// Fields that several forms of the catalogue have.

import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Image,
  MultiSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { ArrowDown, ArrowUp, ImageOff, Upload, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiForm, Inputs } from '../../shared/ui/form.tsx';
import { formatPercent, type PriceFields, typedPrice } from './amounts.ts';
import { pictureAddress, toDataUrl } from './picture.ts';
import { useTaxes } from './use.ts';

interface PriceProps {
  readonly label: string;
  readonly value: PriceFields;
  readonly rate: bigint;
  readonly onChange: (value: PriceFields) => void;
  readonly name: 'unit_price' | 'cost_price';
  readonly errorOf: ApiForm<never, unknown>['errorOf'];
  readonly description?: string;
}

/** A price with tax and without: whichever is typed is kept, the other follows. */
export function PricePair({ label, value, rate, onChange, name, errorOf, description }: PriceProps) {
  return (
    <Stack gap={4}>
      <Group gap="sm" grow align="start" wrap="nowrap">
        <TextInput
          label={`${label} with tax`}
          inputMode="decimal"
          autoComplete="off"
          value={value.inc}
          onChange={({ currentTarget }) => onChange(typedPrice(currentTarget.value, 'inc', rate))}
          error={errorOf(name)}
        />
        <TextInput
          label={`${label} without tax`}
          inputMode="decimal"
          autoComplete="off"
          value={value.ex}
          onChange={({ currentTarget }) => onChange(typedPrice(currentTarget.value, 'ex', rate))}
          error={errorOf(`${name}_ex_tax`)}
        />
      </Group>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
    </Stack>
  );
}

/** The taxes on a price. */
export function TaxChoice(props: { label: string } & ReturnType<Inputs<object>['list']>) {
  const taxes = useTaxes();
  const data = taxes.map(({ id_str, name, rate }) => ({
    value: id_str,
    label: `${name} (${formatPercent(rate)})`,
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

/** A picture by its address, or chosen from a file, which is made small enough first. */
export function PictureField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const [problem, setProblem] = useState<string>();
  const isUpload = value.startsWith('data:');
  const choose = (file: File | null) => {
    setProblem(undefined);
    if (file === null) return;
    toDataUrl(file).then(onChange, () => setProblem('This file is no picture that can be shown.'));
  };
  return (
    <Group gap="md" align="start" wrap="nowrap">
      <Thumb image={value === '' ? null : value} size={96} />
      <Stack gap="xs" flex={1} miw={0}>
        <TextInput
          label="Picture"
          placeholder="https://"
          value={isUpload ? '' : value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          description={
            isUpload ? 'A file was chosen: it is uploaded when you save.' : 'Its address, or a file.'
          }
          error={problem ?? error}
        />
        <Group gap="xs">
          <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={choose}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<Upload size={14} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          {value !== '' && (
            <Button size="xs" variant="subtle" onClick={() => onChange('')}>
              Remove the picture
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
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
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
              aria-label={`Move up: ${nameOf(item)}`}
              disabled={disabled || at === 0}
              onClick={() => move(at, at - 1)}
            >
              <ArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move down: ${nameOf(item)}`}
              disabled={disabled || at === items.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <ArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove: ${nameOf(item)}`}
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
