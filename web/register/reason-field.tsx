import { Group, TextInput } from '@mantine/core';
import { type Message, t, translated } from '../shared/words.ts';

interface Props {
  /** The usual ones, to be tapped. */
  readonly usual: readonly Message[];
  readonly value: string;
  readonly change: (reason: string) => void;
  readonly maxLength: number;
}

/** A reason: a usual one, or what is typed. */
export function ReasonField({ usual, value, change, maxLength }: Props) {
  return (
    <>
      {usual.length > 0 && (
        <Group gap="xs" role="group" aria-label={t('Reason')}>
          {usual.map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={value === translated(each)}
              onClick={() => change(translated(each))}
            >
              {translated(each)}
            </button>
          ))}
        </Group>
      )}
      <TextInput
        label={t('Reason')}
        size="md"
        maxLength={maxLength}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </>
  );
}
