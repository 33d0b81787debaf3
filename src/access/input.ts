import { INVITATION, MEMBER } from '../people/shape.ts';
import { bodies } from '../shape/bodies.ts';
import * as shapes from './shape.ts';

// The bodies of the back office, and of the screens' sessions.

/** POST /session/token */
export const tokenInput = bodies(shapes.SCREEN_TOKEN_REQUEST).create;
/** POST /session/language */
export const languageInput = bodies(shapes.LANGUAGE_REQUEST).create;
/** POST /session/device */
export const deviceInput = bodies(shapes.DEVICE_REQUEST).create;
/** POST /session/device/token */
export const deviceTokenInput = bodies(shapes.DEVICE_TOKEN_REQUEST).create;
/** POST /session/device/exchange */
export const exchangeInput = bodies(shapes.DEVICE_EXCHANGE_REQUEST).create;
/** PUT /devices/<id> */
export const deviceUpdate = bodies(shapes.DEVICE).update;

/** POST /addons, PUT /addons/<id> */
export const { create: addonCreate, update: addonUpdate } = bodies(shapes.ADDON);
/** POST /addons/<id>/access_token */
export const ownTokenInput = bodies(shapes.ADDON_TOKEN_REQUEST).create;

/** PUT /members/<id> */
export const memberInput = bodies(MEMBER).create;
/** POST /invitations */
export const invitationInput = bodies(INVITATION).create;
