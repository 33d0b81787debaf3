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
import { roundingFor } from '#src/orders/rules/cash.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useAway } from '../away.ts';
import type { Tender } from '../body.ts';
import { lockedBy } from '../locks.ts';
import type { Menu, MenuMethod } from '../menu.ts';
import { handedOver, moneyText } from '../money.ts';
import { askedFor, type Charge, chargeOf, type PaymentDraft, takenOf } from './charge.ts';
import type { Payable } from './payable.ts';
import { chosenItems, least, type Share, type SplitKind, shareAmount } from './share.ts';

const SPLITS: readonly { readonly value: SplitKind; readonly label: Message }[] = [
  { value: 'all', label: message('Full amount') },
  { value: 'equal', label: message('Split equally') },
  { value: 'items', label: message('Split by item') },
];
/** Most people a bill is split among. */
const MAX_PARTS = 50;

const largest = (a: bigint, b: bigint) => (a > b ? a : b);
/** Cash, whatever it is called. */
const CASH: MenuMethod = { id: 0n, name: '', kind: 'cash' };
const NO_EXTRAS = { tip: 0n, surcharge: 0n, toService: 0n, handed: undefined };
const positive = (amount: bigint) => (amount < 0n ? -amount : amount);

interface Props {
  readonly menu: Menu;
  readonly payable: Payable;
  readonly share: Share;
  readonly changeShare: (part: Partial<Share>) => void;
  readonly take: (tender: Tender, change: bigint) => Promise<void>;
  /** Asks the provider of a method for an amount, above 0; nothing is typed then. */
  readonly ask: (method: MenuMethod, amount: bigint) => Promise<void>;
}

/** How much of it, how, with which tip: one payment. */
export function TenderForm({ menu, payable, share, changeShare, take, ask }: Props) {
  const { minor_units: units, currency } = menu.site;
  const [typed, setTyped] = useState<PaymentDraft>({ amount: undefined, tip: '', surcharge: '', ref: '' });
  const [busy, setBusy] = useState<Id>();
  const away = useAway();
  const back = payable.left < 0n;
  const money = (amount: bigint) => formatMoney(amount, currency);
  const asked = shareAmount(payable, share, units);
  const size = positive(asked);
  const whole = positive(payable.left);
  const charge = chargeOf(typed, { ...payable, share: size, left: whole }, menu.site);
  const due = typeof charge === 'string' ? { ...NO_EXTRAS, share: size } : charge;
  const full = askedFor(due, undefined);
  // What a method is asked for: where small coins are missing, what there are coins for.
  const askedBy = ({ kind }: MenuMethod, share = size) =>
    askedFor({ ...due, share }, roundingFor(payable, kind));
  const why = (method: MenuMethod): string | undefined => {
    if (typeof charge === 'string') return charge;
    // Only cash can be more than the amount asked for.
    const most = largest(askedFor({ ...charge, share: whole }, undefined), askedBy(method, whole));
    if ((charge.handed ?? askedBy(method)) > most && (method.kind !== 'cash' || back))
      return t('More than the amount due.');
    if (method.takes_requests === true && away)
      return t('{method} needs a connection.', { method: method.name });
    if (method.takes_requests === true && (charge.tip > 0n || charge.surcharge > 0n))
      return t('{method} asks for tip and surcharge itself.', { method: method.name });
    return method.kind === 'addon' ? undefined : lockedBy(payable.locks, 'APP_PAYMENT');
  };
  const pay = async (method: MenuMethod, handed?: bigint) => {
    if (typeof charge === 'string') return;
    const wanted = askedBy(method);
    const given = handed ?? charge.handed ?? wanted;
    if (method.takes_requests === true) return ask(method, given);
    const { amount, tip, change } = takenOf(charge, given, wanted, method.kind === 'cash' && !back);
    await take(
      {
        method: method.id,
        amount: back ? -amount : amount,
        tip,
        surcharge: charge.surcharge,
        ref: typed.ref.trim() === '' ? null : typed.ref.trim(),
        // Who pays less than an item costs has not paid for it.
        ...(share.split === 'items' && given >= wanted
          ? { items: chosenItems(payable, share).map((item) => item.key) }
          : {}),
      },
      change,
    );
  };
  return (
    <div className="pay-columns">
      <fieldset className="bare" disabled={busy !== undefined} aria-label={t('Amount')}>
        <Stack gap="sm">
          {!back && (
            <ShareFields
              payable={payable}
              share={share}
              change={(part) => {
                changeShare(part);
                setTyped({ ...typed, amount: undefined });
              }}
              money={money}
            />
          )}
          <AmountFields
            typed={typed}
            change={(part) => setTyped({ ...typed, ...part })}
            asked={moneyText(full, units)}
            back={back}
          />
        </Stack>
      </fieldset>
      <Stack gap="sm">
        <ToCharge charge={charge} back={back} money={money} />
        <Methods
          methods={menu.methods}
          locked={lockedBy(payable.locks, 'APP_PAYMENT')}
          wrong={typeof charge === 'string' ? charge : undefined}
          why={why}
          busy={busy}
          pay={async (method, handed) => {
            // What is typed now would go with the form: it is another payment's.
            setBusy(method.id);
            await pay(method, handed);
            setBusy(undefined);
          }}
          quick={back || typeof charge === 'string' ? [] : handedOver(askedBy(CASH), currency)}
          asked={(method) =>
            typed.amount === undefined && askedBy(method) !== full ? askedBy(method) : undefined
          }
          money={money}
        />
      </Stack>
    </div>
  );
}

