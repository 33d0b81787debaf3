// What the examples have in common: where the service is and who they are, from sandbox.json or the environment.

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
// Outside of this repository: from 'passbell-client'.
import { clientCredentials, Passbell, type TokenSource } from '../clients/typescript/index.ts';

/** The settings of an add-on. */
export interface Setup {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Only what receives webhooks needs it. */
  readonly signingSecret: string | undefined;
}

/** Longest body of a message that is read, in bytes. */
const MAX_BODY = 16 * 1024 * 1024;

/**
 * Reads PASSBELL_URL, CLIENT_ID, CLIENT_SECRET and SIGNING_SECRET, and CA_FILE where the service's certificate is its own;
 * without CLIENT_ID all of it from sandbox.json, which CARD may say the place of.
 */
export function readSetup(env: NodeJS.ProcessEnv = process.env): Setup {
  if (env.CLIENT_ID !== undefined) {
    trust(env.CA_FILE);
    const { PASSBELL_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET, SIGNING_SECRET } = env;
    if (baseUrl === undefined || CLIENT_SECRET === undefined) {
      throw new Error('With CLIENT_ID, PASSBELL_URL and CLIENT_SECRET are needed as well.');
    }
    return { baseUrl, clientId, clientSecret: CLIENT_SECRET, signingSecret: SIGNING_SECRET };
  }
  const file = env.CARD ?? 'data/sandbox.json';
  const card = JSON.parse(readFileSync(file, 'utf8')) as Card;
  trust(card.ca_certificate_file && join(dirname(file), card.ca_certificate_file));
  return {
    baseUrl: card.base_url,
    clientId: card.addon.client_id,
    clientSecret: card.addon.client_secret,
    signingSecret: card.addon.signing_secret,
  };
}

/** The part of sandbox.json that is read. */
interface Card {
  readonly base_url: string;
  readonly ca_certificate_file?: string;
  readonly addon: {
    readonly client_id: string;
    readonly client_secret: string;
    readonly signing_secret: string;
  };
}

/** Lets connections of this process trust one more certificate authority. */
function trust(file: string | undefined): void {
  if (file !== undefined) setDefaultCACertificates([...getCACertificates(), readFileSync(file, 'utf8')]);
}

/** Gives tokens by client credentials, a new one before the old one ends. */
export function tokensOf(setup: Setup): TokenSource {
  return clientCredentials(setup);
}

/** The signing secret. Never an empty one: with that anybody could sign. */
export function secretOf({ signingSecret }: Pick<Setup, 'signingSecret'>): string {
  if (!signingSecret) throw new Error('SIGNING_SECRET is needed to know what is genuine.');
  return signingSecret;
}

/** A client of the company's API. */
export function connect(setup: Setup): Passbell {
  const token = tokensOf(setup);
  return new Passbell({ baseUrl: setup.baseUrl, token, refresh: () => token.fresh() });
}

/** The body of a request, as it came; undefined when it is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Calls back once, at SIGINT or SIGTERM. */
export function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}
