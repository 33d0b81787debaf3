// The own account, by the endpoints of the session.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchAhead } from '../../shared/ahead.ts';
import { BASE } from '../../shared/base.ts';
import { proving } from '../../shared/proof.ts';
import { sessionAt } from '../../shared/session.ts';

/** The endpoints; what needs a proof asks for it. */
export const own = () => sessionAt(BASE, proving(fetchAhead));

/** The same without asking: for the proof itself. */
export const plain = () => sessionAt(BASE);

const KEY = ['account'];

/** The account as it is. */
export function useAccount() {
  return useQuery({ queryKey: KEY, queryFn: () => plain().call('getOwnAccount') });
}

/** Reads it anew after a change. */
export function useAccountChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: KEY });
}
