import { Users } from 'lucide-react';
import { Link } from 'wouter';
import type { Floor, Table } from '#clients/typescript/index.ts';
import type { Decimal } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { decimalOf, formatMoney, inLine } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { LocalOrder } from '../locals.ts';

/** A grid unit in pixels, at least: fingers are wide. */
const UNIT = 34;
/** From when guests count as sitting there for long, in minutes. */
const LONG = 60;

/** The content of a drawn table. */
export interface Seated {
  readonly state: 'free' | 'open' | 'paid' | 'unsent';
  /** How long its oldest order has been there, in minutes. */
  readonly minutes: number | undefined;
  readonly guests: number;
  readonly due: Decimal;
  readonly orders: number;
}

/** How somebody sits at a table, with the orders of this device that are not sent yet. */
export function seatedAt(table: Table, locals: readonly LocalOrder[], now: number): Seated {
  const orders = table.orders ?? [];
  const due = orders.reduce((sum, order) => sum + decimalOf(order.due), 0n);
  const since = [
    ...(table.since == null ? [] : [Date.parse(table.since)]),
    ...locals.map(({ made_at: at }) => at),
  ];
  const isPaid = orders.length > 0 && due === 0n && orders.some(({ total }) => decimalOf(total) !== 0n);
  return {
    state: locals.length > 0 ? 'unsent' : orders.length === 0 ? 'free' : isPaid ? 'paid' : 'open',
    minutes: since.length === 0 ? undefined : Math.max(0, Math.floor((now - Math.min(...since)) / 60_000)),
    guests: orders.reduce((sum, order) => sum + (order.guests ?? 0), 0),
    due,
    orders: orders.length + locals.length,
  };
}

/** `0:45`, `1:20`: hours and minutes. */
export function ageText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The whole of it for who hears the screen. */
function spoken(table: Table, seated: Seated, money: (amount: Decimal) => string): string {
  const { state, minutes, guests, due, orders } = seated;
  return inLine(
    [
      t('Table {table}', { table: isolated(table.name) }),
      state === 'free'
        ? t('free, {seats, plural, one {# seat} other {# seats}}', { seats: table.seats })
        : t('{count, plural, one {# order} other {# orders}}', { count: orders }),
      state === 'unsent' ? t('Not sent yet') : null,
      minutes === undefined ? null : t('for {time}', { time: ageText(minutes) }),
      guests === 0 ? null : t('{count, plural, one {# guest} other {# guests}}', { count: guests }),
      state === 'free' ? null : state === 'paid' ? t('Paid') : t('{amount} due', { amount: money(due) }),
    ],
    ', ',
  );
}

interface Props {
  readonly floor: Floor;
  readonly tables: readonly Table[];
  readonly localsAt: (table: Table) => readonly LocalOrder[];
  readonly chosen: string | undefined;
  readonly now: number;
  readonly currency: string;
  readonly begin: (table: Table) => void;
}

/** A floor as it was drawn, with who sits where. */
export function FloorPlan({ floor, tables, localsAt, chosen, now, currency, begin }: Props) {
  const money = (amount: Decimal) => formatMoney(amount, currency);
  const part = (value: number, of: number) => `${(value / of) * 100}%`;
  return (
    <div className="floor-scroll">
      <ul
        className="floor-plan"
        aria-label={t('Tables on {floor}', { floor: floor.name })}
        style={{ aspectRatio: `${floor.width} / ${floor.height}`, minWidth: floor.width * UNIT }}
      >
        {tables.map((table) => {
          const seated = seatedAt(table, localsAt(table), now);
          const look = {
            className: 'floor-table',
            'data-shape': table.shape,
            'data-state': seated.state,
            'data-long': (seated.minutes ?? 0) >= LONG,
          };
          const content = (
            <>
              <span className="visually-hidden">{spoken(table, seated, money)}</span>
              <span aria-hidden className="floor-table-text">
                <bdi className="floor-table-name">{table.name}</bdi>
                {seated.state === 'free' ? (
                  <span className="floor-table-seats">
                    <Users size={12} /> {table.seats}
                  </span>
                ) : (
                  <>
                    <span className="figures">
                      {seated.minutes === undefined ? '' : ageText(seated.minutes)}
                    </span>
                    <span className="figures">
                      {seated.state === 'paid'
                        ? t('Paid')
                        : seated.state === 'unsent'
                          ? '…'
                          : money(seated.due)}
                    </span>
                    {seated.guests > 0 && (
                      <span className="floor-table-seats">
                        <Users size={12} /> {seated.guests}
                      </span>
                    )}
                  </>
                )}
              </span>
            </>
          );
          return (
            <li
              key={table.id_str}
              style={{
                left: part(table.x, floor.width),
                top: part(table.y, floor.height),
                width: part(table.width, floor.width),
                height: part(table.height, floor.height),
              }}
            >
              {seated.state === 'free' ? (
                <button type="button" {...look} onClick={() => begin(table)}>
                  {content}
                </button>
              ) : (
                <Link
                  href={`/tables/${table.id_str}`}
                  {...look}
                  aria-current={table.id_str === chosen ? 'true' : undefined}
                >
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
