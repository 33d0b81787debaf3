// Requests that move money, under a key that lasts until they are answered (reference: conventions.61).

import { useQueryClient } from '@tanstack/react-query';
import type { Id } from '#clients/typescript/index.ts';
import { openKept } from '../shared/kept.ts';
import { KeptKeys, type KeptKeysParts } from '../shared/kept-keys.ts';
import type { SessionInfo } from '../shared/session.ts';
import { sessionQuery } from './begin.ts';
import { useCompany } from './company.tsx';

const nothing = () => Promise.reject(new Error('This browser keeps nothing.'));
const NOTHING: KeptKeysParts['kept'] = { get: nothing, put: nothing, delete: nothing, getAllKeys: nothing };

const known = new Map<Id, Promise<KeptKeys>>();

/** The keys of a company in this browser; where it keeps nothing, they last as long as the page. */
async function openKeys(company: Id): Promise<KeptKeys> {
  const kept = await openKept(`passbell-office-${company}`).catch(() => NOTHING);
  const keys = new KeptKeys({ kept, now: () => Date.now(), newKey: () => crypto.randomUUID() });
  await keys.sweep().catch(() => undefined);
  return keys;
}

/** Sends something under the key that it has until it is answered, however often it is asked for, and by which page. */
export function useOnce() {
  const { company } = useCompany();
  const client = useQueryClient();
  return async <T>(request: readonly unknown[], work: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const opening = known.get(company) ?? openKeys(company);
    known.set(company, opening);
    // A key is its author's.
    const user = client.getQueryData<SessionInfo>(sessionQuery.queryKey)?.user.id_str;
    return (await opening).once(JSON.stringify([user, ...request]), work);
  };
}
