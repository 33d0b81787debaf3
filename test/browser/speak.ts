import type { Tab } from './harness.ts';

/** The signed-in user's screens speak another language from their next page on. */
export async function speak({ page }: Tab, language: string): Promise<void> {
  await page.evaluate(
    (chosen) =>
      fetch('/session/language', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-passbell-screen': '1' },
        body: JSON.stringify({ language: chosen }),
      }),
    language,
  );
}
