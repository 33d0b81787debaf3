import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import type { Answer, Json, Service } from '#test/harness/service.ts';

/** An answer as it came over a connection of our own. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
}

/** A TLS connection to the service. */
export async function openConnection(service: Service): Promise<TLSSocket> {
  const { port, hostname } = new URL(service.url);
  const socket = connect({ port: Number(port), host: hostname, servername: 'localhost', ca: service.ca });
  await once(socket, 'secureConnect');
  return socket;
}

/** Sends bytes as they are, on a connection of its own, and reads the one answer they get. */
export async function sendRaw(service: Service, ...chunks: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await openConnection(service);
  socket.on('error', () => undefined);
  for (const chunk of chunks) if (chunk.length > 0) socket.write(chunk);
  try {
    return await readAnswer(socket);
  } finally {
    socket.destroy();
  }
}

/** Reads one answer with a Content-Length from a connection. */
export async function readAnswer(socket: TLSSocket): Promise<RawAnswer> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const [first = '', ...lines] = text.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    );
    const body = text.slice(end + 4);
    if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) continue;
    return { status: Number(first.split(' ')[1]), headers, json: body === '' ? undefined : JSON.parse(body) };
  }
  throw new Error(`The connection ended after: ${text}`);
}

/** The head of a request with the sandbox add-on's token. */
export function head(service: Service, method: string, path: string, ...headers: string[]): string {
  const all = [
    'Host: localhost',
    `Authorization: ${service.client.token}`,
    'Accept: application/json',
    ...headers,
  ];
  return `${method} ${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

/** A call under another Host than the one that is connected to. */
export function askAs(
  service: Service,
  host: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<RawAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const more =
    body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
  return sendRaw(
    service,
    head(service, method, path, ...more).replace('Host: localhost', `Host: ${host}`),
    text,
  );
}

/** Every error answer: JSON with a code and a sentence, and nothing of the inside (reference: conventions.31). */
export function isError(
  answer: Pick<Answer, 'status' | 'headers' | 'json'>,
  status: number,
  error: string,
): void {
  assert.equal(answer.status, status, JSON.stringify(answer.json));
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.json?.error, error);
  assert.match(answer.json.error_description, /^\S.*\.$/s);
  assert.doesNotMatch(JSON.stringify(answer.json), /node_modules|\.ts\b|select |insert |SQLITE|\bat \//i);
}

/** The path and query of an address. */
export function pathOf(address: string | undefined): string {
  assert.ok(address !== undefined, 'There is no address.');
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** A new order with a note, as it was answered. */
export async function makeOrder(
  service: Service,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Json> {
  const answer = await service.client.post('orders', { site_id: service.card.sites[0].id, ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** How many orders the sandbox company has. */
export async function countOrders(service: Service): Promise<number> {
  const answer = await service.client.get('orders?limit=5000');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['x-next-page'], undefined);
  return answer.json.length;
}
