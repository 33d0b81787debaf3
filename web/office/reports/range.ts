// The days of a report, with ranges that are often asked for.

import { addDays, monthOf, weekOf } from '../../shared/days.ts';

export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Ranges by their name, from the current day of the site. */
export const PRESETS: readonly { name: string; label: string; of: (today: string) => Range }[] = [
  { name: 'today', label: 'Today', of: (today) => ({ from: today, to: today }) },
  {
    name: 'yesterday',
    label: 'Yesterday',
    of: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { name: '7days', label: 'Last 7 days', of: (today) => ({ from: addDays(today, -6), to: today }) },
  { name: 'week', label: 'This week', of: (today) => ({ from: weekOf(today), to: today }) },
  {
    name: 'lastweek',
    label: 'Last week',
    of: (today) => ({ from: addDays(weekOf(today), -7), to: addDays(weekOf(today), -1) }),
  },
  { name: '30days', label: 'Last 30 days', of: (today) => ({ from: addDays(today, -29), to: today }) },
  { name: 'month', label: 'This month', of: (today) => ({ from: monthOf(today), to: today }) },
  {
    name: 'lastmonth',
    label: 'Last month',
    of: (today) => {
      const to = addDays(monthOf(today), -1);
      return { from: monthOf(to), to };
    },
  },
  { name: 'year', label: 'This year', of: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
];

/** The range of a name; undefined for other words. */
export function presetRange(name: string | null, today: string): Range | undefined {
  return PRESETS.find((each) => each.name === name)?.of(today);
}
