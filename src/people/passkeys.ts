import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { hashSecret, type Keyring } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import type { Storage, Writer } from '../storage/port.ts';
import {
  findPasskey,
  insertStep,
  type PasskeyRow,
  passkeysOf,
  STEP_LIFETIME,
  type StepKind,
  takeStepOf,
  usePasskey,
} from './factors.store.ts';

// Passkeys (WebAuthn, level 3): the library reads and checks what authenticators say, the challenges are kept here (reference:
// authentication.30).

/** The dependencies of passkeys. */
interface PasskeyParts {
  readonly storage: Storage;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly publicUrl: () => string;
}

/** Loaded when it is first needed: a start does not wait for it. */
const library = () => import('@simplewebauthn/server');

const TIMEOUT_MS = Number((STEP_LIFETIME / SECOND) * 1000n);
const CHALLENGE_BYTES = 32;
/** EdDSA, ES256 and RS256, which all authenticators have one of (COSE). */
const ALGORITHMS = [-8, -7, -257];

/** The relying party of the passkeys: the host of the public address, and the origin they are used on. */
function relying({ publicUrl }: Pick<PasskeyParts, 'publicUrl'>): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl());
  return { id: hostname, origin };
}

/** False where the public address has no name: passkeys are bound to one. */
export function hasPasskeys(parts: Pick<PasskeyParts, 'publicUrl'>): boolean {
  return isIP(relying(parts).id.replace(/^\[|\]$/g, '')) === 0;
}

/** A new challenge, which is kept as a hash until it is brought back. */
async function challenge(
  tx: Writer,
  { random }: PasskeyParts,
  kind: StepKind,
  user: Id | null,
  now: Micros,
): Promise<string> {
  const text = Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url');
  await insertStep(tx, hashSecret(text), kind, user, now);
  return text;
}

/**
 * The person as authenticators keep them: it says nothing of who they are, and nothing is found by it. With another key the
 * next passkey has another one.
 */
function handleOf({ keyring }: PasskeyParts, user: Id): string {
  return keyring.first.hash('passkey', `user ${user}`);
}

/** The options by which a browser makes a passkey. */
export async function creationOptions(
  parts: PasskeyParts,
  user: { readonly id: Id; readonly email: string; readonly name: string },
  now: Micros,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  const { text, known } = await parts.storage.write(async (tx) => ({
    known: await passkeysOf(tx, user.id),
    text: await challenge(tx, parts, 'passkey', user.id, now),
  }));
  return generateRegistrationOptions({
    rpName: 'Passbell',
    rpID: relying(parts).id,
    userID: Uint8Array.from(Buffer.from(handleOf(parts, user.id), 'base64url')),
    userName: user.email,
    userDisplayName: user.name,
    challenge: Uint8Array.from(Buffer.from(text, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  });
}

/** The options by which a browser asks for a passkey: to sign in, or to prove who a user is. */
export async function requestOptions(
  parts: PasskeyParts,
  user: Id | null,
  now: Micros,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const { text, known } = await parts.storage.write(async (tx) => ({
    known: user === null ? [] : await passkeysOf(tx, user),
    text: await challenge(tx, parts, user === null ? 'signin' : 'proof', user, now),
  }));
  return generateAuthenticationOptions({
    rpID: relying(parts).id,
    challenge: Uint8Array.from(Buffer.from(text, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(user === null ? {} : { allowCredentials: known.map(({ credential_id: id }) => ({ id })) }),
  });
}

/** The challenge that an authenticator signed; undefined when that cannot be read. */
function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge: text } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Uses the challenge of an answer up; undefined when it is none that is open. */
async function usedChallenge(
  tx: Writer,
  clientData: string,
  kind: StepKind,
  user: Id | null,
  now: Micros,
): Promise<string | undefined> {
  const text = challengeIn(clientData);
  if (text === undefined) return undefined;
  const step = await takeStepOf(tx, hashSecret(text), kind, now);
  return step !== undefined && step.user_id === user ? text : undefined;
}

/** A new passkey as an authenticator made it; undefined for what proves nothing. */
export async function madePasskey(
  parts: PasskeyParts,
  user: Id,
  name: string,
  response: RegistrationResponseJSON,
  now: Micros,
): Promise<PasskeyRow | undefined> {
  const text = await parts.storage.write((tx) =>
    usedChallenge(tx, response.response.clientDataJSON, 'passkey', user, now),
  );
  if (text === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relying(parts);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: text,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = JSON.stringify(registrationInfo.credential.transports ?? []);
    return {
      credential_id: id,
      user_id: user,
      name,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter: BigInt(counter),
      transports,
      created_at: now,
      used_at: null,
    };
  } catch {
    // The library throws for whatever does not fit.
    return undefined;
  }
}

/**
 * The passkey by which an authenticator has shown whose it is, and what its counter is from now on; undefined for what proves
 * nothing. `user` is null at a sign-in.
 */
export async function shownPasskey(
  parts: PasskeyParts,
  user: Id | null,
  response: AuthenticationResponseJSON,
  now: Micros,
): Promise<{ readonly passkey: PasskeyRow; readonly counter: bigint } | undefined> {
  const { clientDataJSON } = response.response;
  const { text, passkey } = await parts.storage.write(async (tx) => ({
    text: await usedChallenge(tx, clientDataJSON, user === null ? 'signin' : 'proof', user, now),
    passkey: await findPasskey(tx, response.id),
  }));
  if (text === undefined || passkey === undefined) return undefined;
  if (user !== null && passkey.user_id !== user) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = relying(parts);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: text,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: Number(passkey.counter),
        transports: JSON.parse(passkey.transports) as AuthenticatorTransport[],
      },
      requireUserVerification: true,
    });
    return verified ? { passkey, counter: BigInt(authenticationInfo.newCounter) } : undefined;
  } catch {
    return undefined;
  }
}

export { usePasskey };
