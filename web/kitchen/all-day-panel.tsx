import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../shared/words.ts';
import { allDay } from './all-day.ts';
import type { Card } from './cards.ts';
import { quantityText } from './words.ts';

/** How many of each item are to be made just now. */
export function AllDay({ cards, close }: { cards: readonly Card[]; close: () => void }) {
  const dishes = useMemo(() => allDay(cards), [cards]);
  return (
    <aside className="all-day" aria-label={t('All day')}>
      <header>
        <h2>{t('All day')}</h2>
        <UnstyledButton className="tool" onClick={close} aria-label={t('Close')}>
          <X aria-hidden />
        </UnstyledButton>
      </header>
      {dishes.length === 0 ? (
        <p className="quiet">{t('No open items')}</p>
      ) : (
        <table>
          <thead className="unseen">
            <tr>
              <th scope="col">{t('Item')}</th>
              <th scope="col">{t('Quantity')}</th>
            </tr>
          </thead>
          <tbody>
            {dishes.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td className="figures">{quantityText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </aside>
  );
}
