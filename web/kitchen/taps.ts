// A finger that touches twice means one thing: by the second touch another ticket may have moved to where it lands.

/** Touches of this distance and time are one, in px and ms. */
const NEAR_PX = 40;
const SOON_MS = 450;

/** A touch or a click; `detail` is 0 when a key did it. */
export interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  readonly timeStamp: number;
  readonly detail: number;
}

/** Distinguishes second touches from first ones. */
export class Taps {
  #last: (Tap & { readonly on: string }) | undefined;

  /**
   * True for a touch that belongs to the one before but hits something else; `on` names its target. Two touches of
   * the same target are meant: a line is done, and is not.
   */
  isAstray({ clientX, clientY, timeStamp, detail }: Tap, on: string): boolean {
    const last = this.#last;
    if (detail === 0) return false;
    const tap = { clientX, clientY, timeStamp, detail, on };
    this.#last = tap;
    return (
      last !== undefined &&
      last.on !== on &&
      tap.timeStamp - last.timeStamp < SOON_MS &&
      Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < NEAR_PX
    );
  }
}
