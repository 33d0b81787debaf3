// Moments as the clocks of a site show them.

function local(moment: string, zone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDateTime();
}

/** Day and time, to the minute: 2026-03-07 18:30. */
export function momentText(moment: string, zone: string): string {
  return local(moment, zone).toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

/** The time alone when it is on the day of `now`, else with the day. */
export function timeText(moment: string, now: string, zone: string): string {
  const shown = local(moment, zone);
  const sameDay = shown.toPlainDate().equals(local(now, zone).toPlainDate());
  return sameDay ? shown.toPlainTime().toString({ smallestUnit: 'minute' }) : momentText(moment, zone);
}
