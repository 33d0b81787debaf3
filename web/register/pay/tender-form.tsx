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
import { type ChangeEvent, useState } from 'react';
import type { Id } from '#src/kernel/id.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import type { Tender } from '../body.ts';
import { lockedBy } from '../locks.ts';
import type { Menu, MenuMethod } from '../menu.ts';
import { handedOver, typedMoney } from '../money.ts';
import { equalPart, type Payable } from './payable.ts';

type SplitKind = 'all' | 'equal' | 'items';
const SPLITS: { value: SplitKind; label: string }[] = [
  { value: 'all', label: 'All of it' },
  { value: 'equal', label: 'Equal parts' },
  { value: 'items', label: 'By item' },
];
/** Most people a bill is split among. */
const MAX_PARTS = 50;

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const positive = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Which share of the bill is paid. */
interface Share {
  readonly split: SplitKind;
  readonly parts: number;
  /** The keys of the items that were chosen. */
  readonly chosen: ReadonlySet<string>;
}

function chosenItems({ items }: Payable, { chosen }: Share) {
  return items.filter((item) => chosen.has(item.key));
}

/** What a share comes to. */
function shareAmount(payable: Payable, share: Share, units: number): bigint {
  if (share.split === 'all') return payable.left;
  if (share.split === 'equal') return equalPart(payable.left, share.parts, units);
  return least(
    chosenItems(payable, share).reduce((sum, item) => sum + item.total, 0n),
    payable.left,
  );
}

/** The form's input; the amount asked for holds until another is typed. */
interface PaymentDraft {
  readonly amount: string | undefined;
  readonly tip: string;
  readonly surcharge: string;
  readonly ref: string;
}

/** The amounts of a payment, or why they are none. */
function amountsOf(
  typed: PaymentDraft,
  size: bigint,
  whole: bigint,
  units: number,
): { given: bigint; tip: bigint; surcharge: bigint } | string {
  const read = (text: string) => {
    const amount = text === '' ? 0n : typedMoney(text, units);
    return amount === undefined || amount < 0n ? undefined : amount;
  };
  const given = typed.amount === undefined ? size : typedMoney(typed.amount, units);
  const tip = read(typed.tip);
  const surcharge = read(typed.surcharge);
  if (given === undefined || given < 0n) return 'Enter an amount.';
  if (tip === undefined) return 'The tip is no amount.';
  if (surcharge === undefined) return 'The surcharge is no amount.';
  if (given === 0n && whole > 0n) return 'Choose what is paid.';
  return { given, tip, surcharge };
}

interface Props {
  readonly menu: Menu;
  readonly payable: Payable;
  readonly take: (tender: Tender, change: bigint) => Promise<void>;
}

/** How much of it, how, with which tip: one payment. */
export function TenderForm({ menu, payable, take }: Props) {
  const { minor_units: units, currency } = menu.site;
  const [share, setShare] = useState<Share>({ split: 'all', parts: 2, chosen: new Set() });
  const [typed, setTyped] = useState<PaymentDraft>({ amount: undefined, tip: '', surcharge: '', ref: '' });
  const back = payable.left < 0n;
  const money = (amount: bigint) => formatMoney(amount, currency);
  const asked = shareAmount(payable, share, units);
  const size = positive(asked);
  const whole = positive(payable.left);
  const amounts = amountsOf(typed, size, whole, units);
  const why = (method: MenuMethod): string | undefined => {
    if (typeof amounts === 'string') return amounts;
    // Only cash can be more than the amount asked for.
    if (amounts.given > whole && (method.kind !== 'cash' || back)) return 'More than is left to pay.';
    return method.kind === 'addon' ? undefined : lockedBy(payable.locks, 'APP_PAYMENT');
  };
  const pay = async (method: MenuMethod) => {
    if (typeof amounts === 'string') return;
    const { given, tip, surcharge } = amounts;
    const over = given > size && method.kind === 'cash' && !back ? given - size : 0n;
    const amount = given - over;
    await take(
      {
        method: method.id,
        amount: back ? -amount : amount,
        tip,
        surcharge,
        ref: typed.ref.trim() === '' ? null : typed.ref.trim(),
        // Who pays less than an item costs has not paid for it.
        ...(share.split === 'items' && amount >= asked
          ? { items: chosenItems(payable, share).map((item) => item.key) }
          : {}),
      },
      over > tip ? over - tip : 0n,
    );
  };
  return (
    <div className="pay-columns">
      <Stack gap="sm">
        {!back && (
          <ShareFields
            payable={payable}
            share={share}
            change={(part) => {
              setShare({ ...share, ...part });
              setTyped({ ...typed, amount: undefined });
            }}
            money={money}
          />
        )}
        <AmountFields
          typed={typed}
          change={(part) => setTyped({ ...typed, ...part })}
          size={size}
          back={back}
          units={units}
          money={money}
        />
      </Stack>
      <Stack gap="sm">
        <Text role="status" c="dimmed" mih={22}>
          {typeof amounts === 'string' ? amounts : ''}
        </Text>
        <Methods methods={menu.methods} locked={lockedBy(payable.locks, 'APP_PAYMENT')} why={why} pay={pay} />
      </Stack>
    </div>
  );
}

