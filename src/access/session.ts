import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registers } from '../company/store.ts';
import { registerView } from '../company/view.ts';
import { sendBody } from '../edge/answer.ts';
import { Attempts } from '../edge/attempts.ts';
import { parseInput, type z } from '../edge/input.ts';
import { requireJsonBody } from '../edge/negotiate.ts';
import { DEVICE_SCOPES, type Role, runsCompany, scopesOfRole } from '../edge/scopes.ts';
import { hashSecret, type Keyring, newSecret } from '../edge/secrets.ts';
import { ApiError, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { jsonInteger } from '../kernel/json.ts';
import { MINUTE, type Micros, SECOND } from '../kernel/time.ts';
import { ids } from '../kernel/view.ts';
import { append } from '../outbox/append.ts';
import { audit, lockRole, membershipsOf } from '../people/store.ts';
import type { PeopleParts } from '../people/types.ts';
import { type SignedIn, Visit } from '../people/visit.ts';
import type { Writer } from '../storage/port.ts';
import { builtinAddon } from './builtin.ts';
import { deviceInput, tokenInput } from './input.ts';
import { type Device, devices, insertScreenToken } from './store.ts';
import { deviceView } from './view.ts';

/** How long a person's token lives; a screen asks for the next in time. */
export const SCREEN_TOKEN: Micros = 15n * MINUTE;
/** Tokens one person may ask for in a minute. */
const TOKENS_PER_MINUTE = 120;
/** What our own screens say with a request that changes something; no other site can, without being asked first. */
const SCREEN_HEADER = 'x-passbell-screen';

/** What the session endpoints need. */
export interface SessionParts extends PeopleParts {
  readonly keyring: Keyring;
}

interface Visitor {
  readonly visit: Visit;
  readonly signedIn: SignedIn;
}

/**
 * What the browser screens begin with: who is signed in, and tokens with which they use the public API. The cookie
 * is good for these three calls and for pages, and for nothing of the API (contract 3).
 */
export function addSessionEndpoints(app: FastifyInstance, parts: SessionParts): void {
  const { storage, clock, random, keyring } = parts;
  const asked = new Attempts(TOKENS_PER_MINUTE, MINUTE);

  const visitor = async (request: FastifyRequest): Promise<Visitor> => {
    const visit = await Visit.of(parts, request);
    if (visit.signedIn === undefined) {
      throw new ApiError('invalid_token', 'Nobody is signed in here. Sign in at /signin.');
    }
    return { visit, signedIn: visit.signedIn };
  };
  /** Who sends a change from one of our own screens, and what it says. */
  const own = async <S extends z.ZodType>(
    request: FastifyRequest,
    schema: S,
  ): Promise<Visitor & { input: z.output<S> }> => {
    requireJsonBody(request.headers['content-type']);
    const found = await visitor(request);
    if (request.headers[SCREEN_HEADER] !== '1' || found.visit.isForeign) {
      throw new ApiError(
        'access_denied',
        'This is for Passbell’s own pages: send X-Passbell-Screen: 1, from the same origin.',
      );
    }
    const { user } = found.signedIn;
    if (!asked.take(user.toString(), clock.now())) {
      const wait = asked.retryAfter(clock.now());
      throw new ApiError('rate_limit_exceeded', `Too many tokens were asked for. Try again in ${wait} s.`, {
        headers: { 'retry-after': String(wait) },
      });
    }
    return { ...found, input: parseInput(schema, request.body ?? {}).value };
  };
  /** The role in a company; 404 where there is none, as for a company that does not exist. */
  const requireRole = async (tx: Writer, company: Id, user: Id): Promise<Role> => {
    const role = await lockRole(tx, company, user);
    if (role === undefined) throw notFound();
    return role;
  };

  const session = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { signedIn } = await visitor(request);
    const memberships = await storage.read((tx) => membershipsOf(tx, signedIn.user));
    const view = {
      user: { ...ids(signedIn.user), email: signedIn.email, name: signedIn.name },
      companies: memberships.map(({ company_id, company_name, role }) => ({
        ...ids(company_id),
        name: company_name,
        role,
      })),
    };
    return sendBody(request, reply, JSON.stringify(view));
  };

  const token = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { signedIn, input } = await own(request, tokenInput);
    const company = input.company_id;
    const access_token = newSecret('pb_at_', random);
    const now = clock.now();
    const given = await storage.write(async (tx) => {
      const role = await requireRole(tx, company, signedIn.user);
      const scopes = scopesOfRole(role);
      await insertScreenToken(tx, {
        company,
        addon: await builtinAddon(tx, company, { now, random, keyring }),
        hash: hashSecret(access_token),
        scopes,
        holder: { user: signedIn.user, role, session: signedIn.session },
        expires: now + SCREEN_TOKEN,
        now,
      });
      return { role, scope: scopes.join(' ') };
    });
    const view = {
      access_token,
      token_type: 'Bearer',
      expires_in: Number(SCREEN_TOKEN / SECOND),
      company_id: jsonInteger(company),
      company_id_str: company.toString(),
      ...given,
    };
    return sendBody(request, reply, JSON.stringify(view));
  };

  const device = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { visit, signedIn, input } = await own(request, deviceInput);
    const { company_id: company, register_id, name } = input;
    const access_token = newSecret('pb_at_', random);
    const now = clock.now();
    const made = await storage.write(async (tx) => {
      const role = await requireRole(tx, company, signedIn.user);
      if (!runsCompany(role)) {
        throw new ApiError('access_denied', 'Owners and managers may let devices in; you are staff.');
      }
      const [id] = await tx.ids('device', 1);
      if (id === undefined) throw new Error('No id for a device.');
      const register = await registers.getForUpdate(tx, company, register_id);
      if (register === undefined) throw invalid('register_id', `${register_id} does not exist.`);
      const made: Device = {
        company_id: company,
        id,
        name,
        register_id,
        user_id: signedIn.user,
        created_at: now,
        updated_at: now,
        last_used_at: null,
        revoked_at: null,
      };
      await devices.insert(tx, made);
      await insertScreenToken(tx, {
        company,
        addon: await builtinAddon(tx, company, { now, random, keyring }),
        hash: hashSecret(access_token),
        scopes: DEVICE_SCOPES,
        holder: { device: id },
        expires: null,
        now,
      });
      await audit(tx, {
        company,
        user: signedIn.user,
        actor: signedIn.email,
        action: 'device.added',
        subject: `${name} at register ${register.name}`,
        address: visit.address,
        at: now,
      });
      await assignRegister(tx, company, register_id, true, now);
      return made;
    });
    const view = { access_token, token_type: 'Bearer', device: deviceView(made) };
    return sendBody(request, reply.code(201), JSON.stringify(view));
  };

  app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
      next();
    });
    scope.get('/session', session);
    scope.post('/session/token', token);
    scope.post('/session/device', device);
    done();
  });
}

/** Says of a register whether a device is let in for it, and tells of the change. Called last, as it tells. */
export async function assignRegister(
  tx: Writer,
  company: Id,
  id: Id,
  assigned: boolean,
  now: Micros,
): Promise<void> {
  const before = await registers.getForUpdate(tx, company, id);
  if (before === undefined || before.assigned_to_device === assigned) return;
  const register = { ...before, assigned_to_device: assigned, updated_at: now };
  await registers.update(tx, register);
  await append(tx, company, now, [
    {
      topic: 'registers/updated',
      resource: register.id,
      sites: [register.site_id],
      changed: ['assigned_to_device'],
      payload: JSON.stringify(registerView(register, now)),
    },
  ]);
}
