// Being asked again who one is: the service refuses some calls with `reauthentication_required`, the page asks once, and the
// same call is made again (reference: authentication.29).

import type { fetchAhead } from './ahead.ts';

type Send = typeof fetchAhead;

/** How long the call that is made again may take, in ms. */
const AGAIN_MS = 60_000;
/** Another process of the service believes what it knew of a token for a second. */
const SETTLED_MS = 1_100;

/** The question that the page is asking just now; one for all calls that need it. */
let asked: { readonly answer: Promise<boolean>; readonly settle: (proved: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

/** Whether the page has to ask; for `useSyncExternalStore`. */
export const isProofAsked = (): boolean => asked !== undefined;

/** Hears of changes of it. */
export function onProofAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the question: proved, or given up. */
export function settleProof(proved: boolean): void {
  const question = asked;
  asked = undefined;
  tellAll();
  question?.settle(proved);
}

function askForProof(): Promise<boolean> {
  if (asked === undefined) {
    let settle: (proved: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    asked = { answer, settle };
    tellAll();
  }
  return asked.answer;
}

async function needsProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { error?: unknown } | undefined)?.error === 'reauthentication_required';
}

/** Sends; what needs a proof is sent again once there is one. */
export function proving(send: Send): Send {
  return async (url, init) => {
    const first = await send(url, init);
    if (!(await needsProof(first)) || !(await askForProof())) return first;
    const { signal: _over, ...request } = init;
    const again = () => fetch(url, { ...request, signal: AbortSignal.timeout(AGAIN_MS) });
    const second = await again();
    if (!(await needsProof(second))) return second;
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    return again();
  };
}
