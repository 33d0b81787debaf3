import type { EndedSession } from '../company/sessions.store.ts';
import { clearEnded } from '../company/sessions.ts';
import type { Role, Scope } from '../edge/scopes.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { DEVICE, type Device } from './shape.ts';

/** The name of Passbell's own add-on. */
const BUILTIN_NAME = 'Passbell';

/** Passbell's own add-on of a company, if it was ever needed. */
export async function findBuiltin(tx: Reader, company: Id): Promise<Id | undefined> {
  const row = await tx.get<{ id: Id }>(
    sql`select id from addons where company_id = ${company} and builtin = 1`,
  );
  return row?.id;
}

/** Passbell's own add-on; it has no secret, and its client id is of no use to clients. */
interface Builtin {
  readonly company_id: Id;
  readonly id: Id;
  readonly client_id: string;
  /** Sealed. */
  readonly signing_secret: string;
  readonly created_at: Micros;
}

/** Makes Passbell's own add-on unless the company has it, also when others do so at the same moment. */
export async function insertBuiltin(tx: Writer, addon: Builtin): Promise<void> {
  await tx.run(
    sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret,
          created_at, is_public, builtin)
        values (${addon.company_id}, ${addon.id}, ${BUILTIN_NAME}, ${addon.client_id}, '', '[]', '[]',
          ${addon.signing_secret}, ${addon.created_at}, 1, 1)
        on conflict (company_id) where builtin = 1 do nothing`,
  );
}

/** A token for one of Passbell's own screens: a person's, or a device's. */
interface ScreenToken {
  readonly company: Id;
  readonly addon: Id;
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly holder:
    | {
        readonly user: Id;
        readonly role: Role;
        readonly session: string;
        /** When the user last proved who they are. */
        readonly provedAt: Micros;
      }
    | { readonly device: Id };
  /** Null: until it is revoked. */
  readonly expires: Micros | null;
  readonly now: Micros;
}

/** Stores a token that was given out to a screen. */
export async function insertScreenToken(tx: Writer, token: ScreenToken): Promise<void> {
  const { holder } = token;
  const person = 'user' in holder ? holder : undefined;
  const device = 'device' in holder ? holder.device : null;
  await tx.run(
    sql`insert into access_tokens (company_id, token_hash, addon_id, scopes, expires_at, revoked_at, created_at,
          grant_id, user_id, role, session_hash, device_id, proved_at)
        values (${token.company}, ${token.hash}, ${token.addon}, ${JSON.stringify(token.scopes)}, ${token.expires},
          null, ${token.now}, null, ${person?.user ?? null}, ${person?.role ?? null}, ${person?.session ?? null},
          ${device}, ${person?.provedAt ?? null})`,
  );
}

export const devices: Table<Device> = tableOf('devices', DEVICE);

/** Up to `limit` devices of a company that are let in, after an id. */
export function listDevices(tx: Reader, company: Id, after: Id, limit: number): Promise<Device[]> {
  return devices.page(tx, company, after, limit, sql`revoked_at is null`);
}

/** True while a device is let in for a register. */
export async function hasDevice(tx: Reader, company: Id, register: Id): Promise<boolean> {
  const row = await tx.get(
    sql`select id from devices where company_id = ${company} and register_id = ${register} and revoked_at is null
        limit 1`,
  );
  return row !== undefined;
}

/**
 * Revokes a device's keys and tokens, and the sessions of staff members at its register on Passbell's own screens.
 */
export async function revokeDevice(tx: Writer, device: Device, now: Micros): Promise<void> {
  const { company_id: company, id, register_id: register } = device;
  await devices.update(tx, { ...device, revoked_at: now, updated_at: now });
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and device_id = ${id} and revoked_at is null`,
  );
  await tx.run(sql`delete from device_keys where company_id = ${company} and device_id = ${id}`);
  const ended = await tx.all<EndedSession>(
    sql`update operator_sessions set revoked_at = ${now}, updated_at = ${now}
        where company_id = ${company} and register_id = ${register} and revoked_at is null and addon_id in (
          select id from addons where company_id = ${company} and builtin = 1)
        returning company_id, register_id, staff_id`,
  );
  await clearEnded(tx, ended, now);
}

/** A key by which a screen shows that it is a device, as a hash. */
interface DeviceKey {
  readonly company_id: Id;
  readonly key_hash: string;
  readonly device_id: Id;
  readonly created_at: Micros;
}

/** Stores a key that a browser is given. The device's other keys are good until one of them is used. */
export async function insertDeviceKey(tx: Writer, key: DeviceKey): Promise<void> {
  await tx.run(
    sql`insert into device_keys (company_id, key_hash, device_id, created_at)
        values (${key.company_id}, ${key.key_hash}, ${key.device_id}, ${key.created_at})`,
  );
}

/** The device of a key, with its company; undefined for a revoked one. Locked until the transaction ends. */
export async function deviceOfKey(tx: Writer, hash: string): Promise<Device | undefined> {
  const row = await tx.get<Pick<DeviceKey, 'company_id' | 'device_id'>>(
    sql`select company_id, device_id from device_keys where key_hash = ${hash}`,
  );
  return row === undefined ? undefined : liveDevice(tx, row.company_id, row.device_id);
}

/** The device of a token without an end, as screens had them once. It stays as it is meanwhile. */
export async function deviceOfToken(tx: Writer, hash: string): Promise<Device | undefined> {
  const row = await tx.get<{ company_id: Id; device_id: Id }>(
    sql`select company_id, device_id from access_tokens
        where token_hash = ${hash} and device_id is not null and expires_at is null and revoked_at is null`,
  );
  return row === undefined ? undefined : liveDevice(tx, row.company_id, row.device_id);
}

async function liveDevice(tx: Writer, company: Id, id: Id): Promise<Device | undefined> {
  const device = await devices.getForUpdate(tx, company, id);
  return device?.revoked_at === null ? device : undefined;
}

/** The browser has a key, as it shows: the device's other ones are of no use any more, nor are tokens without an end. */
export async function confirmKey(tx: Writer, device: Device, hash: string, now: Micros): Promise<void> {
  const { company_id: company, id } = device;
  await tx.run(
    sql`delete from device_keys where company_id = ${company} and device_id = ${id} and key_hash <> ${hash}`,
  );
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and device_id = ${id} and expires_at is null and revoked_at is null`,
  );
}
