// Which price lists hold for an order: by its type, and by the weekday and time of its site (reference: prices.1 to
// prices.3). Registers decide by the same rule, without a network.
import type { Id } from '../../kernel/id.ts';
import type { OrderType } from '../../kernel/order-type.ts';

/** A time of the day: hours and minutes. */
export const CLOCK_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** When a price list holds, and for which orders; null is always, and for all. */
export interface ListTerms {
  readonly schedule:
    | readonly { readonly weekdays: readonly number[]; readonly from: string; readonly until: string }[]
    | null;
  readonly order_types: readonly OrderType[] | null;
}

/** A price list with terms. */
export interface TermedList extends ListTerms {
  readonly id: Id;
  readonly parent_id: Id | null;
}

/** The local time at a site: the day of the week, 1 is Monday, and the time, such as 17:05. */
interface LocalTime {
  readonly weekday: number;
  readonly time: string;
}

/** The type that an order without one counts as. */
const WITHOUT_TYPE: OrderType = 'Dine in';

/** True for a list that holds at some times, or for some orders. */
const hasTerms = ({ schedule, order_types: types }: ListTerms): boolean =>
  schedule !== null || types !== null;

/** True at a time of a schedule. Times that the clocks show twice are in it twice, times that they skip are not. */
export function isWithin(
  schedule: NonNullable<ListTerms['schedule']>,
  { weekday, time }: LocalTime,
): boolean {
  const yesterday = weekday === 1 ? 7 : weekday - 1;
  return schedule.some(({ weekdays, from, until }) =>
    // Times of two digits each compare as texts.
    from < until
      ? weekdays.includes(weekday) && time >= from && time < until
      : (weekdays.includes(weekday) && time >= from) || (weekdays.includes(yesterday) && time < until),
  );
}

/** True for a list that holds for orders of a type, at its times. */
export const isForType = (
  { order_types: types }: Pick<ListTerms, 'order_types'>,
  type: OrderType | null,
): boolean => types === null || types.includes(type ?? WITHOUT_TYPE);

/** True for a list that holds for orders of a type at a time. */
export function holdsFor(terms: ListTerms, type: OrderType | null, at: LocalTime): boolean {
  return isForType(terms, type) && (terms.schedule === null || isWithin(terms.schedule, at));
}

/** How closely terms say what they are for: by type and time, by type, by time. */
function closeness({ schedule, order_types: types }: ListTerms): number {
  return (types === null ? 0 : 2) + (schedule === null ? 0 : 1);
}

/**
 * The lists with terms that may hold at a site, the one that goes first at the beginning: those that lie directly below
 * the site's own list or one above that, which is its `chain`. What says more closely what it is for goes first; of two
 * that do alike the one below the nearer list, then the one that was made first.
 */
export function listsAt<T extends TermedList>(chain: readonly Id[], lists: readonly T[]): T[] {
  const below = ({ parent_id: parent }: T) => (parent === null ? -1 : chain.indexOf(parent));
  return lists
    .filter((each) => hasTerms(each) && below(each) >= 0)
    .sort(
      (a, b) =>
        closeness(b) - closeness(a) || below(a) - below(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
}