type Money = (amount: bigint) => string;

interface ShareProps {
  readonly payable: Payable;
  readonly share: Share;
  readonly change: (part: Partial<Share>) => void;
  readonly money: Money;
}

/** All of it, equal parts, or some of its items. */
function ShareFields({ payable, share, change, money }: ShareProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Split"
        size="md"
        data={SPLITS}
        value={share.split}
        onChange={(value) => change({ split: SPLITS.find((each) => each.value === value)?.value ?? 'all' })}
      />
      {share.split === 'equal' && (
        <NumberInput
          hideControls
          label="Parts"
          size="md"
          min={2}
          max={MAX_PARTS}
          allowDecimal={false}
          value={share.parts}
          onChange={(value) => change({ parts: Math.min(MAX_PARTS, Math.max(2, Number(value) || 2)) })}
        />
      )}
      {share.split === 'items' && (
        <ItemChoice payable={payable} share={share} change={change} money={money} />
      )}
    </>
  );
}

function ItemChoice({ payable, share: { chosen }, change, money }: ShareProps) {
  return (
    <Stack gap={0} role="group" aria-label="Items">
      {payable.unassigned > 0n && payable.items.length > 0 && (
        <Alert color="brass" role="alert" mb="xs">
          {money(payable.unassigned)} was paid that this register knows no items for: in parts, or at another
          register. Ask what was paid before taking money for an item.
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
            change({ chosen: next });
          }}
        />
      ))}
    </Stack>
  );
}

interface AmountProps {
  readonly typed: PaymentDraft;
  readonly change: (part: Partial<PaymentDraft>) => void;
  /** The amount asked for, without a sign. */
  readonly size: bigint;
  readonly back: boolean;
  readonly units: number;
  readonly money: Money;
}

/** The fields of the amount handed over, tip, surcharge and reference. */
function AmountFields({ typed, change, size, back, units, money }: AmountProps) {
  const text = (name: keyof PaymentDraft) => ({
    size: 'md',
    value: typed[name] ?? formatDecimal(size),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label={back ? 'Amount given back' : 'Amount, or what is handed over'}
        inputMode="decimal"
        {...text('amount')}
        size="lg"
      />
      {!back && (
        <>
          <Group gap="xs">
            {handedOver(size, units).map((amount) => (
              <button
                key={String(amount)}
                type="button"
                className="chip"
                onClick={() => change({ amount: formatDecimal(amount) })}
              >
                {money(amount)}
              </button>
            ))}
          </Group>
          <Group grow align="start">
            <TextInput label="Tip" inputMode="decimal" {...text('tip')} />
            <TextInput label="Card surcharge" inputMode="decimal" {...text('surcharge')} />
          </Group>
        </>
      )}
      <TextInput label="Reference" maxLength={255} {...text('ref')} />
    </>
  );
}

interface MethodProps {
  readonly methods: readonly MenuMethod[];
  /** Why nothing but add-ons may take money, if so. */
  readonly locked: string | undefined;
  /** Why a method cannot take the payment. */
  readonly why: (method: MenuMethod) => string | undefined;
  readonly pay: (method: MenuMethod) => Promise<void>;
}

/** A button for each way to pay; while one takes the payment, no other does. */
function Methods({ methods, locked, why, pay }: MethodProps) {
  const [busy, setBusy] = useState<Id>();
  return (
    <>
      {locked !== undefined && <Text size="sm">{locked}</Text>}
      {methods.map((method) => (
        <Button
          key={String(method.id)}
          size="lg"
          h={60}
          variant={method.kind === 'cash' ? 'filled' : 'default'}
          disabled={why(method) !== undefined || busy !== undefined}
          loading={busy === method.id}
          onClick={async () => {
            setBusy(method.id);
            await pay(method);
            setBusy(undefined);
          }}
        >
          {method.name}
        </Button>
      ))}
    </>
  );
}
