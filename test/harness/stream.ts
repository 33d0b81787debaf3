import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { until } from './process.ts';
import type { Client, Json, Service } from './service.ts';

/** An answer that stays open, as its client sees it. */
export interface OpenStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything that has come so far. */
  readonly text: () => string;
  /** Waits for the next words. */
  more(): Promise<string>;
  /** Waits for the other side to end it. */
  ends(): Promise<void>;
  /** Reads no more from the connection. */
  stall(): void;
  /** Closes the connection. */
  hangUp(): void;
}

/** Opens a stream on a connection of its own; the path lies below the company. */
export function openStream(
  service: Service,
  path: string,
  client: Client = service.client,
  more: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest({
      agent: false,
      ca: service.ca,
      host: 'localhost',
      port: new URL(service.url).port,
      path: `/v1/companies/me/${path}`,
      headers: { authorization: client.token, accept: 'text/event-stream', ...more },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      request.removeListener('error', reject).on('error', () => undefined);
      resolve(follow(response, () => request.destroy()));
    });
    request.end();
  });
}

function follow(response: IncomingMessage, hangUp: () => void): OpenStream {
  let text = '';
  let ended = false;
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => undefined);
  for (const word of ['end', 'close']) {
    response.once(word, () => {
      ended = true;
    });
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    more: async () => {
      const before = text.length;
      await until('the stream says something', () => text.length > before);
      return text.slice(before);
    },
    ends: () => until('the stream ends', () => ended),
    stall: () => response.pause(),
    hangUp,
  };
}

/** An event of a stream. */
export interface StreamEvent {
  readonly id: number;
  readonly event: string;
  readonly json: Json;
}

/** The events in what a stream has said: whole ones only. */
export function eventsIn(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map(
      (block) => new Map(block.split('\n').map((line) => [line.split(': ')[0], line.replace(/^\w*: /, '')])),
    )
    .filter((fields) => fields.has('data'))
    .map((fields) => ({
      id: Number(fields.get('id')),
      event: fields.get('event') ?? '',
      json: JSON.parse(fields.get('data') ?? ''),
    }));
}
