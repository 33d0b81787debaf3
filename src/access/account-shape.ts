import { anyBody, count, flag, list, name, orNull, time, words } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { derived, fixed, part, type Shown, sent, shape } from '../shape/shape.ts';

// A person's own account: how they sign in and where they are signed in.

const MAX_PASSKEY_NAME = 100;

/** The arguments and results of the browser's own functions for passkeys. */
const options: Shown<unknown, unknown> = {
  schema: { type: 'object', additionalProperties: true },
  show: undefined,
  shapes: [],
};

export const OWN_SESSION = part('A browser where the user is signed in.', {
  key: derived(words, 'The key by which it is ended.'),
  is_current: derived(flag, 'Whether it is the one that asks.'),
  browser: derived(orNull(words), 'The browser, such as `Firefox`; null where that is not known.'),
  system: derived(orNull(words), 'The system it runs on, such as `Windows`.'),
  address: fixed(words, 'The address of the network it was begun from.'),
  created_at: fixed(time, 'Since when.'),
  seen_at: fixed(time, 'When it was last used, to some minutes.'),
});

export const OWN_PASSKEY = part('A passkey of the user.', {
  key: derived(words, 'The key by which it is removed.'),
  name: fixed(words, 'The name.'),
  created_at: fixed(time, 'When it was added.'),
  used_at: fixed(orNull(time), 'When it was last used; null when it never was.'),
});

export const ACCOUNT = shape('Account', "The signed-in user's own account.", {
  has_totp: fixed(flag, 'Whether a code of an authenticator app is asked for after the password.'),
  totp_since: fixed(orNull(time), 'Since when.'),
  recovery_codes_left: fixed(count, 'How many recovery codes are left.'),
  has_passkeys: fixed(flag, 'Whether there can be passkeys here: they need an address with a name.'),
  passkeys: derived(list(viewOf(OWN_PASSKEY)), 'The passkeys, the oldest first.'),
  sessions: derived(list(viewOf(OWN_SESSION)), 'Where the user is signed in, the last used first.'),
  proved_at: fixed(time, 'When the user last proved who they are.'),
});

export const PASSWORD_REQUEST = shape('OwnPasswordRequest', 'A new password.', {
  password: sent(name(1000), 'The present password.', { needed: true }),
  new_password: sent(name(1000), 'The new one: 10 to 200 characters.', { needed: true }),
});

export const END_SESSION_REQUEST = shape('EndSessionRequest', 'Which session.', {
  key: sent(name(100), 'The key of the session.', { needed: true }),
});

export const TOTP_SETUP = shape(
  'TotpSetup',
  'The secret that an authenticator app is set up with, shown this once.',
  {
    secret: derived(words, 'The secret, in base32.'),
    uri: derived(words, 'The same as a QR code holds it.'),
  },
);

export const CODE_REQUEST = shape('CodeRequest', 'A code.', {
  code: sent(name(100), 'The code that the app shows, or a recovery code where one is taken.', {
    needed: true,
  }),
});

export const RECOVERY_CODES = shape('RecoveryCodes', 'Codes for when the app is lost, shown this once.', {
  codes: derived(list(words), 'The codes: each lets in once.'),
});

export const PROOF_REQUEST = shape('ProofRequest', 'One of these.', {
  password: sent(orNull(name(1000)), 'The password.'),
  code: sent(orNull(name(100)), 'A code of the authenticator app, or a recovery code.'),
  credential: sent(
    anyBody,
    "The browser's answer for a passkey, by the options of `/session/passkey/options`.",
  ),
});

export const PASSKEY_OPTIONS = shape('PasskeyOptions', 'The options that the browser takes for a passkey.', {
  options: derived(options, 'The options (WebAuthn), with a challenge that is good once, for five minutes.'),
});

export const PASSKEY_REQUEST = shape('PasskeyRequest', 'A new passkey.', {
  name: sent(name(MAX_PASSKEY_NAME), 'The name.', { needed: true }),
  credential: sent(anyBody, "The browser's answer for the new passkey.", { needed: true }),
});

export const REMOVE_PASSKEY_REQUEST = shape('RemovePasskeyRequest', 'Which passkey.', {
  key: sent(name(2000), 'The key of the passkey.', { needed: true }),
});

export const PASSKEY_SIGNIN_REQUEST = shape('PasskeySignInRequest', 'A passkey.', {
  credential: sent(anyBody, "The browser's answer, by the options of `/session/passkey/options`.", {
    needed: true,
  }),
});

export const NOTHING_REQUEST = shape('NothingRequest', 'Nothing is needed.', {});
