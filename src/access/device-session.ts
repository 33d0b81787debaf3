import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lateSession } from '../company/sessions.ts';
import { sendBody } from '../edge/answer.ts';
import type { AttemptLimiter } from '../edge/attempts.ts';
import { addCookie, cookieOf } from '../edge/cookies.ts';
import { parseInput } from '../edge/input.ts';
import { requireJsonBody } from '../edge/negotiate.ts';
import { DEVICE_SCOPES } from '../edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import { DAY, MINUTE, type Micros, SECOND } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { logState } from '../outbox/log.ts';
import type { PeopleParts } from '../people/types.ts';
import { isForeign, pathHere } from '../people/visit.ts';
import { builtinAddon } from './builtin.ts';
import { deviceTokenInput, exchangeInput } from './input.ts';
import type { ScreenKind } from './shape.ts';
import {
  confirmKey,
  deviceOfKey,
  deviceOfToken,
  devices,
  insertDeviceKey,
  insertScreenToken,
} from './store.ts';
import { deviceTokenView, exchangedDeviceView } from './view.ts';

// A register's or kitchen's screen is a device: its key is in a cookie that no script reads and that goes to these
// endpoints alone, and it is changed into tokens of a quarter of an hour.

/** How long a screen's token lives; a screen asks for the next in time. */
export const SCREEN_TOKEN: Micros = 15n * MINUTE;
/** How long a browser keeps a device's key that is not used, which is as long as browsers keep any. */
const KEY_KEPT: Micros = 400n * DAY;
/** Where the keys are sent to, and nowhere else. */
const PATH = '/session/device';
const KEY = /^pb_dk_[\w-]{43}$/;
/**
 * The header of our own screens on requests that change something; another site cannot send it without a preflight.
 */
const SCREEN_HEADER = 'x-passbell-screen';

/** The dependencies of the session endpoints. */
export interface SessionParts extends PeopleParts {
  readonly keyring: Keyring;
}

/** 403 unless the request comes from one of our own pages. */
export function requireScreen(parts: SessionParts, request: FastifyRequest): void {
  if (request.headers[SCREEN_HEADER] === '1' && !isForeign(parts, request)) return;
  throw new ApiError(
    'access_denied',
    sentence('This is for Passbell’s own pages: send X-Passbell-Screen: 1, from the same origin.'),
  );
}

/** 429 when a user or device has asked for too many tokens. */
export function takeToken(asked: AttemptLimiter, who: string, now: Micros): void {
  if (asked.take(who, now)) return;
  const wait = asked.retryAfter(now);
  throw new ApiError(
    'rate_limit_exceeded',
    sentence('Too many tokens were asked for. Try again in {wait} s.', { wait }),
    {
      headers: { 'retry-after': String(wait) },
    },
  );
}

/** A browser may be both a register and a kitchen. */
function cookieName(kind: ScreenKind): string {
  return `__Secure-passbell_${kind}`;
}

/** Gives the browser a device's key. Strict: no other site has it sent, not even by a link. */
export function giveKey(parts: SessionParts, reply: FastifyReply, kind: ScreenKind, key: string): void {
  addCookie(reply, {
    name: cookieName(kind),
    value: key,
    sameSite: 'Strict',
    path: pathHere(parts, PATH),
    maxAge: Number(KEY_KEPT / SECOND),
  });
}

function noDevice(): ApiError {
  return new ApiError(
    'invalid_token',
    sentence(
      'This browser is no device, or one that was revoked. Somebody who runs the company has ' +
        'to set it up.',
    ),
  );
}

function nobodySignedIn(): ApiError {
  return new ApiError(
    'access_denied',
    sentence('Nobody signed in at this device by that session lately. A member of staff has to sign in.'),
  );
}

/** The endpoints of devices, beside the one that lets them in. */
export function addDeviceEndpoints(app: FastifyInstance, parts: SessionParts, asked: AttemptLimiter): void {
  const { storage, clock, random, keyring } = parts;

  /**
   * A token for a screen by its key; with the token of a session that is over, one for the session's unsent orders.
   */
  const token = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    requireJsonBody(request.headers['content-type']);
    requireScreen(parts, request);
    const { kind, operator_token } = parseInput(deviceTokenInput, request.body ?? {}).value;
    const key = cookieOf(request, cookieName(kind), KEY);
    if (key === undefined) throw noDevice();
    const now = clock.now();
    const given = await storage.write(async (tx) => {
      const device = await deviceOfKey(tx, hashSecret(key));
      if (device === undefined) throw noDevice();
      const { company_id: company, id, register_id: register } = device;
      takeToken(asked, `device ${id}`, now);
      await confirmKey(tx, device, hashSecret(key), now);
      const { last: last_event } = await logState(tx, company);
      if (operator_token != null) {
        const late = await lateSession(tx, { company, device: id, register }, operator_token, {
          now,
          random,
        });
        if (late === undefined) throw nobodySignedIn();
        return { device, last_event, access_token: late.token, scopes: late.session.scopes };
      }
      const access_token = newSecret('pb_at_', random);
      await insertScreenToken(tx, {
        company,
        addon: await builtinAddon(tx, company, { now, random, keyring }),
        hash: hashSecret(access_token),
        scopes: DEVICE_SCOPES,
        holder: { device: id },
        expires: now + SCREEN_TOKEN,
        now,
      });
      return { device, last_event, access_token, scopes: DEVICE_SCOPES };
    });
    parts.forgetTokens();
    giveKey(parts, reply, kind, key);
    const { device, last_event, access_token, scopes } = given;
    const shown = deviceTokenView({
      access_token,
      token_type: 'Bearer',
      expires_in: Number(SCREEN_TOKEN / SECOND),
      company_id: device.company_id,
      scope: scopes.join(' '),
      last_event,
      device,
    });
    return sendBody(request, reply, JSON.stringify(shown));
  };

  /**
   * A key in place of a token without an end, as screens kept them once where scripts could read them. The token is
   * revoked when the key is first used: were it now, a browser that the answer does not reach had neither.
   */
  const exchange = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    requireJsonBody(request.headers['content-type']);
    requireScreen(parts, request);
    const { kind, access_token } = parseInput(exchangeInput, request.body ?? {}).value;
    const key = newSecret('pb_dk_', random);
    const now = clock.now();
    const device = await storage.write(async (tx) => {
      const found = await deviceOfToken(tx, hashSecret(access_token));
      if (found === undefined || found.kind === 'agent') throw noDevice();
      takeToken(asked, `device ${found.id}`, now);
      const { company_id, id } = found;
      const moved = { ...found, kind, updated_at: now };
      await devices.update(tx, moved);
      await insertDeviceKey(tx, { company_id, key_hash: hashSecret(key), device_id: id, created_at: now });
      return moved;
    });
    giveKey(parts, reply, kind, key);
    return sendBody(request, reply, JSON.stringify(exchangedDeviceView({ device })));
  };

  app.post(`${PATH}/token`, token);
  app.post(`${PATH}/exchange`, exchange);
}
