import { Alert } from '@mantine/core';
import { VolumeX } from 'lucide-react';
import { t } from '../../shared/words.ts';

/** Says that the bell would not be heard. */
export function Silenced() {
  return (
    <Alert color="brass" icon={<VolumeX aria-hidden />}>
      {t('No sound until this screen is touched')}
    </Alert>
  );
}
