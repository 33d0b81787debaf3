import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { t } from '../words.ts';

/** The colour of what can be pressed: a deep green of the sea, calm beside figures. */
const tide: MantineColorsTuple = [
  '#eaf6f5',
  '#d6e9e8',
  '#aed3d1',
  '#82bcb9',
  '#5ea9a5',
  '#419a95',
  '#2a7f7b',
  '#176a67',
  '#0f5755',
  '#064442',
];

/** The colour of the bell: for what wants to be noticed. */
const brass: MantineColorsTuple = [
  '#fff6e1',
  '#fdebcb',
  '#f7d59a',
  '#f2be64',
  '#edab38',
  '#eb9f1d',
  '#cf8408',
  '#9a6100',
  '#7c4d00',
  '#5c3900',
];

/** Greys with a little of the sea in them; the last are the surfaces of the dark scheme. */
const dark: MantineColorsTuple = [
  '#d3dcdc',
  '#b6c2c3',
  '#9aa8a9',
  '#6c7b7d',
  '#4a585b',
  '#354346',
  '#253135',
  '#1a2428',
  '#141c20',
  '#0e1518',
];

const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef2f1',
  '#e1e7e6',
  '#d0d9d8',
  '#b9c5c4',
  '#97a5a5',
  '#67777a',
  '#4b5a5d',
  '#354346',
  '#1c2629',
];

/** Arabic's is loaded with its texts, and that of Japanese where the device has none (language.ts). */
const FONTS =
  '"Noto Sans Variable", "Noto Sans Arabic Variable", system-ui, "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", sans-serif, "Noto Sans JP Variable"';

/** The look of every screen. Contrasts hold to WCAG AA in both schemes; the browser tests check them. Made once the language is known. */
export const makeTheme = () =>
  createTheme({
    primaryColor: 'tide',
    primaryShade: { light: 7, dark: 6 },
    colors: { tide, brass, dark, gray },
    autoContrast: true,
    luminanceThreshold: 0.36,
    black: '#1c2629',
    fontFamily: FONTS,
    headings: { fontFamily: FONTS, fontWeight: '650' },
    defaultRadius: 'md',
    focusRing: 'auto',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // By its name: its code comes with the first dialog. A list that opens out of a dialog is no part of it (decision 065), and is
    // scrolled as well.
    components: {
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': t('Close') },
          removeScrollProps: { noIsolation: true },
        },
      },
    },
  });

/** Colours that badges, notes and the chosen entry of a menu are tinted with. */
const TINTS = ['tide', 'brass', 'blue', 'grape', 'red', 'green', 'gray', 'orange', 'teal', 'violet'];

/** In the dark a tint is a little light on the surface beneath, with words that are lighter still. */
function darkTint(colour: string): Record<string, string> {
  const name = `--mantine-color-${colour}`;
  return {
    [`${name}-light`]: `color-mix(in srgb, var(${name}-5) 22%, transparent)`,
    [`${name}-light-hover`]: `color-mix(in srgb, var(${name}-5) 28%, transparent)`,
    [`${name}-light-color`]: `var(${name}-1)`,
    [`${name}-text`]: `var(${name}-3)`,
  };
}

/** The CSS variables of the theme. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    ...Object.assign({}, ...TINTS.map(darkTint)),
  },
});
