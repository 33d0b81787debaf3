import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { Id } from '#src/kernel/id.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import type { Tender } from '../body.ts';
import { lockedBy } from '../locks.ts';
import type { Menu, MenuMethod } from '../menu.ts';
import { handedOver, typedMoney } from '../money.ts';
import { equalPart, type Payable } from './payable.ts';

type Split = 'all' | 'equal' | 'items';
const SPLITS: { value: Split; label: string }[] = [
  { value: 'all', label: 'All of it' },
  { value: 'equal', label: 'Equal parts' },
  { value: 'items', label: 'By item' },
];
/** Most people a bill is split among. */
const MAX_PARTS = 50;

const least = (a: bigint, b: bigint) => (a < b ? a : b);

interface Props {
  readonly menu: Menu;
  readonly payable: Payable;
  readonly take: (tender: Tender, change: bigint) => Promise<void>;
}

/** How much of it, how, with which tip: one payment. */
export function TenderForm({ menu, payable, take }: Props) {
  const { minor_units: units, currency } = menu.site;
  const [split, setSplit] = useState<Split>('all');
  const [parts, setParts] = useState(2);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState<string>();
  const [tip, setTip] = useState('');
  const [surcharge, setSurcharge] = useState('');
  const [ref, setRef] = useState('');
  const [busy, setBusy] = useState<Id>();
  const back = payable.left < 0n;
  const money = (amount: bigint) => formatMoney(amount, currency);
  const picked = payable.items.filter((item) => chosen.has(item.key));
  const items = picked.reduce((sum, item) => sum + item.total, 0n);
  const asked =
    split === 'all'
      ? payable.left
      : split === 'equal'
        ? equalPart(payable.left, parts, units)
        : least(items, payable.left);
  const size = asked < 0n ? -asked : asked;
  const given = text === undefined ? size : typedMoney(text, units);
  const tipAmount = tip === '' ? 0n : typedMoney(tip, units);
  const surchargeAmount = surcharge === '' ? 0n : typedMoney(surcharge, units);
  const whole = payable.left < 0n ? -payable.left : payable.left;
  const wrong =
    given === undefined || given < 0n
      ? 'Enter an amount.'
      : tipAmount === undefined || tipAmount < 0n
        ? 'The tip is no amount.'
        : surchargeAmount === undefined || surchargeAmount < 0n
          ? 'The surcharge is no amount.'
          : given === 0n && whole > 0n
            ? 'Choose what is paid.'
            : undefined;
  const why = (method: MenuMethod): string | undefined => {
    if (wrong !== undefined) return wrong;
    // Only money in the hand can be more than what is asked for.
    if (given !== undefined && given > whole && (method.kind !== 'cash' || back))
      return 'More than is left to pay.';
    return method.kind === 'addon' ? undefined : lockedBy(payable.locks, 'APP_PAYMENT');
  };
  const pay = async (method: MenuMethod) => {
    if (given === undefined || tipAmount === undefined || surchargeAmount === undefined) return;
    setBusy(method.id);
    const over = given > size && method.kind === 'cash' && !back ? given - size : 0n;
    const amount = given - over;
    await take(
      {
        method: method.id,
        amount: back ? -amount : amount,
        tip: tipAmount,
        surcharge: surchargeAmount,
        ref: ref.trim() === '' ? null : ref.trim(),
        // Who pays less than an item costs has not paid for it.
        ...(split === 'items' && amount >= asked ? { items: picked.map((item) => item.key) } : {}),
      },
      over > tipAmount ? over - tipAmount : 0n,
    );
    setBusy(undefined);
  };
  const locked = lockedBy(payable.locks, 'APP_PAYMENT');
  return (
    <div className="pay-columns">
      <Stack gap="sm">
        {!back && (
          <SegmentedControl
            aria-label="Split"
            size="md"
            data={SPLITS}
            value={split}
            onChange={(value) => {
              setSplit(SPLITS.find((each) => each.value === value)?.value ?? 'all');
              setText(undefined);
            }}
          />
        )}
        {split === 'equal' && (
          <NumberInput
            hideControls
            label="Parts"
            size="md"
            min={2}
            max={MAX_PARTS}
            allowDecimal={false}
            value={parts}
            onChange={(value) => {
              setParts(Math.min(MAX_PARTS, Math.max(2, Number(value) || 2)));
              setText(undefined);
            }}
          />
        )}
        {split === 'items' && (
          <Stack gap={0} role="group" aria-label="Items">
            {payable.unassigned > 0n && payable.items.length > 0 && (
              <Alert color="brass" role="alert" mb="xs">
                {money(payable.unassigned)} was paid that this register knows no items for: in parts, or at
                another register. Ask what was paid before taking money for an item.
              </Alert>
            )}
            {payable.items.length === 0 && <Text size="sm">Every item was paid for by itself.</Text>}
            {payable.items.map((item) => (
              <Checkbox
                key={item.key}
                size="md"
                mih={44}
                classNames={{ body: 'pay-item' }}
                label={inLine([item.label, money(item.total)])}
                checked={chosen.has(item.key)}
                onChange={({ currentTarget: { checked } }) => {
                  const next = new Set(chosen);
                  if (checked) next.add(item.key);
                  else next.delete(item.key);
                  setChosen(next);
                  setText(undefined);
                }}
              />
            ))}
          </Stack>
        )}
        <TextInput
          label={back ? 'Amount given back' : 'Amount, or what is handed over'}
          size="lg"
          inputMode="decimal"
          value={text ?? formatDecimal(size)}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {!back && (
          <Group gap="xs">
            {handedOver(size, units).map((amount) => (
              <button
                key={String(amount)}
                type="button"
                className="chip"
                onClick={() => setText(formatDecimal(amount))}
              >
                {money(amount)}
              </button>
            ))}
          </Group>
        )}
        {!back && (
          <Group grow align="start">
            <TextInput
              label="Tip"
              inputMode="decimal"
              size="md"
              value={tip}
              onChange={({ currentTarget }) => setTip(currentTarget.value)}
            />
            <TextInput
              label="Card surcharge"
              inputMode="decimal"
              size="md"
              value={surcharge}
              onChange={({ currentTarget }) => setSurcharge(currentTarget.value)}
            />
          </Group>
        )}
        <TextInput
          label="Reference"
          size="md"
          maxLength={255}
          value={ref}
          onChange={({ currentTarget }) => setRef(currentTarget.value)}
        />
      </Stack>
      <Stack gap="sm">
        <Text role="status" c="dimmed" mih={22}>
          {wrong ?? ''}
        </Text>
        {locked !== undefined && <Text size="sm">{locked}</Text>}
        {menu.methods.map((method) => (
          <Button
            key={String(method.id)}
            size="lg"
            h={60}
            variant={method.kind === 'cash' ? 'filled' : 'default'}
            disabled={why(method) !== undefined || busy !== undefined}
            loading={busy === method.id}
            onClick={() => void pay(method)}
          >
            {method.name}
          </Button>
        ))}
      </Stack>
    </div>
  );
}
