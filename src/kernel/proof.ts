import { ApiError } from './errors.ts';
import { MINUTE, type Micros } from './time.ts';
import { sentence } from './words.ts';

// People at Passbell's own screens prove who they are again before they see or make secrets, or give money back (reference:
// authentication.29). Add-ons, devices and staff members at registers are never asked.

/** How long a proof holds. */
export const PROOF_LIFETIME: Micros = 10n * MINUTE;

/** True while a proof of this moment holds. */
export function isProved(provedAt: Micros, now: Micros): boolean {
  return provedAt > now - PROOF_LIFETIME;
}

/** 403 `reauthentication_required` unless the caller has proved who they are a short time ago, or never has to. */
export function requireProof(by: { readonly isProved?: boolean | undefined }): void {
  if (by.isProved !== false) return;
  throw new ApiError(
    'reauthentication_required',
    sentence('Prove first who you are: with your password, a code or a passkey.'),
  );
}

/** 403 for a user without a second factor, in a company that asks its users for one (reference: authentication.32). */
export function secondFactorRequired(): ApiError {
  return new ApiError(
    'second_factor_required',
    sentence(
      'This company asks everybody for a second factor: set an authenticator app or a passkey up in your account.',
    ),
  );
}
