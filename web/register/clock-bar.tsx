import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { formatMoment } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { useRegister, useRegisterState } from './context.tsx';

/** Says that this device's clock was wrong at the sign-in: nobody looks for that until the books do not fit. */
export function ClockBar() {
  const { clocks } = useRegister().staffMember;
  const { menu } = useRegisterState();
  const zone = menu?.site.timezone ?? 'UTC';
  const shown = (ms: number) => formatMoment(new Date(ms).toISOString(), zone);
  return (
    <div role="status">
      {clocks !== undefined && (
        <Alert color="red" icon={<TriangleAlert aria-hidden />}>
          {t(
            'The clock of this device is wrong: at the sign-in it said {here}, and it was {there}. Set it, then sign in again.',
            { here: shown(clocks.here), there: shown(clocks.there) },
          )}{' '}
          {clocks.here < clocks.there && t('Until then sales have its time.')}
        </Alert>
      )}
    </div>
  );
}
