// The client of the API over a few kept connections, which may trust a certificate authority of its own.

import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { Agent, errors } from 'undici';
import {
  type ApiError,
  type Clock,
  type Fetch,
  Passbell,
  type PassbellOptions,
} from '../typescript/index.ts';

/** Connections when nothing else is asked for. */
export const DEFAULT_CONNECTIONS = 8;

const MAX_CONNECTIONS = 100;
const CONNECT_TIMEOUT_MS = 10_000;
/** Longest wait for an answer to begin, and between two pieces of it, in ms. */
const ANSWER_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** The largest answer that is read, in bytes; a page of 5000 whole orders is below it. Streams may be longer. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** At most one sentence about trouble in this time, in ms. */
const TROUBLE_EVERY_MS = 10_000;

/** Where the service is, and how to speak to it. */
export interface ClientOptions extends Omit<PassbellOptions, 'fetch'> {
  /** A PEM file with a certificate authority to trust as well as the well-known ones. */
  readonly caFile?: string | undefined;
  readonly connections?: number | undefined;
}

/** A client, with its connections. */
export interface Client {
  readonly passbell: Passbell;
  /** Closes the connections; requests still under way fail. */
  close(): Promise<void>;
}

/** Makes a client; reads the CA file, connects to nothing yet. Close it when done. */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { caFile, connections = DEFAULT_CONNECTIONS } = options;
  if (!Number.isInteger(connections) || connections < 1 || connections > MAX_CONNECTIONS) {
    throw new Error(`The number of connections must be a whole number from 1 to ${MAX_CONNECTIONS}.`);
  }
  const ca = caFile === undefined ? undefined : [...rootCertificates, await readCertificate(caFile)];
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(ca === undefined ? {} : { ca }) },
  });
  const passbell = new Passbell({ ...options, fetch: fetchOver(agent) });
  return { passbell, close: () => agent.destroy() };
}

/** Sends over kept connections, at a third of what the runtime's own `fetch` costs. */
function fetchOver(agent: Agent): Fetch {
  return async (url, { method, headers, body = null, signal = null }) => {
    const { origin, pathname, search } = new URL(url);
    const response = await agent.request({
      origin,
      method: method as 'GET',
      path: pathname + search,
      headers,
      body,
      signal,
    });
    const get = (name: string) => {
      const value = response.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    return {
      status: response.statusCode,
      headers: { get },
      body: response.body,
      arrayBuffer: () => readWhole(response.body),
    };
  };
}

async function readWhole(body: AsyncIterable<Uint8Array>): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new errors.ResponseExceededMaxSizeError('The answer is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks)).buffer;
}

/** Tells sentences about trouble, but not one after every try. */
export function nowAndThen(clock: Clock, tell: (sentence: string) => void): (sentence: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (sentence) => {
    if (clock.now() - toldAt < TROUBLE_EVERY_MS) return;
    toldAt = clock.now();
    tell(sentence);
  };
}

/** A refusal in words: status, code and what the service says about it. */
export function describeRefusal({ status, code, description }: ApiError): string {
  return `${`${status} ${code}`.trim()}.${description === '' ? '' : ` ${description}`}`;
}

/** A CA certificate, as PEM. */
async function readCertificate(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`The CA certificate ${file} cannot be read (${errorCode(error) ?? 'unknown'}).`);
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`${file} is not a PEM certificate.`);
  return text;
}

/** The code of an error of the network, when it has one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
