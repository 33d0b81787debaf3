import type { FastifyRequest } from 'fastify';
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

/** The user who sends a change from one of our own screens, and its body. */
export async function ownChange<S extends z.ZodType>(
  { parts, asked }: SessionContext,
  request: FastifyRequest,
  schema: S,
): Promise<SignedInVisitor & { input: z.output<S> }> {
  requireJsonBody(request.headers['content-type']);
  const found = await visitorOf(parts, request);
  requireScreen(parts, request);
  takeToken(asked, `user ${found.signedIn.user}`, parts.clock.now());
  return { ...found, input: parseInput(schema, request.body ?? {}).value };
}

/** 403 unless the user proved who they are a short time ago (reference: authentication.29). */
export function requireSessionProof({ clock }: Pick<SessionParts, 'clock'>, { provedAt }: SignedIn): void {
  requireProof({ isProved: isProved(provedAt, clock.now()) });
}
