import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendBody } from '../edge/answer.ts';
import type { AttemptLimiter } from '../edge/attempts.ts';
import { parseInput } from '../edge/input.ts';
import { requireJsonBody } from '../edge/negotiate.ts';
import { ApiError } from '../kernel/errors.ts';
import { isProved, requireProof } from '../kernel/proof.ts';
import { sentence } from '../kernel/words.ts';
import { type SignedIn, Visit } from '../people/visit.ts';
import type { z } from '../shape/reads.ts';
import { requireScreen, type SessionParts, takeToken } from './device-session.ts';

// Who asks the endpoints of sessions, by the cookie.

/** A signed-in user at a browser. */
export interface SignedInVisitor {
  readonly visit: Visit;
  readonly signedIn: SignedIn;
}

/** State shared by the requests of these endpoints. */
export interface SessionContext {
  readonly parts: SessionParts;
  /** Tokens that were asked for lately. */
  readonly asked: AttemptLimiter;
}

/** The signed-in user; 401 without one. */
export async function visitorOf(parts: SessionParts, request: FastifyRequest): Promise<SignedInVisitor> {
  const visit = await Visit.of(parts, request);
  if (visit.signedIn === undefined) {
    throw new ApiError('invalid_token', sentence('Nobody is signed in here. Sign in at /signin.'));
  }
  return { visit, signedIn: visit.signedIn };
}

/** A change that a signed-in user sends from one of our own screens. */
export interface OwnChange<S extends z.ZodType> extends SignedInVisitor {
  readonly parts: SessionParts;
  readonly input: z.output<S>;
  readonly reply: FastifyReply;
}

/** Adds an endpoint for such changes. It answers what `act` resolves to as JSON, 204 where that is nothing. */
export function onOwnChange<S extends z.ZodType>(
  app: FastifyInstance,
  { parts, asked }: SessionContext,
  path: string,
  schema: S,
  act: (change: OwnChange<S>) => Promise<unknown>,
): void {
  app.post(path, async (request, reply) => {
    requireJsonBody(request.headers['content-type']);
    const found = await visitorOf(parts, request);
    requireScreen(parts, request);
    takeToken(asked, `user ${found.signedIn.user}`, parts.clock.now());
    const { value: input } = parseInput(schema, request.body ?? {});
    const shown = await act({ ...found, parts, input, reply });
    return shown === undefined ? reply.code(204).send() : sendBody(request, reply, JSON.stringify(shown));
  });
}

/** 403 unless the user proved who they are a short time ago (reference: authentication.29). */
export function requireSessionProof({ clock }: Pick<SessionParts, 'clock'>, { provedAt }: SignedIn): void {
  requireProof({ isProved: isProved(provedAt, clock.now()) });
}
