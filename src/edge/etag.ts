import { hash } from 'node:crypto';

/** The entity tag of a representation: equal exactly when the bytes are equal. */
export function etagOf(body: string | Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The tag of the same state in an encoding: other bytes have another tag (RFC 9110 8.8.3). */
export function encodedTag(etag: string, encoding: string): string {
  return `${etag.slice(0, -1)}.${encoding}"`;
}

/** The tags of a header, by the state they name: in which encoding it was read does not matter. */
function tags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/\.(?:br|gzip)"$/, '"'));
}

/** The tags of an If-None-Match header, which compares weakly (RFC 9110 13.1.2). */
export function knownTags(header: string | undefined): string[] {
  return header === undefined ? [] : tags(header).map((tag) => tag.replace(/^W\//, ''));
}

/** True when If-None-Match names a tag, or any. */
export function matchesNone(header: string | undefined, etag: string): boolean {
  return knownTags(header).some((tag) => tag === '*' || tag === etag);
}

/** If-Match compares strongly (RFC 9110 13.1.1): a weak tag never matches. */
export function matchesStrongly(header: string, etag: string): boolean {
  return tags(header).some((tag) => tag === '*' || tag === etag);
}
