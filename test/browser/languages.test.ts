// Every language in every size, light and dark: the page is in it, can be used by everybody, and nothing leaves the page.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';
import { speak } from './speak.ts';

const SIZES = { desk: DESK, tablet: { width: 1024, height: 768 }, phone: PHONE } as const;

/** How each page says "Products", and how its language is written. */
const LANGUAGES = {
  en: { products: 'Products', dir: 'ltr' },
  de: { products: 'Produkte', dir: 'ltr' },
  ja: { products: '商品', dir: 'ltr', font: 'Noto Sans JP Variable' },
  ar: { products: 'المنتجات', dir: 'rtl', font: 'Noto Sans Arabic Variable' },
} as const;

/** Ends when a font that has the characters of a text came with the page; runs in the page. */
const withFont = (font: string, text: string) => `(async () => {
  while ((await document.fonts.load('16px "${font}"', '${text}')).length === 0) await new Promise(requestAnimationFrame);
  await document.fonts.ready;
})()`;

/** Looks at a page in each size, in light and in dark. */
async function lookAt(tab: Tab, name: string, language: keyof typeof LANGUAGES): Promise<void> {
  const { page } = tab;
  const { dir, ...own } = LANGUAGES[language];
  await page.locator(`html[lang=${language}][dir=${dir}]`).waitFor();
  // A device without a font for it gets one.
  if ('font' in own) await page.evaluate(withFont(own.font, own.products));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await tab.checkAccessibility();
    }
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(wide, false, `${name} in ${language} is wider than a ${size}.`);
    await tab.picture(`${name}-${language}-${size}`);
  }
}

const EVERY = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[];

onStage('every language', (stage) => {
  it('in the back office', async () => {
    const tab = await stage().open();
    await tab.signIn('/products');
    for (const language of EVERY) {
      await speak(tab, language);
      await tab.goto('/products');
      await tab.page.getByRole('heading', { name: LANGUAGES[language].products, level: 1 }).waitFor();
      await tab.page.getByText('Mineral water').first().waitFor();
      await lookAt(tab, 'products', language);
    }
  });

  it('at the register', async () => {
    const tab = await openRegister(stage(), { size: DESK });
    for (const language of EVERY) {
      await tab.page.evaluate(`localStorage.setItem('passbell.language', '${language}')`);
      await tab.page.reload();
      await tab.page.getByText('Mineral water').first().waitFor();
      await lookAt(tab, 'register', language);
    }
  });
});
