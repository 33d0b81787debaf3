import { NumberInput } from '@mantine/core';
import { t } from '../../shared/words.ts';
import { placeOf } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';

/** The highest seat that a line may name. */
const MAX_SEAT = 100;

interface Props {
  readonly seat: number | null;
  readonly change: (seat: number | null) => void;
}

/** The seat that a line is for; only asked about where guests sit somewhere. */
export function SeatField({ seat, change }: Props) {
  const { target } = useRegister();
  const { basket } = useRegisterState();
  if (seat === null && target === undefined && placeOf(basket) === null) return null;
  return (
    <NumberInput
      hideControls
      label={t('Seat')}
      size="md"
      min={1}
      max={MAX_SEAT}
      allowDecimal={false}
      value={seat ?? ''}
      onChange={(value) => change(value === '' ? null : Number(value))}
    />
  );
}
