// A refund that was sent and has no answer, kept by the browser until it has one: a page that is loaded anew goes on with it, in
// place of another one (reference: conventions.61).

import { useEffect, useState } from 'react';
import { useRegister } from '../context.tsx';
import type { Attempt } from './send-refund.ts';

/** A refund whose outcome is unknown. */
export interface WaitingRefund {
  readonly attempt: Attempt;
  /** The refunded amount, formatted. */
  readonly amount: string;
}

/** The refund of a sale that waits for its answer. */
export interface RefundStore {
  readonly waiting: WaitingRefund | undefined;
  readonly keep: (waiting: WaitingRefund) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** The refund of a sale that waits for its answer, also from before this page was opened. */
export function useWaitingRefund(order: string): RefundStore {
  const { kept } = useRegister().core;
  const name = `refund ${order}`;
  const [waiting, setWaiting] = useState<WaitingRefund>();
  useEffect(() => {
    kept.get('kept', name).then(
      (stored) => setWaiting(stored as WaitingRefund | undefined),
      () => undefined,
    );
  }, [kept, name]);
  return {
    waiting,
    // Where the browser keeps nothing, it lasts as long as the page.
    keep: async (sent) => {
      setWaiting(sent);
      await kept.put('kept', sent, name).catch(() => undefined);
    },
    forget: async () => {
      setWaiting(undefined);
      await kept.delete('kept', name).catch(() => undefined);
    },
  };
}
