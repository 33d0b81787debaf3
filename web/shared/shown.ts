// When a screen can be used: what it does not need before that is loaded afterwards, and not in its way.

/** A screen that says nothing of itself counts as shown after this, in ms. */
const LONGEST_MS = 10_000;

let settle: () => void = () => undefined;

/** Settles once the screen is shown, or has had time to be. */
export const shown: Promise<void> = new Promise((resolve) => {
  settle = resolve;
  setTimeout(resolve, LONGEST_MS);
});

/** Says that the screen can be used: the effect of what stands in it. */
export function markShown(): void {
  settle();
}
