// Passkeys as browsers have them: bytes there, text in JSON.

import { plain } from './api.ts';

function bytes(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text).replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The ids among the options, as bytes. */
function idsOf(list: unknown): PublicKeyCredentialDescriptor[] {
  return (Array.isArray(list) ? list : []).map(({ id }: { id: string }) => ({
    type: 'public-key',
    id: bytes(id),
  }));
}

type Options = Readonly<Record<string, unknown>>;

/** True where the browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Has the browser make a passkey by the options of the service. */
export async function makePasskey(options: unknown): Promise<object> {
  const { challenge, user, excludeCredentials, ...rest } = options as Options;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...(rest as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(challenge),
      user: { ...(user as PublicKeyCredentialUserEntity), id: bytes((user as Options).id) },
      excludeCredentials: idsOf(excludeCredentials),
    },
  })) as PublicKeyCredential | null;
  if (made === null) throw new DOMException('', 'NotAllowedError');
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: made.id,
    type: made.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Has the browser show one of the user's passkeys. */
export async function showPasskey(): Promise<object> {
  const { options } = await plain().call('getPasskeyOptions', { body: {} });
  const { challenge, allowCredentials, ...rest } = options as Options;
  const found = (await navigator.credentials.get({
    publicKey: {
      ...(rest as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(challenge),
      allowCredentials: idsOf(allowCredentials),
    },
  })) as PublicKeyCredential | null;
  if (found === null) throw new DOMException('', 'NotAllowedError');
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    rawId: found.id,
    type: found.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: text(response.userHandle) }),
    },
  };
}
