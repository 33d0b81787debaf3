import { jsonInteger } from '../kernel/json.ts';
import { formatTime, type Micros } from '../kernel/time.ts';
import { ids, optionalId, stamps } from '../kernel/view.ts';
import type { GrantRow } from '../oauth/grants.store.ts';
import type { AuditRow, Invitation, Member } from '../people/store.ts';
import type { OwnAddon } from './addons.store.ts';
import type { Key } from './keys.store.ts';
import type { RequestRow } from './requests.store.ts';
import type { Device } from './store.ts';

/** A time that may not have come. */
export function optionalTime(at: Micros | null): string | null {
  return at === null ? null : formatTime(at);
}

/** A device as the back office lists it. */
export function deviceView(device: Device) {
  return {
    ...ids(device.id),
    name: device.name,
    kind: device.kind,
    register_id: jsonInteger(device.register_id),
    register_id_str: device.register_id.toString(),
    last_used_at: optionalTime(device.last_used_at),
    ...stamps(device),
  };
}

/** An add-on as its maker sees it: no secret, only until when the one before the last is taken. */
export function addonView(addon: OwnAddon, now: Micros) {
  const { old_secret_until: until } = addon;
  return {
    ...ids(addon.id),
    name: addon.name,
    client_id: addon.client_id,
    is_public: addon.is_public !== 0n,
    scopes: JSON.parse(addon.scopes) as string[],
    redirect_uris: JSON.parse(addon.redirect_uris) as string[],
    old_secret_valid_until: until !== null && until > now ? formatTime(until) : null,
    last_used_at: optionalTime(addon.last_used_at),
    created_at: formatTime(addon.created_at),
  };
}

/** An add-on that is connected to the company. */
export function grantView(grant: GrantRow) {
  const { used_at: made, last_used_at: called } = grant;
  return {
    ...ids(grant.id),
    addon: {
      ...ids(grant.addon_id),
      name: grant.addon_name,
      company: { ...ids(grant.maker_id), name: grant.maker_name },
    },
    scopes: JSON.parse(grant.scopes) as string[],
    user: { ...ids(grant.user_id), email: grant.user_email, name: grant.user_name },
    last_used_at: formatTime(called !== null && called > made ? called : made),
    created_at: formatTime(grant.created_at),
  };
}

/** A user's membership. */
export function memberView(member: Member) {
  const { email, name, role } = member;
  return { ...ids(member.user_id), email, name, role, created_at: formatTime(member.created_at) };
}

/** The name of a key among those of a member: an access token by the beginning of its hash. */
export function keyName({ kind, id }: Key): string {
  return `${kind}-${id.slice(0, 20)}`;
}

/** A key that a member made. */
export function keyView(key: Key) {
  const { kind, name, addon_id, register_id } = key;
  return {
    key: keyName(key),
    kind,
    name,
    addon_id: optionalId(addon_id),
    addon_id_str: addon_id?.toString() ?? null,
    register_id: optionalId(register_id),
    register_id_str: register_id?.toString() ?? null,
    last_used_at: optionalTime(key.last_used_at),
    created_at: formatTime(key.created_at),
  };
}

/** An open invitation. Its link is shown once, when it is made. */
export function invitationView({ id, email, role, created_at, expires_at }: Invitation) {
  return { ...ids(id), email, role, created_at: formatTime(created_at), expires_at: formatTime(expires_at) };
}

/** A line of the audit log. */
export function auditView(row: AuditRow) {
  return {
    ...ids(row.id),
    user_id: optionalId(row.user_id),
    user_id_str: row.user_id?.toString() ?? null,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    address: row.address,
    created_at: formatTime(row.created_at),
  };
}

/** The id and name of a caller, as far as they are known. */
function namedId(id: bigint | null, field: string, name: string | null) {
  return id === null ? null : { ...ids(id), [field]: name };
}

/** A request of the log; the body is the beginning of a refused one, without secrets. */
export function requestView(row: RequestRow) {
  return {
    ...ids(row.id),
    at: formatTime(row.at),
    request_id: row.request_id,
    method: row.method,
    path: row.path,
    status: Number(row.status),
    error: row.error,
    error_description: row.error_description,
    duration_ms: Number(row.duration) / 1000,
    addon: namedId(row.addon_id, 'name', row.addon_name),
    user: namedId(row.user_id, 'email', row.user_email),
    device_id: optionalId(row.device_id),
    staff_id: optionalId(row.staff_id),
    body: row.body,
  };
}
