import { useEffect } from 'react';
import { useRegisterState } from '../context.tsx';
import { type RegisterOrder, useSubmitted } from '../orders.ts';
import { startAlarm } from './alarm.ts';

/** Orders that wait for a decision, with the bell ringing for them. Those that were just handled here are gone. */
export function useIncoming(): readonly RegisterOrder[] {
  const { pending } = useRegisterState();
  const submitted = useSubmitted();
  const handled = new Set(
    pending
      .filter((write) => write.kind === 'fields' && write.refusal === null)
      .map((write) => write.subject),
  );
  const orders = (submitted.data ?? []).filter((order) => !handled.has(order.id_str));
  const loud = orders.some((order) => order.enable_alert_sound);
  useEffect(() => (loud ? startAlarm() : undefined), [loud]);
  return orders;
}
