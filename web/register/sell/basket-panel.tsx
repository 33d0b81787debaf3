import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { Minus, Plus, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import { discountText } from '../../shared/discount.ts';
import { formatMoney, formatNumber, inLine } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { toast } from '../../shared/ui/states.tsx';
import { t, told } from '../../shared/words.ts';
import { addToOrder, hold, leave, newOrder } from '../actions.ts';
import { useLocks } from '../approval.tsx';
import { type BasketLine, change, EMPTY_BASKET, set } from '../basket.ts';
import { type Target, useRegister, useRegisterState } from '../context.tsx';
import { DetailsDialog, DiscountButton } from '../later.tsx';
import { lineDetails } from '../line-text.ts';
import type { LocalOrder } from '../locals.ts';
import type { Menu } from '../menu.ts';
import { orderTypeText } from '../order-types.ts';
import { payableBasket } from '../pay/payable.ts';
import { type Quote, type QuotedLine, quotedLines, quoteOf } from '../quote.ts';
import { keepRefusal } from '../send-writes.ts';
import { ExemptSum } from '../totals.tsx';
import { TableButton } from './table-button.tsx';

interface Props {
  readonly menu: Menu;
  readonly edit: (line: BasketLine) => void;
  /** Called when the basket has become something else. */
  readonly done?: () => void;
}

/** The sale: its lines, what they come to, and what becomes of them. */
export function BasketPanel({ menu, edit, done }: Props) {
  const { target, setTarget } = useRegister();
  const { basket } = useRegisterState();
  // Lines for an order have its discount.
  const priced = useMemo(() => {
    if (target === undefined) return basket;
    const discount =
      target.coefficient === null ? null : { kind: 'percent' as const, coefficient: target.coefficient };
    const { order_type, tax_exempt } = target;
    return set(basket, { discount, service_percent: null, customer: null, order_type, tax_exempt });
  }, [basket, target]);
  const quoted = useMemo(() => quoteOf(priced, menu), [priced, menu]);
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const over =
    target === undefined || !quoted.ok ? undefined : beyond(target, quoted.quote.figures.priced.total, money);
  return (
    <>
      {target !== undefined && (
        <Alert
          color="brass"
          radius={0}
          title={t('Adding to {order}', { order: target.label })}
          withCloseButton
          closeButtonLabel={t('New sale')}
          onClose={() => setTarget(undefined)}
        />
      )}
      <Lines
        menu={menu}
        lines={quoted.ok ? quotedLines(priced, quoted.quote) : []}
        edit={edit}
        money={money}
      />
      <div className="basket-foot">
        {!quoted.ok && <RefusalAlert mb="sm">{told(quoted.refusal.description)}</RefusalAlert>}
        {over !== undefined && (
          <Alert color="brass" mb="sm" role="alert">
            {over}
          </Alert>
        )}
        {target === undefined && <Summary menu={menu} money={money} />}
        {quoted.ok && <Totals quote={quoted.quote} money={money} />}
        <BasketActions
          menu={menu}
          blocked={basket.lines.length === 0 || !quoted.ok || over !== undefined}
          done={done}
        />
      </div>
    </>
  );
}

type Money = (amount: bigint) => string;

interface LinesProps {
  readonly menu: Menu;
  /** The lines with what they cost, as far as that is known. */
  readonly lines: readonly QuotedLine[];
  readonly edit: (line: BasketLine) => void;
  readonly money: Money;
}

function Lines({ menu, lines, edit, money }: LinesProps) {
  const { basket } = useRegisterState();
  const { core } = useRegister();
  const { cleared } = core;
  return (
    <ul className="basket-lines" aria-label={t('Lines')}>
      {basket.lines.map((line) => {
        const found = lines.find((each) => each.line.key === line.key);
        const sum = found?.options.reduce((all, option) => all + option.total, found.total);
        const name = menu.products.get(line.product)?.name ?? t('No longer on the menu');
        return (
          <li key={line.key} className="basket-line">
            <button type="button" className="basket-edit" onClick={() => edit(line)}>
              <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
                <span>
                  {line.quantity !== ONE && `${formatNumber(line.quantity)} × `}
                  {name}
                </span>
                <span className="figures">{sum === undefined ? '' : money(sum)}</span>
              </Group>
              {lineDetails(line, menu, money).map((text) => (
                <span key={text} className="basket-detail">
                  {text}
                </span>
              ))}
            </button>
            <Stepper line={line} name={name} />
          </li>
        );
      })}
      {basket.lines.length === 0 && (
        <li className="register-pad">
          <Text c="dimmed">{t('No lines yet. Tap or scan a product.')}</Text>
          {basket === EMPTY_BASKET && cleared !== undefined && (
            <Button variant="default" mt="sm" h={44} onClick={() => core.setBasket(cleared)}>
              {t('Bring back the cleared sale')}
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}

/** One more of a line, or one less. */
function Stepper({ line: { key, quantity }, name }: { line: BasketLine; name: string }) {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const to = (wanted: bigint) => core.setBasket(change(basket, key, { quantity: wanted }));
  return (
    <span className="stepper">
      <button
        type="button"
        aria-label={t('One less: {product}', { product: name })}
        onClick={() => to(quantity - ONE)}
      >
        {quantity === ONE ? <Trash2 size={18} aria-hidden /> : <Minus size={18} aria-hidden />}
      </button>
      <button
        type="button"
        aria-label={t('One more: {product}', { product: name })}
        onClick={() => to(quantity + ONE)}
      >
        <Plus size={18} aria-hidden />
      </button>
    </span>
  );
}

function Totals({ quote, money }: { quote: Quote; money: Money }) {
  const { priced, settlement } = quote.figures;
  return (
    <dl className="sums" aria-label={t('Totals')}>
      <dt>{t('Tax included')}</dt>
      <dd>{money(priced.totalTax)}</dd>
      <ExemptSum exempt={quote.order.tax_exempt} />
      {settlement.tipServiceAmount !== 0n && (
        <>
          <dt>{t('Service')}</dt>
          <dd>{money(settlement.tipServiceAmount)}</dd>
        </>
      )}
      <dt className="sum-total">{t('Total')}</dt>
      <dd className="sum-total">{money(priced.total + settlement.tipServiceAmount)}</dd>
    </dl>
  );
}

interface ActionProps {
  readonly menu: Menu;
  readonly blocked: boolean;
  readonly done: (() => void) | undefined;
}

/** The buttons that end the sale: it goes to an order, to the kitchen, or is paid. */
function BasketActions({ menu, blocked, done }: ActionProps) {
  const register = useRegister();
  const lockOf = useLocks();
  const { core, target, pay } = register;
  const { basket } = useRegisterState();
  const [busy, setBusy] = useState<string>();
  const run = async (label: string, work: () => Promise<void>) => {
    setBusy(label);
    try {
      await work();
      done?.();
    } catch (error) {
      keepRefusal(core, label, error);
    } finally {
      setBusy(undefined);
    }
  };
  const isBlocked = blocked || busy !== undefined;
  if (target !== undefined) {
    const label = t('Add to {order}', { order: target.label });
    const add = async () => {
      if (await addToOrder(register)) toast(t('Added to the order'));
    };
    return (
      <Button fullWidth size="lg" disabled={isBlocked} onClick={() => void run(label, add)}>
        {label}
      </Button>
    );
  }
  const send = async () => {
    if (await hold(register, 'ON_HOLD')) toast(t('Sent to kitchen'));
  };
  return (
    <div className="basket-actions">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={50}
          aria-label={t('Clear sale')}
          disabled={basket.lines.length === 0 || busy !== undefined}
          onClick={() => core.clearBasket()}
        >
          <X aria-hidden />
        </ActionIcon>
        <Button
          size="lg"
          variant="default"
          flex={1}
          px="xs"
          disabled={isBlocked}
          onClick={() => void run(t('Send to kitchen'), send)}
        >
          {t('Send to kitchen')}
        </Button>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ExactCash menu={menu} blocked={isBlocked} run={run} />
        <Button
          size="lg"
          flex={1}
          px="xs"
          {...lockOf('FinishSale')}
          disabled={isBlocked}
          onClick={() => {
            pay({ kind: 'basket' });
            done?.();
          }}
        >
          {t('Pay')}
        </Button>
      </Group>
    </div>
  );
}

interface ExactCashProps {
  readonly menu: Menu;
  readonly blocked: boolean;
  readonly run: (label: string, work: () => Promise<void>) => Promise<void>;
}

/** The whole amount in cash, in one tap. */
function ExactCash({ menu, blocked, run }: ExactCashProps) {
  const register = useRegister();
  const { core, pay } = register;
  const { basket } = useRegisterState();
  const lockOf = useLocks();
  const method = menu.methods.find(({ kind }) => kind === 'cash');
  const payable = useMemo(
    () => (basket.lines.length === 0 ? undefined : payableBasket(basket, menu, [])),
    [basket, menu],
  );
  if (method === undefined) return null;
  const left = payable?.left ?? 0n;
  const take = async () => {
    let made: LocalOrder | undefined;
    await leave(core, async (sold) => {
      const amount = payableBasket(sold, menu, [])?.left ?? left;
      const tender = { method: method.id, amount, tip: 0n, surcharge: 0n, ref: null };
      const { write, local } = newOrder(register, sold, 'PENDING', [tender]);
      await core.send([write], local);
      made = local;
    });
    if (made !== undefined) pay({ kind: 'local', local: made });
  };
  return (
    <Button
      size="lg"
      variant="light"
      flex={1}
      px="xs"
      {...lockOf('FinishSale')}
      disabled={blocked || left <= 0n}
      onClick={() => void run(t('Payment'), take)}
    >
      {t('Exact cash')}
    </Button>
  );
}

/** Why lines cannot be added: the add-on's limit, which the service holds to as well. */
function beyond(target: Target, more: bigint, money: Money): string | undefined {
  if (target.limit === null || target.total + more <= target.limit || more <= 0n) return undefined;
  return t('The order may not go beyond {limit}: the add-on that made it has set a price limit.', {
    limit: money(target.limit),
  });
}

/** The sale beside its lines: table, discount, and the rest behind a button. */
function Summary({ menu, money }: { menu: Menu; money: Money }) {
  const { core } = useRegister();
  const { basket } = useRegisterState();
  const [open, setOpen] = useState(false);
  const parts = [
    orderTypeText(basket.order_type),
    basket.guests === null
      ? null
      : t('{count, plural, one {# guest} other {# guests}}', { count: basket.guests }),
    basket.customer?.name ?? null,
    basket.discount !== null && (basket.discount.kind === 'fixed' || basket.discount.given !== undefined)
      ? discountText(basket.discount, money)
      : null,
    basket.notes === null ? null : `“${basket.notes}”`,
  ];
  const said = inLine(parts);
  return (
    <>
      {said !== '' && <Hint mb={6}>{said}</Hint>}
      <div className="basket-quick">
        <TableButton />
        <DiscountButton menu={menu} money={money} more={() => setOpen(true)} />
        <Button variant="default" h={44} px={6} onClick={() => setOpen(true)}>
          {t('Details')}
        </Button>
      </div>
      {open && (
        <DetailsDialog
          menu={menu}
          details={basket}
          change={(fields) => core.setBasket(set(core.state.basket, fields))}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
}
