import type { AddonScope } from '../edge/scopes.ts';

/** The introduction of the description. */
export const INTRODUCTION = `Orders, products, check-ins and webhooks of a point of sale.

- **Format**: send \`Accept: application/json\`, or end a path with \`.json\`; neither is 406. POST, PUT and PATCH need
  \`Content-Type: application/json\`. PATCH does what PUT does: what is not sent keeps its value, null unsets it.
- **Ids** have 64 bits and are numbers with all their digits. Read \`id_str\` where numbers are not exact; send either.
- **Money** is exact: decimal numbers without an exponent.
- **Times** are ISO 8601, UTC, milliseconds.
- **Lists** are pages: the next one is at the address in X-Next-Page, until there is none.
- **Requests** are counted by the minute: X-RateLimit-Limit, -Remaining, -Reset. 429 and 503 say in Retry-After when to
  come back.
- **ETag**: send it back in If-None-Match (304) or, with PUT and DELETE, in If-Match (412).
- **Errors** have a code and a sentence; those about a body name each field. Sentences are in English, or in the language
  that Accept-Language asks for where there are texts in it; Content-Language names it then.
- \`X-Pretty-Print: 1\` indents an answer. \`X-Request-Id\` is on every answer; send your own to find it again.

A method that a path does not take is 405, with Allow.`;

/** A sentence about each scope. */
export const SCOPE_WORDS: Readonly<Record<AddonScope, string>> = {
  'company:read': 'Read the company, its sites, registers, staff, taxes, price lists and payment methods.',
  'company:write': 'Change them.',
  'orders:read': 'Read orders, with the customers they are for.',
  'orders:write': 'Place and change orders, with the customers they are for, and be a register.',
  'products:read': 'Read the catalogue.',
  'products:write': 'Change it.',
  'customers:read': 'Read customers.',
  'customers:write': 'Change them.',
  'checkins:read': 'See who is at a site.',
  'checkins:write': 'Check customers in and out.',
  webhooks: 'Have webhooks, and read the log of events.',
};