interface ToChargeProps {
  readonly charge: Charge | string;
  readonly back: boolean;
  readonly money: Money;
}

/** The amount that the next tap charges, tip and surcharge included; or what is missing. */
function ToCharge({ charge, back, money }: ToChargeProps) {
  if (typeof charge === 'string') {
    return (
      <Text role="status" c="dimmed">
        {charge}
      </Text>
    );
  }
  const { tip, surcharge, handed } = charge;
  const parts = [
    tip === 0n ? null : t('including {amount} tip', { amount: money(tip) }),
    surcharge === 0n ? null : t('including {amount} surcharge', { amount: money(surcharge) }),
  ];
  const asked = askedFor(charge, undefined);
  const charged = least(handed ?? asked, asked);
  return (
    <div role="status" aria-label={back ? t('To refund') : t('To charge')}>
      <Text c="dimmed">{back ? t('To refund') : t('To charge')}</Text>
      <Text fz={24} fw={650} className="figures">
        {money(charged)}
      </Text>
      <Hint>{inLine(parts)}</Hint>
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
        aria-label={t('Split')}
        size="md"
        data={SPLITS.map(({ value, label }) => ({ value, label: translated(label) }))}
        value={share.split}
        onChange={(value) => change({ split: SPLITS.find((each) => each.value === value)?.value ?? 'all' })}
      />
      {share.split === 'equal' && (
        <NumberInput
          hideControls
          label={t('Parts')}
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
    <Stack gap={0} role="group" aria-label={t('Items')}>
      {payable.unassigned > 0n && payable.items.length > 0 && (
        <Alert color="brass" role="alert" mb="xs">
          {t(
            '{amount} was paid without items: in parts, or at another register. Ask what was paid before you charge an item.',
            { amount: money(payable.unassigned) },
          )}
        </Alert>
      )}
      {payable.items.length === 0 && <Text size="sm">{t('All items are paid.')}</Text>}
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
  /** The amount asked for, tip and surcharge included, without a sign. */
  readonly asked: string;
  readonly back: boolean;
}

/** The fields of the amount handed over, tip, surcharge and reference. */
function AmountFields({ typed, change, asked, back }: AmountProps) {
  const text = (name: keyof PaymentDraft) => ({
    size: 'md',
    value: typed[name] ?? asked,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label={back ? t('Amount to refund') : t('Amount tendered')}
        inputMode="decimal"
        {...text('amount')}
        size="lg"
      />
      {!back && (
        <Group grow align="start">
          <TextInput label={t('Tip')} inputMode="decimal" {...text('tip')} />
          <TextInput label={t('Card surcharge')} inputMode="decimal" {...text('surcharge')} />
        </Group>
      )}
      <TextInput label={t('Reference')} maxLength={255} {...text('ref')} />
    </>
  );
}

interface MethodProps {
  readonly methods: readonly MenuMethod[];
  /** Why nothing but add-ons may take money, if so. */
  readonly locked: string | undefined;
  /** The fault of the amounts, if any; it is said beside them. */
  readonly wrong: string | undefined;
  /** Why a method cannot take the payment. */
  readonly why: (method: MenuMethod) => string | undefined;
  /** The method that takes the payment just now. */
  readonly busy: Id | undefined;
  readonly pay: (method: MenuMethod, handed?: bigint) => Promise<void>;
  /** Round amounts of cash that are handed over. */
  readonly quick: readonly bigint[];
  /** The amount for a method where it is not the amount due: it is rounded to coins. */
  readonly asked: (method: MenuMethod) => bigint | undefined;
  readonly money: Money;
}

/** A button for each way to pay; while one takes the payment, no other does. */
function Methods({ methods, locked, wrong, why, busy, pay, quick, asked, money }: MethodProps) {
  const label = (method: MenuMethod) => {
    const amount = asked(method);
    return amount === undefined ? method.name : inLine([method.name, money(amount)]);
  };
  // A lock, and what is wrong with the amounts, is said above.
  const reasons = methods
    .flatMap((method) => why(method) ?? [])
    .filter((reason) => reason !== locked && reason !== wrong);
  const cash = methods.find((method) => method.kind === 'cash' && why(method) === undefined);
  return (
    <>
      {locked !== undefined && <Text size="sm">{locked}</Text>}
      {cash !== undefined && quick.length > 0 && (
        <fieldset className="bare quick-cash" aria-label={t('Quick cash')}>
          {quick.map((amount) => (
            <button
              key={String(amount)}
              type="button"
              className="chip"
              disabled={busy !== undefined}
              onClick={() => void pay(cash, amount)}
            >
              {money(amount)}
            </button>
          ))}
        </fieldset>
      )}
      {methods.map((method) => (
        <Button
          key={String(method.id)}
          size="lg"
          h={60}
          variant={method.kind === 'cash' ? 'filled' : 'default'}
          disabled={why(method) !== undefined || busy !== undefined}
          loading={busy === method.id}
          onClick={() => void pay(method)}
        >
          {label(method)}
        </Button>
      ))}
      {[...new Set(reasons)].map((reason) => (
        <Hint key={reason}>{reason}</Hint>
      ))}
    </>
  );
}
