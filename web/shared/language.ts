// The language of a page: in the back office the user's, elsewhere the one chosen on the device, else the browser's.

import {
  type Catalogue,
  directionOf,
  LANGUAGES,
  type Language,
  languageOf,
  localeOf,
  Words,
} from '#src/kernel/words.ts';
import { setWords } from './words.ts';

const KEY = 'passbell.language';
/** The language of the user who was here last, so that a page begins in it. */
const USER_KEY = 'passbell.language.user';

/** Other parts of the catalogues that a screen shows: the register prices by the rules of the service. */
const BESIDES: Readonly<Record<Screen, readonly string[]>> = {
  office: [],
  register: ['service'],
  kitchen: [],
};

/** The screens that have texts of their own besides the shared ones. */
export type Screen = 'office' | 'register' | 'kitchen';

type Load = () => Promise<{ readonly default: Catalogue }>;

const CATALOGUES = import.meta.glob<{ readonly default: Catalogue }>('../../locales/*/*.json');

/** Fonts of languages that not every device has one for. */
const FONTS: Partial<Record<Language, () => Promise<unknown>>> = {
  ar: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  // In some hundred parts, of which a browser loads those with characters of the page that no other font has.
  ja: () => import('@fontsource-variable/noto-sans-jp/index.css'),
};

let shown: Screen = 'office';

function kept(key: string): Language | undefined {
  const text = localStorage.getItem(key);
  return LANGUAGES.find((each) => each === text);
}

function keep(key: string, language: Language | undefined): void {
  const before = pageLanguage();
  if (language === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, language);
  if (pageLanguage() !== before) location.reload();
}

/** The language that was chosen on this device. */
export function chosenLanguage(): Language | undefined {
  return kept(KEY);
}

/** Chooses the language of this device, or leaves it to the browser again; the page is loaded anew if that is another one. */
export function chooseLanguage(language: Language | undefined): void {
  keep(KEY, language);
}

/** The user's own language, as the service keeps it; the back office is loaded anew if that is another one. */
export function adoptLanguage(user: { readonly language: Language | null }): void {
  keep(USER_KEY, user.language ?? undefined);
}

/** The language that the page is to be shown in. */
function pageLanguage(): Language {
  return (
    (shown === 'office' ? kept(USER_KEY) : undefined) ??
    chosenLanguage() ??
    languageOf(navigator.languages) ??
    'en'
  );
}

/** Loads the texts of a screen. What cannot be loaded is shown in English. */
export async function loadWords(screen: Screen): Promise<void> {
  shown = screen;
  const language = pageLanguage();
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  const loads = ['shared', screen, ...BESIDES[screen]].flatMap((part): Load[] => {
    const load = CATALOGUES[`../../locales/${language}/${part}.json`];
    return load === undefined ? [] : [load];
  });
  void FONTS[language]?.().catch(() => undefined);
  const loaded = await Promise.all(loads.map((load) => load().catch(() => ({ default: {} }))));
  const catalogue: Catalogue = Object.assign({}, ...loaded.map((each) => each.default));
  // A region of the language, if the browser has one, says how numbers and dates are written.
  setWords(new Words(language, catalogue, localeOf(navigator.languages, language)));
}
