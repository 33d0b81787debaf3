import { Menu as DropDown, UnstyledButton } from '@mantine/core';
import { Check } from 'lucide-react';
import { LANGUAGE_NAMES, LANGUAGES } from '#src/kernel/words.ts';
import { chooseLanguage, chosenLanguage } from '../shared/language.ts';
import { SchemeSwitch } from '../shared/ui/scheme.tsx';
import { t } from '../shared/words.ts';
import { Who } from './who.tsx';

/** The menu is no higher than the window leaves. */
const MIDDLEWARES = { flip: true, shift: true, size: true } as const;

/** The menu of who is signed in: how the register looks, and its language. */
export function WhoMenu({ name }: { name: string }) {
  return (
    <DropDown position="bottom-end" withinPortal middlewares={MIDDLEWARES}>
      <DropDown.Target>
        <UnstyledButton className="register-who" aria-label={t('Signed in: {name}', { name })}>
          <Who name={name} />
        </UnstyledButton>
      </DropDown.Target>
      <DropDown.Dropdown style={{ overflowY: 'auto' }}>
        <DropDown.Label>{t('Appearance')}</DropDown.Label>
        <div className="register-scheme">
          <SchemeSwitch />
        </div>
        <DropDown.Label>{t('Language')}</DropDown.Label>
        {[undefined, ...LANGUAGES].map((language) => (
          <DropDown.Item
            key={language ?? 'auto'}
            mih={44}
            lang={language}
            rightSection={chosenLanguage() === language && <Check size={18} aria-label={t('Chosen')} />}
            onClick={() => chooseLanguage(language)}
          >
            {language === undefined ? t('As the device') : LANGUAGE_NAMES[language]}
          </DropDown.Item>
        ))}
      </DropDown.Dropdown>
    </DropDown>
  );
}
