import { hash } from 'node:crypto';

/** The entity tag of a representation: equal exactly when the bytes are equal. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** If-None-Match compares weakly (RFC 9110 13.1.2). */
export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return tags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** If-Match compares strongly (RFC 9110 13.1.1): a weak tag never matches. */
export function matchesStrongly(header: string, etag: string): boolean {
  return tags(header).some((tag) => tag === '*' || tag === etag);
}
