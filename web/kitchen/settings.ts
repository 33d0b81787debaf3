// What a device of the kitchen keeps for itself.

import type { Limits } from './age.ts';
import { type Station, WHOLE_KITCHEN } from './station.ts';

export interface Settings {
  readonly station: Station;
  readonly limits: Limits;
  /** Tickets that wait longer than so many hours when the screen is switched on stand apart. */
  readonly oldAfter: number;
  readonly sound: boolean;
  /** The all-day counts stand beside the board. */
  readonly allDay: boolean;
  /** Larger type, for screens that are read from afar. */
  readonly large: boolean;
}

export const DEFAULTS: Settings = {
  station: WHOLE_KITCHEN,
  limits: { slow: 8, late: 15 },
  oldAfter: 4,
  sound: true,
  allDay: false,
  large: false,
};

/** Most minutes of a limit. */
export const MAX_MINUTES = 240;
/** Most hours after which tickets are old. */
export const MAX_HOURS = 72;
const KEY = 'passbell.kitchen.settings';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readStation(value: unknown): Station {
  if (!isRecord(value)) return WHOLE_KITCHEN;
  const { mode, categories } = value;
  if ((mode !== 'only' && mode !== 'except') || !Array.isArray(categories)) return WHOLE_KITCHEN;
  return { mode, categories: categories.filter((each): each is string => typeof each === 'string') };
}

const within = (given: unknown, most: number, otherwise: number) =>
  typeof given === 'number' && given > 0 && given <= most ? given : otherwise;

function readLimits(value: unknown): Limits {
  if (!isRecord(value)) return DEFAULTS.limits;
  const slow = within(value.slow, MAX_MINUTES, DEFAULTS.limits.slow);
  return { slow, late: Math.max(slow, within(value.late, MAX_MINUTES, DEFAULTS.limits.late)) };
}

/** The settings in a text; missing or invalid ones have their defaults. */
export function parseSettings(text: string | null): Settings {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    value = null;
  }
  if (!isRecord(value)) return DEFAULTS;
  const flag = (given: unknown, otherwise: boolean) => (typeof given === 'boolean' ? given : otherwise);
  return {
    station: readStation(value.station),
    limits: readLimits(value.limits),
    oldAfter: within(value.oldAfter, MAX_HOURS, DEFAULTS.oldAfter),
    sound: flag(value.sound, DEFAULTS.sound),
    allDay: flag(value.allDay, DEFAULTS.allDay),
    large: flag(value.large, DEFAULTS.large),
  };
}

export function loadSettings(): Settings {
  try {
    return parseSettings(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A full or forbidden storage: the settings hold until the page is left.
  }
}
