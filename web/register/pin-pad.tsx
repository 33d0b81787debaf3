import { Button, SimpleGrid, Text } from '@mantine/core';
import { Delete } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { t } from '../shared/words.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** The longest PIN (docs/api.md, Staff members at a register). */
const MAX_PIN = 12;

interface Props {
  readonly pin: string;
  readonly busy: boolean;
  /** The text of the button that enters it. */
  readonly label: string;
  readonly onChange: (pin: string) => void;
  readonly onDone: () => void;
}

/** Digits for fingers; the keyboard works as well. */
export function PinPad({ pin, busy, label, onChange, onDone }: Props) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // What is typed into a field beside it is no PIN.
    if (event.target instanceof HTMLInputElement) return;
    if (/^\d$/.test(event.key) && pin.length < MAX_PIN) onChange(pin + event.key);
    else if (event.key === 'Backspace') onChange(pin.slice(0, -1));
    else if (event.key === 'Enter' && pin.length >= 4 && !busy) onDone();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Text
        ta="center"
        className="pin"
        role="status"
        aria-label={t('{count, plural, one {# digit entered} other {# digits entered}}', {
          count: pin.length,
        })}
      >
        {'●'.repeat(pin.length) || ' '}
      </Text>
      {/* Fingers know the order of the digits: it is the same where words are read from right to left. */}
      <SimpleGrid cols={3} spacing="xs" dir="ltr">
        {DIGITS.map((digit) => (
          <Button
            key={digit}
            variant="default"
            h={64}
            fz="xl"
            onClick={() => onChange((pin + digit).slice(0, MAX_PIN))}
          >
            {digit}
          </Button>
        ))}
        <Button
          variant="default"
          h={64}
          aria-label={t('Delete last digit')}
          onClick={() => onChange(pin.slice(0, -1))}
        >
          <Delete aria-hidden />
        </Button>
        <Button variant="default" h={64} fz="xl" onClick={() => onChange(`${pin}0`.slice(0, MAX_PIN))}>
          0
        </Button>
        <Button h={64} disabled={pin.length < 4} loading={busy} onClick={onDone}>
          {label}
        </Button>
      </SimpleGrid>
    </>
  );
}
