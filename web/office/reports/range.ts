// The days of a report, with ranges that are often asked for.

import { addDays, monthOf, weekOf } from '../../shared/days.ts';
import { type Message, message } from '../../shared/words.ts';

export interface Range {
  readonly from: string;
  readonly to: string;
}

interface Preset {
  readonly label: Message;
  readonly of: (today: string) => Range;
}

/** Ranges by their name, from the current day of the site. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  today: { label: message('Today'), of: (today) => ({ from: today, to: today }) },
  yesterday: {
    label: message('Yesterday'),
    of: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  '7days': { label: message('Last 7 days'), of: (today) => ({ from: addDays(today, -6), to: today }) },
  week: { label: message('This week'), of: (today) => ({ from: weekOf(today), to: today }) },
  lastweek: {
    label: message('Last week'),
    of: (today) => ({ from: addDays(weekOf(today), -7), to: addDays(weekOf(today), -1) }),
  },
  '30days': { label: message('Last 30 days'), of: (today) => ({ from: addDays(today, -29), to: today }) },
  month: { label: message('This month'), of: (today) => ({ from: monthOf(today), to: today }) },
  lastmonth: {
    label: message('Last month'),
    of: (today) => {
      const to = addDays(monthOf(today), -1);
      return { from: monthOf(to), to };
    },
  },
  year: { label: message('This year'), of: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
};

/** The range of a name; undefined for other words. */
export function presetRange(name: string | null, today: string): Range | undefined {
  return name !== null && Object.hasOwn(PRESETS, name) ? PRESETS[name]?.of(today) : undefined;
}
