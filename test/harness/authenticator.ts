// A device that makes passkeys, as far as the service sees of one: ES256, no attestation.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** How what it says differs from what it should say. */
export interface Lie {
  readonly origin?: string;
  readonly host?: string;
  /** Nobody's finger was seen. */
  readonly unverified?: true;
  readonly counter?: number;
  readonly challenge?: string;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

/** One passkey of one service. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  readonly #url: URL;
  #counter = 0;

  constructor(url: string) {
    this.#url = new URL(url);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** What the browser has of a new passkey. */
  make(options: { challenge: string }, lie: Lie = {}): object {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([this.#data(lie, HAS_KEY), Buffer.alloc(16), length, id, this.#cose]);
    const attestation = Buffer.concat([
      Buffer.from('a3', 'hex'),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from('a0', 'hex'),
      text('authData'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#whole({
      clientDataJSON: this.#client('webauthn.create', options, lie).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What the browser has of it when it is used. */
  use(options: { challenge: string }, lie: Lie = {}): object {
    const data = this.#data(lie, 0);
    const client = this.#client('webauthn.get', options, lie);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key);
    return this.#whole({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #whole(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data({ host = this.#url.hostname, unverified, counter = ++this.#counter }: Lie, more: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(USER_PRESENT | (unverified === true ? 0 : USER_VERIFIED) | more);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), rest]);
  }

  #client(type: string, { challenge }: { challenge: string }, lie: Lie): Buffer {
    const { origin = this.#url.origin, challenge: other = challenge } = lie;
    return Buffer.from(JSON.stringify({ type, challenge: other, origin, crossOrigin: false }));
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
