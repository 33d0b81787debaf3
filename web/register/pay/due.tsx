import { Group, Text } from '@mantine/core';
import { formatMoney } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { Tender } from '../body.ts';
import type { Menu } from '../menu.ts';
import type { Payable } from './payable.ts';

interface Props {
  readonly menu: Menu;
  readonly payable: Payable;
  /** The money taken on this screen. */
  readonly taken: readonly Tender[];
  /** The change for the last payer. */
  readonly change: bigint;
  /** Money is to be given back. */
  readonly back: boolean;
}

/** The amount due, or that it is paid; the money taken, and the change. */
export function Due({ menu, payable, taken, change, back }: Props) {
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const label = back ? t('To refund') : payable.paid ? t('Paid') : t('Amount due');
  const left = back ? -payable.left : payable.left;
  const amount = payable.paid ? payable.total + payable.service + payable.rounding : left;
  return (
    <>
      <Group justify="space-between" align="start" mb="md">
        <div>
          <Text c="dimmed">{label}</Text>
          <div className="due" role="status" aria-label={t('Amount due')}>
            {money(amount)}
          </div>
          {payable.rounding !== 0n && (
            <Text c="dimmed">{t('Rounding {amount}', { amount: money(payable.rounding) })}</Text>
          )}
          {payable.service !== 0n && (
            <Text c="dimmed">{t('including {amount} service', { amount: money(payable.service) })}</Text>
          )}
        </div>
        {taken.length > 0 && (
          <ul className="order-lines plain" aria-label={t('Payments')}>
            {taken.map((tender, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments are only ever added
              <li key={at}>
                <span>{menu.methods.find((method) => method.id === tender.method)?.name}</span>
                <span>
                  {tender.tip === 0n
                    ? money(tender.amount)
                    : t('{amount} + {tip} tip', { amount: money(tender.amount), tip: money(tender.tip) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Group>
      {change > 0n && (
        <div className="change-due" role="alert">
          <span>{t('Change due')}</span> <strong>{money(change)}</strong>
        </div>
      )}
    </>
  );
}
