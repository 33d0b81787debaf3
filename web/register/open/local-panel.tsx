import { Button, Group, Text, Title } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney, formatNumber, inLine } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { exemptionOf, placeOf } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { lineDetails } from '../line-text.ts';
import { amountsOf, type LocalOrder } from '../locals.ts';
import { RefusedHere } from '../refused.tsx';

/** An order that this device made and has not sent yet: it can be added to and paid all the same. */
export function LocalPanel({ local }: { local: LocalOrder }) {
  const { setTarget, pay } = useRegister();
  const { menu } = useRegisterState();
  const [, go] = useLocation();
  if (menu === undefined) return null;
  const amounts = amountsOf(local, menu);
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const place = placeOf(local.basket);
  const label = place === null ? local.sale_number : t('table {table}', { table: isolated(place) });
  return (
    <>
      <Link href="/orders" className="back-link">
        <ChevronLeft size={18} className="flip" aria-hidden /> {t('All orders')}
      </Link>
      <Title order={2} size="h4" mb="sm">
        {label}
      </Title>
      <RefusedHere order={local.name} />
      <ul className="order-lines" aria-label={t('Lines')}>
        {local.basket.lines.map((line) => (
          <li key={line.key}>
            <span>
              {line.quantity !== ONE && `${formatNumber(line.quantity)} × `}
              <bdi>{menu.products.get(line.product)?.name}</bdi>
              <span className="basket-detail">{inLine(lineDetails(line, menu, money))}</span>
            </span>
          </li>
        ))}
      </ul>
      {amounts !== undefined && (
        <Text fz="lg" fw={650} my="sm">
          {inLine([money(amounts.total), t('{amount} due', { amount: money(amounts.due) })])}
        </Text>
      )}
      <Group>
        <Button
          size="lg"
          variant="default"
          onClick={() => {
            const { discount } = local.basket;
            setTarget({
              order: local.name,
              label,
              coefficient: discount?.kind === 'percent' ? discount.coefficient : null,
              order_type: local.basket.order_type,
              tax_exempt: exemptionOf(local.basket),
              total: amounts?.total ?? 0n,
              limit: null,
            });
            go('/');
          }}
        >
          {t('Add')}
        </Button>
        <Button
          size="lg"
          disabled={amounts === undefined || amounts.due === 0n}
          onClick={() => pay({ kind: 'local', local })}
        >
          {t('Pay')}
        </Button>
      </Group>
    </>
  );
}
