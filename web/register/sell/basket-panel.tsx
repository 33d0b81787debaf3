import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { Minus, Plus, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ONE } from '#src/kernel/money.ts';
import { formatMoney, inLine } from '../../shared/format.ts';
import { toast } from '../../shared/ui/states.tsx';
import { tellUnkept } from '../act.ts';
import { addToOrder, hold } from '../actions.ts';
import { type BasketLine, change, EMPTY_BASKET, set } from '../basket.ts';
import { type Target, useTill, useTillState } from '../context.tsx';
import { discountText, lineDetails, quantityText } from '../line-text.ts';
import type { Menu } from '../menu.ts';
import { quotedLines, quoteOf } from '../quote.ts';
import { DetailsDialog } from './details-dialog.tsx';

interface Props {
  readonly menu: Menu;
  readonly edit: (line: BasketLine) => void;
  /** Called when the basket has become something else. */
  readonly done?: () => void;
}

/** The basket: its lines, what they come to, and what becomes of them. */
export function BasketPanel({ menu, edit, done }: Props) {
  const till = useTill();
  const { core, target, setTarget, pay } = till;
  const { basket } = useTillState();
  const [details, setDetails] = useState(false);
  // Lines for an order have its discount.
  const priced = useMemo(() => {
    if (target === undefined) return basket;
    const discount =
      target.coefficient === null ? null : { kind: 'percent' as const, coefficient: target.coefficient };
    return set(basket, { discount, service_percent: null });
  }, [basket, target]);
  const quoted = useMemo(() => quoteOf(priced, menu), [priced, menu]);
  const lines = quoted.ok ? quotedLines(priced, quoted.quote) : [];
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const nameOf = (line: BasketLine) => menu.products.get(line.product)?.name ?? 'Not on the menu any more';
  const empty = basket.lines.length === 0;
  const over =
    target === undefined || !quoted.ok ? undefined : beyond(target, quoted.quote.figures.priced.total, money);
  const blocked = empty || !quoted.ok || over !== undefined;
  const run = async (work: () => Promise<void>, said: string) => {
    try {
      await work();
      toast(said);
      done?.();
    } catch (error) {
      tellUnkept(core, target === undefined ? 'Order' : `More for ${target.label}`, error);
    }
  };
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
      <ul className="basket-lines" aria-label="Lines">
        {basket.lines.map((line) => {
          const found = lines.find((each) => each.line.key === line.key);
          const sum = found?.options.reduce((all, option) => all + option.total, found.total);
          return (
            <li key={line.key} className="basket-line">
              <button type="button" className="basket-edit" onClick={() => edit(line)}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <span>
                    {line.quantity !== ONE && `${quantityText(line.quantity)} × `}
                    {nameOf(line)}
                  </span>
                  <span>{sum === undefined ? '' : money(sum)}</span>
                </Group>
                {lineDetails(line, menu, money).map((text) => (
                  <span key={text} className="basket-detail">
                    {text}
                  </span>
                ))}
              </button>
              <span className="stepper">
                <button
                  type="button"
                  aria-label={`One ${nameOf(line)} less`}
                  onClick={() => core.setBasket(change(basket, line.key, { quantity: line.quantity - ONE }))}
                >
                  {line.quantity === ONE ? <Trash2 size={18} aria-hidden /> : <Minus size={18} aria-hidden />}
                </button>
                <button
                  type="button"
                  aria-label={`One more ${nameOf(line)}`}
                  onClick={() => {
                    const quantity = line.quantity + ONE;
                    core.setBasket(change(basket, line.key, { quantity }));
                  }}
                >
                  <Plus size={18} aria-hidden />
                </button>
              </span>
            </li>
          );
        })}
        {empty && (
          <li className="till-pad">
            <Text c="dimmed">Nothing yet. Press a product, or scan one.</Text>
          </li>
        )}
      </ul>
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
        {quoted.ok && (
          <dl className="sums" aria-label="Totals">
            <dt>Tax included</dt>
            <dd>{money(quoted.quote.figures.priced.totalTax)}</dd>
            {quoted.quote.figures.settlement.tipServiceAmount !== 0n && (
              <>
                <dt>Service</dt>
                <dd>{money(quoted.quote.figures.settlement.tipServiceAmount)}</dd>
              </>
            )}
            <dt className="sum-total">Total</dt>
            <dd className="sum-total">
              {money(quoted.quote.figures.priced.total + quoted.quote.figures.settlement.tipServiceAmount)}
            </dd>
          </dl>
        )}
        {target !== undefined ? (
          <Button
            fullWidth
            size="lg"
            disabled={blocked}
            onClick={() => void run(() => addToOrder(till), 'Added to the order')}
          >
            Add to {target.label}
          </Button>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              variant="default"
              size={50}
              aria-label="Empty the basket"
              disabled={empty}
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
              onClick={() => void run(() => hold(till, 'ON_HOLD'), 'The order is open')}
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
        )}
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

/** Why lines cannot be added: the add-on's limit, which the service holds to as well. */
function beyond(target: Target, more: bigint, money: (amount: bigint) => string): string | undefined {
  if (target.limit === null || target.total + more <= target.limit || more <= 0n) return undefined;
  return `The order may not go beyond ${money(target.limit)}: the add-on that made it has set a price limit.`;
}

/** What the order is, in a line: for whom, where, how. */
function Summary({ openDetails, money }: { openDetails: () => void; money: (amount: bigint) => string }) {
  const { basket } = useTillState();
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
