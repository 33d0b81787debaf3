// A register is online while its screen holds a stream to the service, which also announces that orders of its site
// were made or changed: most of these changes are no events of the log.
import { type Passbell, systemClock } from '#clients/typescript/index.ts';

/** How long a stream is held before another one takes its place, in ms: it ends with its token, which must not show. */
const HOLD_MS = 4 * 60_000;
/** How long until a stream that was refused is asked for again, in ms. */
const REFUSED_WAIT_MS = 10_000;

/** Holds the register's stream until the signal is aborted; `orders` is called when orders are worth a look. */
export async function holdPresence(
  passbell: Passbell,
  register: string,
  orders: () => void,
  signal: AbortSignal,
): Promise<void> {
  let before: AbortController | undefined;
  while (!signal.aborted) {
    const stop = new AbortController();
    const opened = () => {
      // Only now: the register is never without a stream in between.
      before?.abort();
      before = undefined;
    };
    const both = AbortSignal.any([signal, stop.signal]);
    const refused = hold(passbell, register, orders, opened, both);
    const time = systemClock.sleep(HOLD_MS, both).then(
      () => true,
      () => false,
    );
    if (await Promise.race([refused.then(() => false), time])) {
      before?.abort();
      before = stop;
    } else {
      stop.abort();
      await systemClock.sleep(REFUSED_WAIT_MS, signal).catch(() => undefined);
    }
  }
}

/** Follows one stream until it is refused for good, or stopped. */
async function hold(
  passbell: Passbell,
  register: string,
  orders: () => void,
  opened: () => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    const input = { register_id: register, orders: true };
    const onState = (state: string) => {
      if (state === 'live') opened();
    };
    for await (const { data } of passbell.stream('streamRegister', input, { signal, onState })) {
      if (data !== undefined) orders();
    }
  } catch {
    // It is opened again by the caller.
  }
}
