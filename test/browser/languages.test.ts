// Every language in every size, light and dark: the page is in it, can be used by everybody, and nothing leaves the page.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';
import { speak } from './speak.ts';

const SIZES = { desk: DESK, tablet: { width: 1024, height: 768 }, phone: PHONE } as const;

interface Language {
  /** How the page says "Products". */
  readonly products: string;
  readonly dir: 'ltr' | 'rtl';
  /** What comes with the page for it. */
  readonly font?: string;
  /** Written as another one is that is looked at whole: its texts alone differ. */
  readonly isLike?: true;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { products: 'Products', dir: 'ltr' },
  de: { products: 'Produkte', dir: 'ltr' },
  fr: { products: 'Produits', dir: 'ltr', isLike: true },
  es: { products: 'Productos', dir: 'ltr', isLike: true },
  pt: { products: 'Produtos', dir: 'ltr', isLike: true },
  ja: { products: '商品', dir: 'ltr', font: 'Noto Sans JP Variable' },
  ar: { products: 'المنتجات', dir: 'rtl', font: 'Noto Sans Arabic Variable' },
};

/** The texts that stand out of their buttons and links; runs in the page. */
const OUTSIDE = `(() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const around = text.parentElement?.closest('button, a, [role=tab]');
    const frame = around?.getBoundingClientRect();
    if (frame === undefined || frame.width < 2) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, width } of range.getClientRects())
      if (width > 1 && (left < frame.left - 1 || right > frame.right + 1)) found.add(text.textContent);
  }
  return [...found];
})()`;

/** Ends when a font that has the characters of a text came with the page; runs in the page. */
const withFont = (font: string, text: string) => `(async () => {
  while ((await document.fonts.load('16px "${font}"', '${text}')).length === 0) await new Promise(requestAnimationFrame);
  await document.fonts.ready;
})()`;

/** Looks at a page in each size, in light and in dark. */
async function lookAt(
  tab: Tab,
  name: string,
  language: string,
  { dir, font, products, isLike }: Language,
): Promise<void> {
  const { page } = tab;
  await page.locator(`html[lang=${language}][dir=${dir}]`).waitFor();
  // A device without a font for it gets one.
  if (font !== undefined) await page.evaluate(withFont(font, products));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await page.evaluate(OUTSIDE), [], `${name} in ${language} on a ${size}`);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    assert.equal(wide, false, `${name} in ${language} is wider than a ${size}.`);
    if (isLike) continue;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await tab.checkAccessibility();
    }
    await tab.picture(`${name}-${language}-${size}`);
  }
}

onStage('every language', (stage) => {
  it('in the back office', async () => {
    const tab = await stage().open();
    await tab.signIn('/products');
    for (const [language, look] of Object.entries(LANGUAGES)) {
      await speak(tab, language);
      await tab.goto('/products');
      await tab.page.getByRole('heading', { name: look.products, level: 1 }).waitFor();
      await tab.page.getByText('Mineral water').first().waitFor();
      await lookAt(tab, 'products', language, look);
    }
  });

  it('at the register', async () => {
    const tab = await openRegister(stage(), { size: DESK });
    for (const [language, look] of Object.entries(LANGUAGES)) {
      await tab.page.evaluate(`localStorage.setItem('passbell.language', '${language}')`);
      await tab.page.reload();
      await tab.page.getByText('Mineral water').first().waitFor();
      await lookAt(tab, 'register', language, look);
    }
  });
});
