// The age of tickets, and its wording.

import { t } from '../shared/words.ts';

/** From when on a ticket counts as waiting for long, and for too long, in minutes. */
export interface Limits {
  readonly slow: number;
  readonly late: number;
}

export type AgeLevel = 'fresh' | 'slow' | 'late';

/** Times that differ by less than this are the same moment, in ms: clocks are never quite together. */
const SAME_MS = 20_000;

/** How long since a moment, in ms; never negative. */
export function ageSince(from: number, now: number): number {
  return Math.max(0, now - from);
}

/** True for a ticket of a day that is over: one that waited longer than so many hours when the screen was switched on. */
export function isOld(since: number, switchedOn: number, hours: number): boolean {
  return switchedOn - since > hours * 3_600_000;
}

/** How urgent an age is. */
export function levelOf(ageMs: number, { slow, late }: Limits): AgeLevel {
  const minutes = ageMs / 60_000;
  if (minutes >= late) return 'late';
  return minutes >= slow ? 'slow' : 'fresh';
}

/** An age as a clock counts it: `4:07`, `1:02:09`. */
export function formatAge(ageMs: number): string {
  const seconds = Math.floor(ageMs / 1000);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** An age in words, for who hears it. */
export function spokenAge(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return t('less than a minute');
  if (minutes < 60) return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes });
  const hours = Math.floor(minutes / 60);
  return t('{hours, number} h {minutes, number} min', { hours, minutes: minutes % 60 });
}

/**
 * True for a ticket that the kitchen should not begin yet. A ticket that was due at once never counts as that, even
 * if the device's clock is wrong.
 */
export function isLater(ticket: { due_at: string; created_at: string }, now: number): boolean {
  const due = Date.parse(ticket.due_at);
  return due - Date.parse(ticket.created_at) > SAME_MS && due > now;
}

/**
 * The last moment up to now at which something became due: as far as `isLater` goes it is the same moment, but it
 * changes only when something does.
 */
export function lastDue(tickets: Iterable<{ due_at: string }>, now: number): number {
  let last = 0;
  for (const { due_at } of tickets) {
    const due = Date.parse(due_at);
    if (due <= now && due > last) last = due;
  }
  return last;
}

/**
 * How far this device's clock is ahead of the service's, in ms: told by an event that has just arrived, and when it
 * happened. A difference as small as an event's way is none.
 */
export function clockAhead(arrived: number, happened: string): number {
  const ahead = arrived - Date.parse(happened);
  return Math.abs(ahead) < SAME_MS ? 0 : ahead;
}
