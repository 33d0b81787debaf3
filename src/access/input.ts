import { ROLES, SCOPES } from '../edge/scopes.ts';
import { flag, id, name, oneOf, text, time, z } from '../shape/reads.ts';
import { DEVICE_KINDS, SCREEN_KINDS } from './store.ts';

/** Longest name of an add-on or a device, in characters. */
const MAX_NAME = 100;
/** More redirect addresses than an add-on can have are not even read. */
const MAX_LISTED = 100;

/** POST /session/token */
export const tokenInput = z.object({ company_id: id });

/** POST /session/device */
export const deviceInput = z.object({
  company_id: id,
  register_id: id,
  name: name(MAX_NAME),
  kind: oneOf(DEVICE_KINDS).nullish(),
});
/** POST /session/device/token */
export const deviceTokenInput = z.object({
  kind: oneOf(SCREEN_KINDS),
  operator_token: text(200, 1).nullish(),
});
/** POST /session/device/exchange */
export const exchangeInput = z.object({ kind: oneOf(SCREEN_KINDS), access_token: text(200, 1) });
/** PUT /devices/<id> */
export const deviceUpdate = z.object({ name: name(MAX_NAME) }).partial();

const scopes = z.array(oneOf(SCOPES)).min(1).max(MAX_LISTED);

const addonFields = z.object({
  name: name(MAX_NAME),
  scopes,
  redirect_uris: z.array(text(1_000, 1)).max(MAX_LISTED),
});

/** POST /addons */
export const addonCreate = addonFields.partial({ redirect_uris: true }).extend({ is_public: flag.nullish() });
/** PUT /addons/<id> */
export const addonUpdate = addonFields.partial();

/** POST /addons/<id>/access_token */
export const ownTokenInput = z.object({ expires_at: time.nullish(), scopes: scopes.nullish() });

/** PUT /members/<id> */
export const memberInput = z.object({ role: oneOf(ROLES) });

/** POST /invitations */
export const invitationInput = z.object({ email: text(254, 1), role: oneOf(ROLES) });
