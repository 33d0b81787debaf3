import { Alert } from '@mantine/core';

/** Said wherever figures may lack orders. */
export function NotComplete() {
  return (
    <Alert color="brass" variant="light" role="status">
      Earlier orders are still being added up, so these figures are too low for now. They are complete in a
      moment.
    </Alert>
  );
}

const HOUR = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' });

/** An hour of the day, as it is written here. */
export function hourWords(hour: number): string {
  return HOUR.format(new Date(Date.UTC(2000, 0, 1, hour)));
}
