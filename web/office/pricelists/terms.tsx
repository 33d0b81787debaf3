// When a price list holds, and for which orders.

import { ActionIcon, Chip, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import type { PriceList } from '#clients/typescript/index.ts';
import { ORDER_TYPES } from '#src/kernel/order-type.ts';
import { inLine } from '../../shared/format.ts';
import { orderTypeName } from '../../shared/order-words.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Wrong } from '../../shared/ui/refusal.tsx';
import { byLocale, t } from '../../shared/words.ts';

/** Times of the week as the form holds them. */
export interface Times {
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly until: string;
}

/** The terms of a price list as its form holds them. */
export interface TermValues {
  readonly schedule: readonly Times[];
  readonly order_types: readonly string[];
}

export const NO_TERMS: TermValues = { schedule: [], order_types: [] };

export function termsOf({ schedule, order_types }: PriceList): TermValues {
  return { schedule: schedule ?? [], order_types: order_types ?? [] };
}

/** The terms as the API takes them. */
export function termsBody({ schedule, order_types: types }: TermValues) {
  return {
    schedule: schedule.length === 0 ? null : schedule.map((each) => ({ ...each })),
    order_types: types.length === 0 ? null : (types as NonNullable<PriceList['order_types']>),
  };
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const weekdayFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
);

/** A day of the week, short; 1 is Monday, as the first of January 2024 was one. */
const weekdayName = (day: number) => weekdayFormat().format(new Date(Date.UTC(2024, 0, day)));

/** When a list holds, in a line; null where it always does. */
export function termsText(list: PriceList): string | null {
  const times = (list.schedule ?? []).map(
    ({ weekdays, from, until }) =>
      `${weekdays.length === 7 ? t('Daily') : weekdays.map(weekdayName).join(', ')} ${from}–${until}`,
  );
  const types = (list.order_types ?? []).map((type) => orderTypeName(type)).join(', ');
  const text = inLine([types === '' ? null : types, ...times]);
  return text === '' ? null : text;
}

interface Props {
  readonly values: TermValues;
  readonly set: (changed: Partial<TermValues>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** Order types, and times of the week with a row each. */
export function TermFields({ values, set, errorOf }: Props) {
  const { schedule } = values;
  const change = (at: number, changed: Partial<Times>) =>
    set({ schedule: schedule.map((each, place) => (place === at ? { ...each, ...changed } : each)) });
  return (
    <Stack gap="sm">
      <MultiSelect
        label={t('Order types')}
        searchable
        description={t('Empty: all. An order without a type counts as dine-in.')}
        data={ORDER_TYPES.map((value) => ({ value, label: orderTypeName(value) }))}
        value={[...values.order_types]}
        onChange={(order_types) => set({ order_types })}
        error={errorOf('order_types')}
      />
      <div>
        <Text size="sm" fw={500}>
          {t('Schedule')}
        </Text>
        <Hint size="xs">
          {t(
            'By the clocks of each site. Without times the list always holds; an end before the beginning is on the next day.',
          )}
        </Hint>
      </div>
      {schedule.map((times, at) => (
        <TimesRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be known by
          key={at}
          place={at}
          times={times}
          change={(changed) => change(at, changed)}
          remove={() => set({ schedule: schedule.filter((_, place) => place !== at) })}
          errorOf={errorOf}
        />
      ))}
      <Wrong>{errorOf('schedule')}</Wrong>
      <Group>
        <AddButton
          size="xs"
          variant="default"
          onClick={() =>
            set({ schedule: [...schedule, { weekdays: [...WEEKDAYS], from: '17:00', until: '19:00' }] })
          }
        >
          {t('Add times')}
        </AddButton>
      </Group>
    </Stack>
  );
}

interface RowProps {
  readonly place: number;
  readonly times: Times;
  readonly change: (changed: Partial<Times>) => void;
  readonly remove: () => void;
  readonly errorOf: Props['errorOf'];
}

function TimesRow({ place, times, change, remove, errorOf }: RowProps) {
  const field = `schedule[${place}]`;
  const wrong = errorOf(`${field}.weekdays`);
  return (
    <Group gap="sm" align="end" role="group" aria-label={t('Times {number}', { number: String(place + 1) })}>
      <Stack gap={4}>
        <Chip.Group
          multiple
          value={times.weekdays.map(String)}
          onChange={(chosen) => change({ weekdays: chosen.map(Number).sort((a, b) => a - b) })}
        >
          <Group gap={4}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={String(day)} size="xs">
                {weekdayName(day)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {wrong !== undefined && (
          <Text size="xs" c="red">
            {wrong}
          </Text>
        )}
      </Stack>
      <TextInput
        label={t('Begins at')}
        type="time"
        w={110}
        value={times.from}
        error={errorOf(`${field}.from`)}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextInput
        label={t('Ends at')}
        type="time"
        w={110}
        value={times.until}
        error={errorOf(`${field}.until`)}
        onChange={({ currentTarget }) => change({ until: currentTarget.value })}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label={t('Remove times {number}', { number: String(place + 1) })}
        onClick={remove}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
