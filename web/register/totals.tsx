import type { ReactNode } from 'react';
import type { Order } from '#clients/typescript/index.ts';
import { discountsOf } from '../shared/discount.ts';
import { decimalOf, formatMoney, formatNumber, inLine } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { exemptText } from './line-text.ts';

interface Props {
  readonly order: Order;
  readonly currency: string;
  /** Further rows at the end. */
  readonly children?: ReactNode;
}

/** The sums of an order, with those that it has: discount, service, tips, payments. */
export function OrderTotals({ order, currency, children }: Props) {
  const money = (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, currency);
  const discount = discountsOf(order, money);
  const service = decimalOf(order.tip_service_amount);
  const percent = order.tip_service_percent;
  return (
    <dl className="sums" aria-label={t('Totals')}>
      {discount.length > 0 && <Sum name={t('Discount')} text={inLine(discount)} />}
      <Sum name={t('Tax included')} text={money(order.total_tax)} />
      <ExemptSum exempt={order.tax_exempt} />
      <dt className="sum-total">{t('Total')}</dt>
      <dd className="sum-total">{money(order.total)}</dd>
      {service !== 0n && (
        <Sum
          name={percent === null ? t('Service') : t('Service {percent}%', { percent: formatNumber(percent) })}
          text={money(service)}
        />
      )}
      {order.payments.map((payment) => (
        <Sum
          key={payment.number}
          name={payment.method.name}
          text={
            decimalOf(payment.tip) === 0n
              ? money(payment.amount)
              : t('{amount} + {tip} tip', { amount: money(payment.amount), tip: money(payment.tip) })
          }
        />
      ))}
      {decimalOf(order.tips) !== 0n && <Sum name={t('Tips')} text={money(order.tips)} />}
      {decimalOf(order.credit_card_surcharge) !== 0n && (
        <Sum name={t('Card surcharge')} text={money(order.credit_card_surcharge)} />
      )}
      {children}
    </dl>
  );
}

/** The row of an order that is charged no tax, with the reason; nothing where tax is charged. */
export function ExemptSum({
  exempt,
}: {
  exempt: Pick<NonNullable<Order['tax_exempt']>, 'number' | 'reason'> | null;
}) {
  return exempt === null ? null : <Sum name={t('Tax exempt')} text={exemptText(exempt)} />;
}

/** A row of totals. */
export function Sum({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}
