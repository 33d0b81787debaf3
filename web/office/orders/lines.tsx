import { Table, Text } from '@mantine/core';
import type { ChosenOption, Order, OrderLine } from '#clients/typescript/index.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { discountsOf } from '../../shared/discount.ts';
import { decimalOf, formatNumber, formatQuantity, inLine } from '../../shared/format.ts';
import { type Refunds, refundedOf } from '../../shared/refunds.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { modifierWords, useModifierNames, useRefunds } from './names.ts';
import { instructionWords } from './words.ts';

/** A line as it stands under the one it belongs to. */
interface IndentedLine {
  readonly line: OrderLine;
  readonly depth: number;
  /** The option set that it was chosen from. */
  readonly set: string | undefined;
  readonly instructions: string | null;
}

/** The order's lines, chosen options under what they were chosen for. */
export function placeLines({ lines, options }: Pick<Order, 'lines' | 'options'>): IndentedLine[] {
  const about = new Map<number, Omit<IndentedLine, 'line'>>();
  const walk = (sets: ChosenOption['option_sets'], depth: number) => {
    for (const set of sets) {
      for (const choice of set.options) {
        about.set(choice.line_number, { depth, set: set.name, instructions: choice.instructions });
        walk(choice.option_sets, depth + 1);
      }
    }
  };
  walk(options, 1);
  return lines.map((line) => ({
    line,
    ...(about.get(line.number) ?? { depth: 0, set: undefined, instructions: null }),
  }));
}

export function Lines({ order }: { order: Order }) {
  const company = useCompany();
  const nameOf = useModifierNames(order.lines);
  const refunds = useRefunds(order);
  const money = (amount: bigint | OrderLine['unit_price']) => company.money(amount, order.site_id);
  const discounts = discountsOf(order, money);
  if (order.lines.length === 0) {
    return <Hint>{t('This order has no lines.')}</Hint>;
  }
  return (
    <Table className="figures" horizontalSpacing={0} verticalSpacing={8} aria-label={t('Lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={56}>{t('Qty')}</Table.Th>
          <Table.Th>{t('Product')}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {t('Price')}
          </Table.Th>
          <Table.Th ta="end">{t('Total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {placeLines(order).map(({ line, depth, set, instructions }) => (
          <Table.Tr key={line.number}>
            <Table.Td valign="top">{formatQuantity(line.quantity)}</Table.Td>
            <Table.Td ps={depth * 20}>
              <Text size="sm" fw={depth === 0 ? 600 : 400} style={{ overflowWrap: 'anywhere' }}>
                {instructions !== null && <Text span fw={650}>{`${instructionWords(instructions)} `}</Text>}
                <bdi>{lineName(line)}</bdi>
              </Text>
              <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
                {inLine([
                  set,
                  line.product.sku,
                  line.modifiers.length === 0 ? undefined : modifierWords(line, nameOf),
                  ...discountsOf(line, money),
                  line.course_ordinal === null
                    ? undefined
                    : t('Course {number}', { number: line.course_ordinal }),
                  line.notes,
                ])}
              </Hint>
              {refundedWords(refunds.data, line) !== undefined && (
                <Text size="xs" fw={600} c="red">
                  {refundedWords(refunds.data, line)}
                </Text>
              )}
            </Table.Td>
            <Table.Td className="amount" ta="end" valign="top" visibleFrom="sm">
              {money(line.unit_price_inc_tax)}
            </Table.Td>
            <Table.Td className="amount" ta="end" valign="top">
              {money(decimalOf(line.line_total_ex_tax) + decimalOf(line.line_total_tax))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        {discounts.length > 0 && (
          <Table.Tr>
            <Table.Td />
            <Table.Td c="dimmed" colSpan={3}>
              {t('Discount')}: {inLine(discounts)}
            </Table.Td>
          </Table.Tr>
        )}
        <Table.Tr>
          <Table.Td />
          <Table.Td c="dimmed">{t('Tax included')}</Table.Td>
          <Table.Td visibleFrom="sm" />
          <Table.Td className="amount" ta="end" c="dimmed">
            {money(order.total_tax)}
          </Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td />
          <Table.Td fw={650}>{t('Total')}</Table.Td>
          <Table.Td visibleFrom="sm" />
          <Table.Td className="amount" ta="end" fw={650}>
            {money(order.total)}
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}

/** The refunded quantity of a line, in words. */
function refundedWords(refunds: Refunds | undefined, line: OrderLine): string | undefined {
  const back = refunds === undefined ? 0 : refundedOf(refunds, line).quantity_refunded;
  return decimalOf(back) === 0n ? undefined : t('{quantity} refunded', { quantity: formatNumber(back) });
}
