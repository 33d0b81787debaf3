import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { Minus, Plus, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import { toast } from '../../shared/ui/states.tsx';
import { addToOrder, hold } from '../actions.ts';
import { type BasketLine, change, EMPTY_BASKET, set } from '../basket.ts';
import { type Target, useRegister, useRegisterState } from '../context.tsx';
import { discountText, lineDetails, quantityText } from '../line-text.ts';
import type { Menu } from '../menu.ts';
import { type Quote, type QuotedLine, quotedLines, quoteOf } from '../quote.ts';
import { keepRefusal } from '../send-writes.ts';
import { DetailsDialog } from './details-dialog.tsx';

interface Props {
  readonly menu: Menu;
  readonly edit: (line: BasketLine) => void;
  /** Called when the basket has become something else. */
  readonly done?: () => void;
}

/** The basket: its lines, what they come to, and what becomes of them. */
export function BasketPanel({ menu, edit, done }: Props) {
  const { core, target, setTarget } = useRegister();
  const { basket } = useRegisterState();
  const [details, setDetails] = useState(false);
  // Lines for an order have its discount.
  const priced = useMemo(() => {
    if (target === undefined) return basket;
    const discount =
      target.coefficient === null ? null : { kind: 'percent' as const, coefficient: target.coefficient };
    return set(basket, { discount, service_percent: null });
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
          title={`Adding to ${target.label}`}
          withCloseButton
          closeButtonLabel="Make a new order instead"
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
        {!quoted.ok && (
          <Alert color="red" mb="sm" role="alert">
            {quoted.refusal.sentence}
          </Alert>
        )}
        {over !== undefined && (
          <Alert color="brass" mb="sm" role="alert">
            {over}
          </Alert>
        )}
        {target === undefined && <Summary openDetails={() => setDetails(true)} money={money} />}
        {quoted.ok && <Totals figures={quoted.quote.figures} money={money} />}
        <BasketActions blocked={basket.lines.length === 0 || !quoted.ok || over !== undefined} done={done} />
      </div>
      {details && (
        <DetailsDialog
          menu={menu}
          details={basket}
          change={(fields) => core.setBasket(set(core.state.basket, fields))}
          close={() => setDetails(false)}
        />
      )}
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
  return (
    <ul className="basket-lines" aria-label="Lines">
      {basket.lines.map((line) => {
        const found = lines.find((each) => each.line.key === line.key);
        const sum = found?.options.reduce((all, option) => all + option.total, found.total);
        const name = menu.products.get(line.product)?.name ?? 'Not on the menu any more';
        return (
          <li key={line.key} className="basket-line">
            <button type="button" className="basket-edit" onClick={() => edit(line)}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <span>
                  {line.quantity !== ONE && `${quantityText(line.quantity)} × `}
                  {name}
                </span>
                <span>{sum === undefined ? '' : money(sum)}</span>
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
          <Text c="dimmed">Nothing yet. Press a product, or scan one.</Text>
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
      <button type="button" aria-label={`One ${name} less`} onClick={() => to(quantity - ONE)}>
        {quantity === ONE ? <Trash2 size={18} aria-hidden /> : <Minus size={18} aria-hidden />}
      </button>
      <button type="button" aria-label={`One more ${name}`} onClick={() => to(quantity + ONE)}>
        <Plus size={18} aria-hidden />
      </button>
    </span>
  );
}

function Totals({ figures: { priced, settlement }, money }: { figures: Quote['figures']; money: Money }) {
  return (
    <dl className="sums" aria-label="Totals">
      <dt>Tax included</dt>
      <dd>{money(priced.totalTax)}</dd>
      {settlement.tipServiceAmount !== 0n && (
        <>
          <dt>Service</dt>
          <dd>{money(settlement.tipServiceAmount)}</dd>
        </>
      )}
      <dt className="sum-total">Total</dt>
      <dd className="sum-total">{money(priced.total + settlement.tipServiceAmount)}</dd>
    </dl>
  );
}

/** What becomes of the basket: it goes to an order, to the kitchen, or is paid. */
function BasketActions({ blocked, done }: { blocked: boolean; done: (() => void) | undefined }) {
  const register = useRegister();
  const { core, target, pay } = register;
  const { basket } = useRegisterState();
  const run = async (work: () => Promise<void>, said: string) => {
    try {
      await work();
      toast(said);
      done?.();
    } catch (error) {
      keepRefusal(core, target === undefined ? 'Order' : `More for ${target.label}`, error);
    }
  };
  if (target !== undefined) {
    const add = () => void run(() => addToOrder(register), 'Added to the order');
    return (
      <Button fullWidth size="lg" disabled={blocked} onClick={add}>
        Add to {target.label}
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon
        variant="default"
        size={50}
        aria-label="Empty the basket"
        disabled={basket.lines.length === 0}
        onClick={() => core.setBasket(EMPTY_BASKET)}
      >
        <X aria-hidden />
      </ActionIcon>
      <Button
        size="lg"
        variant="default"
        flex={1}
        px="xs"
        disabled={blocked}
        onClick={() => void run(() => hold(register, 'ON_HOLD'), 'The order is open')}
      >
        To kitchen
      </Button>
      <Button
        size="lg"
        flex={1}
        px="xs"
        disabled={blocked}
        onClick={() => {
          pay({ kind: 'basket' });
          done?.();
        }}
      >
        Pay
      </Button>
    </Group>
  );
}

/** Why lines cannot be added: the add-on's limit, which the service holds to as well. */
function beyond(target: Target, more: bigint, money: Money): string | undefined {
  if (target.limit === null || target.total + more <= target.limit || more <= 0n) return undefined;
  return `The order may not go beyond ${money(target.limit)}: the add-on that made it has set a price limit.`;
}

/** What the order is, in a line: for whom, where, how. */
function Summary({ openDetails, money }: { openDetails: () => void; money: Money }) {
  const { basket } = useRegisterState();
  const parts = [
    basket.order_type,
    basket.group === null ? null : `Table ${basket.group}`,
    basket.guests === null ? null : `${basket.guests} guests`,
    basket.customer?.name ?? null,
    basket.discount === null ? null : discountText(basket.discount, money),
    basket.notes === null ? null : `“${basket.notes}”`,
  ].filter((part) => part !== null);
  return (
    <Button variant="subtle" fullWidth justify="start" h="auto" mih={44} px={0} mb="xs" onClick={openDetails}>
      <Text size="sm" ta="start" style={{ whiteSpace: 'normal' }}>
        {parts.length === 0 ? 'Table, customer, discount, notes…' : inLine(parts)}
      </Text>
    </Button>
  );
}
