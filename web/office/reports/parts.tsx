import { Alert } from '@mantine/core';
import { t } from '../../shared/words.ts';

/** Said wherever figures may lack orders. */
export function NotComplete() {
  return (
    <Alert color="brass" variant="light" role="status">
      {t(
        'Earlier orders are still being added up, so these figures are too low for now. They will be complete in a moment.',
      )}
    </Alert>
  );
}

/** How often figures are read again that are not complete yet, in ms. */
const INCOMPLETE_EVERY_MS = 2_000;

/** How often a report is read again: soon while it is not complete, else as it is said. */
export function reportInterval(otherwise: number | false) {
  return (last: { complete: boolean } | undefined) =>
    last?.complete === false ? INCOMPLETE_EVERY_MS : otherwise;
}
