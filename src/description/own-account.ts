// The endpoints of a person's own account, which our own screens alone ask (reference: authentication.25).

import { ref } from '../shape/schema.ts';

/** The parts that these share with the other endpoints of sessions. */
interface Common {
  readonly parameters: readonly object[];
  readonly errors: Readonly<Record<string, object>>;
  readonly noToken: readonly object[];
  readonly signedIn: readonly object[];
}

const content = (name: string) => ({ content: { 'application/json': { schema: ref(name) } } });

/** Their paths. */
export function accountPaths({
  parameters,
  errors,
  noToken,
  signedIn,
}: Common): Readonly<Record<string, object>> {
  const change = (
    operationId: string,
    summary: string,
    {
      body = 'NothingRequest',
      answer,
      security = signedIn,
      more = {},
    }: {
      readonly body?: string;
      readonly answer?: string;
      readonly security?: readonly object[];
      readonly more?: Readonly<Record<string, object>>;
    },
  ) => ({
    post: {
      operationId,
      tags: ['Back office'],
      summary,
      security,
      parameters,
      requestBody: { required: true, ...content(body) },
      responses: {
        ...(answer === undefined
          ? { 204: { description: 'Done.' } }
          : { 200: { description: 'It.', ...content(answer) } }),
        ...errors,
        ...more,
      },
    },
  });
  const conflict = {
    409: {
      description: '`conflict`: something stands in the way.',
      ...content('Error'),
    },
  };
  const { 400: _invalid, 403: _denied, 404: _missing, 413: _large, 429: _many, ...failures } = errors;
  return {
    '/session/account': {
      get: {
        operationId: 'getOwnAccount',
        tags: ['Back office'],
        summary: "Read the signed-in user's own account",
        security: signedIn,
        responses: { 200: { description: 'The account.', ...content('Account') }, ...failures },
      },
    },
    '/session/proof': change('proveOwnSession', 'Prove who is signed in', { body: 'ProofRequest' }),
    '/session/password': change('changeOwnPassword', 'Change the own password', {
      body: 'OwnPasswordRequest',
      more: conflict,
    }),
    '/session/end': change('endOwnSession', 'End one of the own sessions', { body: 'EndSessionRequest' }),
    '/session/end_others': change('endOtherSessions', 'End all other sessions of the own', {}),
    '/session/totp': change('beginOwnTotp', 'Begin to set an authenticator app up', {
      answer: 'TotpSetup',
      more: conflict,
    }),
    '/session/totp/confirm': change('confirmOwnTotp', 'Confirm an authenticator app by its first code', {
      body: 'CodeRequest',
      answer: 'RecoveryCodes',
      more: conflict,
    }),
    '/session/totp/remove': change('removeOwnTotp', 'Remove the authenticator app', {
      body: 'CodeRequest',
      more: conflict,
    }),
    '/session/recovery_codes': change('renewOwnCodes', 'Get new recovery codes', {
      answer: 'RecoveryCodes',
      more: conflict,
    }),
    '/session/passkey/options': change('getPasskeyOptions', 'Get what a browser asks for a passkey by', {
      answer: 'PasskeyOptions',
      security: noToken,
      more: conflict,
    }),
    '/session/passkey': change('signInByPasskey', 'Sign in with a passkey', {
      body: 'PasskeySignInRequest',
      security: noToken,
    }),
    '/session/passkeys/options': change('beginOwnPasskey', 'Get what a browser makes a passkey by', {
      answer: 'PasskeyOptions',
      more: conflict,
    }),
    '/session/passkeys': change('addOwnPasskey', 'Add a passkey', { body: 'PasskeyRequest', more: conflict }),
    '/session/passkeys/remove': change('removeOwnPasskey', 'Remove a passkey', {
      body: 'RemovePasskeyRequest',
    }),
  };
}
