// Splitting and merging need the service: what an order comes to afterwards is its word.

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOffline } from '../../shared/client.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { sentOrder } from '../pay/requests.ts';

/** Sends what waits of some orders, does something with them, and says how it went. */
export function useRegrouping(close: () => void) {
  const { core } = useRegister();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  /** The same wish is sent under the same key: without an answer nobody knows whether it was heard. */
  const keys = useRef(new Map<string, string>());
  const run = async (
    orders: readonly string[],
    wish: string,
    work: (options: { idempotencyKey: string }) => Promise<string>,
  ) => {
    setBusy(true);
    setTrouble(undefined);
    const key = keys.current.get(wish) ?? crypto.randomUUID();
    keys.current.set(wish, key);
    try {
      for (const order of orders) await sentOrder(core, order);
      toast(await work({ idempotencyKey: key }));
      await client.invalidateQueries({ queryKey: ['orders'] });
      close();
    } catch (error) {
      if (!isOffline(error)) keys.current.delete(wish);
      setTrouble(isOffline(error) ? t('This needs a connection.') : sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, trouble, run };
}
