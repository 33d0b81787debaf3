// A webhook's own headers (reference: events.19, events.20): checked when they are given, computed when a
// message is made.

import { createHmac, getHashes } from 'node:crypto';
import { parseInput } from '../edge/input.ts';
import { type Micros, SECOND } from '../kernel/time.ts';
import { type Sentence, sentence } from '../kernel/words.ts';
import { refuse, z } from '../shape/reads.ts';

/** Most headers a webhook may have, and most characters in a value. */
export const MAX_HEADERS = 20;
const MAX_VALUE_LENGTH = 2_000;
/** Most characters in a name. */
const MAX_NAME_LENGTH = 200;

/** A webhook's headers as they were given, special values included. */
export type HeaderMap = Readonly<Record<string, string>>;

/** RFC 9110, 5.6.2. */
/** Which names there may be, as it is described; those of the platform aside. */
const NAME_FORM =
  "^([aA][uU][tT][hH][oO][rR][iI][zZ][aA][tT][iI][oO][nN]|[xX]-[!#$%&'*+\\-.^_`|~0-9A-Za-z]*)$";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Characters that arrive the same at every receiver. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** An at sign before a letter is never an ordinary value: a misspelt special value would be sent as it stands. */
const LOOKS_SPECIAL = /^@[a-z]/i;

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
function readSpecial(value: string): Special | Sentence | undefined {
  if (value === '@TimeInMillis') return { kind: 'TimeInMillis' };
  if (value === '@TimeInSeconds') return { kind: 'TimeInSeconds' };
  if (value === '@HMAC') return readHmac('');
  if (value.startsWith('@HMAC?')) return readHmac(value.slice('@HMAC?'.length));
  if (!LOOKS_SPECIAL.test(value)) return undefined;
  return sentence(
    'is not a special value: these are @TimeInMillis, @TimeInSeconds and @HMAC?algo=…&data=…&as=….',
  );
}

function readHmac(query: string): Special | Sentence {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name !== 'algo' && name !== 'data' && name !== 'as') {
      return sentence('has an unknown option of @HMAC: {name}. The options are algo, data and as.', {
        name: JSON.stringify(name),
      });
    }
    if (options.has(name)) return sentence('has the option {name} of @HMAC twice.', { name });
    options.set(name, value);
  }
  const algo = (options.get('algo') ?? DEFAULT_HASH).toLowerCase();
  const hash = HMAC_HASHES.find((each) => each === algo || each === algo.replace(/^sha-/, 'sha'));
  const data = DATA.find((each) => each === (options.get('data') ?? 'Body'));
  const as = ENCODINGS.find((each) => each === (options.get('as') ?? 'hex'));
  if (hash === undefined)
    return sentence('has an algo of @HMAC that is not one of {names}.', { names: HMAC_HASHES.join(', ') });
  if (data === undefined)
    return sentence('has data of @HMAC that is not one of {names}.', { names: DATA.join(', ') });
  if (as === undefined)
    return sentence('has an as of @HMAC that is not one of {names}.', { names: ENCODINGS.join(', ') });
  return { kind: 'HMAC', algo: hash, data, as };
}

function nameFault(name: string): Sentence | undefined {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name) || name.length > MAX_NAME_LENGTH) {
    return sentence('is not the name of a header: letters, digits and {signs} only, at most {max}.', {
      signs: "!#$%&'*+-.^_`|~",
      max: MAX_NAME_LENGTH,
    });
  }
  if (lower.startsWith('x-service'))
    return sentence('is reserved: names beginning X-Service belong to the platform.');
  if (lower !== 'authorization' && !lower.startsWith('x-')) {
    return sentence('must be Authorization or begin with X-.');
  }
  return undefined;
}

function valueFault(value: unknown): Sentence | undefined {
  if (typeof value !== 'string') return sentence('must be a string.');
  if (value.length > MAX_VALUE_LENGTH)
    return sentence('must be at most {max} characters long.', { max: MAX_VALUE_LENGTH });
  if (!PRINTABLE.test(value)) return sentence('must hold printable ASCII characters only.');
  const special = readSpecial(value);
  return special !== undefined && 'text' in special ? special : undefined;
}

/** A webhook's `headers`, as a field of a body; each fault is named by its header (reference: events.19, events.20). */
export const webhookHeaders = z
  .unknown()
  .transform((input, context): HeaderMap => {
    const fail = (why: Sentence, path: string[] = []) => refuse(context, why, path);
    if (input === undefined) return fail(sentence('is required.'));
    if (!isPlainObject(input)) return fail(sentence('must be an object of header names and values.'));
    const entries = Object.entries(input);
    if (entries.length > MAX_HEADERS)
      return fail(sentence('must have at most {max} headers.', { max: MAX_HEADERS }));
    const checked: Record<string, string> = {};
    const seen = new Set<string>();
    let isSound = true;
    for (const [name, value] of entries) {
      const again = seen.has(name.toLowerCase())
        ? sentence('is there twice: case makes no difference.')
        : undefined;
      seen.add(name.toLowerCase());
      const fault = nameFault(name) ?? again ?? valueFault(value);
      if (fault === undefined && typeof value === 'string') checked[name] = value;
      else {
        fail(fault ?? sentence('must be a string.'), [name]);
        isSound = false;
      }
    }
    return isSound ? checked : z.NEVER;
  })
  .meta({
    type: 'object',
    maxProperties: MAX_HEADERS,
    propertyNames: { type: 'string', maxLength: MAX_NAME_LENGTH, pattern: NAME_FORM },
    additionalProperties: { type: 'string', maxLength: MAX_VALUE_LENGTH },
  });

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
interface Message {
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
      return [name, special === undefined || 'text' in special ? value : compute(special, message)];
    }),
  );
}

function compute(special: Special, { body, key, now }: Message): string {
  const times = { TimeInMillis: String(now / MILLISECOND), TimeInSeconds: String(now / SECOND) };
  if (special.kind !== 'HMAC') return times[special.kind];
  const data = special.data === 'Body' ? body : times[special.data];
  return createHmac(special.algo, key).update(data).digest(special.as);
}
