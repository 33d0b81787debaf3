import { VolumeX } from 'lucide-react';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';

/** Says that the bell would not be heard. */
export function Silenced() {
  return (
    <Tag color="brass" variant="filled" size="lg" leftSection={<VolumeX size={14} aria-hidden />}>
      {t('No sound until this screen is touched')}
    </Tag>
  );
}
