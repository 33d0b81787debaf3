// The kitchen of the day: one cook, who makes what comes.

import type { Tab } from '../harness.ts';

/** Bumps what is on the board, one after the other, until the day is over and nothing is left. */
export async function cook({ page }: Tab, day: Promise<unknown>): Promise<void> {
  const bump = page
    .getByRole('article')
    .getByRole('button', { name: /^(Bump|Acknowledge)/ })
    .first();
  let isOver = false;
  const over = day.finally(() => {
    isOver = true;
  });
  // Whoever waits for the day hears of what went wrong in it.
  over.catch(() => undefined);
  for (;;) {
    if (await bump.isVisible()) await bump.click();
    else if (isOver) break;
    else await Promise.race([over, bump.waitFor().catch(() => undefined)]);
  }
  await page.getByText('No open tickets').waitFor();
}
