import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#src/kernel/words.ts';
import { t } from '../words.ts';

interface Props {
  readonly size?: 'xs' | 'lg';
  /** Whether the label is seen, not only told. */
  readonly labelled?: boolean;
  readonly chosen: Language | undefined;
  /** Takes the choice; undefined leaves it to the browser. */
  readonly choose: (language: Language | undefined) => void;
}

/** The languages by their own names, or as the browser has it. */
export function LanguageSelect({ size = 'xs', labelled = false, chosen: before, choose }: Props) {
  const [chosen, setChosen] = useState(before);
  return (
    <NativeSelect
      {...(labelled ? { label: t('Language') } : { 'aria-label': t('Language') })}
      size={size}
      data={[
        { value: '', label: t('Language of the browser') },
        ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const language = LANGUAGES.find((each) => each === value);
        setChosen(language);
        choose(language);
      }}
    />
  );
}
