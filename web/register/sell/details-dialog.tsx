import '../parts.css';
import { Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Decimal } from '#src/kernel/money.ts';
import type { OrderType } from '#src/kernel/order-type.ts';
import { fieldNumber } from '../../shared/typed-number.ts';
import { t } from '../../shared/words.ts';
import type { Basket } from '../basket.ts';
import { Dialog } from '../dialog.tsx';
import { lacking } from '../discounts.ts';
import type { Menu } from '../menu.ts';
import { typed } from '../money.ts';
import { ORDER_TYPES, orderTypeText } from '../order-types.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { DiscountField } from './discount-field.tsx';
import { ExemptFields } from './exempt-fields.tsx';

/** The fields of an order beside its lines. */
export type Details = Omit<Basket, 'lines' | 'next'>;

interface Props {
  readonly menu: Menu;
  readonly details: Details;
  readonly change: (fields: Partial<Details>) => void;
  readonly close: () => void;
}

/** The fields of an order beside its lines: how, where, for whom, notes, discount, service. */
export function DetailsDialog({ menu, details: basket, change, close }: Props) {
  const [group, setGroup] = useState(basket.group ?? '');
  const [discount, setDiscount] = useState(basket.discount);
  const [wrong, setWrong] = useState<string>();
  const [notes, setNotes] = useState(basket.notes ?? '');
  const [service, setService] = useState(
    basket.service_percent === null ? '' : fieldNumber(basket.service_percent),
  );
  const serviceWrong = readService(service) === undefined ? t('Enter an amount.') : undefined;
  const problem = wrong ?? lacking(menu, discount) ?? serviceWrong;
  return (
    <Dialog onClose={close} title={t('Details')} size="lg">
      <Stack gap="md">
        <div>
          <Text fw={500}>{t('Order type')}</Text>
          <Group gap="xs" role="group" aria-label={t('Order type')}>
            {ORDER_TYPES.map((type) => (
              <button
                key={type}
                type="button"
                className="chip"
                aria-pressed={basket.order_type === type}
                onClick={() => change({ order_type: next(basket.order_type, type) })}
              >
                {orderTypeText(type)}
              </button>
            ))}
          </Group>
        </div>
        <Group grow align="start">
          <TextInput
            label={t('Table or group')}
            size="md"
            maxLength={100}
            value={group}
            onChange={({ currentTarget: { value } }) => {
              setGroup(value);
              change({ group: value.trim() === '' ? null : value.trim() });
            }}
          />
          <NumberInput
            hideControls
            label={t('Guests')}
            size="md"
            min={0}
            max={100_000}
            allowDecimal={false}
            value={basket.guests ?? ''}
            onChange={(value) => change({ guests: value === '' ? null : Number(value) })}
          />
        </Group>
        <CustomerPicker customer={basket.customer} change={(customer) => change({ customer })} />
        <ExemptFields details={basket} change={change} />
        <DiscountField
          menu={menu}
          on="order"
          label={t('Discount')}
          value={discount}
          change={(wanted, mistake) => {
            setDiscount(wanted);
            setWrong(mistake);
            // What is still asked of it is not given without.
            if (mistake === undefined && lacking(menu, wanted) === undefined) change({ discount: wanted });
          }}
        />
        <TextInput
          label={t('Service charge (%)')}
          size="md"
          inputMode="decimal"
          value={service}
          error={serviceWrong}
          onChange={({ currentTarget: { value } }) => {
            setService(value);
            const percent = readService(value);
            if (percent !== undefined) change({ service_percent: percent === 0n ? null : percent });
          }}
        />
        <Textarea
          label={t('Notes')}
          size="md"
          autosize
          maxLength={2000}
          value={notes}
          onChange={({ currentTarget: { value } }) => {
            setNotes(value);
            change({ notes: value.trim() === '' ? null : value.trim() });
          }}
        />
        <Foot problem={problem} close={close} />
      </Stack>
    </Dialog>
  );
}

/** The percentage that was typed, 0 for none; undefined for what is no percentage. */
function readService(text: string): Decimal | undefined {
  const percent = text.trim() === '' ? 0n : typed(text);
  return percent !== undefined && percent >= 0n ? percent : undefined;
}

/** Ends the dialog, and stays in sight; says what is still to be put right. */
function Foot({ problem, close }: { problem: string | undefined; close: () => void }) {
  return (
    <div className="dialog-foot">
      {problem !== undefined && (
        <Text role="status" mb={4}>
          {problem}
        </Text>
      )}
      <Button fullWidth size="lg" disabled={problem !== undefined} onClick={close}>
        {t('Done')}
      </Button>
    </div>
  );
}

/** The same once more unsets it. */
function next(now: OrderType | null, chosen: OrderType): OrderType | null {
  return now === chosen ? null : chosen;
}
