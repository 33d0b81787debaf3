import { useEffect } from 'react';
import { useSilenced } from '../../shared/sound.ts';
import { type RegisterContextValue, useCoreState } from '../context.tsx';
import { type RegisterOrder, useSubmitted } from '../orders.ts';
import { startAlarm } from './alarm.ts';

/** Orders that wait for a decision. */
export interface IncomingOrders {
  readonly orders: readonly RegisterOrder[];
  /** True while the browser keeps the screen silent, so that the bell would not be heard. */
  readonly isSilenced: boolean;
}

/**
 * Orders that wait for a decision, with the bell ringing for them, whether or not a staff member is signed in. Those that
 * were just handled here are gone.
 */
export function useIncoming(
  register: Pick<RegisterContextValue, 'core' | 'passbell' | 'place'>,
): IncomingOrders {
  const { pending } = useCoreState(register.core);
  const submitted = useSubmitted(register);
  const handled = new Set(
    pending
      .filter((write) => write.kind === 'fields' && write.refusal === null)
      .map((write) => write.subject),
  );
  const orders = (submitted.data ?? []).filter((order) => !handled.has(order.id_str));
  const isLoud = orders.some((order) => order.enable_alert_sound);
  useEffect(() => (isLoud ? startAlarm() : undefined), [isLoud]);
  return { orders, isSilenced: useSilenced(true) };
}
