// A webhook's own headers (reference: events.19, events.20): checked when they are given, computed when a
// message is made.

import { createHmac, getHashes } from 'node:crypto';
import { parseInput } from '../edge/input.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import { z } from '../shape/reads.ts';

/** Most headers a webhook may have, and most characters in a value. */
export const MAX_HEADERS = 20;
export const MAX_VALUE_LENGTH = 2_000;
/** Most characters in a name. */
export const MAX_NAME_LENGTH = 200;

/** A webhook's headers as they were given, special values included. */
export type HeaderMap = Readonly<Record<string, string>>;

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters that arrive the same at every receiver. */
const PRINTABLE = /^[\x20-\x7e]*$/;

const LOOKS_SPECIAL = /^@(?:TimeInMillis|TimeInSeconds|HMAC)/i;

/** Hashes that @HMAC takes, where this build of Node has them. */
const SAFE_HASHES = [
  'md5',
  'ripemd160',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-224',
  'sha512-256',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
];
const available = new Set(getHashes().map((hash) => hash.toLowerCase()));
export const HMAC_HASHES: readonly string[] = SAFE_HASHES.filter((hash) => available.has(hash));
const MILLISECOND = 1_000n;
const DEFAULT_HASH = 'sha256';

const DATA = ['TimeInMillis', 'TimeInSeconds', 'Body'] as const;
const ENCODINGS = ['hex', 'base64'] as const;

type Special =
  | { readonly kind: 'TimeInMillis' | 'TimeInSeconds' }
  | {
      readonly kind: 'HMAC';
      readonly algo: string;
      readonly data: (typeof DATA)[number];
      readonly as: (typeof ENCODINGS)[number];
    };

/** The meaning of a value: a special value, an ordinary one (undefined), or the sentence that refuses it. */
function readSpecial(value: string): Special | string | undefined {
  if (value === '@TimeInMillis') return { kind: 'TimeInMillis' };
  if (value === '@TimeInSeconds') return { kind: 'TimeInSeconds' };
  if (value === '@HMAC') return readHmac('');
  if (value.startsWith('@HMAC?')) return readHmac(value.slice('@HMAC?'.length));
  if (!LOOKS_SPECIAL.test(value)) return undefined;
  return 'is not a special value: these are @TimeInMillis, @TimeInSeconds and @HMAC?algo=…&data=…&as=….';
}

function readHmac(query: string): Special | string {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name !== 'algo' && name !== 'data' && name !== 'as') {
      return `has an unknown option of @HMAC: ${JSON.stringify(name)}. The options are algo, data and as.`;
    }
    if (options.has(name)) return `has the option ${name} of @HMAC twice.`;
    options.set(name, value);
  }
  const algo = (options.get('algo') ?? DEFAULT_HASH).toLowerCase();
  const hash = HMAC_HASHES.find((each) => each === algo || each === algo.replace(/^sha-/, 'sha'));
  const data = DATA.find((each) => each === (options.get('data') ?? 'Body'));
  const as = ENCODINGS.find((each) => each === (options.get('as') ?? 'hex'));
  if (hash === undefined) return `has an algo of @HMAC that is not one of ${HMAC_HASHES.join(', ')}.`;
  if (data === undefined) return `has data of @HMAC that is not one of ${DATA.join(', ')}.`;
  if (as === undefined) return `has an as of @HMAC that is not one of ${ENCODINGS.join(', ')}.`;
  return { kind: 'HMAC', algo: hash, data, as };
}

function nameFault(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name) || name.length > MAX_NAME_LENGTH) {
    return `is not the name of a header: letters, digits and !#$%&'*+-.^_\`|~ only, at most ${MAX_NAME_LENGTH}.`;
  }
  if (lower.startsWith('x-service')) return 'is reserved: names beginning X-Service belong to the platform.';
  if (lower !== 'authorization' && !lower.startsWith('x-')) {
    return 'must be Authorization or begin with X-.';
  }
  return undefined;
}

function valueFault(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string.';
  if (value.length > MAX_VALUE_LENGTH) return `must be at most ${MAX_VALUE_LENGTH} characters long.`;
  if (!PRINTABLE.test(value)) return 'must hold printable ASCII characters only.';
  const special = readSpecial(value);
  return typeof special === 'string' ? special : undefined;
}

/** A webhook's `headers`, as a field of a body; each fault is named by its header (reference: events.19, events.20). */
export const webhookHeaders = z
  .unknown()
  .transform((input, context): HeaderMap => {
    const refuse = (message: string, path: string[] = []): typeof z.NEVER => {
      context.issues.push({ code: 'custom', message, input: context.value, path });
      return z.NEVER;
    };
    if (input === undefined) return refuse('is required.');
    if (!isPlainObject(input)) return refuse('must be an object of header names and values.');
    const entries = Object.entries(input);
    if (entries.length > MAX_HEADERS) return refuse(`must have at most ${MAX_HEADERS} headers.`);
    const checked: Record<string, string> = {};
    const seen = new Set<string>();
    let isSound = true;
    for (const [name, value] of entries) {
      const again = seen.has(name.toLowerCase()) ? 'is there twice: case makes no difference.' : undefined;
      seen.add(name.toLowerCase());
      const fault = nameFault(name) ?? again ?? valueFault(value);
      if (fault === undefined && typeof value === 'string') checked[name] = value;
      else {
        refuse(fault ?? 'must be a string.', [name]);
        isSound = false;
      }
    }
    return isSound ? checked : z.NEVER;
  })
  .meta({ type: 'object', maxProperties: MAX_HEADERS, additionalProperties: { type: 'string' } });

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)
  );
}

/** The checked headers of a webhook; throws a 400 that names each wrong one as `headers.<name>`. */
export function parseHeaders(input: unknown): HeaderMap {
  return parseInput(z.object({ headers: webhookHeaders }), { headers: input }).value.headers;
}

/** The message that special values are computed from. */
export interface Message {
  /** The bytes that are sent. */
  readonly body: Uint8Array | string;
  /** The add-on's signature token, the newest. */
  readonly key: string;
  /** The one moment of all the message's values. */
  readonly now: Micros;
}

/**
 * The headers of one message, special values computed (reference: events.22). Kept with the message for its retries.
 */
export function computeHeaders(headers: HeaderMap, message: Message): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const special = readSpecial(value);
      return [name, special === undefined || typeof special === 'string' ? value : compute(special, message)];
    }),
  );
}

function compute(special: Special, { body, key, now }: Message): string {
  const times = { TimeInMillis: String(now / MILLISECOND), TimeInSeconds: String(now / SECOND) };
  if (special.kind !== 'HMAC') return times[special.kind];
  const data = special.data === 'Body' ? body : times[special.data];
  return createHmac(special.algo, key).update(data).digest(special.as);
}
