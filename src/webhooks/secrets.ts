import type { Keyring } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import { DAY } from '../kernel/time.ts';
import type { HeaderMap } from './headers.ts';
import type { SigningRow } from './signing.store.ts';

/** How long the signing secret before the present one signs as well. */
export const SIGNING_OVERLAP: Micros = DAY;

/** The context that the headers of a webhook, and of its deliveries, are sealed for. */
export const headersOf = (company: Id, webhook: Id) => `webhook ${company}/${webhook} headers`;
/** The context that the signing secrets of an add-on are sealed for, also when it is made. */
export const signingOf = (company: Id, addon: Id) => `addon ${company}/${addon} signing`;

/** A webhook's headers as they are stored; deliveries keep the same text. */
export function sealHeaders(
  keyring: Keyring,
  random: Random,
  place: { readonly company: Id; readonly webhook: Id },
  headers: HeaderMap,
): string | null {
  if (Object.keys(headers).length === 0) return null;
  return keyring.seal(JSON.stringify(headers), headersOf(place.company, place.webhook), random);
}

/** The headers of a webhook or of one of its deliveries. */
export function openHeaders(
  keyring: Keyring,
  place: { readonly company: Id; readonly webhook: Id },
  sealed: string | null,
): HeaderMap {
  if (sealed === null) return {};
  return JSON.parse(keyring.open(sealed, headersOf(place.company, place.webhook))) as HeaderMap;
}

/** An add-on's signing secret as it is stored. */
export function sealSigning(
  keyring: Keyring,
  random: Random,
  addon: Pick<SigningRow, 'company_id' | 'id'>,
  secret: string,
): string {
  return keyring.seal(secret, signingOf(addon.company_id, addon.id), random);
}

/** The newest secret of rows as they were read, which many messages are signed by. */
const opened = new WeakMap<SigningRow, string>();

/** The signing secrets of an add-on that are in use, newest first. */
export function signingKeys(keyring: Keyring, addon: SigningRow, now: Micros): readonly string[] {
  const context = signingOf(addon.company_id, addon.id);
  const { old_signing_secret: old, old_signing_until: until } = addon;
  const newest = opened.get(addon) ?? keyring.open(addon.signing_secret, context);
  opened.set(addon, newest);
  return old !== null && until !== null && until > now ? [newest, keyring.open(old, context)] : [newest];
}
