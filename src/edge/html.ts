import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Text that is HTML already. Only `html` makes it, so nothing a tenant entered is ever markup. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template: text is escaped, HTML is not; null, undefined and false are empty. */
export type HtmlValue = string | number | bigint | Html | readonly HtmlValue[] | null | undefined | false;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replace(/[&<>"']/g, (each) => ESCAPES[each] ?? '');
}

/** HTML with every value escaped. Attributes are written in quotes, as everywhere here. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let text = parts[0] ?? '';
  for (const [at, value] of values.entries()) text += textOf(value) + (parts[at + 1] ?? '');
  return new Html(text);
}

const STYLE = `
:root{color-scheme:light dark;--line:#8a8a8a;--accent:#0b57d0;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--accent:#a8c7fa;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;padding:1rem;display:flex;justify-content:center}
main{width:100%;max-width:28rem;margin:2rem 0}
h1{font-size:1.5rem;line-height:1.25}
label{display:block;margin:1rem 0 .25rem;font-weight:600}
input:not([type=radio]),select{width:100%;font:inherit;padding:.6rem;border:1px solid var(--line);border-radius:.4rem}
fieldset{border:1px solid var(--line);border-radius:.4rem;margin:1rem 0}
fieldset label{font-weight:400;margin:.25rem 0}
button{font:inherit;padding:.6rem 1.2rem;margin:1rem .5rem 0 0;border:1px solid var(--line);border-radius:.4rem;cursor:pointer}
button.first{background:var(--accent);color:Canvas;border-color:var(--accent);font-weight:600}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[role=alert]{color:var(--bad);font-weight:600}
.hint{opacity:.8;font-size:.9rem;overflow-wrap:anywhere}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** The style is the same on every page, so that the policy can name it by its hash. */
const STYLE_TAG = new Html(`<style>${STYLE}</style>`);

/** The policy of every page: no script, no frame around it, no caching, no outside sources. */
function policy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A page. */
export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** Further origins that a form may redirect to, as sources of a content security policy. */
  readonly formTargets?: readonly string[];
}

/**
 * The headers of pages and of redirects between them. The referrer stays within this host: with `no-referrer`
 * browsers would send `Origin: null` with our own forms.
 */
export function setPageHeaders(reply: FastifyReply, formTargets: readonly string[] = []): void {
  reply
    .header('content-security-policy', policy(formTargets))
    .header('x-frame-options', 'DENY')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache');
}

/** Sends a page with its security headers. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  setPageHeaders(reply, page.formTargets);
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title} · Passbell</title>${STYLE_TAG}</head>
<body><main><h1>${page.title}</h1>
${page.body}
</main></body></html>
`;
  return reply
    .code(page.status ?? 200)
    .header('content-type', 'text/html; charset=utf-8')
    .send(document.text);
}

/** Redirects the browser with a GET, after a request of any method (RFC 9700 4.12: never 307). */
export function seeOther(reply: FastifyReply, location: string): FastifyReply {
  setPageHeaders(reply);
  return reply.code(303).header('location', location).send();
}
