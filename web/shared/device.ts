// A register's or kitchen's screen as a device, so that it goes on when the user who set it up has signed out. Its
// key is in a cookie that no script reads; here it is exchanged for short-lived tokens, which are kept in memory
// alone.

import type { DeviceToken, DeviceTokenRequest, Id } from '#clients/typescript/index.ts';
import { isOver, requestDevice, ShortTokens, sessionAt } from './session.ts';

export type DeviceKind = DeviceTokenRequest['kind'];

/** The identity that a device keeps of itself. */
export interface Device {
  readonly company_id: Id;
  readonly company_name: string;
  readonly register_id: Id;
  readonly name: string;
}

/** As earlier versions kept it: with a token without an end. */
interface StoredDevice extends Device {
  readonly access_token?: string;
}

/** How long before its end a device's token is replaced, in ms: streams that are opened with it last a while. */
const RENEW_BEFORE_MS = 5 * 60_000;

const keyOf = (kind: DeviceKind) => `passbell.device.${kind}`;

function keep(kind: DeviceKind, { company_id, company_name, register_id, name }: Device): void {
  localStorage.setItem(keyOf(kind), JSON.stringify({ company_id, company_name, register_id, name }));
}

/** The device this browser was made, if it was. */
export function loadDevice(kind: DeviceKind): Device | undefined {
  return loadStored(kind);
}

function loadStored(kind: DeviceKind): StoredDevice | undefined {
  try {
    const text = localStorage.getItem(keyOf(kind));
    return text === null ? undefined : (JSON.parse(text) as StoredDevice);
  } catch {
    return undefined;
  }
}

/** Makes this browser a device, on behalf of the signed-in user. */
export async function makeDevice(base: string, kind: DeviceKind, wanted: Device): Promise<Device> {
  const { company_id, register_id, name } = wanted;
  await requestDevice(base, { company_id, register_id, name, kind });
  keep(kind, wanted);
  return wanted;
}

/** Forgets the device, as when it was revoked. */
export function forgetDevice(kind: DeviceKind): void {
  localStorage.removeItem(keyOf(kind));
}

/** Asks for a token by the device's key. What an earlier version kept for all scripts to read is changed into a key first. */
async function requestToken(base: string, kind: DeviceKind): Promise<DeviceToken> {
  const session = sessionAt(base);
  const access_token = loadStored(kind)?.access_token;
  if (access_token !== undefined) {
    try {
      await session.call('exchangeDeviceToken', { body: { kind, access_token } });
    } catch (error) {
      // It was changed before, and the page was left in between: there is a key already.
      if (!isOver(error)) throw error;
    }
  }
  const token = await session.call('createDeviceToken', { body: { kind } });
  const device = loadStored(kind);
  if (device !== undefined && (device.access_token !== undefined || device.name !== token.device.name)) {
    keep(kind, { ...device, name: token.device.name });
  }
  return token;
}

/** The tokens of this device. `refused` is called when the service does not know it any more. */
export function deviceTokens(base: string, kind: DeviceKind, refused: () => void): ShortTokens {
  return new ShortTokens({
    // One tab at a time: each exchange makes a key, and the browser keeps one.
    request: () => navigator.locks.request(`passbell.device.${kind}`, () => requestToken(base, kind)),
    over: refused,
    renewBeforeMs: RENEW_BEFORE_MS,
  });
}

/** The tokens for a staff member's unsent writes at this device, by the token of a session that may be over. */
export function lateTokens(base: string, operatorToken: string): ShortTokens {
  return new ShortTokens({
    request: () =>
      sessionAt(base).call('createDeviceToken', {
        body: { kind: 'register', operator_token: operatorToken },
      }),
    over: () => undefined,
  });
}
