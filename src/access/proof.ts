import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { addressKey } from '../edge/address.ts';
import { hashSecret } from '../edge/secrets.ts';
import { ApiError, invalid } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';
import { useCode } from '../people/factors.ts';
import { shownPasskey, usePasskey } from '../people/passkeys.ts';
import { clearAttempts, giveAttemptBack, secondsToNextWindow, takeAttempt } from '../people/signins.store.ts';
import { getUser } from '../people/store.ts';
import { SIGN_INS_PER_BROWSER } from '../people/types.ts';
import { z } from '../shape/reads.ts';
import type { SessionParts } from './device-session.ts';
import type { SignedInVisitor } from './visitor.ts';

// How a signed-in user proves once more who they are (reference: authentication.29). Tries are counted by the session: whoever
// took one over cannot keep its owner from signing in.

/** Longest part of what an authenticator says, in characters. */
const MAX_PART = 20_000;
const part = z.string().max(MAX_PART);
const envelope = { id: part, rawId: part, type: z.literal('public-key') };

const shown = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.optional(),
  }),
});
const made = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});

function refuse(): ApiError {
  return invalid('credential', sentence('is not what a browser has of a passkey.'));
}

/** The browser's answer of a passkey that is used; 400 for anything else. */
export function readShown(credential: unknown): AuthenticationResponseJSON {
  const { data } = shown.safeParse(credential);
  if (data === undefined) throw refuse();
  const { userHandle, ...response } = data.response;
  return {
    ...data,
    response: userHandle === undefined ? response : { ...response, userHandle },
    clientExtensionResults: {},
  };
}

/** The browser's answer of a passkey that is made; 400 for anything else. */
export function readMade(credential: unknown): RegistrationResponseJSON {
  const { data } = made.safeParse(credential);
  if (data === undefined) throw refuse();
  const { clientDataJSON, attestationObject, transports = [] } = data.response;
  return { ...data, response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} };
}

/** Takes a try of the session; 429 when there is none left. */
async function takeTry({ storage, clock }: SessionParts, { signedIn }: SignedInVisitor): Promise<string> {
  const key = hashSecret(`proof in session ${signedIn.session}`);
  const now = clock.now();
  if (await storage.write((tx) => takeAttempt(tx, key, SIGN_INS_PER_BROWSER, now))) return key;
  const wait = secondsToNextWindow(now);
  throw new ApiError(
    'rate_limit_exceeded',
    sentence('Too many wrong tries. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
      minutes: Math.ceil(wait / 60),
    }),
    { headers: { 'retry-after': String(wait) } },
  );
}

/** Counts a try at something of the user's: a good one for nothing, and so one that had no turn. */
async function counted(
  parts: SessionParts,
  visitor: SignedInVisitor,
  matches: () => Promise<boolean>,
): Promise<boolean> {
  const key = await takeTry(parts, visitor);
  try {
    const good = await matches();
    if (good) await parts.storage.write((tx) => clearAttempts(tx, key));
    return good;
  } catch (error) {
    if (error instanceof ApiError) await parts.storage.write((tx) => giveAttemptBack(tx, key));
    throw error;
  }
}

/** Whether it is the user's password. */
export function passwordMatches(
  parts: SessionParts,
  visitor: SignedInVisitor,
  password: string,
): Promise<boolean> {
  const { visit, signedIn } = visitor;
  return counted(parts, visitor, async () => {
    const user = await parts.storage.read((tx) => getUser(tx, signedIn.user));
    return parts.passwords.matches(password, user?.password_hash, addressKey(visit.address));
  });
}

/** Whether it is a code of the user's, which is used up by it. */
export function codeMatches(parts: SessionParts, visitor: SignedInVisitor, code: string): Promise<boolean> {
  const { storage, clock } = parts;
  const { user } = visitor.signedIn;
  return counted(parts, visitor, async () => {
    const used = await storage.write((tx) => useCode(tx, parts, user, code, clock.now()));
    return used !== undefined;
  });
}

/** Whether it is a passkey of the user's, by a challenge that was given out for it. */
export function passkeyMatches(
  parts: SessionParts,
  visitor: SignedInVisitor,
  credential: unknown,
): Promise<boolean> {
  const { storage, clock } = parts;
  const response = readShown(credential);
  return counted(parts, visitor, async () => {
    const found = await shownPasskey(parts, visitor.signedIn.user, response, clock.now());
    if (found === undefined) return false;
    return storage.write((tx) => usePasskey(tx, found.passkey, found.counter, clock.now()));
  });
}
