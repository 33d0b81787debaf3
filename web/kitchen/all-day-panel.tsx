import { UnstyledButton } from '@mantine/core';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { allDay } from './all-day.ts';
import type { Card } from './cards.ts';
import { quantityText } from './words.ts';

/** How many of each dish are to be made just now. */
export function AllDay({ cards, close }: { cards: readonly Card[]; close: () => void }) {
  const dishes = useMemo(() => allDay(cards), [cards]);
  return (
    <aside className="all-day" aria-label="All-day counts">
      <header>
        <h2>All day</h2>
        <UnstyledButton className="tool" onClick={close} aria-label="Close the all-day counts">
          <X aria-hidden />
        </UnstyledButton>
      </header>
      {dishes.length === 0 ? (
        <p className="quiet">Nothing is open.</p>
      ) : (
        <table>
          <thead className="unseen">
            <tr>
              <th scope="col">Dish</th>
              <th scope="col">How many</th>
            </tr>
          </thead>
          <tbody>
            {dishes.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="figures">{quantityText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </aside>
  );
}
