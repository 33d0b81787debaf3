import type { Tab } from './harness.ts';

/** The signed-in user's screens speak another language from their next page on; the page that is shown is left. */
export async function speak({ page }: Tab, language: string): Promise<void> {
  const { origin } = new URL(page.url());
  // A page that learns of its user's new language loads itself anew, in the way of where the test goes next.
  // It may be doing that just now, for the language that was kept before.
  await page.goto('about:blank').catch(() => page.goto('about:blank'));
  const answer = await page.request.post(`${origin}/session/language`, {
    headers: { 'x-passbell-screen': '1' },
    data: { language },
  });
  if (!answer.ok()) throw new Error(`The language was not kept: ${answer.status()} ${await answer.text()}`);
}
