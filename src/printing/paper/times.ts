// Moments as the clocks of a site show them. Without Temporal: the print agent runs on a Node that has none.

function local(moment: string, zone: string): { readonly day: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute] = (['year', 'month', 'day', 'hour', 'minute'] as const).map(
    (part) => parts.get(part) ?? '',
  );
  return { day: `${year?.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** Day and time, to the minute: 2026-03-07 18:30. */
export function momentText(moment: string, zone: string): string {
  const { day, time } = local(moment, zone);
  return `${day} ${time}`;
}

/** The time alone when it is on the day of `now`, else with the day. */
export function timeText(moment: string, now: string, zone: string): string {
  const { day, time } = local(moment, zone);
  return day === local(now, zone).day ? time : `${day} ${time}`;
}
