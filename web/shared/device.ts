// A register's or kitchen's screen as a device: it keeps a long-lived token of its own, so that it goes on when
// whoever set it up has signed out.

import type { Tokens } from './api.ts';
import type { Id } from './json.ts';
import { requestDevice } from './session.ts';

export type DeviceKind = 'register' | 'kitchen';

/** What a device remembers of itself. */
export interface Device {
  readonly access_token: string;
  readonly company_id: Id;
  readonly company_name: string;
  readonly register_id: Id;
  readonly name: string;
}

const keyOf = (kind: DeviceKind) => `passbell.device.${kind}`;

/** The device this browser was made, if it was. */
export function loadDevice(kind: DeviceKind): Device | undefined {
  try {
    const text = localStorage.getItem(keyOf(kind));
    return text === null ? undefined : (JSON.parse(text) as Device);
  } catch {
    return undefined;
  }
}

/** Makes this browser a device; whoever is signed in vouches for it. Throws an ApiFailure. */
export async function makeDevice(
  base: string,
  kind: DeviceKind,
  wanted: Omit<Device, 'access_token'>,
): Promise<Device> {
  const { company_id, register_id, name } = wanted;
  const { access_token } = await requestDevice(base, { company_id, register_id, name });
  const device = { ...wanted, access_token };
  localStorage.setItem(keyOf(kind), JSON.stringify(device));
  return device;
}

/** Forgets the device, as when its token was revoked. */
export function forgetDevice(kind: DeviceKind): void {
  localStorage.removeItem(keyOf(kind));
}

/** A device's token: it is not renewed. `refused` is called when the service does not take it any more. */
export function deviceTokens({ access_token }: Device, refused: () => void): Tokens {
  return {
    get: () => Promise.resolve(access_token),
    renew: () => {
      refused();
      return Promise.resolve(undefined);
    },
  };
}
