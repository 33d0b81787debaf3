// Splitting and merging need the service: what an order comes to afterwards is its word.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOffline } from '../../shared/client.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { useOnce } from '../direct-request.tsx';
import { sentOrder } from '../pay/requests.ts';

/** Sends what waits of some orders, does something with them, and says how it went. */
export function useRegrouping(close: () => void) {
  const { core } = useRegister();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const once = useOnce();
  const run = async (
    orders: readonly string[],
    wish: string,
    work: (options: { idempotencyKey: string }) => Promise<string>,
  ) => {
    setBusy(true);
    setTrouble(undefined);
    try {
      for (const order of orders) await sentOrder(core, order);
      // Without an answer nobody knows whether it was heard.
      toast(await once(['regroup', ...orders, wish], (idempotencyKey) => work({ idempotencyKey })));
      await client.invalidateQueries({ queryKey: ['orders'] });
      close();
    } catch (error) {
      setTrouble(isOffline(error) ? t('This needs a connection.') : sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, trouble, run };
}
