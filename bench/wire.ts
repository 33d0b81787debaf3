/** A request as it goes over the wire. */
export interface WireRequest {
  readonly bytes: Uint8Array;
  /** Where an Idempotency-Key of KEY_LENGTH characters stands, to be made fresh each time; -1 = nowhere. */
  readonly keyAt: number;
}

export const KEY_LENGTH = 36;

/** Makes a request. One with a body carries an Idempotency-Key. */
export function wire(method: string, path: string, token: string, body?: string): WireRequest {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'accept: application/json',
    `authorization: Bearer ${token}`,
  ];
  if (body !== undefined) {
    head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
    head.push(`idempotency-key: ${'0'.repeat(KEY_LENGTH)}`);
  }
  const text = `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
  const mark = text.indexOf('idempotency-key: ');
  return { bytes: Buffer.from(text), keyAt: mark < 0 ? -1 : mark + 'idempotency-key: '.length };
}
